"""Paths and blocks in place of arrays: a fit to all rows, and answers that are found block by block."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from cecib.backends.disk import Disk
from cecib.blocks import Blocks, open_blocks
from cecib.blocks.frames import open_frames
from cecib.files.columns import columns_called
from cecib.files.endings import extension
from cecib.input_errors import InputError, Named
from cecib.search.scaling import Matrix
from cecib.search.threads import one_blas_thread
from cecib.validation import are_positions
from cecib.whole.fitting import fit_whole

if TYPE_CHECKING:
    import pandas as pd

    from cecib.estimator import CECIB

Given = str | os.PathLike[str] | Blocks
Rows = ArrayLike | Given
_PARAMETERS = {"labels": "y", "weights": "sample_weight"}  # what fit calls them


def is_in_blocks(given: Any) -> TypeGuard[Given]:
    """Whether something is a path or blocks.

    Examples
    --------
    >>> from cecib.blocks import arrays
    >>> from cecib.whole.given_blocks import is_in_blocks
    >>> is_in_blocks("birds.parquet"), is_in_blocks(arrays([[[70.0, 19.5]]])), is_in_blocks([[70.0, 19.5]])
    (True, True, False)
    """
    return isinstance(given, str | os.PathLike | Blocks)


def fit_given(model: CECIB, X: Given, y: Any, sample_weight: Any, groups: Any, apart: Any) -> None:
    """Fit a model to blocks, or to a file or folder.

    Parameters
    ----------
    model : CECIB
        Is fitted.
    X : path or Blocks
        The rows.
    y, sample_weight : str or None
        Of a path, the columns of labels and weights, of an NPY file other files or arrays; of blocks None.
    groups, apart : object
        Refused: a pass sees one block at a time.
    """
    what = "blocks" if isinstance(X, Blocks) else "a path"
    for name, given in (("groups", groups), ("apart", apart)):
        if given is not None:
            raise InputError(Named(name), f" is for rows in memory, got {what}: leave it out, or read the rows first.")
    with one_blas_thread():
        fit_whole(model, Disk(_with_labels(X, {"y": y, "sample_weight": sample_weight})))


def _with_labels(X: Given, beside: dict[str, Any]) -> Blocks:
    for name, given in beside.items():
        if isinstance(X, Blocks) and given is not None:
            raise InputError(
                Named(name),
                " is in the blocks themselves: leave it out, and name its column where the blocks are made.",
            )
        if not (given is None or isinstance(given, str) or isinstance(X, Blocks) or extension(X) == ".npy"):
            raise InputError(
                Named(name), " must name a column of the file where ", Named("X"), " is a path, got "
                f"{type(given).__name__}: give its name, or read the file first.",
            )  # fmt: skip
    if isinstance(X, Blocks):
        return X
    try:
        return open_blocks(X, labels=beside["y"], weights=beside["sample_weight"])
    except InputError as error:
        raise InputError(*(_of_fit(part) if isinstance(part, Named) else part for part in error.parts)) from None


def _of_fit(parameter: Named) -> Named:
    return parameter._replace(name=_PARAMETERS.get(parameter.name, parameter.name))


def answer_in_blocks(
    model: CECIB, method: str, X: Given, arguments: Sequence[Any], options: dict[str, Any]
) -> NDArray[Any]:
    """Give what a method says of each row, found block by block.

    Parameters
    ----------
    model : CECIB
        Fitted.
    method : str
        The name of the method.
    X : path or Blocks
        The rows; of a path the columns that the model was fitted with are read.
    arguments, options : sequence, dict
        What else the method is given.
    """
    check_is_fitted(model)
    blocks = X if isinstance(X, Blocks) else _opened(model, X)
    answers = [getattr(model, method)(rows, *arguments, **options) for rows in _rows(model, blocks)]
    if not answers:
        raise ValueError(f"{blocks.source} holds no rows: expected at least one.")
    return np.concatenate(answers)


def _opened(model: CECIB, path: str | os.PathLike[str]) -> Blocks:
    names = _names(model)
    if extension(path) == ".npy" or names is None:
        return open_blocks(path)
    found = open_frames(path).names
    if are_positions(names) and _lack(names, found):
        return open_blocks(path)
    _refuse_lack(names, found)
    return open_blocks(path, features=names)


def _rows(model: CECIB, blocks: Blocks) -> Iterator[Any]:
    """Give the rows of each block, with the columns of the model in its order if both name them."""
    names, columns = _names(model), None
    if names is not None and blocks.is_named and not (are_positions(names) and _lack(names, blocks.names)):
        _refuse_lack(names, blocks.names)
        columns = [blocks.names.index(name) for name in names]
    for block in blocks.with_missing(model.missing):
        if len(block):
            yield block.points if columns is None else framed(block.points[:, columns], names)


def framed(points: Matrix, names: Sequence[str] | NDArray[Any] | None) -> pd.DataFrame | Matrix:
    """Name the columns of rows, if they have names."""
    import pandas as pd

    return points if names is None else pd.DataFrame(points, columns=list(names))


def _names(model: CECIB) -> list[str] | None:
    names = getattr(model, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


def _lack(names: Sequence[str], found: Sequence[str]) -> list[str]:
    return [name for name in names if name not in found]


def _refuse_lack(names: Sequence[str], found: Sequence[str]) -> None:
    missing = _lack(names, found)
    if missing:
        raise InputError(
            Named("X"), f" lacks {columns_called(missing)}, which the model was fitted with: add or rename "
            f"{'it' if len(missing) == 1 else 'them'}.",
        )  # fmt: skip
