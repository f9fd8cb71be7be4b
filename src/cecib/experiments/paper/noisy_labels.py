"""Section 5.4: some labels are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Table
from cecib.experiments.protocol.sets import uci_sets
from cecib.experiments.protocol.situations import all_class_situation
from cecib.experiments.protocol.summaries import average_table, panels, set_table
from cecib.experiments.protocol.variants import (
    MIXMOD,
    OURS,
    OURS_0,
    OURS_0_PAPER_LABELS,
    OURS_1,
    OURS_1_PAPER_LABELS,
    PAPER_0,
    PAPER_1,
    RIVALS,
)
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "noisy-labels"
FRACTION = 0.3
NOISES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)


def jobs(plan: Plan) -> list[Job]:
    """All methods with 30 % labels, of which 0 to 50 % name a wrong class; ours with both label terms."""
    return plan.jobs(
        NAME,
        uci_sets(plan),
        (PAPER_1, PAPER_0, OURS, OURS_1, OURS_0, OURS_1_PAPER_LABELS, OURS_0_PAPER_LABELS, MIXMOD, *RIVALS),
        [{"fraction": FRACTION, "noise": noise} for noise in NOISES],
    )


def tables(results: Results, data: str | None) -> list[Table]:
    """Averages and all sets."""
    return [
        average_table(results, "noise", "noisy-labels-average", "NMI by share of wrong labels"),
        set_table(results, "noise", "noisy-labels-sets", "NMI by share of wrong labels, each set"),
    ]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per set."""
    return {NAME: curve_grid(panels(results, "noise"), x_label="wrong labels")}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.4",
    title="Noisy labels",
    summary="30 % of the points are labelled; a share of the labels is replaced by another class, drawn "
    "evenly from the others.",
    sets=uci_sets,
    jobs=jobs,
    situation=all_class_situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "Figure 5 of the paper: NMI by share of wrong labels. Bands are one standard error over draws.",
    },
)
