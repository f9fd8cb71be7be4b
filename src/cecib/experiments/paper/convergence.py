"""Appendix C: how many passes each algorithm needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cecib.datasets import title_of
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.shelf import dataset
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.machinery.trial import Situation
from cecib.experiments.protocol.sets import uci_sets
from cecib.experiments.protocol.situations import all_class_situation
from cecib.experiments.protocol.variants import OURS
from cecib.experiments.report.appearance import style_of
from cecib.side_information import UNLABELLED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "convergence"
COLUMNS = ("Hartigan CEC", "EM", "Hartigan k-means", "Lloyd k-means")
LABELLED = 0.3
"""Share of labelled points for CEC-IB, whose iterations the paper's remark compares with those of CEC."""

WONG = Variant("Hartigan–Wong", "Hartigan k-means", {"algorithm": "hartigan-wong"})
ITERATIONS: dict[str, dict[str, float]] = {
    "ecoli": {"Hartigan CEC": 6.4, "EM": 18.6, "Hartigan k-means": 3.2, "Lloyd k-means": 10.4},
    "glass": {"Hartigan CEC": 5.5, "EM": 15.7, "Hartigan k-means": 3.3, "Lloyd k-means": 9.7},
    "iris": {"Hartigan CEC": 5.1, "EM": 19.1, "Hartigan k-means": 2.3, "Lloyd k-means": 7.0},
    "segmentation": {"Hartigan CEC": 4.4, "EM": 16.7, "Hartigan k-means": 3.3, "Lloyd k-means": 9.3},
    "user_modeling": {"Hartigan CEC": 8.5, "EM": 48.2, "Hartigan k-means": 3.9, "Lloyd k-means": 10.9},
    "vertebral": {"Hartigan CEC": 7.6, "EM": 17.8, "Hartigan k-means": 2.3, "Lloyd k-means": 9.0},
    "wine": {"Hartigan CEC": 7.6, "EM": 13.6, "Hartigan k-means": 2.3, "Lloyd k-means": 8.6},
}
"""The paper's table of appendix C: mean number of iterations to convergence."""


def jobs(plan: Plan) -> list[Job]:
    """Each algorithm once per draw, from the true number of clusters, without labels; CEC-IB and cecib with some."""
    listed: list[Job] = []
    for name in uci_sets(plan):
        if name not in plan.digests:
            continue
        n_classes = dataset(name, plan.data).n_classes
        cec = Variant("Hartigan CEC", "CEC-IB", {"beta": 0.0, "n_start": n_classes, "n_init": 1})
        others = [Variant(label, label) for label in COLUMNS[1:]]
        listed += plan.jobs(NAME, (name,), (cec, *others, WONG), [{}])
        with_labels = Variant("CEC-IB₁", "CEC-IB", {"beta": 1.0, "n_start": n_classes, "n_init": 1})
        listed += plan.jobs(NAME, (name,), (with_labels, OURS), [{"fraction": LABELLED}])
    return sorted(listed, key=lambda job: job.draw)


def situation(job: Job, data: str | None) -> Situation:
    """No labels, or the share of them that the job asks for."""
    if job.conditions.get("fraction"):
        return all_class_situation(job, data)
    found = dataset(job.dataset, data)
    y = np.full(len(found.X), UNLABELLED, dtype=np.int64)
    return Situation(found.X, y, found.classes, found.n_classes)


def tables(results: Results, data: str | None) -> list[Table]:
    """Return the paper's table beside ours."""
    header = ["data set", *(f"{label}, {who}" for label in COLUMNS for who in ("paper", "ours")), WONG.label]
    rows: list[list[Cell]] = []
    for name in results.distinct("dataset"):
        row: list[Cell] = [title_of(name)]
        for label in COLUMNS:
            row += [ITERATIONS[name][label], results.where(dataset=name, variant=label).mean("n_iter")]
        rows.append([*row, results.where(dataset=name, variant=WONG.label).mean("n_iter")])
    note = (
        "A pass of Hartigan's algorithms visits every point once; the last, in which nothing moves, counts. "
        "The paper's Hartigan k-means column agrees better with the algorithm of Hartigan and Wong as in R's "
        "kmeans (last column), where one iteration holds many short passes. The paper does not say when EM stopped."
    )
    title = "Mean number of iterations to convergence (table of appendix C)"
    return [Table("iterations", title, header, rows, note, digits=1), labelled_iterations(results)]


def labelled_iterations(results: Results) -> Table:
    """Return the iterations with labels beside those without: a row per method, a column per set."""
    names = results.distinct("dataset")
    rows: list[list[Cell]] = [
        [label, *(results.where(dataset=name, variant=variant).mean("n_iter") for name in names)]
        for label, variant in (
            ("CEC, no labels", "Hartigan CEC"),
            (f"CEC-IB₁, {LABELLED:.0%} labelled", "CEC-IB₁"),
            (f"cecib, {LABELLED:.0%} labelled", "cecib"),
        )
    ]
    note = (
        "CEC and CEC-IB: one descent from the true number of clusters. cecib, which finds the number, counts all "
        "passes of the search that won, those between merges and splits included."
    )
    title = "Mean number of iterations with labels (remark of appendix C)"
    return Table("iterations-labelled", title, ["method", *map(title_of, names)], rows, note, digits=1)


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """Ours against the paper's, a point per set and algorithm."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.0, 4.2), layout="constrained")
    place = figure.subplots()
    for position, label in enumerate(COLUMNS):
        names = [
            name for name in results.distinct("dataset") if results.where(variant=label, dataset=name).values("n_iter")
        ]
        x = [ITERATIONS[name][label] for name in names]
        y = [results.where(dataset=name, variant=label).mean("n_iter") for name in names]
        style = style_of("", position) | {"linestyle": "none"}
        place.plot(x, y, label=label, **style)
    place.axline((1, 1), slope=1, color="#999999", linewidth=0.7)
    place.set_xscale("log")
    place.set_yscale("log")
    place.set_xlabel("iterations in the paper")
    place.set_ylabel("iterations here")
    place.legend(fontsize=9)
    return {NAME: figure}


EXPERIMENT = Experiment(
    name=NAME,
    section="C",
    title="Convergence speed",
    summary="One start each, true number of clusters, no labels; iterations averaged over the draws. CEC-IB and cecib "
    "also with 30 % labels.",
    sets=uci_sets,
    jobs=jobs,
    situation=situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "Table 3 of the paper as a figure: iterations there and here, a point per set and algorithm.",
    },
)
