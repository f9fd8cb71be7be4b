"""One fit to be done, and its identity."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from cecib.experiments.machinery.seeds import seed_for

Value = float | int | str | None


@dataclass(frozen=True)
class Variant:
    """A method with its options, under the name it has in figures and tables.

    Attributes
    ----------
    label : str
        Name shown, e.g. ``"CEC-IB₁"``.
    method : str
        Name in the registry of methods.
    options : mapping
        What the method is called with besides data, labels, number of classes and seed.
    draws : int, optional
        How many draws it gets at most; all of the run by default.
    """

    label: str
    method: str
    options: Mapping[str, Value] = field(default_factory=dict)
    draws: int | None = None


@dataclass(frozen=True)
class Job:
    """One fit of one method on one draw.

    Attributes
    ----------
    experiment, dataset : str
        Names.
    variant : Variant
        Method and options.
    draw : int
        Which expert.
    conditions : mapping
        What differs within the experiment: fraction, noise and so on.
    data : str
        Digest of the data, so that results of other data are not taken for results of these.
    seed_word : str
        Word that the seeds are made from, if it is not the name of the experiment: an experiment that
        is renamed keeps its draws.
    """

    experiment: str
    dataset: str
    variant: Variant
    draw: int
    conditions: Mapping[str, Value] = field(default_factory=dict)
    data: str = ""
    seed_word: str = ""

    @property
    def seed(self) -> int:
        """Seed of the method: the same for all conditions of a draw."""
        return self.seed_of("method")

    @property
    def key(self) -> str:
        """Identity of the result: what was run on what, and with which version."""
        identity = {**self.as_record(), "data": self.data, "version": _version()}
        del identity["variant"]
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:24]

    def seed_of(self, what: str) -> int:
        """Seed of something that is drawn, e.g. ``"expert"``: the same for all methods and conditions of a draw."""
        return seed_for(self.seed_word or self.experiment, self.dataset, self.draw, what)

    def as_record(self) -> dict[str, Any]:
        """All that names the job, flat."""
        return {
            "experiment": self.experiment,
            "dataset": self.dataset,
            "variant": self.variant.label,
            "method": self.variant.method,
            "options": json.dumps(dict(self.variant.options), sort_keys=True),
            "draw": self.draw,
            "seed": self.seed,
            **self.conditions,
        }


@lru_cache(maxsize=1)
def _version() -> str:
    return version("cecib")
