"""Section 5.6 once more, with the fingerprints standardised before PCA: a recipe that the paper may have had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.paper import chemistry
from cecib.experiments.protocol.situations import FRACTIONS
from cecib.experiments.protocol.summaries import average_table, panel
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "chemistry-scaled"
SET = "chem_scaled"
NOISES = (0.0, 0.1)
_NOT_HERE = ("cecib₁", "cecib₀.₆", "cecib, all directions")
VARIANTS = tuple(variant for variant in chemistry.VARIANTS if variant.label not in _NOT_HERE)


def jobs(plan: Plan) -> list[Job]:
    """All methods but mixmod, without noise and with 10 %, the labels drawn as for the other recipe."""
    conditions = [{"fraction": fraction, "noise": noise} for noise in NOISES for fraction in FRACTIONS]
    return plan.jobs(NAME, (SET,), VARIANTS, conditions, seed_word=chemistry.NAME)


def tables(results: Results, data: str | None) -> list[Table]:
    """NMI without noise and with 10 %, and how often each number of clusters was found."""
    made = [
        average_table(
            results.where(noise=noise),
            "fraction",
            f"{NAME}-{noise:.0%}".replace("%", ""),
            f"NMI with {noise:.0%} wrong labels, fingerprints standardised",
        )
        for noise in results.distinct("noise")
    ]
    title = "Number of clusters found, fingerprints standardised, no wrong labels: share of the runs"
    return [*made, group_counts(results.where(noise=0.0), f"{NAME}-clusters", title)]


def group_counts(results: Results, name: str, title: str) -> Table:
    """Return the share of the runs that ended with each number of clusters, for the methods that find it."""
    labels = [v.label for v in VARIANTS if v.method in ("CEC-IB", "cecib") and len(results.where(variant=v.label))]
    found = sorted({count for label in labels for count in results.where(variant=label).values("n_clusters")})
    rows: list[list[Cell]] = []
    for label in labels:
        counts = results.where(variant=label).values("n_clusters")
        rows.append([label, *(f"{counts.count(number) / len(counts):.0%}" for number in found)])
    return Table(name, title, ["method", *(str(number) for number in found)], rows)


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per share of wrong labels, and the figure of the introduction."""
    shown = {
        ("Noiseless" if noise == 0 else f"{noise:.0%} wrong labels"): panel(results.where(noise=noise), "fraction")
        for noise in sorted(results.distinct("noise"))
    }
    drawn = {NAME: curve_grid(shown, x_label="labelled", n_columns=2)}
    return drawn | chemistry.first_glance(results, f"{NAME}-10")


EXPERIMENT = Experiment(
    name=NAME,
    section="5.6",
    title="Hierarchy of chemical classes, fingerprints standardised",
    summary="The ligands of section 5.6, with each bit of the fingerprints standardised before the ten principal "
    "components are taken. The paper does not tell its recipe: that of its authors' Segmentation file is this one, so "
    "both are run, and neither is known to be theirs.",
    sets=lambda plan: (SET,),
    jobs=jobs,
    situation=chemistry.situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "As Figure 9 of the paper, fingerprints standardised before PCA.",
        f"{NAME}-10": "As Figure 2 of the paper, fingerprints standardised before PCA.",
    },
)
