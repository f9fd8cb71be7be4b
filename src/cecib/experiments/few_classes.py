"""Section 5.3: the labels cover only two of the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.experiments import uci
from cecib.experiments.curves import curve_grid
from cecib.experiments.experiment import Experiment
from cecib.experiments.job import Job
from cecib.experiments.plan import OURS_0, OURS_1, PAPER_0, PAPER_1, RIVALS, Plan
from cecib.experiments.results import Results
from cecib.experiments.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "few-classes"


def jobs(plan: Plan) -> list[Job]:
    """All methods but mixmod, which needs labels of every class."""
    return plan.jobs(
        NAME,
        plan.uci_sets,
        (PAPER_1, PAPER_0, OURS_1, OURS_0, *RIVALS),
        [{"fraction": fraction} for fraction in uci.FRACTIONS],
    )


def tables(results: Results, data: str | None) -> list[Table]:
    """Averages and all sets."""
    return [
        uci.average_table(results, "fraction", "few-classes-average", "NMI, labels of two classes"),
        uci.set_table(results, "fraction", "few-classes-sets", "NMI, labels of two classes, each set"),
    ]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per set."""
    return {NAME: curve_grid(uci.panels(results, "fraction"), x_label="labelled")}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.3",
    title="Few labelled classes",
    summary="Only points of two classes, drawn among those that cover at least 30 % of the points, are "
    "labelled; the two classes are the same for all shares of labels.",
    sets=lambda plan: plan.uci_sets,
    jobs=jobs,
    situation=uci.two_class_situation,
    tables=tables,
    figures=figures,
)
