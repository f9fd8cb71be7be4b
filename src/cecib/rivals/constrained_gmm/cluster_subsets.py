"""Sums over sets of clusters, in logarithms. A set is an integer whose bit l says that l is in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cecib.rivals.arrays import Booleans, Floats

MAX_CLUSTERS = 12


@dataclass(frozen=True)
class SubsetTables:
    """All sets of k clusters, and all pairs of a set and one of its subsets, ordered by the set."""

    contains: Booleans  # (2^k, k)
    whole: NDArray[np.intp]  # (3^k,)
    part: NDArray[np.intp]  # (3^k,)
    first_pair: NDArray[np.intp]  # (2^k,)

    @property
    def n_subsets(self) -> int:
        """2^k."""
        return len(self.contains)

    @property
    def complements(self) -> NDArray[np.intp]:
        """The complement of each set."""
        return np.arange(self.n_subsets, dtype=np.intp)[::-1]


@lru_cache(maxsize=4)
def subset_tables(n_clusters: int) -> SubsetTables:
    """Tables for `n_clusters` clusters."""
    whole = np.zeros(1, dtype=np.intp)
    part = np.zeros(1, dtype=np.intp)
    for bit in 1 << np.arange(n_clusters):
        whole, part = (
            np.concatenate([whole, whole | bit, whole | bit]),
            np.concatenate([part, part, part | bit]),
        )
    order = np.argsort(whole, kind="stable")
    whole, part = whole[order], part[order]
    subsets = np.arange(1 << n_clusters)
    contains = (subsets[:, None] >> np.arange(n_clusters) & 1).astype(bool)
    return SubsetTables(contains, whole, part, np.searchsorted(whole, subsets))


def log_sums(log_terms: Floats) -> Floats:
    """Log of Σ_{l in T} exp(log_terms[i, l]) for every set T, shape (n, 2^k)."""
    n_rows, n_clusters = log_terms.shape
    sums = np.full((n_rows, 1 << n_clusters), -np.inf)
    for cluster in range(n_clusters):
        half = 1 << cluster
        np.logaddexp(sums[:, :half], log_terms[:, [cluster]], out=sums[:, half : 2 * half])
    return sums


def maxima(terms: Floats) -> Floats:
    """max_{l in T} terms[i, l] for every set T, shape (n, 2^k)."""
    n_rows, n_clusters = terms.shape
    result = np.full((n_rows, 1 << n_clusters), -np.inf)
    for cluster in range(n_clusters):
        half = 1 << cluster
        np.maximum(result[:, :half], terms[:, [cluster]], out=result[:, half : 2 * half])
    return result


def log_moebius(log_within: Floats) -> Floats:
    """From "inside T" to "exactly T": ln Σ_{S ⊆ T} (−1)^{|T∖S|} exp(log_within[..., S]).

    Goes bit by bit, so that every intermediate is a difference of two non-negative sums of which
    the first is the larger.
    """
    exact = log_within.copy()
    n_subsets = exact.shape[-1]
    half = 1
    while half < n_subsets:
        blocks = exact.reshape(-1, 2, half)
        blocks[:, 1] = _log_difference(blocks[:, 1], blocks[:, 0])
        half *= 2
    return exact


def log_convolution(first: Floats, second: Floats, tables: SubsetTables) -> Floats:
    """Log of Σ_{T ⊆ U} exp(first[T] + second[U∖T]) for every set U."""
    terms = first[tables.part] + second[tables.whole ^ tables.part]
    peaks = np.maximum.reduceat(terms, tables.first_pair)
    anchors = np.where(np.isneginf(peaks), 0.0, peaks)
    sums = np.add.reduceat(np.exp(terms - anchors[tables.whole]), tables.first_pair)
    with np.errstate(divide="ignore"):
        return anchors + np.log(sums)


def best_split(first: Floats, second: Floats, tables: SubsetTables) -> tuple[Floats, NDArray[np.intp]]:
    """max_{T ⊆ U} first[U∖T] + second[T] for every set U, and a T that attains it."""
    terms = first[tables.whole ^ tables.part] + second[tables.part]
    peaks = np.maximum.reduceat(terms, tables.first_pair)
    attains = np.flatnonzero(terms == peaks[tables.whole])
    winner = attains[np.searchsorted(tables.whole[attains], np.arange(tables.n_subsets))]
    return peaks, tables.part[winner]


def _log_difference(larger: Floats, smaller: Floats) -> Floats:
    """ln(e^larger − e^smaller), −∞ where rounding made them equal or swapped them."""
    result = np.full(larger.shape, -np.inf)
    is_above = larger > smaller
    result[is_above] = larger[is_above] + np.log(-np.expm1(smaller[is_above] - larger[is_above]))
    return result
