"""Section 5.1: what the paper leaves open, and how much depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.datasets import title_of
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.machinery.trial import Situation
from cecib.experiments.paper import chemistry, semi_supervised
from cecib.experiments.protocol.sets import UCI_SETS, uci_sets
from cecib.experiments.protocol.situations import all_class_situation
from cecib.experiments.protocol.variants import OURS
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "sensitivity"
DRAWS = 3
FRACTIONS = (0.0, 0.3)
ONE = {"beta": 1.0}
BASE = Variant("as elsewhere here", "CEC-IB", ONE)
"""k-means++, ε = 0.05, ten restarts, a cluster that is too small given up at once."""

SETTINGS = (
    BASE,
    Variant("start: random partition", "CEC-IB", {**ONE, "init": "random"}),
    Variant("ε = 0.02", "CEC-IB", {**ONE, "epsilon": 0.02}),
    Variant("ε = 0.1", "CEC-IB", {**ONE, "epsilon": 0.1}),
    Variant("1 restart", "CEC-IB", {**ONE, "n_init": 1}),
    Variant("100 restarts", "CEC-IB", {**ONE, "n_init": 100}),
    Variant("deletion rule of the authors' program", "CEC-IB, authors", ONE, 1),
    OURS,
)
SCALINGS = {
    "ecoli": ("unscaled", "ecoli"),
    "ecoli_scaled": ("standardised", "ecoli"),
    "segmentation_unscaled": ("unscaled", "segmentation"),
    "segmentation": ("standardised", "segmentation"),
    "chem": ("unscaled", "chem"),
    "chem_scaled": ("standardised", "chem"),
}
"""Recipe and set of each set that is made of principal components."""


def sets(plan: Plan) -> tuple[str, ...]:
    """Return the sets of Table 1, and those of principal components by both recipes."""
    return (*uci_sets(plan), *(name for name in SCALINGS if name not in UCI_SETS and not plan.is_quick))


def jobs(plan: Plan) -> list[Job]:
    """One setting changed at a time, labels drawn as in section 5.2; then the scaling before PCA."""
    draws = min(DRAWS, plan.draws)
    shares = [{"fraction": fraction, "noise": 0.0} for fraction in FRACTIONS]
    listed = plan.jobs(NAME, uci_sets(plan), SETTINGS, shares, draws=draws, seed_word=semi_supervised.NAME)
    told = Variant(BASE.label, "CEC-IB", {**ONE, "n_start": chemistry.N_START})
    for name in SCALINGS:
        if name not in uci_sets(plan):
            chosen = (told if name.startswith("chem") else BASE, OURS)
            listed += plan.jobs(NAME, (name,), chosen, shares, draws=draws, seed_word=semi_supervised.NAME)
    return sorted(listed, key=lambda job: job.draw)


def situation(job: Job, data: str | None) -> Situation:
    """Labels of all classes; for the ligands, of the two top classes."""
    return (chemistry.situation if job.dataset.startswith("chem") else all_class_situation)(job, data)


def tables(results: Results, data: str | None) -> list[Table]:
    """Return a row for each setting, and one for each recipe."""
    common = results.where(dataset=UCI_SETS)
    n_sets = len(common.distinct("dataset"))
    header = ["NMI, 0%", "NMI, 30%", "clusters, 0%", "clusters, 30%"]
    settings: list[list[Cell]] = [
        [label, *_measured(common.where(variant=label))] for label in common.distinct("variant")
    ]
    recipes: list[list[Cell]] = [
        [title_of(own), recipe, label, *_measured(results.where(dataset=name, variant=label))]
        for name, (recipe, own) in SCALINGS.items()
        for label in (BASE.label, OURS.label)
        if len(results.where(dataset=name, variant=label))
    ]
    note = (
        f"Means over {n_sets} data sets, each counting once, and {DRAWS} draws at most. The paper's text starts from a "
        "random partition, its authors' program from k-means++; ε, the number of restarts and when the points of a "
        "cluster that is given up find another are not in the text."
    )
    return [
        Table(NAME, "What the paper leaves open, β = 1", ["setting", *header], settings, note),
        Table(f"{NAME}-scaling", "Scaling before PCA, β = 1", ["data set", "before PCA", "method", *header], recipes),
    ]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """NMI of each setting over the share of labels."""
    common = results.where(dataset=UCI_SETS)
    shown = {str(label): common.where(variant=label).curve("nmi", "fraction") for label in common.distinct("variant")}
    return {NAME: curve_grid({"Average of sets": shown}, x_label="labelled")}


def _measured(runs: Results) -> list[Cell]:
    return [runs.where(fraction=f).average(field) for field in ("nmi", "n_clusters") for f in FRACTIONS]


EXPERIMENT = Experiment(
    name=NAME,
    section="5.1",
    title="What the paper leaves open",
    summary="CEC-IB with β = 1 from twice the true number of clusters, one setting changed at a time: the start, ε, "
    "the number of restarts, what becomes of a cluster that is too small, and scaling before PCA.",
    sets=sets,
    jobs=jobs,
    situation=situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "NMI of CEC-IB with β = 1, one setting changed at a time; the paper has no such figure.",
    },
)
