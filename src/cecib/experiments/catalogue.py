"""The experiments of the paper and their claims, found in the modules of `cecib.experiments.paper`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from cecib.experiments import paper
from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.experiment import Experiment


def _found() -> list[Experiment]:
    modules = [import_module(f"{paper.__name__}.{module.name}") for module in iter_modules(paper.__path__)]
    return sorted((module.EXPERIMENT for module in modules), key=lambda experiment: experiment.order)


EXPERIMENTS: dict[str, Experiment] = {experiment.name: experiment for experiment in _found()}
"""By name, in the order of the paper."""

CLAIMS: tuple[Claim, ...] = tuple(claim for experiment in EXPERIMENTS.values() for claim in experiment.claims)
"""In the order of the paper."""
