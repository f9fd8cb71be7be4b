"""What a parameter of a rival may be. Each rival lists the rules of its parameters, `Rival.fit` checks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from cecib.validation import check_count


class ParameterRule(Protocol):
    """What one parameter may be."""

    def check(self, name: str, value: Any) -> None:
        """Refuse a value, with an error that says name, expected, got."""


Rules = Mapping[str, ParameterRule]


@dataclass(frozen=True)
class Count:
    """An integer, 1 or more."""

    def check(self, name: str, value: Any) -> None:
        """Refuse what is no count."""
        check_count(name, value)


@dataclass(frozen=True)
class Number:
    """A finite number, 0 or more, or above 0, and at most `maximum`; or None, if that has a meaning.

    Examples
    --------
    >>> from cecib.rivals.parameter_rules import Number
    >>> Number(is_positive=True, maximum=1).check("eta", 0)
    Traceback (most recent call last):
    ...
    ValueError: eta must be a finite number above 0 and at most 1, got 0.
    """

    is_positive: bool = False
    maximum: float = np.inf
    is_optional: bool = False

    def check(self, name: str, value: Any) -> None:
        """Refuse what is no number in the range."""
        if not (self._takes(value) or (self.is_optional and value is None)):
            raise ValueError(f"{name} must be {self._wording()}, got {value!r}.")

    def _takes(self, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
            return False
        is_low = value <= 0 if self.is_positive else value < 0
        return bool(np.isfinite(value)) and not is_low and bool(value <= self.maximum)

    def _wording(self) -> str:
        words = "None or a finite number" if self.is_optional else "a finite number"
        words += " above 0" if self.is_positive else ", 0 or more"
        return f"{words} and at most {self.maximum:g}" if np.isfinite(self.maximum) else words


class Choice:
    """One of several words.

    Examples
    --------
    >>> from cecib.rivals.parameter_rules import Choice
    >>> Choice("b", "fcm", "a").check("prototype_weights", "c")
    Traceback (most recent call last):
    ...
    ValueError: prototype_weights must be 'b', 'fcm' or 'a', got 'c'.
    """

    def __init__(self, *words: str) -> None:
        self.words = words

    def check(self, name: str, value: Any) -> None:
        """Refuse any other word."""
        if not isinstance(value, str) or value not in self.words:
            *others, last = map(repr, self.words)
            raise ValueError(f"{name} must be {', '.join(others)} or {last}, got {value!r}.")
