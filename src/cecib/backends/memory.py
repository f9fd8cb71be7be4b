"""Rows in memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cecib import _core
from cecib.bonds import Bonds
from cecib.cost import Floats
from cecib.search.scaling import Matrix, Scaling, identity_scaling
from cecib.side_information import Rows, SideInformation, read_side_information
from cecib.summaries import Summaries


@dataclass(frozen=True)
class Block:
    """Rows with their labels and weights.

    Attributes
    ----------
    points : ndarray of shape (n, d)
        The rows, as the user's array; never copied.
    side : SideInformation
        Their labels.
    weights : ndarray of shape (n,) or None
        How many points each row stands for.
    grain : ndarray of shape (c, d) or None
        Rows whose square is the covariance of the cell that a coarsely recorded value stands for.
    bonds : Bonds or None
        Rows that belong together, and pairs that should be apart.
    """

    points: Matrix
    side: SideInformation
    weights: Floats | None = None
    grain: Floats | None = None
    bonds: Bonds | None = None

    def __len__(self) -> int:
        return len(self.points)

    @property
    def total_weight(self) -> float:
        """How many points the rows stand for."""
        return float(len(self.points) if self.weights is None else self.weights.sum())

    def take(self, rows: Rows) -> Block:
        """Keep some of the rows."""
        weights = None if self.weights is None else np.ascontiguousarray(self.weights[rows])
        bonds = None if self.bonds is None else self.bonds.take(rows)
        return Block(self.points[rows], self.side.take(rows), weights, self.grain, bonds)

    def summarise(
        self,
        labels: ArrayLike,
        n_clusters: int,
        scaling: Scaling,
        *,
        with_covariances: bool = True,
        threads: int = 1,
        around: Floats | None = None,
    ) -> Summaries:
        """Summarise the rows of each cluster, in scaled units; in half the time around means that are nearly theirs."""
        given = np.asarray(labels)
        own = np.ascontiguousarray(given, dtype=np.int32)
        if own.shape != (len(self.points),) or (given >= n_clusters).any():
            raise ValueError(f"labels must be {len(self.points)} numbers below {n_clusters}, one per row.")
        if self.weights is not None and self.weights.shape != own.shape:
            raise ValueError(f"sample_weight must have {len(own)} entries, one per row, got {self.weights.shape}.")
        return Summaries(
            _core.summarise(
                scaling.points(self.points, self.weights),
                np.ascontiguousarray(self.side.index),
                self.side.n_categories,
                own,
                n_clusters,
                with_covariances,
                threads,
                around,
            )
        )


def summarise(
    X: Matrix,
    labels: ArrayLike,
    y: ArrayLike | None = None,
    *,
    n_clusters: int | None = None,
    sample_weight: Floats | None = None,
) -> Summaries:
    """Summarise the rows of each cluster, in the units of the data.

    Parameters
    ----------
    X : ndarray of shape (n, d), float64 or float32
        The rows.
    labels : array-like of shape (n,)
        The cluster of each row, 0 and up; −1 for a row of none.
    y : array-like of shape (n,), optional
        The category of each row as for `CECIB.fit`. Blocks that are to be added need the same categories.
    n_clusters : int, optional
        How many clusters there are; by default one more than the largest label.
    sample_weight : ndarray of shape (n,), optional
        How many points each row stands for.

    Examples
    --------
    Blocks add up:

    >>> import numpy as np
    >>> from cecib.backends.memory import summarise
    >>> X, labels = np.arange(12.0).reshape(6, 2), np.array([0, 0, 1, 1, 0, 1])
    >>> both = summarise(X[:4], labels[:4]) + summarise(X[4:], labels[4:])
    >>> both.weights.tolist(), both.means.round(3).tolist()
    ([3.0, 3.0], [[3.333, 4.333], [6.667, 7.667]])
    """
    own = np.asarray(labels)
    k = int(own.max()) + 1 if n_clusters is None else n_clusters
    block = Block(X, read_side_information(y, len(X)), sample_weight)
    return block.summarise(own, k, identity_scaling(X.shape[1]))
