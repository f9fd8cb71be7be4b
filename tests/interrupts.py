"""Ctrl-C at random moments while a command starts: a sentence and status 130, once cecib has come to its first line.

    PYTHONPATH=tests python -m interrupts --tries 150

The installed command is started again and again, and interrupted after a random time.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import cecib

SECONDS = 1.5
PACKAGE = str(Path(cecib.__file__).parent)
NOT_OURS = ("before the first line of cecib", "before the first line of Python")
LONG = ("--restarts", "100000", "--clusters", "30", "--subspace", "all")  # no command is done before it is interrupted


def command() -> list[str]:
    """The installed command, or the module if there is none."""
    installed = Path(sys.executable).with_name("cecib")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "cecib.cli"]


def write_data(folder: Path) -> list[str]:
    """Write a table; give the arguments of a fit to it that takes long."""
    chance = random.Random(0)
    rows = (",".join(f"{chance.gauss(0, 1):.6f}" for _ in range(6)) for _ in range(20_000))
    path = folder / "data.csv"
    path.write_text("a,b,c,d,e,f\n" + "\n".join(rows) + "\n")
    return [*command(), "cluster", str(path), *LONG, "--out", str(folder / "out.csv")]


def interrupt(arguments: list[str], seconds: float) -> str:
    """Start, wait, interrupt; say how it ended."""
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        try:
            out, error = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            return "status None: it goes on"
    if "Traceback" in error or "Exception ignored" in error:
        if f'File "{PACKAGE}' not in error:
            return NOT_OURS[0]  # the interpreter, or the script that pip writes
        return f"traceback, status {process.returncode}: {error[-600:]}"
    if process.returncode == -signal.SIGINT and not error:
        return NOT_OURS[1]  # a shell calls this 130
    if process.returncode != 130 or out or error != "cecib: interrupted, nothing was written.\n":
        return f"status {process.returncode}: {error[-600:]}"
    return "interrupted"


def main() -> None:
    parser = argparse.ArgumentParser(prog="interrupts", description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="within which to interrupt")
    parser.add_argument("--seed", type=int, default=0)
    own = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # what shells start in the background ignores it
    chance = random.Random(own.seed)
    with tempfile.TemporaryDirectory() as folder:
        arguments = write_data(Path(folder))
        ends: Counter[str] = Counter()
        for _ in range(own.tries):
            seconds = chance.uniform(0.0, own.seconds)
            end = interrupt(arguments, seconds)
            ends[end.split(":")[0]] += 1
            if ":" in end:
                print(f"after {seconds:.3f} s: {end}", flush=True)
        print(dict(ends))


if __name__ == "__main__":
    main()
