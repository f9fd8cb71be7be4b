"""Section 5.2: recover the classes from a few correct labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.experiments import uci
from cecib.experiments.curves import curve_grid
from cecib.experiments.experiment import Experiment
from cecib.experiments.job import Job, Variant
from cecib.experiments.plan import MIXMOD, OURS_0, OURS_1, PAPER_0, PAPER_1, RIVALS, TITLES, Plan
from cecib.experiments.printed import CLUSTER_COUNTS
from cecib.experiments.results import Results
from cecib.experiments.table import Cell, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "semi-supervised"
_IRIS_CLASSES = 3


def jobs(plan: Plan) -> list[Job]:
    """All methods on all sets; CEC-IB on Iris also from the true number of clusters."""
    usual = plan.jobs(
        NAME,
        plan.uci_sets,
        (PAPER_1, PAPER_0, OURS_1, OURS_0, MIXMOD, *RIVALS),
        [{"fraction": fraction, "start": "usual"} for fraction in uci.FRACTIONS],
    )
    told = plan.jobs(
        NAME,
        ("iris",),
        [
            Variant(variant.label, variant.method, {**variant.options, "n_start": _IRIS_CLASSES})
            for variant in (PAPER_1, PAPER_0, OURS_1, OURS_0)
        ],
        [{"fraction": fraction, "start": "told"} for fraction in uci.FRACTIONS],
    )
    return usual + told


def tables(results: Results, data: str | None) -> list[Table]:
    """Averages, all sets, and the table of cluster counts beside the paper's."""
    usual = results.where(start="usual")
    return [
        uci.average_table(usual, "fraction", "semi-supervised-average", "NMI by share of labelled points"),
        cluster_counts(usual),
        uci.set_table(usual, "fraction", "semi-supervised-sets", "NMI by share of labelled points, each set"),
    ]


def cluster_counts(usual: Results) -> Table:
    """Return the paper's Table 2 beside ours."""
    shown = [variant for variant in (PAPER_1, PAPER_0, OURS_1) if variant.label in usual.distinct("variant")]
    header = ["data set", "classes"]
    header += [f"{who} {fraction:.0%}" for who in ("paper", *(v.label for v in shown)) for fraction in uci.FRACTIONS]
    rows: list[list[Cell]] = []
    for name in usual.distinct("dataset"):
        n_classes, printed = CLUSTER_COUNTS[name]
        row: list[Cell] = [TITLES[name], n_classes, *(printed[fraction] for fraction in uci.FRACTIONS)]
        for variant in shown:
            of_set = usual.where(dataset=name, variant=variant.label)
            row += [of_set.where(fraction=fraction).mean("n_clusters") for fraction in uci.FRACTIONS]
        rows.append(row)
    return Table("cluster-counts", "Number of clusters found (Table 2 of the paper)", header, rows, digits=1)


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per set, and Iris once more from the true number of clusters."""
    usual = results.where(start="usual")
    shown = uci.panels(usual, "fraction")
    told = results.where(start="told")
    if len(told):
        rivals = usual.where(dataset="iris", variant=[v.label for v in (MIXMOD, *RIVALS)])
        shown["Iris⁺ (true number of clusters)"] = uci.panel(told, "fraction") | uci.panel(rivals, "fraction")
    return {NAME: curve_grid(shown, x_label="labelled")}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.2",
    title="Semi-supervised clustering",
    summary="0 to 30 % of the points are labelled, all correctly. CEC-IB as in the paper starts from twice "
    "the true number of clusters, cecib finds the number by itself, the others are told it.",
    sets=lambda plan: plan.uci_sets,
    jobs=jobs,
    situation=uci.situation,
    tables=tables,
    figures=figures,
)
