"""Rows on which the model is chosen, and labels that are hidden in turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cecib.side_information import UNLABELLED, Rows, dealt_out

_FOLDS = 5
_ROWS, _MOST_ROWS, _LABELS_WANTED = 2_000, 5_000, 200


def sampled_rows(index: NDArray[np.int32]) -> Rows:
    """One row, by lot, of each of many equal stretches; more where labels are rare. Labelled rows keep their share."""
    n = len(index)
    if n <= _ROWS:
        return slice(None)
    share = max(float((index != UNLABELLED).mean()), 1.0 / n)
    size = int(np.clip(_LABELS_WANTED / share, _ROWS, min(n, _MOST_ROWS)))
    random = np.random.RandomState(0)  # the same rows, the same sample
    return np.asarray((np.arange(size) + random.uniform(size=size)) * (n / size), dtype=np.intp)


def hidden_together(index: NDArray[np.int32]) -> NDArray[np.intp]:
    """Fold of each labelled row, −1 elsewhere; each category is distributed evenly over the folds."""
    random = np.random.RandomState(0)  # the same labels, the same folds
    known, first = np.unique(index[index != UNLABELLED], return_index=True)
    return dealt_out(index, known[np.argsort(first)], _FOLDS, random)  # whatever the categories are called
