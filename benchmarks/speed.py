"""How fast: every figure a ratio measured in the same run, from the same start, each method to its own convergence.

python benchmarks/speed.py                          # everything; about an hour, most of it GaussianMixture
python benchmarks/speed.py --quick                  # small data, about a minute
python benchmarks/speed.py --only dgemm growth      # some parts
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from cecib.search.threads import n_threads
from speed_parts import aims, contest, memory, passes, report, startup, whole_fit
from speed_parts.timing import Plan, Row


class Part(NamedTuple):
    """A table: what it shows, and how it is measured."""

    title: str
    note: str
    run: Callable[[Plan], list[Row]]


PARTS = {
    "contest": Part(
        "One start to convergence",
        "The same k-means++ centres for all. KMeans starts from the centres; ours from the points nearest to each; "
        "GaussianMixture (full) from the weights, means and precisions of those groups. Each stops by its own default "
        'rule. "> r": EM was cut short at the cap, so that the ratio would be larger; "skipped": not even one step '
        "fits under it.",
        contest.run,
    ),
    "aims": Part("One start to convergence, the sizes of the aims", "As in the contest.", contest.run_aims),
    "dgemm": Part(
        "One full pass against dgemm",
        "Useful multiply-adds of a pass: n k (d (d + 1) / 2 + d). Same number of threads for both.",
        passes.against_dgemm,
    ),
    "threads": Part(
        "Two threads against one",
        "Both come to the same labels in the same number of passes; the run stops if not.",
        passes.threads,
    ),
    "growth": Part("Growth with n, d and k", "A full pass at a local optimum.", passes.growth),
    "dimensions": Part(
        "Many dimensions",
        "Set-up: the summaries and factors of a given partition. Then the descent from the true clusters, and a full "
        "pass.",
        passes.many_dimensions,
    ),
    "automatic": Part(
        "Number of clusters unknown",
        "`CECIB()` with its four starts, against one default start of a GaussianMixture that is told the number.",
        whole_fit.automatic,
    ),
    "labelled": Part(
        "Number of clusters unknown, 10 % labels",
        "`CECIB().fit(X, y)` against one default start of a GaussianMixture that is told the number.",
        whole_fit.labelled,
    ),
    "large": Part(
        "A million rows, number of clusters unknown",
        "`CECIB()` without labels and with 10 % of them, against one default KMeans that is told the number.",
        whole_fit.large,
    ),
    "refit": Part(
        "A fit that is given its prior and start",
        "`CECIB()` against `CECIB(prior=model.prior_, init=model.labels_)`, which runs no pilot.",
        whole_fit.refit,
    ),
    "seeding": Part(
        "k-means++ seeding",
        "Greedy, with the same number of trials as scikit-learn's; ours labels the points too.",
        whole_fit.seeding,
    ),
    "memory": Part("Peak memory beyond X", "Each in a process of its own; X is counted once.", memory.run),
    "startup": Part("From import to the first result", "Whole processes: 300 × 4 points.", startup.run),
}


def main(arguments: list[str] | None = None) -> None:
    options = _options(arguments)
    plan = Plan(options.quick, options.threads, options.repeats or (3 if options.quick else 5), options.cap)
    results, seconds = {}, {}
    for name in options.only or [part for part in PARTS if part != "aims"]:  # the contest includes them
        start = time.perf_counter()
        results[name] = PARTS[name].run(plan)
        seconds[name] = time.perf_counter() - start
        print(_section(name, results[name], 3), flush=True)
    facts = {"machine": report.machine(plan), "parts": results, "seconds": seconds}
    text = _document(facts)
    report.write(options.out, text, facts)
    print(f"{options.out.with_suffix('.md')} and .json: {sum(seconds.values()):.0f} s", file=sys.stderr)


def _section(name: str, rows: list[Row], level: int) -> str:
    part = PARTS[name]
    return f"{'#' * level} {part.title}\n\n{part.note}\n\n{report.table(rows)}\n"


def _document(facts: Row) -> str:
    about = facts["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in about["versions"].items())
    kind = (
        "a `--quick` run on small data: it shows that the command works, not how fast anything is"
        if about["quick"]
        else "a full run"
    )
    head = f"Measured by {kind}. {about['processor']}, {about['threads']} threads, {versions}.\n"
    goals = [] if about["quick"] else ["### Aims\n\n" + report.table(aims.table(facts["parts"])) + "\n"]
    sections = [_section(name, rows, 3) for name, rows in facts["parts"].items()]
    return "\n".join([head, *goals, *sections])


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small data, about a minute")
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="PART", help=f"some of {', '.join(PARTS)}")
    parser.add_argument(
        "--threads", type=int, default=min(2, n_threads(None)), help="threads of all methods; default 2"
    )
    parser.add_argument("--repeats", type=int, help="rounds of each comparison; default 5")
    parser.add_argument("--cap", type=float, default=60.0, help="seconds that one GaussianMixture may take; default 60")
    parser.add_argument("--out", type=Path, default=Path("out/speed"), help="where to write, without ending")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
