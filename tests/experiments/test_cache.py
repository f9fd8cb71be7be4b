"""The cache: nothing that was written is lost, nothing half written is believed, a killed run resumes."""

import os
import signal
import subprocess
import sys
import time

import pytest

from cecib.experiments.machinery.cache import ResultCache
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.runner import run_jobs


def jobs(n):
    return [Job("e", "d", Variant("v", "m"), draw) for draw in range(n)]


def test_a_torn_tail_is_skipped_and_appending_goes_on(tmp_path):
    """A line cut short by a kill costs that result only, and does not swallow the next."""
    path = tmp_path / "r.jsonl"
    cache = ResultCache(path)
    cache.add("a", {"nmi": 1.0})
    cache.add("b", {"nmi": 2.0})
    path.write_bytes(path.read_bytes()[:-9])
    torn = ResultCache(path)
    assert torn.get("a") == {"nmi": 1.0}
    assert torn.get("b") is None
    torn.add("c", {"nmi": 3.0})
    again = ResultCache(path)
    assert again.get("a") == {"nmi": 1.0}
    assert again.get("c") == {"nmi": 3.0}


@pytest.mark.parametrize("rubbish", [b"\x00\xff\n", b"[1, 2]\n", b'{"key": 1}\n', b"null\n", b"\n\n"])
def test_rubbish_is_skipped(tmp_path, rubbish):
    """Lines that are no results are passed over, whatever they are."""
    path = tmp_path / "r.jsonl"
    ResultCache(path).add("a", {"nmi": 1.0})
    path.write_bytes(rubbish + path.read_bytes() + rubbish)
    assert len(ResultCache(path)) == 1


def test_known_results_are_not_computed_again(tmp_path):
    """A second run does only what the first has not done."""
    done = []

    def execute(job):
        done.append(job.draw)
        return {**job.as_record(), "seconds": 0.0, "nmi": float(job.draw), "error": None}

    path = tmp_path / "r.jsonl"
    run_jobs(jobs(3), execute, ResultCache(path), n_jobs=1)
    records = run_jobs(jobs(5), execute, ResultCache(path), n_jobs=1)
    assert done == [0, 1, 2, 3, 4]
    assert [record["nmi"] for record in records] == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_failures_are_tried_again(tmp_path):
    """A failed fit is no result."""
    errors = iter(["ValueError: no", None])

    def execute(job):
        return {**job.as_record(), "seconds": 0.0, "error": next(errors)}

    path = tmp_path / "r.jsonl"
    assert run_jobs(jobs(1), execute, ResultCache(path), n_jobs=1)[0]["error"]
    assert not run_jobs(jobs(1), execute, ResultCache(path), n_jobs=1)[0]["error"]


def test_identity_depends_on_all_but_the_label():
    """Renaming a curve keeps its results; anything else that differs is another fit."""
    base = Job("e", "d", Variant("v", "m", {"beta": 1.0}), 0, {"noise": 0.1}, "x")
    assert base.key == Job("e", "d", Variant("w", "m", {"beta": 1.0}), 0, {"noise": 0.1}, "x").key
    others = [
        Job("f", "d", base.variant, 0, base.conditions, "x"),
        Job("e", "c", base.variant, 0, base.conditions, "x"),
        Job("e", "d", Variant("v", "n", {"beta": 1.0}), 0, base.conditions, "x"),
        Job("e", "d", Variant("v", "m", {"beta": 0.5}), 0, base.conditions, "x"),
        Job("e", "d", base.variant, 1, base.conditions, "x"),
        Job("e", "d", base.variant, 0, {"noise": 0.2}, "x"),
        Job("e", "d", base.variant, 0, base.conditions, "y"),
    ]
    assert len({base.key, *(job.key for job in others)}) == 8


def test_a_renamed_experiment_keeps_its_draws():
    """The seeds come from the seed word, where there is one, and the name of the experiment is not in them."""
    first = Job("weight", "iris", Variant("v", "m"), 3)
    renamed = Job("beta", "iris", Variant("v", "m"), 3, seed_word="weight")
    assert (renamed.seed, renamed.seed_of("expert")) == (first.seed, first.seed_of("expert"))
    assert renamed.seed != Job("beta", "iris", Variant("v", "m"), 3).seed
    assert renamed.key != first.key


SLOW_RUN = """
import sys, time
from pathlib import Path
from cecib.experiments.machinery.cache import ResultCache
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.runner import run_jobs

def execute(job):
    time.sleep(0.05)
    return {**job.as_record(), "seconds": 0.05, "error": None}

jobs = [Job("e", "d", Variant("v", "m"), draw) for draw in range(int(sys.argv[3]))]
run_jobs(jobs, execute, ResultCache(Path(sys.argv[1])), n_jobs=int(sys.argv[2]))
"""


@pytest.mark.parametrize(("signal_number", "n_workers"), [(signal.SIGKILL, 1), (signal.SIGINT, 1), (signal.SIGINT, 2)])
@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_a_stopped_run_resumes(tmp_path, signal_number, n_workers):
    """After a kill or Ctrl-C, alone or with workers, what was done is kept and the rest is done."""
    path = tmp_path / "r.jsonl"
    command = [sys.executable, "-c", SLOW_RUN, str(path), str(n_workers)]
    running = subprocess.Popen([*command, "600"], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 3):
        time.sleep(0.02)
    running.send_signal(signal_number)
    running.communicate(timeout=30)
    assert running.returncode != 0
    kept = len(ResultCache(path))
    assert 3 <= kept < 600
    subprocess.run([*command, str(kept + 2)], check=True, timeout=60)
    assert kept + 2 <= len(ResultCache(path)) <= kept + 4
