"""Findings in the partitions of Dask collections: each is looked over where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.backends.dask import Dask, Reader, computed
from cecib.blocks.dask_collections import DaskBlocks
from cecib.reading.findings import Findings, Overview, findings_of, overview
from cecib.whole.dask import for_workers

if TYPE_CHECKING:
    from cecib.estimator import CECIB


def findings_of_dask(model: CECIB, X: Any, y: Any) -> Findings:
    """Tell what is found in a Dask array or data frame; the labelled rows come here, and those that look like outliers.

    Parameters
    ----------
    model : CECIB
        Fitted.
    X : dask array or dask data frame
        The rows.
    y : dask collection or array-like, optional
        Their labels, as for `fit`.
    """
    import dask

    blocks = DaskBlocks(X, y).with_missing(model.missing)
    names = model.predict(X)  # refuses other columns
    shared = dask.delayed((for_workers(model), blocks.firsts, blocks.n_rows), pure=False, traverse=False)
    total = Dask(blocks).total("findings", _look_over, shared)
    clusters, seen = computed(names.astype(np.min_scalar_type(model.n_clusters_ - 1)), total)
    if seen is None:
        raise ValueError("X holds no rows: expected at least one.")
    return findings_of(model, clusters, seen)


def _look_over(
    reader: Reader, number: int, X: Any, y: Any, weights: Any, shared: tuple[CECIB, NDArray[np.intp], int]
) -> Overview | None:
    block, (model, firsts, n_rows) = reader(number, X, y, weights), shared
    if not len(block):
        return None
    return overview(model, block.points, model._located(block.points), block.side, int(firsts[number]), n_rows)
