"""Where rows are drawn."""

import numpy as np
import pytest

from cecib import CECIB
from cecib.explore import BadAction, Picture, Session
from cecib.explore.colours import Colours
from cecib.explore.views import View, positions, read_view, views_of


def test_the_plane_tells_clusters_apart_and_names_its_features():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 4)) + 9 * (np.arange(300) % 2)[:, None] * [0, 0, 1, 0]
    with Session(X, names=["a", "b", "c", "d"]) as session:
        where = positions(View("plane"), session.table, CECIB(random_state=0).fit(X))
    assert where.x_name == "direction 1: c"
    assert abs(np.corrcoef(where.x, X[:, 2])[0, 1]) > 0.99
    assert where.x.dtype == np.float32


@pytest.mark.parametrize("X", [np.zeros((5, 1)), np.ones((1, 3)), np.arange(6.0)[:, None], np.full((4, 2), 1e300)])
def test_there_is_a_plane_before_there_are_clusters(X):
    with Session(X) as session:
        where = positions(View("plane"), session.table, None)
    assert len(where.x) == len(where.y) == len(X)
    assert np.isfinite(where.x).all()
    assert np.isfinite(where.y).all()


def test_numbers_that_are_too_large_for_a_page_are_drawn_at_the_edge():
    with Session([[1e300, 1.0], [-1e300, 2.0]]) as session:
        where = positions(View("features", "feature 0", "feature 1"), session.table, None)
    assert np.isfinite(where.x).all()


def test_pixels_lie_in_their_picture():
    picture = Picture(3, 2, np.zeros(24, dtype=np.uint8))
    with Session(np.zeros((6, 2)), picture=picture) as session:
        assert [view["kind"] for view in views_of(session.table)] == ["pixels", "plane", "features"]
        where = positions(read_view({"kind": "pixels"}, session.table), session.table, None)
    assert where.x.tolist() == [0, 1, 2, 0, 1, 2]
    assert where.y.tolist() == [0, 0, 0, 1, 1, 1]


def test_views_that_are_not_there_are_refused():
    with Session(np.zeros((6, 1))) as session:
        for wrong in ({"kind": "features", "x": "feature 0", "y": "feature 0"}, {"kind": "pixels"}, {"kind": []}, None):
            with pytest.raises(BadAction):
                read_view(wrong, session.table)


def test_a_cluster_keeps_its_colour_as_long_as_most_of_its_rows_stay():
    colours = Colours()
    first = np.repeat([0, 1, 2], [50, 30, 20])
    assert colours.of(first, 3) == [0, 1, 2]
    assert colours.of(np.repeat([1, 0, 2], [40, 45, 15]), 3) == [1, 0, 2]
    assert colours.of(np.repeat([0, 1], [85, 15]), 2) == [1, 2]
    assert colours.of(np.repeat([0, 2, 1], [50, 30, 20]), 3)[0] == 1


def test_the_feature_that_names_a_direction_grows_along_it():
    """Whatever sign the plane comes with, so that a map is not turned over by the next answer."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 3)) * [1, 1, 0.1] + 9 * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]])[np.arange(150) % 3]
    for turned in (X, -X):
        with Session(turned, names=["a", "b", "c"]) as session:
            found = positions(View("plane"), session.table, session.answer())
        for values, name in ((found.x, found.x_name), (found.y, found.y_name)):
            first = name.split(": ")[1].split(",")[0]
            assert np.corrcoef(values, turned[:, ["a", "b", "c"].index(first)])[0, 1] > 0.5
