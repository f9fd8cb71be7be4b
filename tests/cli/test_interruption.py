"""Ctrl-C once cecib runs: a sentence and a status, no traceback. `tests/interrupts.py` tries it by the hundred."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

import interrupts

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")


@pytest.mark.parametrize("seconds", [0.3, 0.6, 1.1])
def test_interrupted_while_it_starts(seconds, tmp_path):
    """On a busy machine cecib may not have come to its first line yet: then Python ends, in its own way."""
    end = interrupts.interrupt(interrupts.write_data(tmp_path), seconds)
    assert end in ("interrupted", *interrupts.NOT_OURS)
    assert not (tmp_path / "out.csv").exists()


def run(code):
    """Run lines that have a Ctrl-C of their own, `strike`."""
    begin = "import signal, sys\nfrom cecib.cli.interruption import Loading, ctrl_c\n"
    begin += "strike = lambda: signal.raise_signal(signal.SIGINT)\nctrl_c.listen()\n"
    return subprocess.run([sys.executable, "-c", begin + textwrap.dedent(code)], capture_output=True, text=True)


def test_while_modules_are_imported_the_process_ends_at_once():
    done = run("""
        ctrl_c.status = None
        with Loading():
            try:
                strike()
            except KeyboardInterrupt:
                print("lost")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "cecib: interrupted, nothing was written.\n")


def test_an_interruption_that_is_lost_in_a_callback_comes_again():
    done = run("""
        import time
        class Dying:
            def __del__(self):
                strike()
        ctrl_c.status = None
        try:
            Dying()
            for _ in range(400):
                time.sleep(0.05)
        except KeyboardInterrupt:
            print("heard")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "heard\n", "")


def test_when_the_work_is_done_the_status_is_that_of_the_work():
    done = run("""
        import atexit
        atexit.register(strike)
        ctrl_c.end(2)
    """)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_a_handler_of_somebody_else_stays():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        done = run("strike()\nprint('ignored')")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (done.returncode, done.stdout) == (0, "ignored\n")
