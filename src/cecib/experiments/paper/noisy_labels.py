"""Section 5.4: some labels are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.experiments.machinery.claim import Claim, Evidence
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Table
from cecib.experiments.machinery.verdict import Verdict, spelled_out, verdict_on
from cecib.experiments.paper import semi_supervised
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


def small_beta_is_most_robust(evidence: Evidence) -> Verdict:
    """Loss of NMI from no to half wrong labels, CEC-IB₀ against all methods of the paper."""
    runs = evidence.of(NAME)
    losses = {
        str(label): runs.where(variant=label, noise=0.0).average("nmi")
        - runs.where(variant=label, noise=0.5).average("nmi")
        for label in runs.distinct("variant")
        if not str(label).startswith("cecib")
    }
    is_held = "CEC-IB₀" in losses and min(losses, key=losses.__getitem__) == "CEC-IB₀"
    return verdict_on(losses.values(), is_held, "loss: " + spelled_out(losses))


def small_beta_overtakes(evidence: Evidence) -> Verdict:
    """β₀ against β = 1 from 30 % wrong labels on."""
    runs = evidence.of(NAME)
    gaps = {
        f"{noise:.0%}": runs.where(variant="CEC-IB₀", noise=noise).average("nmi")
        - runs.where(variant="CEC-IB₁", noise=noise).average("nmi")
        for noise in NOISES
    }
    is_held = all(gaps[noise] > 0 for noise in ("30%", "40%", "50%"))
    return verdict_on(gaps.values(), is_held, "NMI of β₀ minus that of β = 1: " + spelled_out(gaps))


def rivals_fall_below_no_labels(evidence: Evidence) -> Verdict:
    """c-GMM, k-means and fc-means with half the labels wrong against no labels."""
    noisy = evidence.of(NAME).where(noise=0.5)
    without = evidence.of(semi_supervised.NAME).where(start="usual", fraction=0.0)
    gaps = {
        label: noisy.where(variant=label).average("nmi") - without.where(variant=label).average("nmi")
        for label in ("c-GMM", "k-means", "fc-means")
    }
    is_held = all(value < 0 for value in gaps.values())
    return verdict_on(gaps.values(), is_held, "NMI at 50 % wrong minus NMI without labels: " + spelled_out(gaps))


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
    claims=(
        Claim(
            "β₀ is the most robust to noise among all methods.",
            "smallest loss of mean NMI from 0 to 50 % wrong labels",
            small_beta_is_most_robust,
        ),
        Claim(
            "β₀ overtakes β = 1 from 30 % wrong labels on.",
            "larger mean NMI at 30, 40 and 50 %",
            small_beta_overtakes,
        ),
        Claim(
            "c-GMM, k-means and fc-means fall below their unlabelled result under noise.",
            "smaller mean NMI at 50 % wrong labels than without labels (section 5.2), each",
            rivals_fall_below_no_labels,
        ),
    ),
)
