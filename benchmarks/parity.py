"""The authors' own program beside ours, from the same starts: 63 stored runs, and what makes the difference.

Run as ``python benchmarks/parity.py FILE``; the file is ``java_cec_ib.json``, in which runs of the authors' program are
stored with their data, starts and labels.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from cecib.experiments.protocol.parity import compare, stored_runs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", help="name of one set")
    arguments = parser.parse_args()
    runs = [run for run in stored_runs(arguments.file) if arguments.only in (None, run.name)]
    compared = []
    print("| set | labelled | β | its clusters | its rules | our engine | clusters | what makes the difference |")
    print("|---|---|---|---|---|---|---|---|")
    for run in runs:
        found = compare(run)
        compared.append(found)
        signs = ["same" if is_same else "other" for is_same in (found.is_repeated, found.is_same)]
        cells = [run.name, f"{run.fraction:.0%}", run.beta, found.n_clusters, *signs, found.n_ours, found.cause]
        print("|", " | ".join(map(str, cells)), "|", flush=True)
    print(f"\nits rules: the same partition in {sum(c.is_repeated for c in compared)} of {len(runs)} runs")
    print(f"with NumPy's determinants: in {sum(c.is_repeated_by_numpy for c in compared)}")
    print(f"our engine: the same partition in {sum(c.is_same for c in compared)} of {len(runs)} runs")
    counts = Counter((run.name, found.cause) for run, found in zip(runs, compared, strict=True))
    causes = [cause for cause, _ in Counter(found.cause for found in compared).most_common()]
    names = list(dict.fromkeys(run.name for run in runs))
    print(f"\n| what makes the difference | {' | '.join(names)} | all |\n|---|{'---|' * (len(names) + 1)}")
    for cause in causes:
        row = [counts[name, cause] for name in names]
        print("|", " | ".join(map(str, [cause, *row, sum(row)])), "|")
    clusters = np.mean([(c.n_clusters, c.n_ours) for c in compared], axis=0)
    print(f"clusters on average: {clusters[0]:.2f} there, {clusters[1]:.2f} by our engine")


if __name__ == "__main__":
    main()
