"""A fit of rows that lie in a file: time of each pass beside the engine in memory, and peak memory.

    python benchmarks/scale.py [--rows 50000000] [--features 10] [--clusters 20] [--folder FOLDER] [--keep]

Makes a Parquet file of float32 (2 GB for 50,000,000 × 10) with 1 % labels of text, unless it is there, fits it in a
process of its own, and prints a Markdown table.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from cecib import CECIB, _core
from cecib.blocks import parquet
from cecib.posing import pose
from cecib.search.problem import BLOCK
from cecib.search.threads import n_threads
from cecib.settings import Settings

PART = 250_000  # rows that are made together
NAMES = np.array(["oak", "elm", "ash", "fir", "yew"])


def part(number, features, clusters):
    centres = np.random.default_rng(7).uniform(-6, 6, (clusters, features))
    random = np.random.default_rng(number)
    truth = random.integers(clusters, size=PART)
    X = (centres[truth] + random.normal(size=(PART, features))).astype(np.float32)
    return X, np.where(random.random(PART) < 0.01, NAMES[truth % len(NAMES)], None)


def make(path, rows, features, clusters):
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    writer = None
    for number in range(rows // PART):
        X, labels = part(number, features, clusters)
        columns = {f"f{j}": X[:, j] for j in range(features)} | {"species": pa.array(labels, pa.string())}
        table = pa.table(columns)
        writer = writer or ParquetWriter(path, table.schema, compression="NONE", use_dictionary=["species"])
        writer.write_table(table)
    writer.close()


def fit(path):
    """Fit the file, and print as JSON what there is to say; runs in a process of its own."""
    marks = []
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    begin = time.perf_counter()
    model = CECIB(random_state=0, callback=lambda progress: marks.append((time.perf_counter(), progress))).fit_blocks(
        parquet(path, labels="species")
    )
    end = time.perf_counter()
    whole = [(at, progress) for at, progress in marks if progress.ends_pass][-model.n_iter_ :]
    passes = np.diff([at for at, _ in whole]).tolist()
    print(
        json.dumps(
            {
                "seconds": end - begin,
                "passes": model.n_iter_,
                "pass_seconds": float(np.median(passes)) if passes else float("nan"),
                "clusters": model.n_clusters_,
                "cost": model.cost_,
                "before_mb": before,
                "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }
        )
    )


def engine_pass(features, clusters, parts=8):
    """Nanoseconds that a full pass of the engine takes for a row in memory, among so many clusters."""
    X = np.concatenate([part(number, features, clusters)[0] for number in range(parts)])
    small = CECIB(clusters, random_state=0, n_init=1).fit(X[:20_000])
    settings = Settings.read({"prior": small.prior_, "beta": 0.0})
    labels = small.predict(X)
    from cecib.backends.memory import Block
    from cecib.side_information import read_side_information

    block = Block(X, read_side_information(None, len(X)))
    problem = pose(settings, block, small.clusters_.scaling, small.clusters_.prior)
    partition = problem.partition(labels)
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        partition.descend(1, BLOCK, n_threads(None), _core.CancelFlag(), None)
        times.append(time.perf_counter() - begin)
    return min(times) / len(X) * 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=50_000_000)
    parser.add_argument("--features", type=int, default=10)
    parser.add_argument("--clusters", type=int, default=20)
    parser.add_argument("--folder", help="where to make the file; default: one that is removed afterwards")
    parser.add_argument("--fit", metavar="FILE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.fit:
        fit(arguments.fit)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(arguments.folder or temporary)
        path = folder / f"{arguments.rows}x{arguments.features}k{arguments.clusters}.parquet"
        if not path.exists():
            make(path, arguments.rows, arguments.features, arguments.clusters)
        child = subprocess.run(
            [sys.executable, __file__, "--fit", str(path)], capture_output=True, text=True, check=True
        )
    found = json.loads(child.stdout.strip().splitlines()[-1])
    engine = engine_pass(arguments.features, arguments.clusters)
    of_row = found["pass_seconds"] / arguments.rows * 1e9
    cells = {
        "rows": f"{arguments.rows:,}",
        "features": arguments.features,
        "clusters found": found["clusters"],
        "passes": found["passes"],
        "whole fit, s": f"{found['seconds']:.1f}",
        "a pass, ns per row": f"{of_row:.0f}",
        "engine in memory, ns per row": f"{engine:.0f}",
        "ratio": f"{of_row / engine:.2f}",
        "peak memory, MB": f"{found['peak_mb']:.0f}",
        "before the fit, MB": f"{found['before_mb']:.0f}",
    }
    print(f"| {' | '.join(cells)} |\n|{'---|' * len(cells)}\n| {' | '.join(map(str, cells.values()))} |")


if __name__ == "__main__":
    main()
