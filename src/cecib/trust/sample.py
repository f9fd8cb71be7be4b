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
    most = min(n, max(_MOST_ROWS, least))
    size = int(np.clip(_LABELS_WANTED / share, least, most))
    rows = evenly(n, size)
    missing = min(_LABELS_WANTED, len(labelled)) - int((index[rows] != UNLABELLED).sum())
    if missing > 0 and share * most < _LABELS_WANTED:  # rare, and not merely fewer by chance
        others = np.setdiff1d(labelled, rows, assume_unique=True)
        rows = np.union1d(rows, others[evenly(len(others), missing)])
    return rows if bonds is None else bonds.with_whole_groups(rows)


def evenly(n: int, size: int) -> NDArray[np.intp]:
    """Draw one row, by lot, of each of so many equal stretches.

    Parameters
    ----------
    n, size : int
        How many rows there are, and how many are drawn.

    Examples
    --------
    >>> from cecib.trust.sample import evenly
    >>> evenly(100, 4)
    array([13, 42, 65, 88])
    """
    random = np.random.RandomState(0)  # the same rows, the same sample
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
