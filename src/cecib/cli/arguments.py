"""Values of options: each says what it expects and what it got."""

from __future__ import annotations

from argparse import ArgumentTypeError
from math import isfinite
from typing import Literal


def beta(text: str) -> float | Literal["auto"]:
    """Read a finite number, 0 or more, or "auto"."""
    if text == "auto":
        return "auto"
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value) or value < 0:
        raise ArgumentTypeError(
            f"must be auto or a finite number, 0 or more, got {text!r}; 1 trusts the labels, 0 ignores them"
        )
    return value


def subspace(text: str) -> int | Literal["auto"] | None:
    """Read a number of directions, "auto", or "all" for None."""
    if text in ("auto", "all"):
        return "auto" if text == "auto" else None
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"must be auto, all, or an integer, 1 or more, got {text!r}")
    return int(text)


def count(text: str) -> int:
    """Read an integer, 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"must be an integer, 1 or more, got {text!r}")
    return int(text)


def size(text: str) -> float | int:
    """Read a share of the points below 1, or a number of points."""
    if text.isdecimal() and int(text) >= 1:
        return int(text)
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0 <= value < 1:
        raise ArgumentTypeError(f"must be a share of the points in [0, 1) or a count, 1 or more, got {text!r}")
    return value


def seed(text: str) -> int:
    """Read an integer that NumPy takes for a seed."""
    if not text.isdecimal() or int(text) >= 2**32:
        raise ArgumentTypeError(f"must be an integer from 0 to 2^32 - 1, got {text!r}")
    return int(text)


def jobs(text: str) -> int:
    """Read a number of threads, or −1 for all cores."""
    if text != "-1" and (not text.isdecimal() or int(text) < 1):
        raise ArgumentTypeError(f"must be an integer, 1 or more, or -1 for all cores, got {text!r}")
    return int(text)


def port(text: str) -> int:
    """Read the number of a port, 0 for any that is free."""
    if not text.isdecimal() or int(text) > 65_535:
        raise ArgumentTypeError(f"must be a number from 1 to 65535, or 0 for any that is free, got {text!r}")
    return int(text)
