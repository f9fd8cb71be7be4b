"""Every experiment of the paper.

`run_paper` runs them and writes the report. An experiment is a module in `cecib.experiments.paper` with a list of
jobs, what a method is given in each, summaries as tables and figures, and the paper's claims with how they are
judged, gathered in an `EXPERIMENT`; to add one, write such a module, which is found by itself.
"""

from cecib.experiments.catalogue import CLAIMS, EXPERIMENTS
from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.method import Outcome
from cecib.experiments.machinery.progress import Progress
from cecib.experiments.machinery.verdict import Verdict
from cecib.experiments.protocol.methods import standard_methods
from cecib.experiments.report.writing import Report
from cecib.experiments.run import run_paper

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
