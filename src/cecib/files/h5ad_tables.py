"""Tables of cells in .h5ad files, the format of AnnData: a matrix, annotations of its rows, and coordinates."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy import sparse

from cecib.extras import require
from cecib.files.column_kinds import ROW_NAMES
from cecib.files.columns import tell_roles
from cecib.files.reading_notes import add_note

if TYPE_CHECKING:
    import pandas as pd

_PLACES = "X_pca"
_LARGEST = 100_000_000  # numbers that are read as plain ones
_CELL = "cell"


def read_h5ad(path: str | os.PathLike[str]) -> pd.DataFrame:
    """Read the principal components if there are any, else the matrix X; names and annotations of rows before them."""
    require("h5ad", "h5py")
    import h5py
    import pandas as pd

    if os.path.isdir(path):
        raise OSError(f"{path} is a folder: expected a file.")
    if not os.path.exists(path):
        raise FileNotFoundError(f"{path} does not exist: check the path of the data.")
    try:
        with h5py.File(path, "r") as file:
            found = _features(file, str(path))
            annotations = _annotations(file["obs"])
    except (MemoryError, _TooLargeError):
        raise
    except PermissionError:
        raise OSError(f"{path} may not be read: check its permissions.") from None
    except Exception as error:  # a damaged file raises whatever the reader stumbles over
        reason = str(error).split("\n", 1)[0].rstrip(".")[:120]
        raise ValueError(f"{path} is damaged or not an .h5ad file ({reason}): write it anew.") from None
    before = {f"{name} (obs)" if name in found.names else name: column for name, column in annotations.items()}
    frame = pd.concat([pd.DataFrame(before), pd.DataFrame(found.values, columns=found.names)], axis=1)
    roles = [ROW_NAMES, *["about cells"] * (len(before) - 1)]
    tell_roles(frame, dict(zip(before, roles, strict=True)))
    add_note(frame, found.note)
    return frame


class _TooLargeError(ValueError):
    """A matrix of too many plain numbers."""


class _Features(NamedTuple):
    values: Any
    names: list[str]
    note: str


def _features(file: Mapping[str, Any], name: str) -> _Features:
    if "obsm" in file and _PLACES in file["obsm"]:
        values = np.asarray(file["obsm"][_PLACES])
        names = [f"{_PLACES}_{j + 1}" for j in range(values.shape[1])]
        return _Features(values, names, f"cells: the {len(names)} columns of obsm[{_PLACES!r}] are read, X is not")
    names = [str(own) for own in _strings(file["var"][_index(file["var"])])]
    n_rows = len(file["obs"][_index(file["obs"])])
    if n_rows * len(names) > _LARGEST:
        raise _TooLargeError(
            f"{name} has {len(names):,} columns for {n_rows:,} cells, too many plain numbers: reduce them first, for "
            f"example with scanpy.pp.pca, which writes the obsm[{_PLACES!r}] that is read then."
        )
    return _Features(_matrix(file["X"], (n_rows, len(names))), names, f"cells: the {len(names)} columns of X are read")


def _matrix(stored: Any, shape: tuple[int, int]) -> Any:
    """Read a matrix that is dense, or sparse by rows or by columns."""
    if not hasattr(stored, "keys"):
        return np.asarray(stored)
    parts: Any = tuple(np.asarray(stored[part]) for part in ("data", "indices", "indptr"))
    by_rows = _text(stored.attrs.get("encoding-type", "csr_matrix")).startswith("csr")
    return (sparse.csr_matrix if by_rows else sparse.csc_matrix)(parts, shape=shape).toarray()


def _annotations(obs: Any) -> dict[str, Any]:
    """Read names of rows and what is said of them, in the order of the file."""
    index = _index(obs)
    names = [_text(name) for name in obs.attrs.get("column-order", [name for name in obs if name != index])]
    return {_CELL: _strings(obs[index])} | {name: _column(obs[name]) for name in names}


def _column(stored: Any) -> Any:
    """Read a column: plain, of categories, or with a mask of what is missing."""
    if not hasattr(stored, "keys"):
        values = np.asarray(stored)
        return values if values.dtype.kind in "biuf" else _strings(stored)
    if "codes" in stored:
        own = np.array([*_column(stored["categories"]), None], dtype=object)  # code −1, missing, picks the last
        return own[np.asarray(stored["codes"])]
    own = np.asarray(_column(stored["values"]), dtype=object)
    own[np.asarray(stored["mask"], dtype=bool)] = None
    return own


def _index(frame: Any) -> str:
    return _text(frame.attrs.get("_index", "_index"))


def _strings(stored: Any) -> Any:
    found = np.empty(len(stored), dtype=object)
    found[:] = [_text(value) for value in np.asarray(stored)]
    return found


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
