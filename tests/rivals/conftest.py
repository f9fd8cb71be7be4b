import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(autouse=True)
def _one_thread():
    """Parallel test workers and threaded libraries get in each other's way."""
    with threadpool_limits(1):
        yield
