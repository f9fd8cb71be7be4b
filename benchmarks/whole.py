"""Search small, finish whole: against a search of all rows, where a sample misses a group, and where there is none.

python benchmarks/whole.py                  # everything; half an hour
python benchmarks/whole.py --quick          # small data
python benchmarks/whole.py --only rare      # some parts
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from unittest import mock

import numpy as np
from sklearn.metrics import normalized_mutual_info_score

from cecib import CECIB, fitting
from speed_parts.data import Floats, Labels


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small data")
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="PART", help=f"some of {', '.join(PARTS)}")
    options = parser.parse_args(arguments)
    for name in options.only or PARTS:
        title, run = PARTS[name]
        sys.stdout.write(f"\n### {title}\n\n")
        for line in run(options.quick):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


def blobs(n: int, d: int, k: int, apart: float, seed: int) -> tuple[Floats, Labels]:
    """Draw spherical clusters of different widths; their centres are so many deviations from the middle per feature."""
    random = np.random.default_rng(seed)
    labels = random.integers(k, size=n).astype(np.int32)
    centres, widths = random.normal(scale=apart, size=(k, d)), random.uniform(0.5, 1.5, size=(k, 1))
    return centres[labels] + random.normal(size=(n, d)) * widths[labels], labels


def whole_search(X: Floats) -> CECIB:
    """Fit with all starts on all rows, under the prior of the sample."""

    def search(settings, trust, sample, block, problem, random, report):  # type: ignore[no-untyped-def]
        trust = replace(trust, learned=replace(trust.learned, labels=None))
        return fitting._search_all(settings, trust, block, problem, random, report)

    with mock.patch.object(fitting, "_search_small", search):
        return CECIB(random_state=0).fit(X)


def against_whole(is_quick: bool) -> Iterator[str]:
    """Compare cost and number of clusters with those of a search of all rows."""
    yield "| rows | features | true clusters | apart | found | whole search | cost beyond it, % | NMI | time / whole |"
    yield "|---|---|---|---|---|---|---|---|---|"
    sizes = [20_000] if is_quick else [20_000, 100_000, 1_000_000]
    for n in sizes:
        for k in (5, 20) if is_quick else (5, 20, 100):
            if n * k > 20_000_000:
                continue  # the whole search would take an hour
            for apart in (8.0, 2.0):
                X, truth = blobs(n, 10, k, apart, k)
                start = time.process_time()
                ours = CECIB(random_state=0).fit(X)
                middle = time.process_time()
                whole = whole_search(X)
                ratio = (middle - start) / (time.process_time() - middle)
                beyond = 100.0 * (ours.cost_ - whole.cost_) / abs(whole.cost_)
                nmi = normalized_mutual_info_score(truth, ours.labels_)
                yield (
                    f"| {n:,} | 10 | {k} | {apart:g} | {ours.n_clusters_} | {whole.n_clusters_} | {beyond:.4f} "
                    f"| {nmi:.3f} | {ratio:.2f} |"
                )


def rare(is_quick: bool) -> Iterator[str]:
    """Hide a far group of few rows."""
    yield "| rows | features | large clusters | far rows | distance | clusters found | far rows in one | others there |"
    yield "|---|---|---|---|---|---|---|---|"
    sizes = [(100_000, 5, 5, 50), (100_000, 5, 20, 50), (100_000, 5, 5, 30)]
    if not is_quick:
        sizes += [(1_000_000, 10, k, m) for k in (5, 10, 20) for m in (100, 30)]
    for n, d, k, m in sizes:
        for seed, distance in ((0, 60.0), (1, 35.0)):
            X, _ = blobs(n, d, k, 8.0, seed)
            random = np.random.default_rng(seed)
            direction = random.normal(size=d)
            rows = random.choice(n, m, replace=False)
            X[rows] = distance * direction / np.linalg.norm(direction) + random.normal(size=(m, d))
            model = CECIB(random_state=0).fit(X)
            own = np.bincount(model.labels_[rows], minlength=model.n_clusters_)
            others = int((model.labels_ == own.argmax()).sum()) - int(own.max())
            yield f"| {n:,} | {d} | {k} | {m} | {distance:g} | {model.n_clusters_} | {own.max()} | {others} |"


def none(is_quick: bool) -> Iterator[str]:
    """Give data that have no group that a sample misses: nothing may be made of misfits."""
    yield "| data | clusters | without misfits | smallest cluster |"
    yield "|---|---|---|---|"
    for name, X in _without_groups(100_000 if is_quick else 300_000):
        model = CECIB(random_state=0).fit(X)
        with mock.patch("cecib.finishing.clusters_of_misfits", return_value=None):
            plain = CECIB(random_state=0).fit(X)
        yield f"| {name} | {model.n_clusters_} | {plain.n_clusters_} | {model.weights_.min() * len(X):.0f} |"


def _without_groups(n: int) -> Iterator[tuple[str, Floats]]:
    random = np.random.default_rng(0)
    yield "Gaussian, 1,000,000 × 5", random.normal(size=(1_000_000, 5))
    for freedom in (3, 5, 10):
        for d in (2, 5, 10):
            tails = np.sqrt(random.chisquare(freedom, size=(n, 1)) / freedom)
            yield f"t with {freedom} degrees of freedom, {n:,} × {d}", random.normal(size=(n, d)) / tails
    X, _ = blobs(n, 5, 5, 8.0, 0)
    for share, reach in ((0.01, 40.0), (0.0003, 400.0), (20 / n, 400.0)):
        noisy, is_noise = X.copy(), random.uniform(size=n) < share
        noisy[is_noise] = random.uniform(-reach, reach, size=(int(is_noise.sum()), 5))
        yield f"5 clusters and noise on {is_noise.sum()} of {n:,} rows", noisy
    yield f"Laplace, {n:,} × 5", random.laplace(size=(n, 5))
    yield f"lognormal, {n:,} × 3", np.exp(0.5 * random.normal(size=(n, 3)))


PARTS: dict[str, tuple[str, Callable[[bool], Iterator[str]]]] = {
    "against": ("Against a search of all rows", against_whole),
    "rare": ("A far group that the sample misses", rare),
    "none": ("No group that the sample misses", none),
}

if __name__ == "__main__":
    main()
