"""What has to hold for every fit: each a function of a fitted case that raises AssertionError, or `NotAskedError`.

Only what is promised: a fit ends in a local optimum that chance and the order of the rows may choose, so orders, names
and repeated rows are compared in the cost of a given partition.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from cecib import CECIB
from cecib.bonds import read_bonds
from cecib.cost import cost_terms
from cecib.side_information import read_side_information
from checks import assert_never_rises, assert_whole, best_single_move, best_unit_move, units_of
from soak.cases import Case

TOLERANCE = 1e-8
MOVED = 25  # rows whose moves are tried by brute force


class NotAskedError(Exception):
    """The invariant says nothing of this case."""


@dataclass(frozen=True)
class Fitted:
    """A case, its model, and a source of chance for what is tried with it."""

    case: Case
    model: CECIB

    @property
    def rng(self) -> np.random.Generator:
        return np.random.default_rng([self.case.seed, 245])

    @cached_property
    def slack(self) -> float:
        """What rounding may do to a cost; the volume of the units is part of it, and cancels.

        Far from the origin rows have few digits; where columns are copies, only the prior keeps clusters wide.
        """
        X = np.asarray(self.case.X, dtype=float)
        widths = X.std(axis=0)
        volume = np.abs(np.log(widths[widths > 0])).sum()
        tolerance = (10 if self.case.kind == "copied" else 1) * TOLERANCE
        lost = np.finfo(float).eps * np.abs(X).max(axis=0)[widths > 0] / widths[widths > 0]
        return tolerance * max(1.0, abs(self.model.cost_), float(volume)) + 0.1 * float(lost.max(initial=0.0))

    @cached_property
    def least_weight(self) -> float:
        """The least weight of a cluster, or more: small groups that are clear may be smaller."""
        size, clusters = self.case.parameters["min_cluster_size"], self.model.clusters_
        total, d = clusters.summaries.weights.sum(), len(clusters.scaling.columns)
        return clusters.criterion.least_weight(size, total, clusters.families, d)

    @property
    def is_clear(self) -> bool:
        """Whether rounding is far from deciding which clusters are flat, which "entropy" does not allow."""
        is_varied = self.case.kind in ("plain", "heavy") and self.case.weights is None
        is_near = is_varied and self.model.clusters_.scaling.resolution < 1e-9
        return is_near or self.case.parameters["criterion"] == "evidence"

    def cost(self, labels: np.ndarray, case: Case | None = None) -> float:
        case = case or self.case
        return self.model.cost(case.X, labels, case.y, case.weights)

    def some_partition(self) -> np.ndarray:
        """Labels of which some are others, except where few points make a cluster flat, which "entropy" cannot code."""
        labels, rng = self.model.labels_.copy(), self.rng
        if self.case.parameters["criterion"] == "entropy":
            return labels
        moved = rng.random(len(labels)) < 0.3
        labels[moved] = labels[rng.permutation(len(labels))[moved]]
        return labels

    def assert_same(self, found: float, expected: float) -> None:
        if np.isfinite(expected):
            assert abs(found - expected) <= self.slack, f"{found} is not {expected}"


def fit(case: Case, **changes: Any) -> CECIB:
    return CECIB(**case.parameters | changes).fit(case.X, case.y, case.weights)


def attributes_are_finite(fitted: Fitted) -> None:
    model, n = fitted.model, len(fitted.case.X)
    numbers = {name: getattr(model, name) for name in ("cost_", "cost_terms_", "cost_trace_", "weights_", "means_")}
    numbers["beta_"], numbers["calibration_"] = model.beta_, model.calibration_
    numbers["covariances_"] = 0.0 if model.covariances_ is None else model.covariances_
    for name, value in numbers.items():
        assert np.isfinite(np.asarray(value, dtype=float)).all(), f"{name} is not finite"
    assert model.labels_.shape == (n,)
    weights = np.ones(n) if fitted.case.weights is None else fitted.case.weights
    sizes = np.bincount(model.labels_, weights, minlength=model.n_clusters_)
    np.testing.assert_allclose(sizes / weights.sum(), model.weights_, rtol=1e-9)
    assert (np.diff(sizes) <= 1e-9 * weights.sum()).all(), f"clusters are not in the order of their sizes: {sizes}"
    assert_never_rises(model.cost_trace_)


def cost_is_that_of_plain_numpy(fitted: Fitted) -> None:
    fitted.assert_same(fitted.cost(fitted.model.labels_), fitted.model.cost_)


def no_move_lowers_the_cost(fitted: Fitted) -> None:
    """By brute force, for some rows."""
    model, case = fitted.model, fitted.case
    if not (model.converged_ and fitted.is_clear):
        raise NotAskedError
    rows = fitted.rng.permutation(len(case.X))[:MOVED]

    def cost(labels: np.ndarray) -> float:
        found = fitted.cost(labels)
        return found if found > -np.inf else np.inf  # a flat cluster, which no move may make

    best = best_single_move(case.X, model.labels_, cost, fitted.least_weight, rows=rows, weights=case.weights)
    assert best >= model.cost_ - fitted.slack, f"a move lowers the cost from {model.cost_} to {best}"


def threads_change_nothing(fitted: Fitted) -> None:
    other = fit(fitted.case, n_jobs=2)
    np.testing.assert_array_equal(other.labels_, fitted.model.labels_)
    assert other.cost_ == fitted.model.cost_


def file_says_the_same(fitted: Fitted) -> None:
    X = fitted.case.X
    with tempfile.TemporaryDirectory() as folder:
        fitted.model.save(Path(folder) / "model")
        other = CECIB.load(Path(folder) / "model")
    assert (other.cost_, other.beta_) == (fitted.model.cost_, fitted.model.beta_)
    for method in ("predict", "predict_proba", "predict_category", "predict_category_proba", "score_samples"):
        one, two = (getattr(model, method)(X) for model in (fitted.model, other))
        np.testing.assert_array_equal(one, two, err_msg=method)


def units_change_nothing(fitted: Fitted) -> None:
    """Powers of two are exact; one for all columns, since "entropy" starts, and bits, mean something in them."""
    case = fitted.case
    if not isinstance(case.parameters["family"], str) or np.ndim(case.parameters["init"]) == 2 or case.kind == "bits":
        raise NotAskedError
    if not np.ptp(case.X, axis=0).any():
        raise NotAskedError
    power = int(fitted.rng.integers(-20, 20))
    other = fit(replace(case, X=np.ldexp(case.X, power)))
    np.testing.assert_array_equal(other.labels_, fitted.model.labels_)
    used = fitted.model.clusters_.scaling.columns if fitted.model.space_ is None else fitted.model.space_.columns
    if fitted.model.space_ is None or fitted.model.space_.covariance is not None:
        fitted.assert_same(other.cost_ - len(used) * power * np.log(2.0), fitted.model.cost_)


def a_weight_is_repeated_rows(fitted: Fitted) -> None:
    case, labels = fitted.case, fitted.some_partition()
    if case.weights is None or (case.weights % 1).any():
        raise NotAskedError
    rows = np.repeat(np.arange(len(case.X)), case.weights.astype(int))
    fitted.assert_same(fitted.cost(labels[rows], replace(case.take(rows), weights=None)), fitted.cost(labels))


def order_of_rows_changes_no_cost(fitted: Fitted) -> None:
    labels, order = fitted.some_partition(), fitted.rng.permutation(len(fitted.case.X))
    fitted.assert_same(fitted.cost(labels[order], fitted.case.take(order)), fitted.cost(labels))


def order_of_columns_changes_no_cost(fitted: Fitted) -> None:
    case, model, labels = fitted.case, fitted.model, fitted.some_partition()
    if not isinstance(case.parameters["family"], str) or model.space_ is not None:
        raise NotAskedError
    used = model.clusters_.scaling.columns
    order = fitted.rng.permutation(len(used))
    prior = model.prior_
    if prior is not None:
        turned = np.ix_(order, order)
        cell = None if prior.cell is None else prior.cell[turned]
        prior = replace(prior, mean=prior.mean[order], scale=prior.scale[turned], cell=cell)
    known = {"criterion": case.parameters["criterion"], "family": case.parameters["family"], "beta": 0.0}
    known["sample_weight"] = case.weights
    turned = cost_terms(case.X[:, used[order]], labels, prior=prior, **known)
    fitted.assert_same(turned.total, cost_terms(case.X[:, used], labels, prior=model.prior_, **known).total)


def names_of_categories_change_no_cost(fitted: Fitted) -> None:
    if fitted.case.y is None:
        raise NotAskedError
    labels, index = fitted.some_partition(), read_side_information(fitted.case.y, len(fitted.case.X)).index
    renamed = np.array([None if i < 0 else "bca"[i % 3] + str(i) for i in index.tolist()], dtype=object)
    fitted.assert_same(fitted.cost(labels, replace(fitted.case, y=renamed)), fitted.cost(labels))


def rest_is_rest(fitted: Fitted) -> None:
    """Started where it ended, under the same prior and β and with the rows in another order, it stays there.

    Unless the least size held points back: with a given start, clusters that fall below it are dissolved.
    """
    case, model = fitted.case, fitted.model
    if isinstance(case.parameters["family"], list):
        raise NotAskedError
    is_told = case.parameters["criterion"] == "evidence" or not isinstance(case.parameters["subspace"], int)
    largest = 1.0 if case.weights is None else case.weights.max()
    is_free = model.clusters_.summaries.weights.min() - largest >= fitted.least_weight
    if not (model.converged_ and fitted.is_clear and is_told and is_free):
        raise NotAskedError
    order = fitted.rng.permutation(len(case.X))
    other = fit(
        case.take(order), init=model.labels_[order], prior=model.prior_, beta=model.beta_, n_clusters=None, max_iter=200
    )
    assert other.cost_ <= model.cost_ + fitted.slack, f"the cost rises from {model.cost_} to {other.cost_}"


def predictions_are_probabilities(fitted: Fitted) -> None:
    model, X = fitted.model, fitted.case.X
    far = np.asarray(X, dtype=float) + 1e3 * np.asarray(X, dtype=float).std(axis=0)
    for rows in (X, far, X[:1], np.asfortranarray(X)):
        chance, category = model.predict_proba(rows), model.predict_category_proba(rows)
        np.testing.assert_allclose(chance.sum(axis=1), 1.0, rtol=1e-9)
        assert ((chance >= 0) & (chance <= 1 + 1e-9)).all()
        chosen = chance[np.arange(len(rows)), model.predict(rows)]
        assert (chosen >= chance.max(axis=1) * (1 - 1e-6)).all(), "predict is not the most probable cluster"
        assert np.isfinite(category).all()
        assert ((category >= 0) & (category.sum(axis=1, keepdims=True) <= 1 + 1e-9)).all()
        assert np.isfinite(model.score_samples(rows)).all()
        model.predict_category(rows, nearest=True)


def groups_stay_whole(fitted: Fitted) -> None:
    """With groups and pairs drawn by chance: a cost as the oracle's, and no move of a unit that lowers it."""
    case, rng, n = fitted.case, fitted.rng, len(fitted.case.X)
    groups = np.where(rng.random(n) < rng.choice([0.1, 0.5, 1.0]), rng.integers(max(1, n // 3), size=n), -1)
    pairs = rng.integers(n, size=(int(rng.integers(0, n)), 2))
    is_open = (pairs[:, 0] != pairs[:, 1]) & ((groups[pairs[:, 0]] != groups[pairs[:, 1]]) | (groups[pairs[:, 0]] < 0))
    pairs, weight = pairs[is_open], float(rng.choice([0.1, 3.0, 100.0]))
    bonds = read_bonds(groups, pairs, weight, n)
    if bonds is None:
        raise NotAskedError
    model = CECIB(**case.parameters).fit(case.X, case.y, case.weights, groups=groups, apart=pairs, apart_weight=weight)
    own = Fitted(case, model)
    attributes_are_finite(own)
    assert_whole(bonds, model.labels_)

    def cost(labels: np.ndarray) -> float:
        return model.cost(case.X, labels, case.y, case.weights, apart=pairs)

    slack = own.slack + TOLERANCE * weight
    assert abs(cost(model.labels_) - model.cost_) <= slack, f"{cost(model.labels_)} is not {model.cost_}"
    if not (model.converged_ and own.is_clear):
        return
    mass = np.ones(n) if case.weights is None else case.weights
    units = [rows for rows in units_of(bonds) if mass[rows].all()]
    some = [units[u] for u in rng.permutation(len(units))[:MOVED]]
    best = best_unit_move(some, model.labels_, cost, mass, own.least_weight)
    assert best >= model.cost_ - slack, f"a move of a unit lowers the cost from {model.cost_} to {best}"


def findings_are_told(fitted: Fitted) -> None:
    model, case = fitted.model, fitted.case
    found = model.findings(case.X, case.y)
    assert ((found.labels.probability_wrong >= 0) & (found.labels.probability_wrong <= 1)).all()
    assert np.isfinite(model.feature_shares_).all()
    if model.n_clusters_ > 1:
        model.difference(0, 1)


def trees_cost_what_they_say(fitted: Fitted) -> None:
    """Every cut, by plain NumPy; a coarser model is a whole one."""
    model, case = fitted.model, fitted.case
    tree, k = model.tree(), model.n_clusters_
    assert tree.shape == (k - 1, 4)
    assert (np.diff(tree[:, 2], prepend=0.0) > 0).all(), "heights do not rise"
    assert tree.describe()
    cut = model.cut(int(fitted.rng.integers(1, k + 1)))
    assert np.isfinite(cut.cost_)
    attributes_are_finite(replace(fitted, model=cut))
    file_says_the_same(replace(fitted, model=cut))
    fitted.assert_same(cut.cost(case.X, cut.labels_, case.y, case.weights), cut.cost_)
    fitted.assert_same(float(tree.costs[k - cut.n_clusters_]), cut.cost_)


def divisions_cost_what_they_say(fitted: Fitted) -> None:
    """One cluster more, by plain NumPy, or a sentence; the rest stays where it is."""
    model, case = fitted.model, fitted.case
    try:
        finer = model.refine(int(fitted.rng.integers(model.n_clusters_)), case.X, case.y, case.weights)
    except ValueError as error:
        if "cannot be divided" not in str(error):
            raise
        raise NotAskedError from None
    assert finer.n_clusters_ == model.n_clusters_ + 1
    assert len(set(zip(model.labels_.tolist(), finer.labels_.tolist(), strict=True))) == finer.n_clusters_
    attributes_are_finite(replace(fitted, model=finer))
    fitted.assert_same(finer.cost(case.X, finer.labels_, case.y, case.weights), finer.cost_)


def shapes_are_told(fitted: Fitted) -> None:
    shapes = fitted.model.shapes()
    sizes = np.bincount(shapes, fitted.model.weights_)
    assert shapes.shape == (fitted.model.n_clusters_,)
    assert (sizes > 0).all()
    assert (np.diff(sizes) <= 1e-9).all(), f"shapes are not in the order of their sizes: {sizes}"
    assert np.isfinite(fitted.model.flatness_).all()


INVARIANTS = (
    attributes_are_finite,
    cost_is_that_of_plain_numpy,
    no_move_lowers_the_cost,
    threads_change_nothing,
    file_says_the_same,
    units_change_nothing,
    a_weight_is_repeated_rows,
    order_of_rows_changes_no_cost,
    order_of_columns_changes_no_cost,
    names_of_categories_change_no_cost,
    rest_is_rest,
    predictions_are_probabilities,
    groups_stay_whole,
    findings_are_told,
    trees_cost_what_they_say,
    divisions_cost_what_they_say,
    shapes_are_told,
)
