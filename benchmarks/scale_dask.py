"""Rounds on Dask workers: time, bytes moved, memory; a cost model fitted to some runs, checked on others, drawn.

    python benchmarks/scale_dask.py [--quick] [--plot FILE] [--memory]

Worker processes of one thread each on this machine, one and two of them; the rows are made by the workers and stay
there. The model is one of processor time, which does not depend on what else the machine does as the clock does; both
are printed, as Markdown tables. --memory measures in its place what a worker holds whose rows are made anew in each
pass.
"""

import argparse
import time
from dataclasses import replace

import numpy as np

from cecib import CECIB
from scale_parts.cost_model import fitted
from scale_parts.rounds import Run, made, peak_of_workers, timed

SIZES = [
    (500_000, 10, 20, 8), (1_000_000, 10, 20, 16), (1_000_000, 10, 20, 64), (1_000_000, 5, 10, 16),
    (500_000, 20, 20, 8), (1_000_000, 10, 5, 16), (64_000, 5, 10, 256),
]  # fmt: skip
CHECKS = [(2_000_000, 10, 20, 32), (1_000_000, 15, 12, 24)]


def cluster_of(workers):
    from distributed import LocalCluster

    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0", memory_limit=0)


def measured(sizes, quick):
    from distributed import Client

    runs = []
    for workers in (1, 2):
        with cluster_of(workers) as cluster, Client(cluster) as client:
            timed(Run(20_000, 5, 5, 4, workers), client)  # imports
            for rows, *others in sizes:
                runs.append(timed(Run(rows // (10 if quick else 1), *others, workers), client, 3 if quick else 7))
    return runs


def table(runs, model):
    print("| rows | features | clusters | blocks | workers | s of a round by the clock | processor s of workers | "
          "of scheduler and client | s of a round | model | error | clusters down, kB | seen up, kB | "
          "sent by workers, kB |")  # fmt: skip
    print("|" + "---|" * 14)
    for run in runs:
        own = model.seconds(run)
        print(
            f"| {run.rows:,} | {run.features} | {run.clusters} | {run.blocks} | {run.workers} | {run.wall:.2f} | "
            f"{run.work:.3f} | {run.serial:.3f} | {run.seconds:.3f} | {own:.3f} | {own / run.seconds - 1:+.0%} | "
            f"{run.down / 1e3:.0f} | {run.up / 1e3:.0f} | {run.moved / 1e3:.0f} |"
        )


def far(model):
    print("\n| rows | blocks | workers | s per round | rows | scheduler and client | merges |\n|" + "---|" * 7)
    for rows, blocks, workers in [
        (10**9, 4_000, 1), (10**9, 4_000, 100), (10**9, 400, 100), (10**9, 800, 200), (10**9, 4_000, 1_000),
        (10**10, 4_000, 1_000),
    ]:  # fmt: skip
        run = Run(rows, 10, 20, blocks, workers)
        own, serial, merge = model.parts(run)
        print(f"| {rows:.0e} | {blocks:,} | {workers:,} | {own + serial + merge:.1f} | {own:.1f} | {serial:.1f} | "
              f"{merge:.2f} |")  # fmt: skip


def draw(runs, checks, model, path):
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2))
    for own, mark, name in ((runs, "o", "fitted"), (checks, "D", "predicted")):
        left.loglog([run.seconds for run in own], [model.seconds(run) for run in own], mark, label=name)
    ends = [min(run.seconds for run in runs) * 0.8, max(run.seconds for run in runs + checks) * 1.25]
    left.loglog(ends, ends, "-", color="0.6", lw=1)
    left.set(xlabel="seconds per round, measured", ylabel="model")
    left.legend(frameon=False)
    workers = np.unique(np.geomspace(1, 2_000, 40).astype(int))
    for size in (250_000, 2_500_000):
        own = [model.seconds(Run(10**9, 10, 20, 10**9 // size, int(w))) for w in workers]
        right.loglog(workers, own, label=f"blocks of {size:,} rows")
    right.set(xlabel="workers", ylabel="seconds per round", title="10⁹ × 10, 20 clusters (extrapolated)")
    right.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def whole_fit(costs, rows, workers):
    """Fit as a user does, beside what the model says of rounds."""
    from distributed import Client, wait

    with cluster_of(workers) as cluster, Client(cluster) as client:
        timed(Run(20_000, 5, 5, 4, workers), client)
        run = Run(rows, 10, 20, max(8, rows // 62_500), workers)
        X = client.persist(made(run))
        wait(X)
        marks = []
        begin = time.perf_counter()
        model = CECIB(random_state=0, callback=lambda _: marks.append(time.perf_counter())).fit(X)
        seconds = time.perf_counter() - begin
    own = marks[-model.n_iter_ :]
    first = own[0] - begin
    run = replace(run, clusters=model.n_clusters_)
    print(f"\nWhole fit of {rows:,} × 10 on {workers} workers: {seconds:.1f} s, {model.n_iter_} rounds, "
          f"{model.n_clusters_} clusters; until the end of the first round {first:.1f} s; "
          f"a round by the model {costs.seconds(run):.2f} s.")  # fmt: skip


def memory():
    from distributed import Client

    print("| rows | blocks | MB of rows | peak of a worker, MB |\n|" + "---|" * 4)
    for blocks in (8, 32):
        with cluster_of(2) as cluster, Client(cluster) as client:
            run = Run(250_000 * blocks, 10, 20, blocks, 2)
            CECIB(20, random_state=0, n_init=1, max_iter=6, subspace=None).fit(made(run))
            print(f"| {run.rows:,} | {blocks} | {run.rows * 40 / 1e6:.0f} | {peak_of_workers(client):.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--plot")
    parser.add_argument("--memory", action="store_true")
    arguments = parser.parse_args()
    if arguments.memory:
        memory()
        return
    runs, checks = measured(SIZES, arguments.quick), measured(CHECKS, arguments.quick)
    model = fitted(runs)
    print("Fitted to:\n")
    table(runs, model)
    print("\nNot fitted to:\n")
    table(checks, model)
    for name in ("work", "serial", "merge"):
        print(f"{name}: {getattr(model, name)}")
    far(model)
    if arguments.plot:
        draw(runs, checks, model, arguments.plot)
    if not arguments.quick:
        whole_fit(model, 2_000_000, 2)


if __name__ == "__main__":
    main()
