"""What a run consists of: how many draws, which sets and methods, how fine the grids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from cecib.experiments.machinery.job import Job, Value, Variant


@dataclass(frozen=True)
class Plan:
    """One run.

    Attributes
    ----------
    draws : int
        Experts per set.
    is_quick : bool
        Fewer sets and coarser grids.
    data : str or None
        Folder of the data.
    methods : frozenset of str
        Methods at hand.
    digests : mapping of str to str
        Data sets at hand, with the digests of their content.
    """

    draws: int = 10
    is_quick: bool = False
    data: str | None = None
    methods: frozenset[str] = frozenset()
    digests: Mapping[str, str] = field(default_factory=dict)

    def jobs(
        self,
        experiment: str,
        sets: Iterable[str],
        variants: Iterable[Variant],
        conditions: Iterable[Mapping[str, Value]],
        draws: int | None = None,
        seed_word: str = "",
    ) -> list[Job]:
        """All combinations of what is at hand, the first draw of everything first."""
        variants, conditions = list(variants), list(conditions)
        present = [name for name in sets if name in self.digests]
        return [
            Job(experiment, name, variant, draw, condition, self.digests[name], seed_word)
            for draw in range(self.draws if draws is None else draws)
            for name in present
            for condition in conditions
            for variant in variants
            if variant.method in self.methods and (variant.draws is None or draw < variant.draws)
        ]
