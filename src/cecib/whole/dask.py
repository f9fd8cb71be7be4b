"""Dask collections in place of arrays: a fit where their partitions are, and answers that are computed when asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from cecib.backends.backend import Backend
from cecib.backends.dask import Dask
from cecib.backends.disk import Disk
from cecib.blocks import as_blocks
from cecib.blocks.dask_collections import DaskBlocks, is_dask, whole_rows
from cecib.input_errors import InputError, Named
from cecib.whole.fitting import fit_whole
from cecib.whole.given_blocks import answer_in_blocks, is_in_blocks

if TYPE_CHECKING:
    from cecib.estimator import CECIB

Method = TypeVar("Method", bound=Callable[..., Any])


def backend_of(given: Any) -> Backend:
    """Find where blocks are: with the workers of Dask, or wherever they are read from."""
    blocks = DaskBlocks(given) if is_dask(given) else as_blocks(given)
    return Dask(blocks) if isinstance(blocks, DaskBlocks) else Disk(blocks)


def fit_dask(model: CECIB, X: Any, y: Any, sample_weight: Any, groups: Any, apart: Any) -> None:
    """Fit a model to a Dask array or data frame.

    Parameters
    ----------
    model : CECIB
        Is fitted.
    X : dask array or dask data frame
        The rows.
    y, sample_weight : dask collections or array-likes, or None
        Their labels and weights.
    groups, apart : object
        Refused: a pass sees one block at a time.
    """
    for name, given in (("groups", groups), ("apart", apart)):
        if given is not None:
            raise InputError(
                Named(name), " is for rows in memory, got a Dask collection: leave it out, or give X.compute()."
            )
    fit_whole(model, Dask(DaskBlocks(X, y, sample_weight)))


def lazily(method: Method) -> Method:
    """Let a method that has an answer for each row give a Dask array for a Dask collection, and also take blocks."""

    @wraps(method)
    def own(model: Any, X: Any, *arguments: Any, **options: Any) -> Any:
        if is_dask(X):
            return lazy_answer(model, method.__name__, X, arguments, options)
        if is_in_blocks(X):
            return answer_in_blocks(model, method.__name__, X, arguments, options)
        return method(model, X, *arguments, **options)

    return own  # type: ignore[return-value]


def lazy_answer(model: CECIB, method: str, X: Any, arguments: Sequence[Any], options: dict[str, Any]) -> Any:
    """Give what a method says of each row, as a Dask array with the partitions of X.

    Parameters
    ----------
    model : CECIB
        Fitted.
    method : str
        The name of the method.
    X : dask array or dask data frame
        The rows.
    arguments, options : sequence, dict
        What else the method is given.
    """
    import dask
    import dask.array as da

    check_is_fitted(model)
    rows, sizes = whole_rows(X)
    sent = for_workers(model)
    example = np.asarray(getattr(sent, method)(_one_row(X), *arguments, **options))
    key = uuid4().hex
    shared = dask.delayed(sent, name=f"cecib-model-{key}", traverse=False)
    call = dask.delayed(_answer, pure=False, traverse=False)
    parts = [
        da.from_delayed(
            call(shared, method, number, part, arguments, options, example[:0], dask_key_name=f"{name}-{number}"),
            (size, *example.shape[1:]),
            meta=example[:0],
        )
        for number, (part, size, name) in enumerate(
            zip(rows, sizes, [f"cecib-{method}-{key}"] * len(rows), strict=True)
        )
    ]
    return da.concatenate(parts, allow_unknown_chunksizes=True)


def for_workers(model: CECIB) -> CECIB:
    """Copy a fitted model without what answers do not need; a task has one thread."""
    own = copy(model)
    own.set_params(callback=None, verbose=0, n_jobs=1, init="k-means++")
    own.labels_ = model.labels_[:0]
    own.clusters_ = replace(model.clusters_, n_jobs=1)
    for name in ("_given_rows", "_drawn", "_kept"):
        own.__dict__.pop(name, None)
    return own


def _one_row(X: Any) -> Any:
    """Make a row of zeros with the columns of X."""
    zeros = np.zeros((1, X.shape[1]))
    if not hasattr(X, "columns"):
        return zeros
    import pandas as pd

    return pd.DataFrame(zeros, columns=X.columns)


def _answer(
    model: CECIB, method: str, number: int, part: Any, arguments: Sequence[Any], options: dict[str, Any],
    nothing: NDArray[Any],
) -> NDArray[Any]:  # fmt: skip
    if not len(part):
        return nothing
    try:
        return np.asarray(getattr(model, method)(part, *arguments, **options))
    except InputError as error:
        raise InputError(f"Block {number + 1:,}: ", *error.parts) from None
