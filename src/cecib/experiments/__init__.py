"""Every experiment of the paper."""

from cecib.experiments.claims import CLAIMS
from cecib.experiments.evidence import Claim, Verdict
from cecib.experiments.methods import Outcome, standard_methods
from cecib.experiments.paper import EXPERIMENTS, run_paper
from cecib.experiments.progress import Progress
from cecib.experiments.report import Report

__all__ = [
    "CLAIMS",
    "EXPERIMENTS",
    "Claim",
    "Outcome",
    "Progress",
    "Report",
    "Verdict",
    "run_paper",
    "standard_methods",
]
