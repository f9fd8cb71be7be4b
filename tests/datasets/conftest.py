"""The real data for tests that hide them from the loader."""

import os

import pytest

from shared_data import shared_data


@pytest.fixture
def data():
    """`shared_data`, in the environment as it was when the test began."""
    known = os.environ.get("CECIB_DATA")

    def find(name):
        with pytest.MonkeyPatch.context() as patch:
            if known:
                patch.setenv("CECIB_DATA", known)
            return shared_data(name)

    return find
