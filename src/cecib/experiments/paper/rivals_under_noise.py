"""Section 5.4 once more: what the rivals do with wrong labels, in the ways that the paper leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Table
from cecib.experiments.paper import noisy_labels
from cecib.experiments.protocol.sets import uci_sets
from cecib.experiments.protocol.situations import all_class_situation
from cecib.experiments.protocol.summaries import average_table, panels, set_table
from cecib.experiments.protocol.variants import MIXMOD, OURS, PAPER_1
from cecib.experiments.report.curves import curve_grid

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "rivals-under-noise"
DRAWS = 3
NOISES = (0.0, 0.3, 0.5)
MIXMODS = (
    MIXMOD,
    Variant("mixmod, answer free", "mixmod", {"known_labels": "free-answer"}),
    Variant("mixmod, labels in the M step only", "mixmod", {"known_labels": "m-step"}),
    Variant("mixmod, labels as start only", "mixmod", {"known_labels": "start", "init": "labels"}),
)
C_GMMS = (
    Variant("c-GMM", "c-GMM"),
    Variant("c-GMM, disjoint", "c-GMM", {"partition_function": "disjoint"}),
)


def jobs(plan: Plan) -> list[Job]:
    """Variants of mixmod and c-GMM, 30 % labels, drawn as in the experiment on noise; CEC-IB and ours beside them."""
    return plan.jobs(
        NAME,
        uci_sets(plan),
        (PAPER_1, OURS, *MIXMODS, *C_GMMS),
        [{"fraction": noisy_labels.FRACTION, "noise": noise} for noise in NOISES],
        draws=min(DRAWS, plan.draws),
        seed_word=noisy_labels.NAME,
    )


def tables(results: Results, data: str | None) -> list[Table]:
    """Averages and all sets."""
    return [
        average_table(results, "noise", f"{NAME}-average", "NMI by share of wrong labels, variants of two rivals"),
        set_table(results, "noise", f"{NAME}-sets", "NMI by share of wrong labels, variants of two rivals, each set"),
    ]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """One panel per set."""
    return {NAME: curve_grid(panels(results, "noise", results.distinct("variant")), x_label="wrong labels")}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.4",
    title="Noisy labels: the rivals",
    summary="mixmod as Rmixmod does it, and with the labels used less and less: in the answer not kept, only in the M "
    "step, only as the start. c-GMM with the exact partition function and with the simplification of its authors, "
    "which takes cannot-links for disjoint. 30 % of the points are labelled.",
    sets=uci_sets,
    jobs=jobs,
    situation=all_class_situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "As Figure 5 of the paper, for variants of two rivals.",
    },
)
