"""A handful of what `python -m kills` does at length."""

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("needs POSIX processes and limits", allow_module_level=True)

from kills import in_new_folders, kill_often


@pytest.mark.parametrize("name", ["cluster", "predict", "checkpoint", "save"])
def test_kills(name):
    """In a command that writes several files, in one that writes one, in a fit in blocks, and in the library."""
    assert [*in_new_folders(kill_often, [name], 2, 0)]
