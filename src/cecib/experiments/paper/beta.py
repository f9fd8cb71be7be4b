"""Section 5.5: the influence of β, against the number of labels and against noise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cecib.datasets import title_of
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Curve, Results
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.protocol.sets import UCI_SETS, uci_sets
from cecib.experiments.protocol.situations import all_class_situation
from cecib.experiments.protocol.variants import BETA_0, OURS, SIDE_DRAWS
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "beta"
SEED_WORD = "weight"
"""The name under which the labels were drawn first: they stay the same."""

CONDITIONS = ((0.1, 0.0), (0.2, 0.0), (0.3, 0.0), (0.3, 0.1), (0.3, 0.3), (0.3, 0.5))
BETAS = tuple(sorted({*(i / 10 for i in range(11)), BETA_0}))
COARSE_BETAS = (0.0, BETA_0, 0.5, 1.0)
"""For quick runs, and for our criterion."""


def jobs(plan: Plan) -> list[Job]:
    """Return both criteria for each β, share of labels and of wrong labels, and ours with the β it chooses itself."""
    betas = COARSE_BETAS if plan.is_quick else BETAS
    listed: list[Job] = []
    for beta in betas:
        listed += plan.jobs(
            NAME,
            uci_sets(plan),
            _variants(beta),
            [{"fraction": fraction, "noise": noise, "beta": beta} for fraction, noise in CONDITIONS],
            seed_word=SEED_WORD,
        )
    listed += plan.jobs(
        NAME,
        uci_sets(plan),
        (replace(OURS, draws=SIDE_DRAWS),),
        [{"fraction": fraction, "noise": noise, "beta": None} for fraction, noise in CONDITIONS],
        seed_word=SEED_WORD,
    )
    return sorted(listed, key=lambda job: job.draw)


def _variants(beta: float) -> list[Variant]:
    paper = Variant("CEC-IB", "CEC-IB", {"beta": beta})
    return [paper, Variant("cecib", "cecib", {"beta": beta}, SIDE_DRAWS)] if beta in COARSE_BETAS else [paper]


def label_curves(results: Results) -> dict[str, Curve]:
    """NMI over β, a curve for each share of correct labels."""
    return {
        f"{fraction:.0%} labelled": results.where(fraction=fraction, noise=0.0).curve("nmi", "beta")
        for fraction, noise in CONDITIONS
        if noise == 0.0
    }


def noise_curves(results: Results) -> dict[str, Curve]:
    """NMI over β, a curve for each share of wrong labels among 30 % labels."""
    return {
        f"{noise:.0%} wrong": results.where(fraction=0.3, noise=noise).curve("nmi", "beta")
        for fraction, noise in CONDITIONS
        if fraction == 0.3
    }


def tables(results: Results, data: str | None) -> list[Table]:
    """Averages over sets, for both criteria."""
    made = []
    for method in results.distinct("method"):
        of_method = results.where(method=method)
        curves = label_curves(of_method) | noise_curves(of_method)
        betas = sorted(of_method.distinct("beta"))
        rows: list[list[Cell]] = [
            [f"{beta:.3g}", *(curve[1][i] for curve in curves.values())] for i, beta in enumerate(betas)
        ]
        by_itself = of_method.where(beta=None)
        if len(by_itself):
            rows.append(["chosen by hidden labels", *_in_the_order_of(curves, by_itself)])
        made.append(
            Table(
                f"beta-{method}",
                f"NMI by β, average over sets, {method}",
                ["β", *curves],
                rows,
                "Wrong labels: among 30 % labelled.",
            )
        )
    return made


def _in_the_order_of(curves: dict[str, Curve], runs: Results) -> list[float]:
    """Return the averages of runs without a β in the columns of the table."""
    clean = {
        f"{f:.0%} labelled": runs.where(fraction=f, noise=0.0).average("nmi") for f, noise in CONDITIONS if not noise
    }
    noisy = {f"{noise:.0%} wrong": runs.where(fraction=0.3, noise=noise).average("nmi") for _, noise in CONDITIONS}
    return [(clean | noisy)[name] for name in curves]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """Return two figures per criterion: against labels and against noise."""
    drawn: dict[str, Figure] = {}
    for method in results.distinct("method"):
        of_method = results.where(method=method)
        names = [name for name in UCI_SETS if name in of_method.distinct("dataset")]
        for suffix, curves in (("labels", label_curves), ("noise", noise_curves)):
            shown = {title_of(name): curves(of_method.where(dataset=name)) for name in names}
            shown["Average of sets"] = curves(of_method)
            drawn[f"beta-{suffix}-{method}"] = curve_grid(shown, x_label="β", is_percent=False, marked={"β₀": BETA_0})
    return drawn


EXPERIMENT = Experiment(
    name=NAME,
    section="5.5",
    title="Influence of β",
    summary="CEC-IB with the paper's criterion and with ours, for β from 0 (labels ignored) to 1, with 10 to "
    "30 % correct labels, and with 30 % labels of which 0 to 50 % are wrong. The dotted line is β₀ = 0.269.",
    sets=uci_sets,
    jobs=jobs,
    situation=all_class_situation,
    tables=tables,
    figures=figures,
    captions={
        "beta-labels-CEC-IB": "Figure 6 of the paper: NMI by β and share of labels, CEC-IB.",
        "beta-noise-CEC-IB": "Figure 7 of the paper: NMI by β and share of wrong labels, CEC-IB.",
        "beta-labels-cecib": "As Figure 6 of the paper, with our criterion.",
        "beta-noise-cecib": "As Figure 7 of the paper, with our criterion.",
    },
)
