"""What a fitted model is given: names of columns, and tables that are not there yet."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from cecib import CECIB

X = np.random.default_rng(0).normal(np.repeat([[0, 0, 0], [9, 9, 9]], 40, axis=0))


@pytest.fixture(scope="module")
def positional():
    """A model as `cecib cluster data.npy` makes it: its columns are called by their positions."""
    return CECIB(random_state=0).fit(pd.DataFrame(X, columns=["1", "2", "3"]))


@pytest.mark.parametrize("names", [None, ["1", "2", "3"], ["a", "b", "c"]])
def test_positions_are_no_names(positional, names):
    """An array, or a table with names of its own, is as good as the file was; without a warning, which would fail."""
    given = X if names is None else pd.DataFrame(X, columns=names)
    np.testing.assert_array_equal(positional.predict(given), positional.labels_)


def test_positions_in_another_order_are_refused(positional):
    with pytest.raises(ValueError, match="same order"):
        positional.predict(pd.DataFrame(X, columns=["2", "1", "3"]))


def test_the_number_of_columns_still_counts(positional):
    with pytest.raises(ValueError, match="X has 2 features, but CECIB is expecting 3 features"):
        positional.predict(X[:, :2])


def test_missing_names_are_warned_of_once():
    model = CECIB(random_state=0).fit(pd.DataFrame(X, columns=["a", "b", "c"]))
    with pytest.warns(UserWarning, match="does not have valid feature names") as said:
        model.predict(X)
    assert len(said) == 1


def test_a_lazy_frame_is_collected(positional):
    """As X and as y, in fit and in predict."""
    lazy, labels = pl.DataFrame(X, schema=["1", "2", "3"]).lazy(), pl.DataFrame({"kind": ["a"] * 80}).lazy()
    np.testing.assert_array_equal(positional.predict(lazy), positional.labels_)
    assert CECIB(random_state=0).fit(lazy, labels).categories_.tolist() == ["a"]
