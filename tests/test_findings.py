"""What a newcomer meets: tables, warnings, purity, the most clusters."""

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.reading.long_tails import long_tails


@pytest.fixture(scope="module")
def groups():
    rng = np.random.default_rng(0)
    truth = np.arange(240) % 4
    X = 12.0 * np.array([[0, 0], [1, 0], [0, 1], [1, 1]])[truth] + rng.normal(size=(240, 2))
    y = np.where(np.arange(240) < 60, np.array(list("abcd"), dtype=object)[truth], None)
    return X, y


@pytest.mark.parametrize("max_clusters", [1, 2, 3])
@pytest.mark.filterwarnings("ignore:The search came to")
def test_no_more_clusters_than_the_most(groups, max_clusters):
    X, y = groups
    for criterion in ("evidence", "entropy"):
        model = CECIB(max_clusters=max_clusters, criterion=criterion, n_init=3, random_state=0).fit(X, y)
        assert model.n_clusters_ <= max_clusters


def test_tables_and_their_names(groups):
    X, y = groups
    found = CECIB(n_init=2, random_state=0).fit(X, y).findings(X, y)
    assert len(found.table("clusters")) == 4
    assert found.table("suspects").empty
    with pytest.raises(ValueError, match="no table 'outliers': it must be one of 'clusters'"):
        found.table("outliers")


def test_a_cluster_of_one_category_may_be_pure(groups):
    X, y = groups
    found = CECIB(n_init=2, random_state=0).fit(X, y).findings(X, y)
    assert [(one.purity, one.purity_high) for one in found.clusters] == [(1.0, 1.0)] * 4
    assert all(0.8 < one.purity_low < 1.0 for one in found.clusters)


def test_warnings_of_few_values_and_of_marks_for_no_label(groups):
    X, y = groups
    data = pd.DataFrame(X, columns=["a", "b"]).assign(year=2007.0 + np.arange(len(X)) % 3)
    y = np.where(pd.isna(y), "?", y)
    found = CECIB(beta=0, n_init=1, random_state=0).fit(data, y).findings(data, y)
    warnings = found.warnings
    assert str(found) == "\n".join([repr(found), *(f"warning: {text}" for text in warnings)])
    assert repr(found).endswith("; 2 warnings")
    assert warnings[0].startswith("Few values in feature 'year' (3): ")
    assert warnings[1].startswith("The category '?' (180 labels) looks like a mark for rows without a label")
    assert len(warnings) == 2


@pytest.mark.parametrize("abstain", [90, -0.1, "0.9", True])
def test_abstain_is_a_probability(groups, abstain):
    X, y = groups
    model = CECIB(beta=1, n_init=1, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="abstain must be a number from 0 to 1, got"):
        model.predict_category(X, abstain=abstain)


@pytest.mark.parametrize(("n_labelled", "is_chance"), [(12, True), (60, False)])
def test_a_cluster_may_be_new_by_chance(groups, n_labelled, is_chance):
    X, y = groups
    y = np.where((np.arange(len(y)) < n_labelled) & (y != "d"), y, None)
    found = CECIB(beta=1, n_init=2, random_state=0).fit(X, y).findings(X, y)
    assert len(found.new_clusters) == 1
    assert any(f"Cluster {found.new_clusters[0]} may be new by chance" in one for one in found.warnings) == is_chance


def test_clusters_that_may_be_new_by_chance_are_told_once():
    X = np.random.default_rng(0).normal(size=(150, 2)) + 20 * (np.arange(150) % 5)[:, None]
    y = ["a", "b"] + [None] * 148
    found = CECIB(random_state=0).fit(X, y).findings(X, y)
    assert len(found.new_clusters) == 3
    (said,) = [one for one in found.warnings if "by chance" in one]
    named = " and ".join(", ".join(map(str, found.new_clusters)).rsplit(", ", 1))
    assert said == (
        f"Clusters {named} may be new by chance only: 1.3% of the rows are labelled, so 30 rows may well have no label."
    )


def test_long_tails_are_named_with_the_remedy():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"wing": rng.normal(70, 3, 300), "income": np.exp(rng.normal(8, 1.2, 300))})
    frame["clicks"] = np.floor(np.exp(rng.normal(3, 1.5, 300)))
    model = CECIB(random_state=0).fit(frame)
    assert any("A long tail in feature 'income', 'clicks'" in text for text in model.findings(frame).warnings)
    frame[["income", "clicks"]] = np.log1p(frame[["income", "clicks"]])
    assert not any("long tail" in text for text in CECIB(random_state=0).fit(frame).findings(frame).warnings)


def test_tails_as_long_as_an_exponential_one_are_named():
    """Whatever the unit, and also once it is centred; Gaussians, groups of them, and single far values are no tails."""
    rng = np.random.default_rng(3)
    tail, narrow = rng.exponential(size=500), rng.normal(size=500)
    groups = narrow + np.where(rng.random(500) < 0.9, 10, 30)
    mistyped = np.where(np.arange(500) == 7, 1e3, 20 + narrow)
    assert long_tails(np.column_stack([tail, 1e6 * tail, tail - 1, np.floor(20 * tail)])).tolist() == [0, 1, 2, 3]
    assert long_tails(np.column_stack([narrow, groups, mistyped, rng.random(500), narrow**3])).tolist() == []


def test_the_remedy_for_a_long_tail_can_be_followed():
    rng = np.random.default_rng(4)
    tail = rng.exponential(size=(500, 1))
    frame = pd.DataFrame(np.hstack([tail, np.floor(30 * tail), tail - 1]), columns=["mass", "clicks", "z"])
    (said,) = [one for one in CECIB(random_state=0).fit(frame).findings(frame).warnings if "long tail" in one]
    assert said.endswith(
        "Take the logarithm first, of 'clicks', which has zeros, log1p or the square root, of 'z', which has negative "
        "values, log1p of the distance from its least value, or the logarithm before you centre it."
    )


@pytest.mark.parametrize("scale", [1e-250, 1e250])
def test_long_tails_of_tiny_and_huge_values(scale):
    tail = np.exp(np.random.default_rng(2).normal(size=(300, 1)))
    assert long_tails(scale * tail).tolist() == [0]
    assert long_tails(scale * np.ones((300, 1))).tolist() == []
    one_zero = np.vstack([scale * tail, np.zeros((1, 1))])  # log1p of tiny values is what they are
    assert long_tails(one_zero).tolist() == ([0] if scale > 1 else [])
    assert long_tails(scale * (1.0 + 1e-16 * np.arange(300.0)[:, None])).tolist() == []
    assert long_tails(np.full((300, 1), np.nan)).tolist() == []
