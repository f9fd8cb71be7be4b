"""Appendix C: how many passes each algorithm needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cecib.experiments.appearance import style_of
from cecib.experiments.experiment import Experiment
from cecib.experiments.job import Job, Variant
from cecib.experiments.plan import TITLES, Plan
from cecib.experiments.printed import ITERATIONS
from cecib.experiments.results import Results
from cecib.experiments.shelf import dataset
from cecib.experiments.table import Cell, Table
from cecib.experiments.trial import Situation
from cecib.side_information import UNLABELLED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "convergence"
COLUMNS = ("Hartigan CEC", "EM", "Hartigan k-means", "Lloyd k-means")
WONG = Variant("Hartigan–Wong", "Hartigan k-means", {"algorithm": "hartigan-wong"})


def jobs(plan: Plan) -> list[Job]:
    """Each algorithm once per draw, from the true number of clusters, without labels."""
    listed: list[Job] = []
    for name in plan.uci_sets:
        if name not in plan.digests:
            continue
        n_classes = dataset(name, plan.data).n_classes
        cec = Variant("Hartigan CEC", "CEC-IB", {"beta": 0.0, "n_start": n_classes, "n_init": 1})
        others = [Variant(label, label) for label in COLUMNS[1:]]
        listed += plan.jobs(NAME, (name,), (cec, *others, WONG), [{}])
    return sorted(listed, key=lambda job: job.draw)


def situation(job: Job, data: str | None) -> Situation:
    """No labels."""
    found = dataset(job.dataset, data)
    y = np.full(len(found.X), UNLABELLED, dtype=np.int64)
    return Situation(found.X, y, found.classes, found.n_classes)


def tables(results: Results, data: str | None) -> list[Table]:
    """Return the paper's table beside ours."""
    header = ["data set", *(f"{label}, {who}" for label in COLUMNS for who in ("paper", "ours")), WONG.label]
    rows: list[list[Cell]] = []
    for name in results.distinct("dataset"):
        row: list[Cell] = [TITLES[name]]
        for label in COLUMNS:
            row += [ITERATIONS[name][label], results.where(dataset=name, variant=label).mean("n_iter")]
        rows.append([*row, results.where(dataset=name, variant=WONG.label).mean("n_iter")])
    note = (
        "A pass of Hartigan's algorithms visits every point once; the last, in which nothing moves, counts. "
        "The paper's Hartigan k-means column agrees better with the algorithm of Hartigan and Wong as in R's "
        "kmeans (last column), where one iteration holds many short passes. The paper does not say when EM stopped."
    )
    title = "Mean number of iterations to convergence (table of appendix C)"
    return [Table("iterations", title, header, rows, note, digits=1)]


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
    summary="One start each, true number of clusters, no labels; iterations averaged over the draws.",
    sets=lambda plan: plan.uci_sets,
    jobs=jobs,
    situation=situation,
    tables=tables,
    figures=figures,
)
