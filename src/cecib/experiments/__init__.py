"""Every experiment of the paper.

`run_paper` runs them and writes the report. An experiment is a module with a list of jobs, what a method is
given in each, and summaries as tables and figures, gathered in an `EXPERIMENT`; to add one, write such a
module, list it in `paper`, and its claims in `claims`.
"""

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
