"""Categories as texts that keep their type: JSON, with a tag for the types that JSON does not know."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cecib.extras import require

KINDS = ("plain", "json", "text")  # the last was written up to version 3, for objects that are texts
_OF_JSON = (str, bool, int, float, type(None))


def _timestamp(text: str) -> Any:
    require("cli", "pandas")
    import pandas as pd

    return pd.Timestamp(text)


# By the name of the type: how to write a value as JSON, and how to read it.
_NOTATIONS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "bytes": (bytes.hex, bytes.fromhex),
    "date": (date.isoformat, date.fromisoformat),
    "datetime": (datetime.isoformat, datetime.fromisoformat),
    "datetime64": (lambda value: [str(value), np.datetime_data(value.dtype)[0]], lambda pair: np.datetime64(*pair)),
    "Timestamp": (lambda value: value.isoformat(), _timestamp),
    "tuple": (lambda values: [_tagged(value) for value in values], lambda stored: tuple(map(_untagged, stored))),
}


def encode_categories(categories: NDArray[Any]) -> tuple[NDArray[Any], str]:
    """Write categories as an array without objects, and say of which kind it is.

    Raises
    ------
    ValueError
        If a category is of a type that would not come back as it is.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.files.category_texts import decode_categories, encode_categories
    >>> stored, kind = encode_categories(np.array(["a", 1, b"a", ("a", 1)], dtype=object))
    >>> decode_categories(stored, kind).tolist()
    ['a', 1, b'a', ('a', 1)]
    """
    if categories.dtype.kind != "O":
        return categories, "plain"
    return np.asarray([_text_of(value) for value in categories], dtype=str), "json"


def decode_categories(stored: NDArray[Any], kind: str) -> NDArray[Any]:
    """Read what `encode_categories` wrote."""
    if kind == "plain":
        categories = stored
        is_valid = stored.dtype.kind != "f" or bool(np.isfinite(stored).all())
    else:
        categories = np.empty(len(stored), dtype=object)
        is_valid = stored.dtype.kind == "U"
        for i, text in enumerate(stored.tolist() if is_valid else ()):  # one by one: tuples would become rows
            categories[i] = _value_of(text) if kind == "json" else text
    if not is_valid or len(set(categories.tolist())) < len(categories):
        raise ValueError("categories_ must hold distinct categories")
    return categories


def _text_of(value: Any) -> str:
    kept = value.item() if isinstance(value, np.generic) and not isinstance(value, np.datetime64) else value
    try:
        text = json.dumps(_tagged(kept))
        back = _untagged(json.loads(text))
        is_kept = type(back) is type(kept) and bool(back == kept)
    except (KeyError, TypeError, ValueError):
        is_kept = False
    if not is_kept:
        raise ValueError(
            f"Categories must be texts, numbers, dates, bytes or tuples of these to be saved, got {value!r} of type "
            f"{type(value).__name__}: fit with texts instead, such as [str(value) for value in y]."
        )
    return text


def _value_of(text: str) -> Any:
    try:
        value = _untagged(json.loads(text))
        if value is not None and value == value and json.dumps(_tagged(value)) == text:
            return value
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError):
        pass
    raise ValueError(f"categories_ must hold categories as cecib writes them, got {text[:40]!r}")


def _tagged(value: Any) -> Any:
    if type(value) in _OF_JSON:
        return value
    name = type(value).__name__
    return {name: _NOTATIONS[name][0](value)}


def _untagged(stored: Any) -> Any:
    if not isinstance(stored, dict):
        return stored
    ((name, own),) = stored.items()
    return _NOTATIONS[name][1](own)
