"""A mixture of Gaussians of rows with holes, by expectation and maximisation: where a fit begins.

The density of a row is that of what is observed of it, so that nothing is made up. Covariances are drawn towards what
components have in common, for components may have fewer rows than columns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import logsumexp, softmax

from cecib import _core
from cecib.cost import Floats
from cecib.holes.conditionals import Filled, Flags, Gaussian, filled, hole_scatter, log_densities
from cecib.search.problem import Labels

MANY = 64  # columns, beyond which they are taken for independent within a component
_ROUNDS, _SETTLED = 60, 1e-3  # nats per row that a round gains
_COMMON = 0.5  # share of the rows of a component that what all have in common is worth
_LEAST_VARIANCE = 1e-10  # within a component: copies of columns stay copies
_LEAST_VALUES = 3.0  # of a component, in each column
_TRIALS = 3  # for each centre of the start


@dataclass(frozen=True)
class Mixture:
    """A mixture of Gaussians.

    Attributes
    ----------
    weights : ndarray of shape (K,)
        The shares of its components.
    components : list of Gaussian
        These.
    """

    weights: Floats
    components: list[Gaussian]

    def expected(self, X: Floats, is_hole: Flags) -> tuple[list[Filled], Floats]:
        """Rows as each component fills them, and the logarithm of the density of what is observed with each."""
        parts = [filled(one, X, is_hole) for one in self.components]
        own = zip(self.components, parts, np.log(self.weights), strict=True)
        return parts, np.column_stack([log_densities(one, part) + share for one, part, share in own])


def mixture_of(
    X: Floats,
    is_hole: Flags,
    start: Floats,
    n_components: int,
    random: np.random.RandomState,
    categories: Labels | None = None,
) -> Mixture:
    """Find a mixture.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        The rows, in units in which all columns vary alike.
    is_hole : ndarray of shape (n, d)
        Where they have holes.
    start : ndarray of shape (n, d)
        The same with something in the holes, for the first look.
    n_components : int
        How many components.
    random : RandomState
        The source of chance.
    categories : ndarray of shape (n,), optional
        The category of each row, −1 for none: to a component one more thing that is observed, or not.
    """
    n, d = X.shape
    none = [np.zeros((d, d) if d <= MANY else d)] * n_components
    shares = np.eye(n_components)[_first_look(start, n_components, random)]
    mixture = _maximised([start] * n_components, none, shares)
    before = np.inf
    for _ in range(_ROUNDS):
        parts, joint = mixture.expected(X, is_hole)
        joint += _label_densities(shares, categories)
        kept = _with_values(softmax(joint, axis=1), is_hole)
        joint, length = joint[:, kept], -float(logsumexp(joint[:, kept], axis=1).sum())
        if abs(before - length) < _SETTLED * n:
            break
        before, shares = length, softmax(joint, axis=1)
        own = zip(kept, shares.T, strict=True)
        spread = [hole_scatter(mixture.components[c], is_hole, share) for c, share in own]
        mixture = _maximised([parts[c].rows for c in kept], spread, shares)
    return mixture


def _first_look(start: Floats, n_components: int, random: np.random.RandomState) -> Labels:
    d = start.shape[1]
    uniforms = random.uniform(size=n_components * _TRIALS)
    points = _core.Points(np.ascontiguousarray(start), list(range(d)), np.zeros(d), np.ones(d), None)
    return _core.plus_plus_start(points, np.ones(d), n_components, _TRIALS, uniforms, 1)


def _with_values(shares: Floats, is_hole: Flags) -> list[int]:
    """Tell which components have values in each column: what all rows of one lack could be anywhere."""
    values = (shares.T @ ~is_hole).min(axis=1)
    return np.flatnonzero(values >= min(_LEAST_VALUES, values.max())).tolist()


def _label_densities(shares: Floats, categories: Labels | None) -> Floats:
    """Logarithm of the probability of the label of each row with each component, by the labels that it has."""
    found = np.zeros(shares.shape)
    labelled = np.flatnonzero(categories >= 0) if categories is not None else np.empty(0, dtype=np.intp)
    if categories is None or len(labelled) == 0:
        return found
    own = np.eye(int(categories.max()) + 1)[categories[labelled]]
    table = shares[labelled].T @ own + own.mean(axis=0)
    found[labelled] = np.log(own @ (table / table.sum(axis=1, keepdims=True)).T)
    return found


def _maximised(rows: list[Floats], spread: list[Floats], shares: Floats) -> Mixture:
    """Give the components the means and scatters of their shares of the rows, with the scatter of what is missing."""
    n, n_components = shares.shape
    sizes = shares.sum(axis=0) + 1e-9
    means = [share @ own / size for own, share, size in zip(rows, shares.T, sizes, strict=True)]
    scatters = [
        _scatter(own - mean, share, more) for own, mean, share, more in zip(rows, means, shares.T, spread, strict=True)
    ]
    d = len(means[0])
    least = np.full(d, _LEAST_VARIANCE)
    common = sum(scatters) / n + (least if scatters[0].ndim == 1 else np.diag(least))
    worth = d + 2.0 + _COMMON * n / n_components
    components = [
        Gaussian.of(mean, (scatter + worth * common) / (size + worth), np.ones(d))
        for mean, scatter, size in zip(means, scatters, sizes, strict=True)
    ]
    return Mixture(sizes / sizes.sum(), components)


def _scatter(apart: Floats, share: Floats, more: Floats) -> Floats:
    return (share @ apart**2 if more.ndim == 1 else (apart.T * share) @ apart) + more
