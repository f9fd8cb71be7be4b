"""Tables that must hold numbers: whatever else their columns hold is named, all of it in one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import date, time, timedelta
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from cecib.given_tables import as_frame
from cecib.in_words import counted, listed
from cecib.input_errors import InputError, Named

_TIMES = (date, time, timedelta, np.datetime64, np.timedelta64)


class _Fault(NamedTuple):
    """What a column holds instead of numbers, and what makes numbers of it."""

    holds: str
    remedy: str


class NumberTypeError(InputError, TypeError):
    """A table with entries that nothing makes numbers of."""


_DATES = _Fault("dates or times", "turn {it} into {numbers}, such as days")
_TEXT = _Fault("text", "encode {it}")
_COMPLEX = _Fault("complex numbers (Complex data not supported)", "give real and imaginary parts as two columns")
_MISSING = _Fault("missing values", "fill {it}, for example with sklearn.impute.SimpleImputer")
_INFINITE = _Fault("infinity", "replace {it}")
_HUGE = _Fault("numbers too large for floats", "rescale {it}")
_OBJECTS = _Fault("objects", "encode {it} (an argument must be a number, or a string that says a number)")


def number_table(X: Any, what: str | Named) -> Any:
    """Give a table as it is, or a list as an array, if its columns hold numbers, or texts that are numbers.

    Parameters
    ----------
    X : array-like, data frame or sparse matrix
        The table.
    what : str or Named
        What it is called in errors.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.number_tables import number_table
    >>> number_table([[1, "2.5"]], "X").tolist()
    [['1', '2.5']]
    >>> number_table(np.array([[1, "x", 1j]], dtype=object), "X")
    Traceback (most recent call last):
    ...
    cecib.input_errors.InputError: Column '1' of X holds text, such as 'x' in row 0, and column '2' complex numbers
    (Complex data not supported): features must be numbers, so leave them out or turn them into numbers.
    """
    refuse_cells(X, what)
    if sparse.issparse(X):
        if getattr(X, "dtype").kind == "c":  # noqa: B009
            raise InputError(what, f" holds {_COMPLEX.holds}: {_COMPLEX.remedy}.")
        return X
    X = as_frame(X)
    if isinstance(X, np.ma.MaskedArray):
        X = _unmasked(X, what)
    is_frame = hasattr(X, "columns") and (hasattr(X, "iloc") or hasattr(X, "get_column"))
    if not is_frame and not hasattr(X, "__array__"):
        X = _array(X, what)
    if isinstance(X, np.ndarray) and X.dtype.names:
        raise InputError(
            what, f" is a structured array with the fields {_listed(X.dtype.names)}: give an array of rows and columns,"
            " for example by numpy.lib.recfunctions.structured_to_unstructured.",
        )  # fmt: skip
    if isinstance(X, np.ndarray) and X.dtype.kind in "biuf":
        return X
    columns = list(_columns(X, is_frame, what))
    if any(_fault(column) is not None for _, column in columns):
        faults = {name: _fault(column) or _gap(column) for name, column in columns}
        raise _sentence({name: fault for name, fault in faults.items() if fault is not None}, what)
    return X


def refuse_cells(table: Any, what: str | Named) -> None:
    """Refuse an AnnData object, which has several tables inside, and say how to get at them."""
    if hasattr(table, "obsm") and hasattr(table, "obs"):
        raise NumberTypeError(
            what, " is an AnnData object, which holds several tables: call cecib.anndata.cluster(adata), which keeps "
            "what it finds in it, or give one of its tables, such as adata.obsm['X_pca'] or adata.X.",
        )  # fmt: skip


def with_nan(X: Any) -> Any:
    """Give a table with NaN wherever a value is missing: masked, None, pandas.NA, or null in a column of numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.number_tables import with_nan
    >>> with_nan(np.ma.masked_equal([[1, 2], [3, -9]], -9)).tolist()
    [[1.0, 2.0], [3.0, nan]]
    """
    if isinstance(X, np.ma.MaskedArray):
        if not np.ma.is_masked(X):
            return X.data
        kept = X.data if X.dtype.kind == "O" else X.data.astype(X.dtype if X.dtype.kind == "f" else np.float64)
        return np.where(np.ma.getmaskarray(X), np.nan, kept)
    if isinstance(X, list | tuple):
        try:
            rows = np.asarray(X)
        except ValueError:  # said elsewhere
            return X
        X = rows if rows.dtype.kind == "O" and rows.ndim == 2 else X
    if isinstance(X, np.ndarray) and X.dtype.kind == "O" and X.ndim == 2:
        return _without_na(X)
    if hasattr(X, "columns") and hasattr(X, "iloc"):
        odd = [j for j, own in enumerate(X.dtypes) if getattr(own, "kind", "O") == "O" or hasattr(own, "na_value")]
        odd = [j for j in odd if X.iloc[:, j].isna().any()]
        if odd:
            X = X.copy(deep=False)
            for j in odd:
                name = X.columns[j]
                if list(X.columns).count(name) == 1 and not hasattr(X[name], "columns"):
                    X[name] = _without_na(X[name].to_numpy(dtype=object))
    return X


def _without_na(values: NDArray[Any]) -> NDArray[Any]:
    """Put NaN where entries are None or pandas.NA; what are only numbers then becomes floats."""
    is_gone = np.array([value is None or type(value).__name__ == "NAType" for value in values.ravel()], dtype=bool)
    if not is_gone.any():
        return values
    own = values.copy()
    own[is_gone.reshape(values.shape)] = np.nan
    is_plain = all(isinstance(value, int | float | np.integer | np.floating) for value in own.ravel())
    return own.astype(np.float64) if is_plain else own


def _array(X: Any, what: str | Named) -> NDArray[Any]:
    if isinstance(X, str | bytes | os.PathLike):
        raise NumberTypeError(what, f" must be a table of numbers, got the text {str(X)[:40]!r}: read the file first.")
    if hasattr(X, "with_missing"):
        raise NumberTypeError(
            what, " must be a table of numbers in memory, got blocks, which fit and predict take: for findings use "
            "cecib.reading.block_findings.findings_in_blocks.",
        )  # fmt: skip
    if isinstance(X, dict | set | frozenset) or not hasattr(X, "__len__"):
        raise NumberTypeError(
            what,
            f" must be a table of numbers, rows by columns, got {type(X).__name__}: give an array or a data frame.",
        )
    if isinstance(next(iter(X), None), dict):
        raise NumberTypeError(
            what, " must be a table of numbers, rows by columns, got a list of dicts: make a frame of them, for "
            "example with pandas.DataFrame.",
        )  # fmt: skip
    try:
        return np.asarray(X)
    except ValueError:
        raise InputError(what, " has rows of different lengths: give each as many entries.") from None


def _unmasked(X: np.ma.MaskedArray[Any, Any], what: str | Named) -> NDArray[Any]:
    if X.ndim == 0:
        raise NumberTypeError(
            what, " must be a table of numbers, rows by columns, got a masked constant: give an array."
        )
    places = np.argwhere(np.ma.getmaskarray(X))
    if len(places) and X.ndim <= 2:  # the shape of others is refused later
        row, column = (*places[0].tolist(), 0)[:2]
        several = sorted({(*place, 0)[1] for place in places.tolist()})
        where = f" in columns {_listed([str(own) for own in several])}" if len(several) > 1 else ""
        raise InputError(
            what, f" has {counted(places, 'masked entry', 'masked entries')}{where}, the first in column "
            f"{str(column)!r} (row {row}): drop such rows or fill them, for example with sklearn.impute.SimpleImputer.",
        )  # fmt: skip
    return np.asarray(X.data)


def _columns(X: Any, is_frame: bool, what: str | Named) -> Iterator[tuple[str, Any]]:
    """Give names and columns; columns of an array are called by their numbers."""
    if is_frame:
        names = [str(name) for name in X.columns]
        for name in names:
            if names.count(name) > 1:
                raise InputError(what, f" has {names.count(name)} columns called {name!r}: give each its own name.")
        yield from ((name, X.iloc[:, j] if hasattr(X, "iloc") else X[:, j]) for j, name in enumerate(names))
        return
    values = np.asarray(X)
    if values.ndim == 2:
        yield from ((str(j), values[:, j]) for j in range(values.shape[1]))


def _fault(column: Any) -> _Fault | None:
    if getattr(getattr(column, "dtype", None), "kind", "") == "M":  # with a time zone the array has objects
        return _DATES
    values = np.asarray(column)
    kind = values.dtype.kind
    if kind in "biuf":
        return None
    if kind in "mMc":
        return _COMPLEX if kind == "c" else _DATES
    kinds = {type(value) for value in values}
    if any(issubclass(own, _TIMES) or own.__name__ == "Period" for own in kinds):
        return _DATES
    if any(issubclass(own, complex | np.complexfloating) for own in kinds):
        return _COMPLEX
    try:
        values.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        return _first_fault(values)
    return None


def _gap(column: Any) -> _Fault | None:
    """Say what else is wrong with a column of numbers of a table that has to be changed anyway."""
    values = np.asarray(column)
    if values.dtype.kind == "O":
        values = values.astype(np.float64)
    if values.dtype.kind != "f":
        return None
    return _INFINITE if np.isinf(values).any() else None


def _first_fault(values: NDArray[Any]) -> _Fault:
    """Say what the first entry is that is no number."""
    for row, value in enumerate(values):
        try:
            float(value)
        except OverflowError:
            return _HUGE
        except (TypeError, ValueError):
            if isinstance(value, str | bytes):
                return _TEXT._replace(holds=f"text, such as {str(value)[:40]!r} in row {row}")
            if type(value).__name__ == "NAType":
                return _MISSING
            if value is not None:
                return _OBJECTS._replace(holds=f"objects, such as a {type(value).__name__} in row {row}")
    return _OBJECTS


def _sentence(faults: dict[str, _Fault], what: str | Named) -> InputError:
    """Name all columns by what they hold."""
    by_kind: dict[_Fault, list[str]] = {}
    for name, fault in faults.items():
        known = next((own for own in by_kind if own.remedy == fault.remedy), fault)
        by_kind.setdefault(known, []).append(name)
    parts: list[str | Named] = []
    for fault, names in by_kind.items():
        several = len(names) > 1
        if not parts:
            holds = f"hold {fault.holds}" if several else f"holds {fault.holds}"
            parts += [f"Column{'s' if several else ''} {_listed(names)} of ", what, f" {holds}"]
        else:
            parts.append(f", and column{'s' if several else ''} {_listed(names)} {fault.holds}")
    it, numbers = ("it", "one") if len(faults) == 1 else ("them", "numbers")
    has_objects = any(fault.remedy == _OBJECTS.remedy for fault in by_kind)
    remedy = "turn {it} into {numbers}" if len(by_kind) > 1 else next(iter(by_kind)).remedy
    parts.append(f": features must be numbers, so leave {it} out or {remedy.format(it=it, numbers=numbers)}.")
    return (NumberTypeError if has_objects else InputError)(*parts)


def _listed(names: Sequence[str]) -> str:
    return listed([repr(str(name)) for name in names])
