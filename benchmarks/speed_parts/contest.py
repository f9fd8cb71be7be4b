"""One start to convergence: ours, KMeans and GaussianMixture from the same start."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, field, replace

import numpy as np
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture
from threadpoolctl import threadpool_limits

from speed_parts.data import Floats, Labels, mixture
from speed_parts.engine import common_start, fit_from
from speed_parts.timing import Plan, Row, Task, in_turn, raw

AIMS = [(100_000, 10, 20), (100_000, 50, 20)]
_EM_ITERATIONS = 1_000
_LLOYD_ITERATIONS = 1_000
_TRIAL_ROWS = 10_000
_PATIENCE = 5  # the sizes of the aims may take this many times the cap


@dataclass
class Contest:
    """Three methods, the same points, the same start."""

    X: Floats
    centres: Floats
    labels: Labels
    threads: int
    em_iterations: int
    steps: dict[str, int] = field(default_factory=dict)

    def ours(self) -> None:
        """Descend from the start labels."""
        self.steps["ours"] = fit_from(self.X, self.labels, self.threads)

    def k_means(self) -> None:
        """Lloyd's algorithm from the start centres, with its own tolerance."""
        model = KMeans(len(self.centres), init=self.centres, n_init=1, max_iter=_LLOYD_ITERATIONS)
        self.steps["KMeans"] = model.fit(self.X).n_iter_

    def mixture(self) -> None:
        """EM from the weights, means and precisions of the start labels, with its own tolerance."""
        model = _mixture_from(self.X, self.labels, self.em_iterations)
        self.steps["GaussianMixture"] = model.fit(self.X).n_iter_
        self.steps["GaussianMixture converged"] = int(model.converged_)


def run(plan: Plan) -> list[Row]:
    """Run the aims, and the grid."""
    _contest(2_000, 2, 3, plan, 1)  # what is loaded and started once is not counted
    if plan.is_quick:
        return [_contest(10_000, d, 10, plan, plan.repeats) for d in (2, 10)]
    grid = [(n, d, k) for n in (10_000, 100_000, 1_000_000) for d in (2, 5, 10, 20, 50) for k in (10, 50)]
    return run_aims(plan) + [_contest(*size, plan, 3) for size in grid]


def run_aims(plan: Plan) -> list[Row]:
    """Run the two sizes of the aims."""
    _contest(2_000, 2, 3, plan, 1)
    patient = replace(plan, cap=_PATIENCE * plan.cap)
    return [_contest(*size, patient, plan.repeats) for size in AIMS]


def _contest(n: int, d: int, k: int, plan: Plan, repeats: int) -> Row:
    X, _ = mixture(n, d, k)
    centres, labels = common_start(X, k)
    labels = np.unique(labels, return_inverse=True)[1].astype(np.int32)
    row: Row = {"n": n, "d": d, "k": k}
    seconds = _seconds_per_iteration(X, labels, plan.threads)
    contest = Contest(X, centres, labels, plan.threads, max(1, min(_EM_ITERATIONS, int(plan.cap / seconds))))
    tasks: dict[str, Task] = {"ours": contest.ours, "KMeans": contest.k_means}
    if seconds <= plan.cap:
        tasks["GaussianMixture"] = contest.mixture
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        times = in_turn(tasks, repeats, plan.threads)
    ours = times["ours"].median
    row["ours, s"] = ours
    row["ours / KMeans"] = ours / times["KMeans"].median
    row["GaussianMixture / ours"] = "skipped"
    if "GaussianMixture" in times:
        ratio = times["GaussianMixture"].median / ours
        row["GaussianMixture / ours"] = ratio if contest.steps["GaussianMixture converged"] else f"> {ratio:.3g}"
    row["passes, Lloyd steps, EM steps"] = ", ".join(
        str(contest.steps.get(name, "–")) for name in ("ours", "KMeans", "GaussianMixture")
    )
    return row | {"raw": raw(times), "steps": contest.steps, "EM seconds per iteration, estimated": seconds}


def _mixture_from(X: Floats, labels: Labels, iterations: int) -> GaussianMixture:
    weights, means, precisions = _moments(X, labels)
    return GaussianMixture(
        len(weights), max_iter=iterations, weights_init=weights, means_init=means, precisions_init=precisions
    )


def _moments(X: Floats, labels: Labels) -> tuple[Floats, Floats, Floats]:
    sizes = np.bincount(labels).astype(float)
    means, precisions = np.empty((len(sizes), X.shape[1])), np.empty((len(sizes), X.shape[1], X.shape[1]))
    for c in range(len(sizes)):
        members = X[labels == c]
        means[c] = members.mean(axis=0)
        centred = members - means[c]
        covariance = centred.T @ centred / sizes[c] + 1e-6 * np.eye(X.shape[1])
        precisions[c] = np.linalg.inv(covariance)
        precisions[c] = (precisions[c] + precisions[c].T) / 2
    return sizes / sizes.sum(), means, precisions


def _seconds_per_iteration(X: Floats, labels: Labels, threads: int) -> float:
    """Time one EM iteration on some of the points, and scale it up."""
    rows = slice(None, None, max(1, len(X) // _TRIAL_ROWS))
    weights, means, precisions = _moments(X, labels)
    trial = GaussianMixture(
        len(weights), max_iter=3, tol=0.0, weights_init=weights, means_init=means, precisions_init=precisions
    )
    with threadpool_limits(threads), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        start = time.perf_counter()
        trial.fit(X[rows])
    return (time.perf_counter() - start) / 4 * len(X) / len(X[rows])
