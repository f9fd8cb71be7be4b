"""Blocks add up along the same tree wherever they are."""

import pytest

from cecib.backends.merging import FAN_IN, Merging, groups, merged


class Sum:
    """Says in which order it was added up."""

    def __init__(self, text):
        self.text = text

    def __add__(self, other):
        return Sum(f"({self.text}+{other.text})")


def floor_by_floor(items):
    while len(items) > 1:
        items = [merged(group) for group in groups(items)]
    return items[0]


@pytest.mark.parametrize("n", [1, 2, FAN_IN, FAN_IN + 1, 3 * FAN_IN + 2, FAN_IN**2, FAN_IN**2 + FAN_IN + 1, 600])
def test_one_by_one_is_as_floor_by_floor(n):
    items = [Sum(str(i)) for i in range(n)]
    merging = Merging()
    for item in items:
        merging.take(item)
    assert merging.result().text == floor_by_floor(items).text


def test_nothing_is_nothing():
    merging = Merging()
    assert merging.result() is None
    for item in (None, "a", None, "b"):
        merging.take(item)
    assert merging.result() == "ab"
