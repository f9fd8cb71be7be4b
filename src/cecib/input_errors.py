"""Bad input: errors whose sentence names parameters, so that the command line can say the same in its own words."""

from __future__ import annotations

from typing import NamedTuple


class Named(NamedTuple):
    """A parameter in a sentence, alone or with a value."""

    name: str
    value: object = ...

    @property
    def is_alone(self) -> bool:
        """Whether the sentence says nothing of its value."""
        return self.value is ...

    def __str__(self) -> str:
        return self.name if self.is_alone else f"{self.name}={self.value!r}"


class InputError(ValueError):
    """Bad input, said in one sentence.

    Parameters
    ----------
    *parts : str or Named
        The sentence in pieces; parameters as `Named`.

    Examples
    --------
    >>> from cecib.input_errors import Named, InputError
    >>> str(InputError(Named("beta"), " must be a number, got 'x'."))
    "beta must be a number, got 'x'."
    >>> str(InputError("Column 'a' is constant: drop it, or use ", Named("criterion", "evidence"), "."))
    "Column 'a' is constant: drop it, or use criterion='evidence'."
    """

    def __init__(self, *parts: str | Named) -> None:
        super().__init__("".join(map(str, parts)))
        self.parts = parts
