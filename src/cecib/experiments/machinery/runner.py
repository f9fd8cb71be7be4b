"""Do jobs, several at once, each at most once."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing

from cecib.experiments.machinery.cache import Record, ResultCache
from cecib.experiments.machinery.job import Job
from cecib.experiments.machinery.progress import Clock, Listener, Progress


def run_jobs(
    jobs: Iterable[Job],
    execute: Callable[[Job], Record],
    cache: ResultCache,
    *,
    n_jobs: int | None = None,
    listener: Listener | None = None,
) -> list[Record]:
    """Results of all jobs, from the cache where it has them.

    Each result is on disk before the next is awaited, so a run that is stopped (Ctrl-C, a kill) loses only
    the fits under way. A fit that failed is tried again.

    Parameters
    ----------
    jobs : iterable of Job
        What to do.
    execute : callable
        Does one job, in a worker process if `n_jobs` is not 1.
    cache : ResultCache
        Where results are kept.
    n_jobs : int, optional
        How many at once; by default one per processor.
    listener : callable, optional
        Told after each fit how far the run is.

    Returns
    -------
    list of dict
        One record per job, in the order of the jobs.
    """
    from joblib import Parallel, delayed

    ordered = list(jobs)
    keys = [job.key for job in ordered]
    todo = {key: job for key, job in zip(keys, ordered, strict=True) if not _is_done(cache.get(key))}
    n_workers = max(1, min(n_jobs or os.cpu_count() or 1, len(todo) or 1))
    clock = Clock(dict(Counter(_kind(job) for job in todo.values())), n_workers)
    done = len(set(keys)) - len(todo)
    total = len(set(keys))
    if listener is not None:
        listener(Progress(done, total, None))
    tasks = (delayed(_execute)(execute, key, job) for key, job in todo.items())
    with closing(Parallel(n_jobs=n_workers, return_as="generator_unordered")(tasks)) as finished:
        for key, record in finished:
            cache.add(key, record)
            job = todo[key]
            clock.finished(_kind(job), record["seconds"])
            done += 1
            if listener is not None:
                doing = f"{job.experiment}, {job.dataset}, {job.variant.label}"
                listener(Progress(done, total, clock.seconds_left, doing))
    return [_relabelled(cache.get(key), job) for key, job in zip(keys, ordered, strict=True)]


def _execute(execute: Callable[[Job], Record], key: str, job: Job) -> tuple[str, Record]:
    return key, execute(job)


def _is_done(record: Record | None) -> bool:
    return record is not None and not record.get("error")


def _kind(job: Job) -> str:
    return f"{job.dataset}/{job.variant.method}"


def _relabelled(record: Record | None, job: Job) -> Record:
    """Give a record the label that its variant has today."""
    return {**(record or {}), "variant": job.variant.label}
