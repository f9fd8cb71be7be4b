"""Rows on which the model is chosen, and labels that are hidden in turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cecib.bonds import Bonds
from cecib.side_information import UNLABELLED, Rows, dealt_out

_FOLDS = 5
_ROWS, _MOST_ROWS, _LABELS_WANTED = 2_000, 5_000, 200


def sampled_rows(index: NDArray[np.int32], bonds: Bonds | None = None) -> Rows:
    """One row, by lot, of each of many equal stretches; more where labels are rare. Labelled rows keep their share.

    Groups are in the sample whole or not at all, unless they are large.
    """
    n = len(index)
    if n <= _ROWS:
        return slice(None)
    share = max(float((index != UNLABELLED).mean()), 1.0 / n)
    size = int(np.clip(_LABELS_WANTED / share, _ROWS, min(n, _MOST_ROWS)))
    random = np.random.RandomState(0)  # the same rows, the same sample
    rows = np.asarray((np.arange(size) + random.uniform(size=size)) * (n / size), dtype=np.intp)
    return rows if bonds is None else bonds.with_whole_groups(rows)


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
