"""Run cases for some minutes, count, and say how to repeat what failed.

    PYTHONPATH=tests python -m soak --minutes 10 --seed 0

The seed is that of the first case; each further one has the next.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
from time import monotonic

from soak.counts import Counts, run_case
from soak.memory import GROWTH, growth, resident


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0, help="of the first case")
    parser.add_argument("--cases", type=int, help="stop after so many")
    parser.add_argument("--rows", type=int, default=400, help="leave out cases of more rows, for a slow build")
    parser.add_argument("--fits", type=int, help="fit so often and measure what memory does, nothing else")
    arguments = parser.parse_args()
    faulthandler.enable()
    if arguments.fits is not None:
        grown = growth(arguments.fits)
        print(f"{arguments.fits} fits: memory grew by {grown:.1f} MB in the last half, {resident():.0f} MB in all")
        return 1 if grown > GROWTH else 0
    counts, seed, end = Counts(), arguments.seed, monotonic() + 60.0 * arguments.minutes
    while monotonic() < end and (arguments.cases is None or counts.tried < arguments.cases):
        sys.stderr.write(f"\r{seed} ")  # should the process die, this is the case that did it
        sys.stderr.flush()
        for failure in run_case(seed, counts, arguments.rows):
            print(f"\n{failure}\n  repeat: make soak CASES=1 SEED={seed}", flush=True)
        seed += 1
    print(f"\n{counts.table()}\n\nto go on: make soak SEED={seed}")
    return 1 if counts.n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
