"""Seeding, and the default fit that finds the number of clusters."""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.cluster import KMeans, kmeans_plusplus
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from cecib import CECIB, _core
from speed_parts.data import Labels, mixture
from speed_parts.engine import full_pass, pose
from speed_parts.timing import Plan, Row, in_turn, raw

_LABELLED = ((10_000, 10, 10), (100_000, 10, 20), (20_000, 50, 20), (5_000, 100, 20))


def seeding(plan: Plan) -> list[Row]:
    """K-means++, ours and scikit-learn's, and beside them a full pass."""
    if plan.is_quick:
        return [_seeding(20_000, 10, 20, plan)]
    return [_seeding(n, d, k, plan) for n in (100_000, 1_000_000) for d in (10, 50) for k in (10, 50)]


def automatic(plan: Plan) -> list[Row]:
    """Compare the default fit, number of clusters unknown, with one GaussianMixture that is told the number."""
    n, d, k = (10_000, 10, 20) if plan.is_quick else (100_000, 10, 20)
    X, _ = mixture(n, d, k)
    found: dict[str, int] = {}

    def ours() -> None:
        found["clusters"] = CECIB(random_state=0, n_jobs=plan.threads).fit(X).n_clusters_

    def rival() -> None:
        model = GaussianMixture(k, random_state=0, max_iter=1_000).fit(X)
        found["EM steps"] = model.n_iter_

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        times = in_turn(
            {"CECIB()": ours, "GaussianMixture": rival}, 1 if plan.is_quick else min(3, plan.repeats), plan.threads
        )
    ours_s, rival_s = times["CECIB()"].median, times["GaussianMixture"].median
    return [
        {
            "n": n,
            "d": d,
            "true clusters": k,
            "found": found["clusters"],
            "CECIB(), s": ours_s,
            "GaussianMixture(20), s": rival_s,
            "EM steps": found["EM steps"],
            "CECIB() / GaussianMixture": ours_s / rival_s,
            "raw": raw(times),
        }
    ]


def labelled(plan: Plan) -> list[Row]:
    """Compare the default fit with 10 % labels with one GaussianMixture that is told the number of clusters."""
    sizes = ((10_000, 10, 10), (5_000, 100, 20)) if plan.is_quick else _LABELLED
    return [_labelled(*size, plan) for size in sizes]


def _labelled(n: int, d: int, k: int, plan: Plan) -> Row:
    X, truth = mixture(n, d, k)
    y = np.where(np.random.default_rng(0).uniform(size=n) < 0.1, truth, -1)
    found: dict[str, int] = {}

    def ours() -> None:
        found["clusters"] = CECIB(random_state=0, n_jobs=plan.threads).fit(X, y).n_clusters_

    def rival() -> None:
        found["EM steps"] = GaussianMixture(k, random_state=0).fit(X).n_iter_

    times = in_turn({"ours": ours, "rival": rival}, 1 if plan.is_quick else min(3, plan.repeats), plan.threads)
    own, other = times["ours"].median, times["rival"].median
    row: Row = {"n": n, "d": d, "true clusters": k, "found": found["clusters"], "CECIB(), s": own}
    return row | {"GaussianMixture, s": other, "EM steps": found["EM steps"], "ratio": own / other, "raw": raw(times)}


def large(plan: Plan) -> list[Row]:
    """Compare the default fit, without labels and with 10 %, with one default KMeans that is told the number."""
    n, d, k = (100_000, 10, 20) if plan.is_quick else (1_000_000, 10, 20)
    X, truth = mixture(n, d, k)
    y = np.where(np.random.default_rng(0).uniform(size=n) < 0.1, truth, -1)
    found: dict[str, int] = {}

    def ours(labels: Labels | None) -> None:
        found["clusters"] = CECIB(random_state=0, n_jobs=plan.threads).fit(X, labels).n_clusters_

    def rival() -> None:
        found["steps"] = KMeans(k, random_state=0).fit(X).n_iter_

    tasks = {"plain": lambda: ours(None), "labelled": lambda: ours(y), "rival": rival}
    times = in_turn(tasks, 1 if plan.is_quick else min(3, plan.repeats), plan.threads)
    other = times["rival"].median
    return [
        {
            "n": n,
            "d": d,
            "true clusters": k,
            "labels": name,
            "found": found["clusters"],
            "CECIB(), s": times[task].median,
            "KMeans, s": other,
            "Lloyd steps": found["steps"],
            "ratio": times[task].median / other,
            "raw": raw(times),
        }
        for task, name in (("plain", "none"), ("labelled", "10 %"))
    ]


def refit(plan: Plan) -> list[Row]:
    """Compare a default fit with one that is given its prior and its clusters, as after a few more labels."""
    n, d, k = (10_000, 16, 10) if plan.is_quick else (100_000, 16, 10)
    X, _ = mixture(n, d, k)
    first = CECIB(random_state=0, n_jobs=plan.threads).fit(X)
    warm = CECIB(prior=first.prior_, init=first.labels_, random_state=0, n_jobs=plan.threads)
    tasks = {
        "fit": lambda: CECIB(random_state=0, n_jobs=plan.threads).fit(X),
        "refit": lambda: warm.fit(X),
    }
    times = in_turn(tasks, plan.repeats, plan.threads)
    fit, again = times["fit"].median, times["refit"].median
    return [{"n": n, "d": d, "k": k, "fit, s": fit, "refit, s": again, "ratio": fit / again, "raw": raw(times)}]


def _seeding(n: int, d: int, k: int, plan: Plan) -> Row:
    X, truth = mixture(n, d, k)
    problem = pose(X)
    trials = 2 + int(np.log(k))
    uniforms = np.random.RandomState(0).uniform(size=k * trials)
    one_pass, _ = full_pass(X, truth, plan.threads)
    tasks = {
        "ours": lambda: _core.plus_plus_start(problem.points, problem.metric, k, trials, uniforms, plan.threads),
        "scikit-learn": lambda: kmeans_plusplus(X, k, random_state=0),
        "pass": one_pass,
    }
    times = in_turn(tasks, plan.repeats, plan.threads)
    ours, theirs, pass_ = (times[name].median for name in tasks)
    return {
        "n": n,
        "d": d,
        "k": k,
        "ours, ms": 1e3 * ours,
        "ours / scikit-learn": ours / theirs,
        "ours / full pass": ours / pass_,
        "raw": raw(times),
    }
