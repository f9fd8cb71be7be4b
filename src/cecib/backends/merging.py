"""What is known of blocks adds up along a tree, the same one wherever the blocks are, so that rounding is the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add
from typing import Any, Generic, TypeVar

Known = TypeVar("Known")
FAN_IN = 8


def merged(items: Iterable[Known | None]) -> Known | None:
    """Add up what is there, from the first to the last; None if there is nothing.

    Examples
    --------
    >>> from cecib.backends.merging import merged
    >>> merged([None, "a", "b", None, "c"])
    'abc'
    """
    there: list[Any] = [item for item in items if item is not None]
    return reduce(add, there) if there else None


def groups(items: Sequence[Known]) -> list[Sequence[Known]]:
    """Give the groups whose items are added up first.

    Examples
    --------
    >>> from cecib.backends.merging import groups
    >>> groups("abcdefghijk")
    ['abcdefgh', 'ijk']
    """
    return [items[first : first + FAN_IN] for first in range(0, len(items), FAN_IN)]


class Merging(Generic[Known]):
    """Adds up items as they come, eight of them, then eight of these, and so on; it holds one sum for each floor.

    Examples
    --------
    Sums of eights come to one sum, as if each floor were added up in `groups`:

    >>> from cecib.backends.merging import Merging
    >>> merging = Merging()
    >>> for letter in "abcdefghijk":
    ...     merging.take(letter)
    >>> merging.result()
    'abcdefghijk'
    """

    def __init__(self) -> None:
        self._sums: list[Known | None] = []
        self._counts: list[int] = []

    def take(self, item: Known | None, floor: int = 0) -> None:
        """Take the next item; None counts as one, and adds nothing."""
        if floor == len(self._sums):
            self._sums.append(None)
            self._counts.append(0)
        self._sums[floor] = merged([self._sums[floor], item])
        self._counts[floor] += 1
        if self._counts[floor] == FAN_IN:
            whole, self._sums[floor], self._counts[floor] = self._sums[floor], None, 0
            self.take(whole, floor + 1)

    def result(self) -> Known | None:
        """Add up what the floors hold, the lowest into the next; None if nothing has come."""
        total: Known | None = None
        for own in self._sums:
            total = merged([own, total])
        return total
