"""Run the experiments of the paper and write the report."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from cecib.experiments.catalogue import EXPERIMENTS
from cecib.experiments.machinery.cache import Record, ResultCache
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.method import Method
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.progress import Bar, Listener
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.runner import run_jobs
from cecib.experiments.machinery.shelf import available
from cecib.experiments.machinery.trial import run_trial
from cecib.experiments.protocol.methods import NAMES, standard_methods
from cecib.experiments.report.writing import Report, write_report

QUICK_DRAWS = 2


def run_paper(
    experiments: Iterable[str] | None = None,
    draws: int = 10,
    jobs: int | None = None,
    out: str | os.PathLike[str] = "report",
    data: str | os.PathLike[str] | None = None,
    quick: bool = False,
    progress: bool | Listener = True,
    methods: Mapping[str, Method] | None = None,
    download: bool = False,
) -> Report:
    """Run experiments of the paper and write a report.

    Results are kept in `out` after each fit: called again, it goes on where it was stopped. Data sets and
    methods that are not at hand are left out, and the report says so.

    Parameters
    ----------
    experiments : iterable of str, optional
        Names, see `EXPERIMENTS`; all by default.
    draws : int, default=10
        Experts per data set.
    jobs : int, optional
        Fits at once; by default one per processor.
    out : path, default="report"
        Folder of the report. Where a fuller one lies there, of more experiments or draws, it stays, and this one
        goes into a folder of its own within.
    data : path, optional
        Folder of the data; see `cecib.datasets.load`.
    quick : bool, default=False
        At most two draws, three small sets, coarser grids.
    progress : bool or callable, default=True
        Whether to show a bar with the time left, or what to call with a `Progress` after each fit.
    methods : mapping of str to callable, optional
        Methods to use instead of `standard_methods()`.
    download : bool, default=False
        Whether to try the internet for sets that are neither in the folder, nor in installed packages, nor kept from
        an earlier download.

    Returns
    -------
    Report
        The path of the page and the verdicts.

    Examples
    --------
    >>> import tempfile
    >>> from cecib.experiments import run_paper
    >>> report = run_paper(["threshold"], draws=1, out=tempfile.mkdtemp(), progress=False, methods={})
    >>> report.path.name, report.n_runs
    ('index.html', 0)
    """
    if draws < 1:
        raise ValueError(f"draws must be at least 1, got {draws}.")
    chosen = _chosen(experiments)
    registry = dict(standard_methods() if methods is None else methods)
    folder = None if data is None else os.fspath(data)
    asked = Plan(min(draws, QUICK_DRAWS) if quick else draws, quick, folder)
    digests, missing = available(_sets(chosen, asked), folder, download)
    missing |= {name: "this installation has no such method" for name in NAMES if name not in registry}
    plan = Plan(asked.draws, quick, folder, frozenset(registry), digests)
    records = _run(chosen, plan, registry, Path(out), jobs, Bar() if progress is True else progress or None)
    runs = {e.name: Results(r for r in records if r["experiment"] == e.name) for e in chosen}
    return write_report(Path(out), chosen, runs, draws=plan.draws, data=folder, missing=missing, is_quick=quick)


def execute(job: Job, data: str | None, methods: Mapping[str, Method]) -> Record:
    """Do one job."""
    experiment = EXPERIMENTS[job.experiment]
    prepare = partial(experiment.situation, job, data)
    return run_trial(job, prepare, methods[job.variant.method], keeps_labels=experiment.keeps_labels)


def _run(
    chosen: list[Experiment],
    plan: Plan,
    registry: dict[str, Method],
    out: Path,
    n_jobs: int | None,
    listener: Listener | None,
) -> list[Record]:
    listed = [job for experiment in chosen for job in experiment.jobs(plan)]
    cache = ResultCache(out / "results.jsonl")
    doing = partial(execute, data=plan.data, methods=registry)
    return run_jobs(listed, doing, cache, n_jobs=n_jobs, listener=listener)


def _chosen(names: Iterable[str] | None) -> list[Experiment]:
    wanted = list(EXPERIMENTS) if names is None else list(names)
    unknown = [name for name in wanted if name not in EXPERIMENTS]
    if unknown:
        raise ValueError(f"experiments must be among {', '.join(EXPERIMENTS)}, got {', '.join(unknown)}.")
    return [experiment for name, experiment in EXPERIMENTS.items() if name in wanted]


def _sets(chosen: list[Experiment], plan: Plan) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for experiment in chosen for name in experiment.sets(plan)))
