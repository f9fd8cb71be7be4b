"""The prior of the "evidence" criterion: what a cluster is expected to look like before it is seen.

A cluster's covariance is expected to be like the pooled covariance within clusters, and how much clusters differ from
it is measured too: both are learned from clusters that a pilot search has found (`cecib.criteria.pilot`). The prior
then stays fixed, and with it the cost. All of it follows the units of the features.

For the place of a cluster the prior counts next to nothing. A small κ0 makes every further cluster pay (d/2) ln(1/κ0)
nats, so that clusters have to be worth it. `docs/prior.md` has the reasons and the alternatives.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.linalg import solve_triangular
from scipy.special import gammaln

from cecib.cost import Floats, Prior
from cecib.input_errors import InputError, Named
from cecib.levels import Levels
from cecib.search.scaling import Scaling
from cecib.summaries import Summaries

KAPPA = 1e-4
_STRENGTHS = 2.0 ** np.arange(9)
_WEAK = 0.1, 0.3, 1.0  # where clusters are of very different widths
_LEAST_LEAN = 1e-6
_FAR = 1e50  # in units in which data are near 1
_CONCENTRATIONS = tuple(2.0**j for j in range(-5, 6))


def broad_prior(scaling: Scaling) -> Prior:
    """Prior for a first look, in scaled units: clusters somewhere in the data, not much narrower than the data."""
    d = len(scaling.columns)
    return Prior(np.zeros(d), 0.01, d + 4.0, np.diag(scaling.relative_deviation**2), 1.0, cell=scaling.cell)


def pooled_prior(weights: Floats, scatters: Floats, scaling: Scaling, *, is_weak: bool = False) -> Prior:
    """Prior learned from clusters, in scaled units: its expected covariance is the pooled one within them.

    The fewer points there are for each feature, the more it leans to the features' own variances. How many points it
    counts for is the number under which the clusters' scatters are most probable, at least 2d + 2.

    Parameters
    ----------
    weights : ndarray of shape (k,)
        The weight of each cluster.
    scatters : ndarray of shape (k, d, d)
        Their centred scatters, in scaled units.
    scaling : Scaling
        The units.
    is_weak : bool
        Whether it may count for fewer, so that a cluster may be far narrower than others.
    """
    d, total = len(scaling.columns), weights.sum()
    lean = min(1.0, _LEAST_LEAN + 0.001 * (d / total) ** 2)
    if scaling.cell is not None:
        scatters = scatters + weights[:, None, None] * scaling.cell
    expected = (1 - lean) * scatters.sum(axis=0) / total + lean * np.diag(scaling.relative_deviation**2)
    spectra = _relative_spectra(scatters, expected)
    strengths = [*(_WEAK if is_weak else ()), *(d + _STRENGTHS).tolist()]
    strength = min(strengths, key=lambda a: _code_length(a, weights, spectra))
    return Prior(np.zeros(d), KAPPA, d + 1.0 + strength, strength * expected, cell=scaling.cell)


def prior_of(summaries: Summaries, scaling: Scaling, tree: Levels | None = None, *, is_weak: bool = False) -> Prior:
    """Prior learned from clusters and their labels, in scaled units; `tree` has the levels, if there are several."""
    own = pooled_prior(summaries.weights, summaries.square_scatters, scaling, is_weak=is_weak)
    return replace(own, concentration=learned_concentration(summaries.counts, tree))


def learned_concentration(counts: Floats, tree: Levels | None = None) -> float:
    """How many labels the overall shares are worth in a cluster: the value under which the counts are most probable."""
    totals = counts.sum(axis=0)
    if not totals.any():
        return 1.0
    if tree is not None:
        families = [(own, own.sum(axis=0)) for own in _siblings(counts, tree)]
        return min(
            _CONCENTRATIONS,
            key=lambda a: sum(
                _label_length(a, own[:, all_ > 0], all_[all_ > 0] / all_.sum()) for own, all_ in families
            ),
        )
    shares = totals[totals > 0] / totals.sum()
    own = counts[:, totals > 0]
    return min(_CONCENTRATIONS, key=lambda a: _label_length(a, own, shares))


def _siblings(counts: Floats, tree: Levels) -> list[Floats]:
    """Count the children of each parent that has several."""
    found = []
    for level in tree.telling_levels:
        steps = tree.steps[level]
        is_first = steps.is_telling & (steps.path == steps.first)  # each node once
        own, parent = steps.own(counts)[:, is_first], steps.first_of_all[is_first]
        found += [own[:, parent == number] for number in np.unique(parent)]
    return [own for own in found if own.any()]


def _label_length(concentration: float, counts: Floats, shares: Floats) -> float:
    pseudo = concentration * shares
    length = gammaln(concentration + counts.sum(axis=1)) - gammaln(concentration)
    return float((length - (gammaln(pseudo + counts) - gammaln(pseudo)).sum(axis=1)).sum())


def place_prior(scaling: Scaling) -> Prior:
    """Prior for families of known covariance, which ask it for nothing but the place of clusters."""
    return replace(broad_prior(scaling), kappa=KAPPA)


def in_raw_units(prior: Prior, scaling: Scaling) -> Prior:
    """Express a prior in the units of the data instead of the scaled ones."""
    unit = scaling.scale
    return replace(_rescaled(prior, unit), mean=scaling.shift + unit * prior.mean)


def in_scaled_units(prior: Prior, scaling: Scaling) -> Prior:
    """Express a prior that is in the units of the data in the scaled ones."""
    unit, d = scaling.scale, len(scaling.columns)
    if np.shape(prior.mean) != (d,) or np.shape(prior.scale) != (d, d):
        raise InputError(
            Named("prior"), f" is for {np.size(prior.mean)} features, but X has {d} that are not constant: "
            "use the prior of a fit to data with the same columns.",
        )  # fmt: skip
    with np.errstate(over="ignore", under="ignore"):
        own = replace(_rescaled(prior, 1.0 / unit), mean=(prior.mean - scaling.shift) / unit)
    if not _is_in_range(own):
        raise InputError(
            Named("prior"), " is out of range for the data: use the prior of a fit to data in the same units."
        )
    return own


def _is_in_range(prior: Prior) -> bool:
    arrays = (prior.mean, prior.scale, 0.0 if prior.cell is None else prior.cell)
    return all((np.abs(one) < _FAR).all() for one in arrays) and bool((np.diagonal(prior.scale) > 1 / _FAR).all())


def _rescaled(prior: Prior, unit: Floats) -> Prior:
    cell = None if prior.cell is None else prior.cell * unit[:, None] * unit[None, :]
    return replace(prior, scale=prior.scale * unit[:, None] * unit[None, :], cell=cell)


def check_subspace(prior: Prior, n_features: int) -> None:
    """Refuse a prior for other data, or whose parts do not go together."""
    shape = () if prior.subspace is None else prior.subspace.shape
    if shape != (n_features, np.size(prior.mean)):
        raise InputError(
            Named("prior"), f" has a subspace of shape {shape}, but X has {n_features} features and its mean "
            f"{np.size(prior.mean)} entries: use the prior of a fit to data with the same columns.",
        )  # fmt: skip


def _relative_spectra(scatters: Floats, expected: Floats) -> Floats:
    """Eigenvalues of each scatter relative to the expected covariance, k × d."""
    k, d, _ = scatters.shape
    lower = np.linalg.cholesky(expected)
    half = solve_triangular(lower, scatters.transpose(1, 0, 2).reshape(d, k * d), lower=True)  # L⁻¹ S, side by side
    turned = half.reshape(d, k, d).transpose(2, 1, 0).reshape(d, k * d)
    both = solve_triangular(lower, turned, lower=True).reshape(d, k, d).transpose(1, 0, 2)
    return np.linalg.eigvalsh(both).clip(min=0.0)


def _code_length(strength: float, weights: Floats, spectra: Floats) -> float:
    """−ln of the evidence of the scatters under Ψ0 = strength · E and ν0 = d + 1 + strength, up to a constant.

    Row i of `spectra` holds the eigenvalues of scatter i relative to E.
    """
    d = spectra.shape[1]
    nu = d + 1.0 + strength
    determinants = np.log(strength + spectra).sum(axis=1)
    length = 0.5 * (nu + weights) * determinants - 0.5 * nu * d * np.log(strength)
    steps = 0.5 * np.arange(d)
    gammas = gammaln(0.5 * nu - steps).sum() - gammaln(0.5 * (nu + weights)[:, None] - steps).sum(axis=1)
    return float((length + gammas).sum())
