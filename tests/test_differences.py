"""Which features tell clusters apart."""

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.reading.differences import nearest_cluster


@pytest.fixture(scope="module", params=[None, 2], ids=["columns", "subspace"])
def model(request):
    """Three groups: "b" parts the first two, "d" the third from both; "a" and "c" are noise, and "e" is constant."""
    rng = np.random.default_rng(0)
    truth = np.arange(300) % 3
    X = rng.normal(size=(300, 5)) * [1, 1, 50, 1, 0]
    X[:, 1] += 8 * (truth == 1)
    X[:, 3] += 30 * (truth == 2)
    fitted = CECIB(subspace=request.param, random_state=0, n_init=2).fit(pd.DataFrame(X, columns=list("abcde")))
    return fitted, [int(fitted.labels_[truth == c][0]) for c in range(3)]


def test_two_clusters_differ_by_the_feature_that_parts_them(model):
    """Whatever the units of the others."""
    fitted, (first, second, third) = model
    assert fitted.difference(first, second).top() == ["b"]
    assert fitted.difference(first, third).top() == ["d"]
    assert fitted.difference(third).top() == ["d"]
    assert 7 < fitted.difference(first, second).distance < 9


def test_shares_add_up(model):
    """Of a pair, and overall; what is constant has none."""
    fitted, _ = model
    assert fitted.difference(0, 1).shares.sum() == pytest.approx(1)
    assert fitted.feature_shares_.sum() == pytest.approx(1)
    assert set(np.argsort(-fitted.feature_shares_)[:2]) == {1, 3}
    assert fitted.feature_shares_[4] == 0


def test_the_nearest_cluster(model):
    """The one that is hardest to tell apart."""
    fitted, (first, second, third) = model
    assert nearest_cluster(fitted, first)[0] == second
    assert nearest_cluster(fitted, third)[0] in (first, second)


def test_one_cluster_differs_from_nothing():
    """And has no neighbour."""
    one = CECIB(random_state=0, n_init=1).fit(np.random.default_rng(0).normal(size=(50, 2)))
    assert nearest_cluster(one, 0) is None
    assert one.difference(0).distance == 0
    with pytest.raises(ValueError, match="no cluster 3"):
        one.difference(3)
    with pytest.raises(ValueError, match=r"no cluster 0\.5"):
        one.difference(0.5)
