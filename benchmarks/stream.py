"""Streams in which clusters appear, drift and vanish: agreement with the truth, window by window, beside other methods.

python benchmarks/stream.py                 # the made stream
python benchmarks/stream.py --set digits    # digits, class after class
python benchmarks/stream.py --set segments  # river's ImageSegments, class after class
python benchmarks/stream.py --windows       # a row for each window
python benchmarks/stream.py --memory        # size of the model along a long stream

A window is learned, then its rows are told apart; 5 % of the rows are labelled for ours. MiniBatchKMeans is told the
number of clusters that there are on average. DBSTREAM and DenStream (river) get the best of several radii, chosen by
the truth.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from sklearn.cluster import MiniBatchKMeans
from sklearn.datasets import load_digits
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.reading.evaluation import normalized_mutual_information

LABELLED = 0.05
SPREAD = 2.5  # of the clusters, whose widths are near 1
BEGUN = 5  # windows after which time is measured: the first rows are fitted as a whole


class Made(NamedTuple):
    """A stream, the truth about it, and how it is played."""

    X: np.ndarray
    classes: np.ndarray
    window: int
    half_life: float


def drifting(seed: int, n_windows: int = 60, window: int = 500, d: int = 5) -> Made:
    """Clusters that live for 15 to 40 windows, and drift by some of their widths meanwhile."""
    rng = np.random.default_rng(seed)
    n = n_windows * window
    lives = [(rng.integers(-30, 5), rng.integers(15, 40)) for _ in range(4)]
    lives += [(int(start), rng.integers(15, 40)) for start in np.linspace(3, n_windows - 12, 8)]
    begins = rng.normal(0, SPREAD, (len(lives), d))
    ends = begins + rng.normal(0, 3, (len(lives), d))
    shapes = [np.linalg.qr(rng.normal(size=(d, d)))[0] * rng.uniform(0.4, 1.6, d) for _ in lives]
    shares = rng.uniform(0.5, 2.0, len(lives))
    X, classes = np.empty((n, d)), np.empty(n, dtype=int)
    for i in range(n):
        now = i / window
        alive = np.array([start <= now < start + length for start, length in lives])
        c = rng.choice(len(lives), p=shares * alive / (shares * alive).sum())
        age = (now - lives[c][0]) / lives[c][1]
        X[i] = begins[c] + age * (ends[c] - begins[c]) + shapes[c] @ rng.normal(size=d)
        classes[i] = c
    return Made(X, classes, window, 4.0 * window)


def class_after_class(X: np.ndarray, classes: np.ndarray, seed: int, window: int) -> Made:
    """Rows of a data set in an order in which each class has its time, of about a third of the stream."""
    rng = np.random.default_rng(seed)
    names, number = np.unique(classes, return_inverse=True)
    start = rng.permutation(len(names)) / max(1, len(names) - 1) * 2 / 3
    order = np.argsort(start[number] + rng.uniform(0, 1 / 3, len(X)))
    return Made(X[order], number[order], window, 4.0 * window)


def digits(seed: int) -> Made:
    X, classes = load_digits(return_X_y=True)
    return class_after_class(X, classes, seed, 100)


def segments(seed: int) -> Made:
    from river.datasets import ImageSegments

    pairs = list(ImageSegments())
    X = np.array([list(x.values()) for x, _ in pairs], dtype=float)
    return class_after_class(X, np.array([y for _, y in pairs]), seed, 100)


SETS: dict[str, Callable[[int], Made]] = {"drifting": drifting, "digits": digits, "segments": segments}
Learner = Callable[[np.ndarray, np.ndarray], np.ndarray]


def ours(half_life: float | None, seed: int, is_told: bool = True) -> Learner:
    model = CECIB(half_life=half_life, random_state=seed)
    return lambda X, y: model.partial_fit(X, y if is_told else None).labels_


def mini_batch(n_clusters: int, seed: int) -> Learner:
    model = MiniBatchKMeans(n_clusters, random_state=seed, n_init=3)
    return lambda X, y: model.partial_fit(X).predict(X)


def of_river(name: str, radius: float, fading: float) -> Learner:
    from river import cluster

    model = (
        cluster.DBSTREAM(clustering_threshold=radius, fading_factor=fading, cleanup_interval=100, minimum_weight=3.0)
        if name == "DBSTREAM"
        else cluster.DenStream(decaying_factor=fading, epsilon=radius, mu=5, beta=0.5, n_samples_init=200)
    )

    def learn(X: np.ndarray, y: np.ndarray) -> np.ndarray:
        rows = [dict(enumerate(row)) for row in X.tolist()]
        for row in rows:
            model.learn_one(row)
        return np.array([model.predict_one(row) for row in rows])

    return learn


class Played(NamedTuple):
    """How well a method has followed a stream, by windows."""

    nmi: np.ndarray
    ari: np.ndarray
    clusters: np.ndarray
    microseconds: float


def play(made: Made, learn: Learner, seed: int) -> Played:
    rng = np.random.default_rng(seed)
    y = np.where(rng.uniform(size=len(made.X)) < LABELLED, made.classes, -1)
    nmi, ari, number, seconds = [], [], [], 0.0
    for first in range(0, len(made.X) - made.window // 2, made.window):
        rows = slice(first, first + made.window)
        begin = time.perf_counter()
        labels = learn(made.X[rows], y[rows])
        if first >= BEGUN * made.window:
            seconds += time.perf_counter() - begin
        nmi.append(normalized_mutual_information(made.classes[rows], labels))
        ari.append(adjusted_rand_score(made.classes[rows], labels))
        number.append(len(np.unique(labels)))
    return Played(np.array(nmi), np.array(ari), np.array(number), 1e6 * seconds / (len(made.X) - BEGUN * made.window))


def contestants(made: Made, seed: int, with_river: bool) -> Iterator[tuple[str, Played]]:
    X = (made.X - made.X.mean(axis=0)) / np.maximum(made.X.std(axis=0), 1e-12)  # for those that know no units
    scaled = made._replace(X=X)
    windows = [made.classes[i : i + made.window] for i in range(0, len(made.X), made.window)]
    k = round(np.mean([len(np.unique(own)) for own in windows]))
    yield "cecib, 5 % labels", play(made, ours(made.half_life, seed), seed)
    yield "cecib, no labels", play(made, ours(made.half_life, seed, is_told=False), seed)
    yield "cecib, never forgets", play(made, ours(None, seed), seed)
    yield f"MiniBatchKMeans, told k = {k}", play(scaled, mini_batch(k, seed), seed)
    if not with_river:
        return
    typical = np.sqrt(X.shape[1])
    for name in ("DBSTREAM", "DenStream"):
        tries = [play(scaled, of_river(name, radius * typical, 1 / made.half_life), seed) for radius in RADII]
        yield f"{name}, best of {len(RADII)} radii", max(tries, key=lambda own: own.nmi.mean())


RADII = (0.2, 0.35, 0.5, 0.7, 1.0)  # in standard deviations of the data, times the square root of the columns


def has_river() -> bool:
    try:
        import river  # noqa: F401
    except ImportError:
        print("river is not installed (pip install river): DBSTREAM and DenStream are left out.")
        return False
    return True


def print_table(name: str, seeds: range, shows_windows: bool, with_river: bool) -> None:
    found: dict[str, list[Played]] = {}
    for seed in seeds:
        for method, played in contestants(SETS[name](seed), seed, with_river):
            found.setdefault(method.split(", told")[0], []).append(played)
    print(f"\n{name}, {len(seeds)} streams: means over windows\n")
    print("| method | NMI | least NMI of a window | ARI | clusters | µs per row |")
    print("|---|---|---|---|---|---|")
    for method, runs in found.items():
        nmi = np.mean([run.nmi.mean() for run in runs])
        least = np.mean([run.nmi.min() for run in runs])
        ari = np.mean([run.ari.mean() for run in runs])
        number, speed = np.mean([run.clusters.mean() for run in runs]), np.mean([run.microseconds for run in runs])
        print(f"| {method} | {nmi:.3f} | {least:.3f} | {ari:.3f} | {number:.1f} | {speed:.0f} |")
    if shows_windows:
        print("\n| window | " + " | ".join(found) + " |")
        print("|---" * (len(found) + 1) + "|")
        for window in range(len(next(iter(found.values()))[0].nmi)):
            own = [np.mean([run.nmi[window] for run in runs]) for runs in found.values()]
            print(f"| {window} | " + " | ".join(f"{value:.2f}" for value in own) + " |")


def print_memory(n_batches: int) -> None:
    rng = np.random.default_rng(0)
    model = CECIB(half_life=2_000, random_state=0)
    print("| batches of 100 rows | kB of the pickled model | clusters |")
    print("|---|---|---|")
    for batch in range(n_batches + 1):
        centres = np.array([[0, 0], [8, 0], [0, 8]]) + 0.01 * batch
        X = rng.normal(size=(100, 2)) + centres[rng.integers(3, size=100)]
        model.partial_fit(X)
        if batch in (1, 10, 30, 100, 300, 1_000, 3_000):
            print(f"| {batch} | {len(pickle.dumps(model)) / 1000:.0f} | {model.n_clusters_} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=sorted(SETS), default="drifting")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--first", type=int, default=100, help="first seed; 0 to 3 were looked at in development")
    parser.add_argument("--without-river", action="store_true", help="only ours and MiniBatchKMeans, which are fast")
    parser.add_argument("--windows", action="store_true")
    parser.add_argument("--memory", action="store_true")
    own = parser.parse_args()
    if own.memory:
        print_memory(3_000)
    else:
        with_river = not own.without_river and has_river()
        print_table(own.set, range(own.first, own.first + own.seeds), own.windows, with_river)


if __name__ == "__main__":
    main()
