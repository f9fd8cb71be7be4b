import os
from pathlib import Path

import cecib


def pytest_configure():
    """When the sanitized build is meant, it is the one that is tested."""
    expected = os.environ.get("CECIB_SANITIZED")
    if expected:
        assert Path(cecib.__file__).is_relative_to(Path(expected).resolve()), cecib.__file__
