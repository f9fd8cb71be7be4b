"""What a run consists of: how many draws, which sets and methods, how fine the grids."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from cecib.experiments.job import Job, Value, Variant

BETA_0 = 1 + math.log(math.sqrt(1 - 2 / math.pi)) / math.log(2)
"""The paper's threshold for a halved Gaussian, 0.269."""

UCI_SETS = ("ecoli", "glass", "segmentation", "user_modeling", "vertebral", "wine", "iris")
QUICK_SETS = ("wine", "iris", "user_modeling")
TITLES = {
    "ecoli": "Ecoli",
    "glass": "Glass",
    "segmentation": "Segmentation",
    "user_modeling": "User Modeling",
    "vertebral": "Vertebral",
    "wine": "Wine",
    "iris": "Iris",
    "chem": "Chemistry",
    "image": "Image",
}

PAPER_1 = Variant("CEC-IB₁", "CEC-IB", {"beta": 1.0})
PAPER_0 = Variant("CEC-IB₀", "CEC-IB", {"beta": BETA_0})
OURS_1 = Variant("cecib₁", "cecib", {"beta": 1.0})
OURS_0 = Variant("cecib₀", "cecib", {"beta": BETA_0})
MIXMOD = Variant("mixmod", "mixmod")
RIVALS = (
    Variant("c-GMM", "c-GMM"),
    Variant("k-means", "k-means"),
    Variant("fc-means", "fc-means"),
    Variant("spec", "spec"),
)


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

    @property
    def uci_sets(self) -> tuple[str, ...]:
        """The sets of the paper's Table 1, or the small ones of a quick run."""
        return QUICK_SETS if self.is_quick else UCI_SETS

    def jobs(
        self,
        experiment: str,
        sets: Iterable[str],
        variants: Iterable[Variant],
        conditions: Iterable[Mapping[str, Value]],
        draws: int | None = None,
    ) -> list[Job]:
        """All combinations of what is at hand, the first draw of everything first."""
        variants, conditions = list(variants), list(conditions)
        present = [name for name in sets if name in self.digests]
        return [
            Job(experiment, name, variant, draw, condition, self.digests[name])
            for draw in range(self.draws if draws is None else draws)
            for name in present
            for condition in conditions
            for variant in variants
            if variant.method in self.methods
        ]
