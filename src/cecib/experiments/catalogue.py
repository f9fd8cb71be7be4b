"""The experiments of the paper and its claims, found in the modules of `cecib.experiments.paper` and `.claims`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from cecib.experiments import claims, paper
from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.sections import order_of


def _modules(package: ModuleType) -> list[ModuleType]:
    return [import_module(f"{package.__name__}.{module.name}") for module in iter_modules(package.__path__)]


def _experiments() -> list[Experiment]:
    return sorted(
        (module.EXPERIMENT for module in _modules(paper)), key=lambda experiment: order_of(experiment.section)
    )


def _claims() -> list[Claim]:
    found = [claim for module in _modules(claims) for claim in getattr(module, "CLAIMS", ())]
    return sorted(found, key=lambda claim: order_of(claim.section))


EXPERIMENTS: dict[str, Experiment] = {experiment.name: experiment for experiment in _experiments()}
"""By name, in the order of the paper."""

CLAIMS: tuple[Claim, ...] = tuple(_claims())
"""In the order of the paper, from the abstract on."""
