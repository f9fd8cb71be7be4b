"""Section 5.6: find six chemical classes from labels of the two coarse ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cecib.datasets.labels import make_expert
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.shelf import dataset
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.machinery.trial import Situation
from cecib.experiments.protocol.situations import FRACTIONS, LEAST_FRACTION
from cecib.experiments.protocol.summaries import average_table, panel
from cecib.experiments.protocol.variants import OURS, SIDE_DRAWS
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "chemistry"
NOISES = (0.0, 0.1, 0.2, 0.3)
N_START = 10
VARIANTS = (
    Variant("CEC-IB₁", "CEC-IB", {"beta": 1.0, "n_start": N_START}),
    Variant("CEC-IB₀.₆", "CEC-IB", {"beta": 0.6, "n_start": N_START}),
    OURS,
    Variant("cecib, all directions", "cecib", {"subspace": None}),
    Variant("cecib₁", "cecib", {"beta": 1.0}, SIDE_DRAWS),
    Variant("cecib₀.₆", "cecib", {"beta": 0.6}, SIDE_DRAWS),
    Variant("c-GMM", "c-GMM"),
    Variant("c-GMM, cannot-link", "c-GMM", {"constraints": "cannot-link"}),
    Variant("k-means", "k-means"),
    Variant("fc-means", "fc-means"),
    Variant("spec", "spec"),
    Variant("spec, cannot-link", "spec", {"constraints": "cannot-link"}),
)
INTRODUCED = ("CEC-IB₁", "cecib", "c-GMM, cannot-link", "k-means", "fc-means")
"""Those that the figure of the paper's introduction shows, and ours."""


def jobs(plan: Plan) -> list[Job]:
    """All methods but mixmod, for each share of labels and of wrong labels."""
    conditions = [
        {"fraction": fraction, "noise": noise}
        for noise in ((0.0, 0.3) if plan.is_quick else NOISES)
        for fraction in FRACTIONS
    ]
    return plan.jobs(NAME, ("chem",), VARIANTS, conditions)


def situation(job: Job, data: str | None) -> Situation:
    """Labels of the two top classes; the classes to be found are the six leaves."""
    found = dataset(job.dataset, data)
    top = np.unique(found.coarser["top"], return_inverse=True)[1].astype(np.int64)
    expert = make_expert(top, job.seed_of("expert"), least_fraction=LEAST_FRACTION)
    y = expert.labels(float(job.conditions["fraction"] or 0), float(job.conditions["noise"] or 0))
    return Situation(found.X, y, found.classes, found.n_classes)


def tables(results: Results, data: str | None) -> list[Table]:
    """NMI for each share of wrong labels, and the numbers of clusters."""
    made = [
        average_table(
            results.where(noise=noise),
            "fraction",
            f"chemistry-{noise:.0%}".replace("%", ""),
            f"NMI with {noise:.0%} wrong labels",
        )
        for noise in results.distinct("noise")
    ]
    labels = [variant.label for variant in VARIANTS if variant.method in ("CEC-IB", "cecib")]
    rows: list[list[Cell]] = [
        [
            label,
            *(results.where(variant=label, fraction=f, noise=0.0).mean("n_clusters") for f in FRACTIONS),
        ]
        for label in labels
        if len(results.where(variant=label))
    ]
    header = ["method", *(f"{fraction:.0%}" for fraction in FRACTIONS)]
    made.append(Table("chemistry-clusters", "Number of clusters found, no wrong labels", header, rows, digits=1))
    return made


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per share of wrong labels."""
    shown = {
        ("Noiseless" if noise == 0 else f"{noise:.0%} wrong labels"): panel(results.where(noise=noise), "fraction")
        for noise in sorted(results.distinct("noise"))
    }
    drawn = {NAME: curve_grid(shown, x_label="labelled", n_columns=2)}
    return drawn | first_glance(results, f"{NAME}-10")


def first_glance(results: Results, name: str) -> dict[str, Figure]:
    """Return the figure of the paper's introduction, if it was run: four methods and ours with 10 % wrong labels."""
    noisy = results.where(noise=0.1, variant=INTRODUCED)
    if not len(noisy):
        return {}
    title = "Detection of chemical subgroups, 10% wrong labels"
    return {name: curve_grid({title: panel(noisy, "fraction")}, x_label="labelled")}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.6",
    title="Hierarchy of chemical classes",
    summary="284 ligands of the 5-HT1A receptor, ten principal components of their fingerprints. Labels name "
    "the two top classes; the six leaves are to be found. CEC-IB starts from ten clusters, cecib finds the "
    "number by itself, the others are told that there are six.",
    sets=lambda plan: ("chem",),
    jobs=jobs,
    situation=situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "Figure 9 of the paper: detection of chemical subgroups. Bands are one standard error over draws.",
        f"{NAME}-10": "Figure 2 of the paper: detection of chemical subgroups, a tenth of the labels wrong.",
    },
)
