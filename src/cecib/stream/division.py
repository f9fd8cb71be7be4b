"""Clusters that have come apart: found by the sample of recent rows, divided as the sample says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular

from cecib.backends.memory import Block
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.settings import Settings
from cecib.stream.groups import groups_in
from cecib.stream.judging import cheapest, summarised, total_cost
from cecib.summaries import Summaries, Summary

_CLEARLY = 0.5  # nats for each point outside of the largest part that a division has to gain
_LIKE = 5.0  # times by which the sample may be off before its shape is preferred to that of the cluster


def divided(settings: Settings, clusters: Clusters, sample: Block, least: float, most: int) -> Clusters:
    """Divide clusters whose rows in the sample lie clearly apart; the largest part keeps the number.

    Parameters
    ----------
    settings : Settings
        The parameters.
    clusters : Clusters
        The clusters.
    sample : Block
        Rows, in the coordinates of the clusters, each for as many points as the others.
    least : float
        The least weight of a part.
    most : int
        The most clusters in all.
    """
    labels = cheapest(clusters, sample.points, sample.side.index)
    for number in range(len(clusters)):
        rows = sample.take(labels == number)
        share = clusters.summaries[number].weight / max(1, len(rows))
        least_rows = max(least / share, _fewest(clusters, number))
        if len(clusters) >= most or len(rows) < 2 * least_rows:
            continue
        family = int(clusters.family_numbers[number])
        groups = groups_in(settings, clusters, rows, family, least_rows, most - len(clusters) + 1, _CLEARLY)
        if groups.max() > 0:
            found = _replaced(clusters, number, summarised(clusters, rows, groups, int(groups.max()) + 1))
            clusters = found if total_cost(found) < total_cost(clusters) else clusters
    return clusters


def _fewest(clusters: Clusters, number: int) -> float:
    """Give the rows below which a part of the sample says too little about a covariance."""
    d = len(clusters.scaling.columns)
    return max(10.0, float(clusters.families[clusters.family_numbers[number]].least_size(d)))


def _replaced(clusters: Clusters, number: int, sample: Summaries) -> Clusters:
    parts = list(parts_of(clusters.summaries[number], sample))
    parts.sort(key=lambda part: -part.weight)
    summaries = list(clusters.summaries)
    summaries[number] = parts[0]
    families = np.append(clusters.family_numbers, np.repeat(clusters.family_numbers[number], len(parts) - 1))
    return replace(clusters, summaries=Summaries([*summaries, *parts[1:]]), states=None, family_numbers=families)


def parts_of(whole: Summary, sample: Summaries) -> Summaries:
    """Divide a summary as a sample of its points is divided: weight, mean and labels of the parts add up to the whole.

    So does the scatter, as far as the sample looks like the whole.
    """
    shares = sample.weights / sample.weights.sum()
    means = sample.means + (whole.mean - shares @ sample.means)
    weights = whole.weight * shares
    scatters = sample.scatters * (whole.weight / sample.weights.sum())
    apart = means - whole.mean
    if scatters.ndim == 2:
        target = whole.scatter - weights @ apart**2
        is_like = (target > scatters.sum(axis=0) / _LIKE).all() and (target < scatters.sum(axis=0) * _LIKE).all()
        scatters = scatters * (target / scatters.sum(axis=0)) if is_like else scatters
    else:
        turn = _turn(whole.scatter - (apart.T * weights) @ apart, scatters.sum(axis=0))
        scatters = scatters if turn is None else turn @ scatters @ turn.T
    return Summaries.from_arrays(weights, means, scatters, _labels(whole.counts, sample.counts, shares))


def _turn(target: Floats, found: Floats) -> Floats | None:
    """Matrix that makes one scatter the other; None where they are too different, or flat."""
    try:
        goal, start = np.linalg.cholesky(target), np.linalg.cholesky(found)
    except np.linalg.LinAlgError:
        return None
    turn = solve_triangular(start, goal.T, lower=True, trans="T").T
    ratios = np.linalg.svd(turn, compute_uv=False) ** 2
    is_like = ratios.max() < _LIKE and ratios.min() > 1 / _LIKE
    return np.asarray(turn) if is_like else None


def _labels(whole: Floats, sample: Floats, shares: NDArray[np.float64]) -> Floats:
    """Deal labels out as the sample has them, or by the sizes of the parts where it has none."""
    found = sample.sum(axis=0)
    dealt = np.divide(sample, found, out=np.tile(shares[:, None], (1, len(found))), where=found > 0)
    return np.asarray(whole * dealt)
