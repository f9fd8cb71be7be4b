"""Section 4, Example 4.1 continued: the experts do not agree near the boundary, and β₀ rises."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Curve, Results
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.machinery.trial import Situation
from cecib.experiments.protocol.variants import OURS
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "uncertain-boundary"
TOY = "uncertain boundary"
WIDTHS = (0.0, 0.25, 0.5, 1.0)
SIZES = (100, 400, 4000)
LARGE = 4000
SLIGHTLY_ABOVE = 0.3
BETAS = (SLIGHTLY_ABOVE, 0.5, 1.0)
BY_ENTROPY = Variant("β₀, entropy", "crossing", {"criterion": "entropy"})
BY_DEFAULT = Variant("β₀, evidence", "crossing", {"criterion": "evidence"})
FITTED = (*(Variant(f"CEC-IB, β = {beta:g}", "CEC-IB", {"beta": beta, "n_start": 2}) for beta in BETAS), OURS)


def jobs(plan: Plan) -> list[Job]:
    """Crossings for each width and sample size, and fits at some β for each width."""
    toy_plan = replace(plan, digests={TOY: "synthetic"})
    sizes = (LARGE,) if plan.is_quick else SIZES
    large = sizes[-1]
    places = [{"width": width, "n_points": n} for width in WIDTHS for n in sizes]
    listed = toy_plan.jobs(NAME, (TOY,), (BY_ENTROPY, BY_DEFAULT), places)
    listed += toy_plan.jobs(NAME, (TOY,), FITTED, [{"width": width, "n_points": large} for width in WIDTHS])
    return sorted(listed, key=lambda job: job.draw)


def situation(job: Job, data: str | None) -> Situation:
    """Return a Gaussian sample, labelled by its side of the median, by lot within `width` of it."""
    n, width = int(job.conditions["n_points"] or 0), float(job.conditions["width"] or 0.0)
    rng = np.random.default_rng(job.seed_of("points"))
    values = rng.normal(size=n)
    away = values - np.median(values)
    side = (away >= 0).astype(np.int64)
    y = np.where(np.abs(away) < width, rng.integers(2, size=n), side)
    return Situation(values[:, None], y, side, 2)


def threshold_at(width: float) -> float:
    """β₀ of Theorem 4.2 for large samples: each part has variance 1 − 4φ(c)².

    Examples
    --------
    >>> from cecib.experiments.paper.uncertain_boundary import threshold_at
    >>> [round(threshold_at(c), 3) for c in (0, 0.25, 0.5, 1)]
    [0.27, 0.343, 0.506, 0.808]
    """
    variance = 1 - 4 * math.exp(-(width**2)) / (2 * math.pi)
    return 1 + 0.5 * math.log(variance) / math.log(2)


def tables(results: Results, data: str | None) -> list[Table]:
    """Return β₀ by theory and as measured, and what fits find."""
    widths = sorted(results.distinct("width"))
    rows: list[list[Cell]] = [["theory, entropy, large samples", "–", "–", *(threshold_at(width) for width in widths)]]
    for variant in (BY_ENTROPY, BY_DEFAULT):
        for n in sorted(results.distinct("n_points")):
            found = [results.where(variant=variant.label, n_points=n, width=width).values("cost") for width in widths]
            rows.append([variant.label, str(n), "mean", *(_mean(values) for values in found)])
            rows.append([variant.label, str(n), "s.d.", *(_deviation(values) for values in found)])
    crossings = Table(
        f"{NAME}-crossings",
        "β from which on two clusters, one for each label, cost less than one",
        ["", "points", "over draws", *(f"±{width:g}" for width in widths)],
        rows,
        "Labels by lot within that distance of the median. Theorem 4.2 speaks of the entropy criterion; under the "
        "default one label weighs one label and a cluster pays for its parameters, by a prior learned from the sample.",
    )
    fits: list[list[Cell]] = [
        [
            variant.label,
            *(results.where(variant=variant.label, width=width).mean("nmi") for width in widths),
            *(results.where(variant=variant.label, width=width).mean("n_clusters") for width in widths),
        ]
        for variant in FITTED
    ]
    header = ["method", *(f"NMI, ±{w:g}" for w in widths), *(f"clusters, ±{w:g}" for w in widths)]
    return [crossings, Table(f"{NAME}-fits", "NMI with the sides of the median, and clusters", header, fits, digits=2)]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """β₀ along the width, by theory and as measured."""
    widths = sorted(results.distinct("width"))
    curves = {"theory": Curve(widths, [threshold_at(width) for width in widths], [0.0] * len(widths))}
    for variant in (BY_ENTROPY, BY_DEFAULT):
        for n in sorted(results.distinct("n_points")):
            own = results.where(variant=variant.label, n_points=n)
            curves[f"{variant.label}, n = {n}"] = own.curve("cost", "width")
    return {NAME: curve_grid({"Threshold": curves}, x_label="half width c", y_label="β₀", is_percent=False)}


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return math.fsum(known) / len(known) if known else math.nan


def _deviation(values: Iterable[float]) -> float:
    known = list(values)
    return float(np.std(known, ddof=1)) if len(known) > 1 else math.nan


EXPERIMENT = Experiment(
    name=NAME,
    section="4",
    title="An uncertain boundary",
    summary="A one-dimensional Gaussian, labelled by the side of the median; within c of it by lot. From which β on "
    "do two clusters cost less than one, under the paper's criterion and under the default, and what do fits find?",
    sets=lambda plan: (),
    jobs=jobs,
    situation=situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "Example 4.1 of the paper, which has no figure of it: β₀ where labels near the boundary are by lot.",
    },
)
