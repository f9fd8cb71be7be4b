"""Class names: each source spells them in its own way, we in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Spelling:
    """How a set spells its classes.

    Attributes
    ----------
    groups : tuple of tuples of str
        One group per class: our spelling first, then those of the sources; case and blanks do not count.
        Empty if all sources spell as we do.
    by_size : mapping of int to str
        Class by number of rows, for a source that only numbers its classes.

    Examples
    --------
    >>> from cecib.datasets.sources.spelling import Spelling
    >>> iris = Spelling((("setosa", "Iris-setosa"), ("virginica", "Iris-virginica")))
    >>> iris.ours(["Iris-setosa", "virginica"])
    ['setosa', 'virginica']
    """

    groups: tuple[tuple[str, ...], ...] = ()
    by_size: Mapping[int, str] = field(default_factory=dict)

    def ours(self, classes: Sequence[str]) -> list[str]:
        """Spell the classes as we do."""
        stripped = [text.strip().strip("'\"") for text in classes]
        if not self.groups:
            return stripped
        known = {_folded(spelling): group[0] for group in self.groups for spelling in group}
        if self.by_size and not any(_folded(text) in known for text in stripped):
            return self._named_by_size(stripped)
        unknown = sorted({text for text in stripped if _folded(text) not in known})
        if unknown:
            raise ValueError(f"the classes must be among {sorted(set(known.values()))}, got {unknown[:3]}.")
        return [known[_folded(text)] for text in stripped]

    def _named_by_size(self, codes: Sequence[str]) -> list[str]:
        _, positions, counts = np.unique(codes, return_inverse=True, return_counts=True)
        unexpected = [int(count) for count in counts if int(count) not in self.by_size]
        if unexpected:
            raise ValueError(f"the classes must have the sizes {sorted(self.by_size)}, got {unexpected[:3]}.")
        ours = [self.by_size[int(count)] for count in counts]
        return [ours[position] for position in positions.tolist()]


AS_WE_DO = Spelling()
"""The spelling of a set that all sources spell as we do."""


def _folded(text: str) -> str:
    return text.casefold().replace(" ", "_")
