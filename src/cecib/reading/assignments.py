"""The table that is written: one row per input row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.levels import Levels
from cecib.reading.outliers import outlying, tails_of
from cecib.side_information import dominant_categories
from cecib.validation import read_points

if TYPE_CHECKING:
    import pandas as pd

    from cecib.estimator import CECIB


def make_assignments(model: CECIB, X: pd.DataFrame | NDArray[Any], labels: NDArray[np.int32]) -> pd.DataFrame:
    """Cluster and its category (empty where no label reaches it), with the probabilities of both.

    With labels at several levels there are two columns for each level.
    """
    import pandas as pd

    if model.levels_ is not None:
        return _at_levels(model, model.levels_, X, labels)
    own = dominant_categories(model.category_counts_)[labels]
    # index −1, no category, picks the last
    names = np.array([*map(str, model.categories_), None], dtype=object)
    probability = _taken(model.predict_proba(X), labels)
    sure = _taken(model.predict_category_proba(X), own)
    return pd.DataFrame(
        {
            "cluster": labels,
            "category": pd.Series(names[own], dtype="str"),
            "probability": probability.round(6),
            "category_probability": sure.round(6),
        }
    )


def new_and_far(
    model: CECIB, X: pd.DataFrame | NDArray[Any], labels: NDArray[np.int32]
) -> dict[str, NDArray[np.bool_]]:
    """Say of rows of any kind whether no label reaches their cluster, and whether no cluster explains them.

    A row is as far out as that if not one such row is expected among as many as the fit had.
    """
    n_rows = int(model.clusters_.summaries.weights.sum())
    far = np.zeros(len(labels), dtype=bool)
    rows = read_points(model, X, reset=False, takes_holes=True)
    far[outlying(tails_of(model, rows, model.coordinates(X)), n_rows)] = True
    labelled = model.clusters_.summaries.counts.sum(axis=1)
    return ({"new": labelled[labels] == 0} if labelled.any() else {}) | {"outlier": far}


def _at_levels(model: CECIB, levels: Levels, X: pd.DataFrame | NDArray[Any], labels: NDArray[np.int32]) -> pd.DataFrame:
    import pandas as pd

    columns: dict[str, Any] = {"cluster": labels}
    own = levels.dominant_paths(model.clusters_.summaries.counts)[labels]
    for level, name in enumerate(levels.names):
        names = np.array([*map(str, levels.categories[level]), None], dtype=object)
        columns[f"category_{name}"] = pd.Series(names[own[:, level]], dtype="str")
    columns["probability"] = _taken(model.predict_proba(X), labels).round(6)
    for level, name in enumerate(levels.names):
        sure = _taken(model.predict_category_proba(X, level), own[:, level])
        columns[f"category_probability_{name}"] = sure.round(6)
    return pd.DataFrame(columns)


def _taken(table: NDArray[Any], column: NDArray[Any]) -> NDArray[Any]:
    """Take one entry of each row; NaN for column −1."""
    padded = np.hstack([table, np.full((len(table), 1), np.nan)])
    return np.asarray(np.take_along_axis(padded, column[:, None].astype(np.intp), axis=1)[:, 0])
