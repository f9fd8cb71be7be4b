"""What is kept of many blocks is what would be kept of all rows at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cecib.backends.kept import keep, lots
from cecib.backends.memory import Block
from cecib.side_information import SideInformation


def block_of(points, index=None):
    index = np.full(len(points), -1, dtype=np.int32) if index is None else index
    return Block(points, SideInformation(index, np.arange(3)))


@given(st.lists(st.integers(0, 12), min_size=1, max_size=6), st.integers(0, 8), st.booleans(), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_any_order_of_adding_gives_the_same(sizes, most, of_each, seed):
    random = np.random.default_rng(seed)
    kept = []
    rows = []
    for number, size in enumerate(sizes):
        keys, groups = random.uniform(size=size), random.integers(0, 3, size).astype(np.int32)
        points = random.normal(size=(size, 2))
        kept.append(keep(block_of(points), number, keys, most, groups=groups, of_each=of_each))
        rows += [(g if of_each else 0, key, number, i) for i, (g, key) in enumerate(zip(groups, keys, strict=True))]
    expected = set()
    for group in {row[0] for row in rows}:
        expected |= {row[2:] for row in sorted(row for row in rows if row[0] == group)[:most]}
    forth, back = kept[0], kept[-1]
    for one in kept[1:]:
        forth = forth + one
    for one in kept[-2::-1]:
        back = back + one
    if most == 0:
        assert len(forth) == len(back) == 0
        return
    found = [{tuple(place) for place in both.places.tolist()} for both in (forth, back)]
    assert found[0] == found[1]
    assert found[0] == expected


def test_lots_are_those_of_the_block():
    assert np.array_equal(lots(1, 2, 10), lots(1, 2, 10))
    assert not np.array_equal(lots(1, 2, 10), lots(1, 3, 10))
    assert not np.array_equal(lots(1, 2, 10), lots(2, 2, 10))


def test_order_of_the_data_comes_back():
    first = keep(block_of(np.arange(6.0).reshape(3, 2)), 0, np.array([3.0, 1.0, 2.0]), 2)
    second = keep(block_of(np.arange(6.0, 12.0).reshape(3, 2)), 1, np.array([0.0, 9.0, 9.0]), 2)
    both = (second + first).in_order()
    assert both.places.tolist() == [[0, 1], [1, 0]]
    assert both.points.tolist() == [[2.0, 3.0], [6.0, 7.0]]


@pytest.mark.parametrize("weights", [None, np.array([1.0, 2.0, 0.5])])
def test_a_block_of_kept_rows_has_their_labels_and_weights(weights):
    side = SideInformation(np.array([0, -1, 2], dtype=np.int32), np.arange(3))
    kept = keep(Block(np.eye(3), side, weights), 0, np.arange(3.0), 3)
    block = kept.block(np.array(["a", "b", "c"]))
    assert block.side.index.tolist() == [0, -1, 2]
    assert (block.weights is None) == (weights is None)
