"""Rows on which the model is chosen, and labels that are hidden in turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cecib.bonds import Bonds
from cecib.side_information import UNLABELLED, Rows, dealt_out

_FOLDS = 5
_ROWS, _MOST_ROWS, _LABELS_WANTED = 2_000, 5_000, 200
_ROWS_OF_SMALLEST, _MOST_FOR_SMALLEST = 20, 50_000


def sampled_rows(index: NDArray[np.int32], bonds: Bonds | None = None, smallest: float | None = None) -> Rows:
    """Draw the rows on which the model is chosen.

    They are drawn evenly: one row, by lot, of each of many equal stretches; more where labels are rare, and more if
    clusters may be small. Labelled rows keep their share, unless they would be fewer than are needed to choose by them:
    then further labelled rows are added, drawn evenly too. These are few beside the others, so that they hardly change
    the shares of the clusters; each counts as one row and its label as one label. Groups are in the sample whole or not
    at all, unless they are large.

    Parameters
    ----------
    index : ndarray of shape (n,)
        The category of each row, −1 for none.
    bonds : Bonds, optional
        Rows that belong together.
    smallest : float, optional
        The share of the smallest cluster that is asked for: the sample is to hold some rows of it.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.trust.sample import sampled_rows
    >>> index = np.full(100_000, -1, dtype=np.int32)
    >>> index[::500] = 0
    >>> rows = sampled_rows(index)
    >>> len(rows), int((index[rows] == 0).sum())
    (5192, 200)
    >>> len(sampled_rows(index, smallest=0.001))
    20170
    """
    n = len(index)
    wanted = 0 if not smallest else int(min(_ROWS_OF_SMALLEST / smallest, _MOST_FOR_SMALLEST))
    least = max(_ROWS, wanted)
    if n <= least:
        return slice(None)
    labelled = np.flatnonzero(index != UNLABELLED)
    share = max(len(labelled) / n, 1.0 / n)
    size = int(np.clip(_LABELS_WANTED / share, least, min(n, max(_MOST_ROWS, least))))
    random = np.random.RandomState(0)  # the same rows, the same sample
    rows = _evenly(n, size, random)
    missing = min(_LABELS_WANTED, len(labelled)) - int((index[rows] != UNLABELLED).sum())
    if missing > 0:
        others = np.setdiff1d(labelled, rows, assume_unique=True)
        rows = np.union1d(rows, others[_evenly(len(others), missing, random)])
    return rows if bonds is None else bonds.with_whole_groups(rows)


def _evenly(n: int, size: int, random: np.random.RandomState) -> NDArray[np.intp]:
    """Draw one of each of so many equal stretches."""
    return np.asarray((np.arange(size) + random.uniform(size=size)) * (n / size), dtype=np.intp)


def hidden_together(index: NDArray[np.int32], bonds: Bonds | None = None) -> NDArray[np.intp]:
    """Fold of each labelled row, −1 elsewhere; each category is distributed evenly over the folds.

    The labels of a group are hidden together: the others would give them away.
    """
    random = np.random.RandomState(0)  # the same labels, the same folds
    known, first = np.unique(index[index != UNLABELLED], return_index=True)
    fold = dealt_out(index, known[np.argsort(first)], _FOLDS, random)  # whatever the categories are called
    if bonds is None:
        return fold
    is_known = index != UNLABELLED
    return np.where(is_known, bonds.followed(fold, is_known), fold)
