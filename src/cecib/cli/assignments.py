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
    """Cluster, category (empty where no label reaches the cluster) and probability of that cluster."""
    import pandas as pd

    # code −1, no category, picks the last
    names = np.array([*map(str, model.categories_), None], dtype=object)
    category = pd.Series(names[dominant_categories(model.category_counts_)[labels]], dtype="str")
    probability = np.take_along_axis(model.predict_proba(X), labels[:, None].astype(np.intp), axis=1)[:, 0]
    return pd.DataFrame({"cluster": labels, "category": category, "probability": probability.round(6)})
