"""Section 5.2: recover the classes from a few correct labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.datasets import title_of
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.protocol.sets import uci_sets
from cecib.experiments.protocol.situations import FRACTIONS, all_class_situation
from cecib.experiments.protocol.summaries import average_table, panel, panels, set_table
from cecib.experiments.protocol.variants import MIXMOD, OURS, OURS_0, OURS_1, PAPER_0, PAPER_1, RIVALS
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "semi-supervised"
_IRIS_CLASSES = 3
CLUSTER_COUNTS: dict[str, tuple[int, dict[float, int]]] = {
    "ecoli": (5, {0.0: 7, 0.1: 6, 0.2: 6, 0.3: 6}),
    "glass": (6, {0.0: 5, 0.1: 6, 0.2: 6, 0.3: 6}),
    "iris": (3, {0.0: 5, 0.1: 5, 0.2: 5, 0.3: 5}),
    "segmentation": (7, {0.0: 8, 0.1: 8, 0.2: 7, 0.3: 8}),
    "user_modeling": (4, {0.0: 7, 0.1: 6, 0.2: 6, 0.3: 6}),
    "vertebral": (3, {0.0: 4, 0.1: 4, 0.2: 4, 0.3: 4}),
    "wine": (3, {0.0: 3, 0.1: 3, 0.2: 3, 0.3: 3}),
}
"""Table 2: number of classes, and clusters returned by CEC-IB for each fraction of labelled data."""


def jobs(plan: Plan) -> list[Job]:
    """All methods on all sets; CEC-IB on Iris also from the true number of clusters."""
    usual = plan.jobs(
        NAME,
        uci_sets(plan),
        (PAPER_1, PAPER_0, OURS, OURS_1, OURS_0, MIXMOD, *RIVALS),
        [{"fraction": fraction, "start": "usual"} for fraction in FRACTIONS],
    )
    told = plan.jobs(
        NAME,
        ("iris",),
        [
            Variant(variant.label, variant.method, {**variant.options, "n_start": _IRIS_CLASSES}, variant.draws)
            for variant in (PAPER_1, PAPER_0, OURS, OURS_1, OURS_0)
        ],
        [{"fraction": fraction, "start": "told"} for fraction in FRACTIONS],
    )
    return usual + told


def tables(results: Results, data: str | None) -> list[Table]:
    """Averages, all sets, and the table of cluster counts beside the paper's."""
    usual = results.where(start="usual")
    return [
        average_table(usual, "fraction", "semi-supervised-average", "NMI by share of labelled points"),
        cluster_counts(usual),
        set_table(usual, "fraction", "semi-supervised-sets", "NMI by share of labelled points, each set"),
    ]


def cluster_counts(usual: Results) -> Table:
    """Return the paper's Table 2 beside ours."""
    shown = [variant for variant in (PAPER_1, PAPER_0, OURS, OURS_1) if variant.label in usual.distinct("variant")]
    header = ["data set", "classes"]
    header += [f"{who} {fraction:.0%}" for who in ("paper", *(v.label for v in shown)) for fraction in FRACTIONS]
    rows: list[list[Cell]] = []
    for name in usual.distinct("dataset"):
        n_classes, printed = CLUSTER_COUNTS[name]
        row: list[Cell] = [title_of(name), n_classes, *(printed[fraction] for fraction in FRACTIONS)]
        for variant in shown:
            of_set = usual.where(dataset=name, variant=variant.label)
            row += [of_set.where(fraction=fraction).mean("n_clusters") for fraction in FRACTIONS]
        rows.append(row)
    return Table("cluster-counts", "Number of clusters found (Table 2 of the paper)", header, rows, digits=1)


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per set, and Iris once more from the true number of clusters."""
    usual = results.where(start="usual")
    shown = panels(usual, "fraction")
    told = results.where(start="told")
    if len(told):
        rivals = usual.where(dataset="iris", variant=[v.label for v in (MIXMOD, *RIVALS)])
        shown["Iris⁺ (true number of clusters)"] = panel(told, "fraction") | panel(rivals, "fraction")
    return {NAME: curve_grid(shown, x_label="labelled")}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.2",
    title="Semi-supervised clustering",
    summary="0 to 30 % of the points are labelled, all correctly. CEC-IB as in the paper starts from twice "
    "the true number of clusters, cecib finds the number by itself, the others are told it.",
    sets=uci_sets,
    jobs=jobs,
    situation=all_class_situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "Figure 3 of the paper: NMI by share of labelled points. Bands are one standard error over draws.",
    },
)
