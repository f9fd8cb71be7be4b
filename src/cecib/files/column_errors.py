"""Columns that hold what is no number: each is refused in a sentence, several of them together in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from cecib.in_words import listed
from cecib.input_errors import InputError, Named


class ColumnError(InputError):
    """A column that will not do, in a sentence of its own; also its name, and what it holds, for a sentence of several.

    Parameters
    ----------
    *parts : str or Named
        The sentence.
    name : str
        The column.
    holds : str
        What it holds, and where.
    further : tuple of str or Named
        Another remedy, which will do for other columns too.
    """

    def __init__(self, *parts: str | Named, name: str, holds: str, further: tuple[str | Named, ...] = ()) -> None:
        super().__init__(*parts)
        self.name, self.holds, self.further = name, holds, further

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.parts, self.name, self.holds, self.further)

    @property
    def faults(self) -> tuple[ColumnError, ...]:
        """The columns that will not do: this one."""
        return (self,)


class SeveralColumnsError(InputError):
    """Several columns that will not do, in one sentence.

    Parameters
    ----------
    faults : tuple of ColumnError
        Each by itself.
    """

    def __init__(self, faults: tuple[ColumnError, ...]) -> None:
        super().__init__(*_together(faults))
        self.faults = faults

    def __reduce__(self) -> tuple[Any, ...]:
        return SeveralColumnsError, (self.faults,)


def error_of(faults: Sequence[ColumnError]) -> ColumnError | SeveralColumnsError:
    """Give the error of one column, or that of several."""
    return faults[0] if len(faults) == 1 else SeveralColumnsError(tuple(faults))


def _again(parts: tuple[str | Named, ...], name: str, holds: str, further: tuple[str | Named, ...]) -> ColumnError:
    return ColumnError(*parts, name=name, holds=holds, further=further)


@contextmanager
def all_faults() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Give what columns are looked at in; those that will not do are refused together when the block ends.

    Examples
    --------
    >>> from cecib.files.column_errors import ColumnError, all_faults
    >>> with all_faults() as looking_at:
    ...     for name in ("wing", "mass"):
    ...         with looking_at():
    ...             raise ColumnError(f"Column {name!r} is bad.", name=name, holds="infinity in row 3")
    Traceback (most recent call last):
    ...
    cecib.files.column_errors.SeveralColumnsError: 2 columns hold what is no finite number, 'wing' (infinity in row 3)
    and 'mass' (infinity in row 3): fill or correct such cells, or leave the columns out with exclude='wing,mass'.
    """
    found: list[ColumnError] = []

    @contextmanager
    def looking_at() -> Iterator[None]:
        try:
            yield
        except ColumnError as error:
            found.append(error)

    yield looking_at
    if found:
        raise error_of(found)


def _together(found: Sequence[ColumnError]) -> tuple[str | Named, ...]:
    told = listed([f"{error.name!r} ({error.holds})" for error in found])
    names = [error.name for error in found]
    can_be_named = not any("," in name or ":" in name for name in names)
    return (
        f"{len(found)} columns hold what is no finite number, {told}: fill or correct such cells, or leave the columns "
        "out with ",
        Named("exclude", ",".join(names)) if can_be_named else Named("exclude"),
        *next((error.further for error in found if error.further), ()),
        ".",
    )
