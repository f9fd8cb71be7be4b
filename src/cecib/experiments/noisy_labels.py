"""Section 5.4: some labels are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.experiments import uci
from cecib.experiments.curves import curve_grid
from cecib.experiments.experiment import Experiment
from cecib.experiments.job import Job
from cecib.experiments.plan import MIXMOD, OURS_0, OURS_1, PAPER_0, PAPER_1, RIVALS, Plan
from cecib.experiments.results import Results
from cecib.experiments.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "noisy-labels"
FRACTION = 0.3
NOISES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)


def jobs(plan: Plan) -> list[Job]:
    """All methods with 30 % labels, of which 0 to 50 % name a wrong class."""
    return plan.jobs(
        NAME,
        plan.uci_sets,
        (PAPER_1, PAPER_0, OURS_1, OURS_0, MIXMOD, *RIVALS),
        [{"fraction": FRACTION, "noise": noise} for noise in NOISES],
    )


def tables(results: Results, data: str | None) -> list[Table]:
    """Averages and all sets."""
    return [
        uci.average_table(results, "noise", "noisy-labels-average", "NMI by share of wrong labels"),
        uci.set_table(results, "noise", "noisy-labels-sets", "NMI by share of wrong labels, each set"),
    ]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per set."""
    return {NAME: curve_grid(uci.panels(results, "noise"), x_label="wrong labels")}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.4",
    title="Noisy labels",
    summary="30 % of the points are labelled; a share of the labels is replaced by another class, drawn "
    "evenly from the others.",
    sets=lambda plan: plan.uci_sets,
    jobs=jobs,
    situation=uci.situation,
    tables=tables,
    figures=figures,
)
