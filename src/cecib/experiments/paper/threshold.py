"""Section 4: the β at which a halved Gaussian falls into its halves, 0.269, measured."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Curve, Results
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.machinery.trial import Situation
from cecib.experiments.protocol.variants import BETA_0, OURS
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "threshold"
TOY = "halved Gaussian"
N_POINTS = 4000
BETAS = tuple(round(0.1 + 0.01 * i, 2) for i in range(36))
QUICK_BETAS = tuple(round(0.1 + 0.05 * i, 2) for i in range(8))
LEAST_GAIN = 1e-9
THRESHOLD = 0.269
"""As printed in the paper: β₀ of a halved one-dimensional Gaussian."""


def jobs(plan: Plan) -> list[Job]:
    """For each β, the best partition that starts from one cluster and from two; once per draw the default."""
    listed: list[Job] = []
    toy_plan = replace(plan, digests={TOY: "synthetic"})
    for beta in QUICK_BETAS if plan.is_quick else BETAS:
        for n_start in (1, 2):
            variant = Variant(f"from {n_start}", "CEC-IB", {"beta": beta, "n_start": n_start})
            listed += toy_plan.jobs(NAME, (TOY,), (variant,), [{"beta": beta, "n_start": n_start}])
    listed += toy_plan.jobs(NAME, (TOY,), (OURS,), [{}])
    return sorted(listed, key=lambda job: job.draw)


def situation(job: Job, data: str | None) -> Situation:
    """Return a Gaussian sample on the line, all points labelled by the side of the mean they are on."""
    rng = np.random.default_rng(job.seed_of("points"))
    values = rng.normal(size=N_POINTS)
    side = (values >= np.median(values)).astype(np.int64)
    return Situation(values[:, None], side, side, 2)


def measured_thresholds(results: Results) -> list[float]:
    """Return for each draw the smallest β at which two clusters are cheaper than one, interpolated."""
    found = []
    for draw in results.distinct("draw"):
        of_draw = results.where(draw=draw)
        gains = gain_curve(of_draw)
        crossing = _crossing(gains.x, gains.y)
        if not math.isnan(crossing):
            found.append(crossing)
    return found


def gain_curve(results: Results) -> Curve:
    """By how much two clusters are cheaper than one, for each β."""
    betas = sorted(results.distinct("beta"))
    samples = {n: [results.where(beta=beta, n_start=n).sample("cost") for beta in betas] for n in (1, 2)}
    gains = [(one - two).estimate() for one, two in zip(samples[1], samples[2], strict=True)]
    return Curve(betas, [gain.mean for gain in gains], [gain.error for gain in gains])


def tables(results: Results, data: str | None) -> list[Table]:
    """Return the threshold of each draw."""
    found = measured_thresholds(results)
    mean = math.fsum(found) / len(found) if found else math.nan
    rows: list[list[Cell]] = [[f"draw {i}", value] for i, value in enumerate(found)]
    rows += [["mean", mean], ["paper", THRESHOLD], ["theory, 1 + ln √(1 − 2/π) / ln 2", BETA_0]]
    made = [Table(NAME, "Smallest β at which the two halves are cheaper than one cluster", ["", "β₀"], rows)]
    ours = results.where(variant=OURS.label)
    if len(ours):
        found_by_default: list[list[Cell]] = [[OURS.label, ours.mean("nmi"), ours.mean("n_clusters")]]
        title = "The default on the same samples, β chosen by hidden labels"
        made.append(Table(f"{NAME}-default", title, ["method", "NMI with the halves", "clusters"], found_by_default))
    return made


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """Gain of two clusters over one, along β."""
    shown = {"Halved Gaussian": {"gain": gain_curve(results)}}
    return {
        NAME: curve_grid(
            shown, x_label="β", y_label="cost saved by two clusters", is_percent=False, marked={"β₀": BETA_0}
        )
    }


def _crossing(betas: list[float], gains: list[float]) -> float:
    """First place where the gain turns positive.

    The gain of the halves is a line in β. It is followed down from above where two start clusters ended
    as one below, so that there is nothing to interpolate with.
    """
    for i, gain in enumerate(gains):
        if gain > LEAST_GAIN:
            if i == 0:
                return betas[0]
            if gains[i - 1] < -LEAST_GAIN:
                slope = (gain - gains[i - 1]) / (betas[i] - betas[i - 1])
            elif i + 1 < len(gains) and gains[i + 1] > gain:
                slope = (gains[i + 1] - gain) / (betas[i + 1] - betas[i])
            else:
                return betas[i]
            return max(betas[i - 1], betas[i] - gain / slope)
    return math.nan


EXPERIMENT = Experiment(
    name=NAME,
    section="4",
    title="The threshold of a halved Gaussian",
    summary=f"{N_POINTS} points of a one-dimensional Gaussian, labelled by the side of the median they are "
    "on. CEC-IB is run from one cluster and from two for a sweep of β; below the threshold one cluster is "
    "cheaper, above it the two halves are.",
    sets=lambda plan: (),
    jobs=jobs,
    situation=situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "Example 4.1 of the paper, which has no figure of it: what two clusters save in a halved Gaussian. The "
        "dotted line is β₀ of theory.",
    },
)
