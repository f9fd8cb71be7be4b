"""Rows with holes before fitted clusters: what they cost in each, by what is observed of them.

A row is filled as a cluster expects it, the engine says what it costs there, and what the filled part costs is taken
off: −ln p(x_o) = −ln p(x_o, x̂_m) + ln p(x̂_m | x_o). So labels, sizes, families and priors count as for any row. Under
"evidence" the last term is that of Student's t, whose marginals are Student's t, and the result is exact. It is nearly
so in a subspace, whose other directions are Gaussian, and for coarse columns; families other than "full" are taken for
Gaussians.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.holes.conditionals import Filled, Flags, Gaussian, Holes, Observed, filled, observed
from cecib.search.problem import Labels
from cecib.search.scaling import Matrix
from cecib.spaces.space import Space

_IN_CACHE = 160_000  # numbers of rows that are looked at together
_MANY = 200  # columns, beyond which they are taken for independent within a cluster


class Sights(NamedTuple):
    """How clusters see rows.

    Attributes
    ----------
    columns : ndarray of shape (v,)
        The columns that vary.
    gaussians : list of Gaussian
        One for each cluster, of these columns.
    degrees : ndarray of shape (k,)
        Degrees of freedom, if they are Student's t.
    n_independent : int
        How many of the columns do not follow from others.
    """

    columns: NDArray[np.intp]
    gaussians: list[Gaussian]
    degrees: Floats
    n_independent: int


def sights_of(clusters: Clusters, space: Space | None, *, of_next: bool = True) -> Sights:
    """Give what clusters expect of the next row, or of the rows that they have."""
    means, scales, degrees = _expectations(clusters, of_next)
    used = clusters.scaling.columns
    if space is None:
        columns, unit, n_independent = used, clusters.scaling.scale, len(used)
    else:
        loadings, n_independent = space.loadings[used], len(space.columns)
        means = space.centre + means @ loadings
        if space.covariance is None:  # what is not known of other directions is as much as what is
            known = np.diagonal(loadings.T @ scales.mean(axis=0) @ loadings) + means.var(axis=0)
            scales, unit = loadings.T @ scales @ loadings + np.diag(known), np.sqrt(2.0 * known)
        else:
            scales, unit = loadings.T @ scales @ loadings + space.rest, np.sqrt(np.diagonal(space.covariance))
        columns = np.flatnonzero(unit > 0)
        means, scales, unit = means[:, columns], scales[:, columns][:, :, columns], unit[columns]
    if len(columns) > _MANY:
        scales = np.diagonal(scales, axis1=1, axis2=2)
    gaussians = [Gaussian.of(mean, scale, unit) for mean, scale in zip(means, scales, strict=True)]
    return Sights(columns, gaussians, degrees, n_independent)


def _expectations(clusters: Clusters, of_next: bool) -> tuple[Floats, Floats, Floats]:
    """Means, covariances and degrees of freedom of clusters in coordinates, for those that are used."""
    scaling, prior, summaries = clusters.scaling, clusters.prior, clusters.summaries
    unit = np.outer(scaling.scale, scaling.scale)
    means, scales, degrees = [], [], []
    own = zip(summaries, summaries.square_scatters, clusters.chosen_families(), strict=True)
    for summary, scatter, family in own:
        n, d, mean, freedom = summary.weight, len(summary.mean), summary.mean, np.inf
        if prior is None:
            scale = scatter / n
        else:
            kappa, nu, apart = prior.kappa + n, prior.nu + n, summary.mean - prior.mean
            scale = prior.scale + scatter + prior.kappa * n / kappa * np.outer(apart, apart)
            scale = scale if prior.cell is None else scale + n * prior.cell
            mean, freedom = (prior.kappa * prior.mean + n * mean) / kappa, nu - d + 1.0
            scale *= (kappa + 1.0) / (kappa * freedom) if of_next else 1.0 / nu
        mean, scale = mean * scaling.scale + scaling.shift, scale * unit
        if family.name != "full":
            mean, scale = family.restricted(scaling.columns).gaussian(mean, scale)
            freedom = np.inf
        means.append(mean)
        scales.append(scale)
        degrees.append(freedom)
    return np.array(means), np.array(scales), np.array(degrees)


def filled_by(
    sights: Sights, cluster: int, rows: Floats, space: Space | None, holes: Holes | None = None
) -> tuple[Floats, Filled]:
    """Rows as a cluster expects them, whole, and what it knows of their holes."""
    columns, is_hole = sights.columns, np.isnan(rows)
    found = filled(sights.gaussians[cluster], rows[:, columns], is_hole[:, columns] if holes is None else holes)
    whole = np.where(is_hole, 0.0 if space is None else space.centre, rows)  # in constant columns
    whole[:, columns] = found.rows
    return whole, found


def marginal_changes(clusters: Clusters, space: Space | None, rows: Floats) -> Floats:
    """By how much each cluster's cost would rise with each unlabelled row, by what is observed of it.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    space : Space or None
        In which they live.
    rows : ndarray of shape (n, d)
        The rows, NaN where they have holes.
    """
    sights, changes = sights_of(clusters, space), np.empty((len(rows), len(clusters)))
    at_means = _changes_at_means(clusters, sights, rows.shape[1]) if _are_students(clusters, space, sights) else None
    for part in _in_cache(rows):
        own, holes = rows[part], Holes(np.isnan(rows[part])[:, sights.columns])
        for c in range(len(clusters)):
            if at_means is not None:
                seen = observed(sights.gaussians[c], own[:, sights.columns], holes)
                half, surplus = 0.5 * (sights.degrees[c] + sights.n_independent), _surplus(sights, c, seen)
                changes[part, c] = at_means[c] + half * np.log1p(seen.distances / sights.degrees[c]) + surplus
                continue
            whole, found = filled_by(sights, c, own, space, holes)
            (charged,) = clusters.changes(_coordinates(space, whole))
            changes[part, c] = charged[:, c] + _surplus_of_filled(sights, c, whole, found, space, is_compared=True)
    return changes


def _are_students(clusters: Clusters, space: Space | None, sights: Sights) -> bool:
    """Whether what clusters expect is Student's t of the columns and nothing else, so that distances say it all."""
    is_plain = clusters.prior is not None and clusters.prior.cell is None and space is None
    return is_plain and bool(np.isfinite(sights.degrees).all()) and sights.gaussians[0].precision.ndim == 2


