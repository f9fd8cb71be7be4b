"""Random cases are the same in each run: a test fails for everybody or for nobody; `make soak` draws new ones."""

import os
import signal
import sys

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("new")
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:  # so shells, and nohup, start what is to run in the background
        signal.signal(number, usual)


@pytest.fixture(autouse=True)
def _close_figures():
    """Pyplot keeps its figures, and warns of the twentieth."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
