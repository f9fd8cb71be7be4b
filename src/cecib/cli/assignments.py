"""The table that is written: one row per input row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.side_information import dominant_categories

if TYPE_CHECKING:
    import pandas as pd

    from cecib.estimator import CECIB


def make_assignments(model: CECIB, X: pd.DataFrame | NDArray[Any], labels: NDArray[np.int32]) -> pd.DataFrame:
    """Cluster and its category (empty where no label reaches it), with the probabilities of both."""
    import pandas as pd

    own = dominant_categories(model.category_counts_)[labels]
    # index −1, no category, picks the last
    names = np.array([*map(str, model.categories_), None], dtype=object)
    probability = np.take_along_axis(model.predict_proba(X), labels[:, None].astype(np.intp), axis=1)[:, 0]
    unknown = np.full((len(labels), 1), np.nan)
    sure = np.take_along_axis(np.hstack([model.predict_category_proba(X), unknown]), own[:, None], axis=1)[:, 0]
    return pd.DataFrame(
        {
            "cluster": labels,
            "category": pd.Series(names[own], dtype="str"),
            "probability": probability.round(6),
            "category_probability": sure.round(6),
        }
    )
