"""Checks of constructor parameters, each with an error that says name, expected, got."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np


def require_integer(name: str, value: Any, minimum: int) -> int:
    """Return `value` as an int, or say that it is none of at least `minimum`."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral) or value < minimum:
        raise ValueError(f"{name} must be an integer of at least {minimum}, got {value!r}.")
    return int(value)


def require_number(name: str, value: Any, minimum: float, maximum: float = np.inf, *, is_open: bool = False) -> float:
    """Return `value` as a finite float in [minimum, maximum], or in (minimum, maximum] if `is_open`."""
    is_number = isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
    if is_number and np.isfinite(value) and minimum <= value <= maximum and not (is_open and value == minimum):
        return float(value)
    bounds = f"above {minimum:g}" if is_open else f"of at least {minimum:g}"
    if np.isfinite(maximum):
        bounds += f" and at most {maximum:g}"
    raise ValueError(f"{name} must be a finite number {bounds}, got {value!r}.")


def require_choice(name: str, value: Any, choices: Sequence[str]) -> str:
    """Return `value` if it is one of `choices`."""
    if isinstance(value, str) and value in choices:
        return value
    raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {value!r}.")
