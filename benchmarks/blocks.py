"""How long it takes to read rows in blocks, by format: one pass, nanoseconds per row, and the memory beyond files.

    python benchmarks/blocks.py [--rows 10000000] [--features 10] [--folder out/blocks] [--repeats 3] [FORMAT …]

Makes a file of float32 for each format, with a column of labels (text, one row in ten) that is read in a second
measurement, and keeps it in the folder. Prints a Markdown table: the time on the clock and that of all threads, best of
the passes, and the peak of anonymous memory. Other work on the machine lengthens the first more than the second.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from cecib.blocks import open_blocks

STEP = 1_000_000
FORMATS = ("parquet", "feather", "npy", "csv")


def pieces(n_rows, n_features):
    random = np.random.default_rng(0)
    for start in range(0, n_rows, STEP):
        n = min(STEP, n_rows - start)
        X = random.standard_normal((n, n_features), dtype=np.float32)
        names = np.array(["seeds", "insects", "fish", None], dtype=object)
        codes = np.where(random.random(n) < 0.1, random.integers(0, 3, n), 3)
        yield X, pa.table({**{f"x{j}": X[:, j].copy() for j in range(n_features)}, "y": names[codes].tolist()})


def write(path, n_rows, n_features):
    if path.suffix == ".npy":
        shape = (n_rows, n_features)
        out, at = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=shape), 0
        for X, _ in pieces(n_rows, n_features):
            out[at : at + len(X)] = X
            at += len(X)
        out.flush()
        return
    writer, openers = (
        None,
        {".parquet": pa.parquet.ParquetWriter, ".csv": pa.csv.CSVWriter, ".feather": pa.ipc.new_file},
    )
    for _, table in pieces(n_rows, n_features):
        writer = writer or openers[path.suffix](str(path), table.schema)
        writer.write_table(table)
    writer.close()


def anonymous_megabytes():
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return float("nan")
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1024


def measure(blocks, repeats):
    wall, work, peak, before = [], [], 0.0, anonymous_megabytes()
    for _ in range(repeats):
        begin, begin_work, n_rows = time.perf_counter(), time.process_time(), 0
        for block in blocks:
            n_rows += len(block)
            peak = max(peak, anonymous_megabytes() - before)
        wall.append((time.perf_counter() - begin) / n_rows * 1e9)
        work.append((time.process_time() - begin_work) / n_rows * 1e9)
    return min(wall), min(work), peak


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=f"{', '.join(FORMATS)}; default: all")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--features", type=int, default=10)
    parser.add_argument("--folder", type=Path, default=Path("out/blocks"))
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    print("| format | labels | ns per row | ns of all threads | MB |")
    print("|---|---|---|---|---|")
    for name in arguments.formats or FORMATS:
        path = arguments.folder / f"{arguments.rows}x{arguments.features}.{name}"
        if not path.exists():
            write(path, arguments.rows, arguments.features)
        for labels in (None, "y") if name != "npy" else (None,):
            features = None if name == "npy" else [f"x{j}" for j in range(arguments.features)]
            blocks = open_blocks(path, features=features, labels=labels)
            wall, work, peak = measure(blocks, arguments.repeats)
            print(f"| {name} | {'text' if labels else '-'} | {wall:.0f} | {work:.0f} | {peak:.0f} |", flush=True)


if __name__ == "__main__":
    main()
