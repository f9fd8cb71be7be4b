"""What holds for every rival: a new one is tested here without a change to this file."""

import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks
from tests.rivals.examples import KINDS, RIVALS, blobs, started, takes

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "rivals.md"
WITHOUT_RULE = {"n_clusters", "n_init", "random_state", "init", "self_loops"}

every_rival = pytest.mark.parametrize("name", RIVALS)
every_kind = pytest.mark.parametrize("kind", KINDS)


def refusal(model, X, y):
    """The error with which a rival refuses the categories of y, if it does."""
    try:
        clone(model).fit(X, y)
    except ValueError as error:
        if "categories" not in str(error):
            raise
        return str(error)
    return None


def expected_failures(estimator):
    """One check labels three categories and asks for two clusters, which some methods must refuse.

    What the check is after, test_cross_method.py tests with labels that these methods take.
    """
    X, y, _ = blobs()
    reason = refusal(clone(estimator).set_params(n_clusters=2), X, y)
    return {"check_methods_sample_order_invariance": reason} if reason else {}


@parametrize_with_checks(list(RIVALS.values()), expected_failed_checks=expected_failures)
def test_estimator_follows_scikit_learn(estimator, check):
    """Cloning, parameters, input types and the rest of scikit-learn's contract."""
    check(estimator)


@every_rival
def test_all_unlabelled_is_no_labels(name):
    """Labels that say nothing change nothing, however "unlabelled" is written."""
    X, _, _ = blobs()
    expected = started(name).fit_predict(X)
    assert (started(name).fit_predict(X, np.full(len(X), -1)) == expected).all()
    assert (started(name).fit_predict(X, [None] * len(X)) == expected).all()


@every_rival
def test_trace_has_one_finite_value_per_iteration(name):
    """`labels_`, `objective_trace_` and `n_iter_` have the shapes and types that experiments rely on."""
    X, y, _ = blobs()
    model = started(name).fit(X, y)
    assert model.objective_trace_.shape == (model.n_iter_,)
    assert np.isfinite(model.objective_trace_).all()
    assert model.labels_.dtype == np.int32
    assert set(model.labels_) <= {0, 1, 2}


@every_rival
def test_labels_of_any_type(name):
    """Texts, a categorical column and floats with NaN are read as `CECIB` reads them."""
    X, y, _ = blobs()
    texts = [None if category < 0 else "abc"[category] for category in y]
    expected = started(name).fit_predict(X, y)
    for labels in (texts, pd.Series(texts, dtype="category"), np.where(y < 0, np.nan, y)):
        assert (started(name).fit_predict(X, labels) == expected).all()


@every_rival
def test_input_is_read_only_and_of_any_layout(name):
    """Fortran order, write protection and data frames change nothing."""
    X, y, _ = blobs()
    expected = started(name).fit_predict(X, y)
    fortran = np.asfortranarray(X)
    fortran.flags.writeable = False
    assert (started(name).fit_predict(fortran, y) == expected).all()
    assert (started(name).fit_predict(pd.DataFrame(X, columns=["a", "b"]), y) == expected).all()


@every_rival
def test_pickles(name):
    """A fitted rival survives being sent to another process."""
    X, y, _ = blobs()
    model = started(name).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert (again.labels_ == model.labels_).all()
    if hasattr(model, "predict"):
        assert (again.predict(X) == model.predict(X)).all()


@every_rival
def test_same_seed_same_result(name):
    """All randomness comes from `random_state`."""
    X, y, _ = blobs()
    model = RIVALS[name]
    first, second = (clone(model).set_params(n_clusters=3, random_state=7).fit(X, y) for _ in range(2))
    assert (first.labels_ == second.labels_).all()
    assert (first.objective_trace_ == second.objective_trace_).all()


@every_kind
def test_default_number_of_clusters_is_that_of_the_categories(kind):
    """Without `n_clusters` there are as many clusters as categories, and at least two."""
    X, y, _ = blobs()
    for labels, n_clusters in ((y, 3), (None, 2)):
        by_default = kind(random_state=0).fit_predict(X, labels)
        assert (by_default == kind(n_clusters, random_state=0).fit_predict(X, labels)).all()


@every_kind
def test_one_cluster_takes_all(kind):
    """With `n_clusters=1` there is no choice, whatever the labels say."""
    X, y, _ = blobs()
    assert set(kind(1, random_state=0).fit_predict(X, y)) == {0}


@every_kind
def test_one_category_is_clustered_or_refused_in_words(kind):
    """Labels of one category among three clusters: a fit, or an error about categories and no other."""
    X, y, _ = blobs()
    model = kind(3, random_state=0)
    one = np.where(y == 0, 0, -1)
    if refusal(model, X, one) is None:
        assert set(model.fit_predict(X, one)) <= {0, 1, 2}


@every_kind
def test_bad_points_and_labels_are_errors_in_the_words_of_the_library(kind):
    """The same mistake gives the same message from a rival as from `CECIB`."""
    X, y, _ = blobs()
    model = kind(3)
    broken = X.copy()
    broken[3, 1] = np.nan
    with pytest.raises(ValueError, match=r"X contains NaN in column '1' \(row 3\): drop or impute"):
        model.fit(broken, y)
    with pytest.raises(ValueError, match="y must have 75 entries"):
        model.fit(X, y[:-1])
    with pytest.raises(ValueError, match="n_clusters must be at most the number of rows, got n_clusters=3 for n_sam"):
        model.fit(X[:2])
    with pytest.raises(ValueError, match=r"Column '\d' has values up to .* out of range: rescale the column"):
        model.fit(X * 1e120)


@every_kind
@pytest.mark.parametrize("wrong", [0, -1, 2.5, "3", True])
def test_counts_are_checked_as_in_the_library(kind, wrong):
    """`n_clusters` and `n_init` are counts, with the library's message."""
    X, _, _ = blobs()
    with pytest.raises(ValueError, match="n_clusters must be an integer, 1 or more, got"):
        kind(wrong).fit(X)
    with pytest.raises(ValueError, match="n_init must be an integer, 1 or more, got"):
        kind(3, n_init=wrong).fit(X)


@every_kind
def test_every_parameter_has_a_rule_and_its_default_obeys_it(kind):
    """No parameter is passed on unchecked; the few without a rule are checked by `Rival`, or take anything."""
    parameters = kind().get_params()
    assert set(parameters) - WITHOUT_RULE == set(kind.parameter_rules)
    for name, rule in kind.parameter_rules.items():
        rule.check(name, parameters[name])


@every_kind
def test_bad_parameters_are_errors_that_name_them(kind):
    """`fit` applies every rule."""
    X, _, _ = blobs()
    for name in kind.parameter_rules:
        for wrong in (-1, "nonsense", True, np.nan):
            with pytest.raises(ValueError, match=f"^{name} must be "):
                kind(3, **{name: wrong}).fit(X)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if takes(kind, "init")])
@pytest.mark.parametrize("init", ["nonsense", [[0.0, 1.0]], None])
def test_bad_start_is_an_error(kind, init):
    """An unknown word, too few centres and None are refused by name."""
    with pytest.raises(ValueError, match="init must be"):
        kind(3, init=init).fit(blobs()[0])


@every_kind
def test_the_page_on_rivals_has_a_row_for_it(kind):
    """A rival that docs/rivals.md leaves out is one that nobody finds."""
    rows = [line for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert any(f"`{kind.__name__}`" in row for row in rows)