def _changes_at_means(clusters: Clusters, sights: Sights, n_columns: int) -> Floats:
    """By how much each cluster's cost would rise with a row where it expects rows most."""
    points = np.zeros((len(clusters), n_columns))
    points[:, sights.columns] = [gaussian.mean for gaussian in sights.gaussians]
    return np.diagonal(np.concatenate(list(clusters.changes(points))))


def _in_cache(rows: Floats) -> Iterator[slice]:
    """Give the rows in pieces that stay in the cache while each cluster looks at them."""
    step = max(1, _IN_CACHE // rows.shape[1])
    for first in range(0, len(rows), step):
        yield slice(first, first + step)


def cheapest_observed(
    clusters: Clusters, space: Space | None, rows: Floats, categories: Labels | None = None
) -> Labels:
    """Cluster that each row would raise the cost of least, by what is observed of it and its label.

    Parameters
    ----------
    clusters : Clusters
        The clusters.
    space : Space or None
        In which they live.
    rows : ndarray of shape (n, d)
        The rows, NaN where they have holes.
    categories : ndarray of shape (n,), optional
        Their categories, −1 for none.
    """
    changes = marginal_changes(clusters, space, rows)
    labelled = np.empty(0, dtype=np.intp) if categories is None else np.flatnonzero(categories >= 0)
    if categories is not None and len(labelled):  # labels cost the same wherever a row lies
        names = np.arange(clusters.summaries.counts.shape[1], dtype=np.int32)
        width = rows.shape[1] if space is None else space.dimension
        places = np.zeros((len(names), width))
        places[:, clusters.scaling.columns] = clusters.scaling.shift
        of_labels = np.concatenate([*clusters.changes(places, names)]) - np.concatenate([*clusters.changes(places)])
        changes[labelled] += of_labels[categories[labelled]]
    return np.asarray(changes.argmin(axis=1), dtype=np.int32)


def observed_log_densities(clusters: Clusters, space: Space | None, rows: Floats) -> Floats:
    """Logarithm of the density of what is observed of each row in each cluster, in the units of the data."""
    sights, densities = sights_of(clusters, space), np.empty((len(rows), len(clusters)))
    for c in range(len(clusters)):
        whole, found = filled_by(sights, c, rows, space)
        own = np.concatenate([part[:, c] for part in clusters.log_densities(_coordinates(space, whole))])
        densities[:, c] = own - _surplus_of_filled(sights, c, whole, found, space, is_compared=False)
    return densities


def located(clusters: Clusters, space: Space | None, rows: Matrix) -> Floats:
    """Coordinates of rows with holes, and to the right of them what each costs in each cluster (`Clusters.width`).

    They are filled as the clusters expect them that they cost least in.
    """
    raw = np.asarray(rows, dtype=np.float64)
    has_holes = np.isnan(raw).any(axis=1)
    whole, holed = raw.copy(), raw[has_holes]
    changes = marginal_changes(clusters, space, holed)
    whole[has_holes] = filled_as(clusters, space, holed, changes.argmin(axis=1))
    points = _coordinates(space, whole)
    costs = np.empty((len(raw), len(clusters)))
    costs[has_holes] = changes
    if not has_holes.all():
        costs[~has_holes] = np.concatenate(list(clusters.changes(points[~has_holes])))
    return np.hstack([points, costs])


def filled_as(clusters: Clusters, space: Space | None, rows: Floats, labels: NDArray[np.integer]) -> Floats:
    """Rows with holes as the clusters expect them that they are in."""
    sights, found = sights_of(clusters, space), np.empty_like(rows)
    for c in np.unique(labels).tolist():
        found[labels == c] = filled_by(sights, c, rows[labels == c], space)[0]
    return found


def _coordinates(space: Space | None, whole: Floats) -> Floats:
    return whole if space is None else space.coordinates(whole)


def _surplus_of_filled(
    sights: Sights, cluster: int, whole: Floats, found: Filled, space: Space | None, *, is_compared: bool
) -> Floats:
    """Give what the code of filled rows lacks beside that of their coordinates: that of the rest, less the holes'."""
    is_thin = sights.gaussians[cluster].precision.ndim == 1
    if space is not None and (space.covariance is None or (is_thin and is_compared)):  # by their coordinates
        return np.zeros(len(whole))
    length = _surplus(sights, cluster, found)
    return np.asarray(length if space is None else length - space.rest_log_densities(whole))


def _surplus(sights: Sights, cluster: int, found: Filled | Observed) -> Floats:
    """Give the log-density of what is expected in holes, given the rest of the row."""
    n_open, degrees = found.n_open.astype(np.float64), sights.degrees[cluster]
    if np.isfinite(degrees):
        n_observed = sights.n_independent - n_open
        length = gammaln(0.5 * (degrees + sights.n_independent)) - gammaln(0.5 * (degrees + n_observed))
        length -= 0.5 * n_open * np.log(np.pi * (degrees + found.distances))
    else:
        length = -0.5 * n_open * np.log(2.0 * np.pi)
    return np.asarray(length - 0.5 * found.log_volumes)


def holes_in(rows: Matrix) -> Flags | None:
    """Where rows have holes; None if they have none."""
    with np.errstate(invalid="ignore", over="ignore"):
        if not np.isnan(rows.sum(dtype=np.float64)):  # a sum is fast
            return None
    is_hole = np.isnan(rows)
    return is_hole if is_hole.any() else None
