"""Real processes: exit statuses, pipes, signals."""

import io
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

COMMAND = [sys.executable, "-m", "cecib.cli"]


def test_installed_command():
    command = Path(sys.executable).with_name("cecib")
    if not command.exists():
        pytest.skip("cecib is not installed into the environment")
    result = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert result.stdout.startswith("cecib ")


def test_pipe_in_and_out(birds_csv):
    result = subprocess.run(
        [*COMMAND, "cluster", "-", "--labels", "diet", "--out", "-"],
        input=birds_csv.read_bytes(),
        capture_output=True,
        check=True,
    )
    assert result.stdout.count(b"\n") == 121


def test_bad_input_has_no_traceback():
    result = subprocess.run([*COMMAND, "cluster", "gone.csv"], capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1


def test_reader_that_leaves_early(tmp_path):
    """Like `cecib … | head -1`: nothing is said about the broken pipe."""
    np.save(tmp_path / "x.npy", np.random.default_rng(0).normal(size=(30_000, 2)))
    run = [*COMMAND, "cluster", str(tmp_path / "x.npy"), "--restarts", "1", "--clusters", "2", "--out", "-"]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"cluster,category,probability,category_probability,outlier\n"
        process.stdout.close()
        error = process.stderr.read()
    assert error == b""
    assert process.returncode == 141


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_interrupt(tmp_path):
    """Data come through a pipe: when all have been taken, the program is at work and no longer being loaded."""
    content = io.BytesIO()
    np.save(content, np.random.default_rng(0).normal(size=(400_000, 8)))
    run = [*COMMAND, "cluster", "-", "--restarts", "1000", "--clusters", "30", "--out", "o.csv"]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(content.getvalue())
        process.stdin.close()
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        error, out = process.stderr.read(), process.stdout.read()
        assert process.wait(30) == 130
    assert time.monotonic() - begin < 10
    assert error == b"cecib: interrupted, nothing was written.\n"
    assert out == b""
    assert list(tmp_path.iterdir()) == []


def run_with(redirections, *arguments):
    line = " ".join([*map(shlex.quote, [*COMMAND, *map(str, arguments)]), redirections])
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_closed_streams(birds_csv, tmp_path):
    """Closed input is bad input, closed output is nobody who reads; a table has to go somewhere."""
    result = run_with("<&-", "cluster", "-")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "cecib: The data are to come from standard input, which is closed: name a file.\n"
    result = run_with(">&-", "cluster", birds_csv, "--out", "-")
    assert (result.returncode, result.stderr) == (
        2,
        "cecib: --out - needs standard output, which is closed: name a file.\n",
    )
    result = run_with("<&- >&- 2>&-", "cluster", birds_csv, "--out", "o.csv")
    assert result.returncode == 0
    assert (tmp_path / "o.csv").read_text().count("\n") == 121
    assert run_with("2>&-", "cluster", "gone.csv").returncode == 2


@pytest.mark.skipif(not hasattr(signal, "SIGTERM") or os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_process_leaves_nothing(cecib, birds_csv, tmp_path, monkeypatch, number):
    """It comes when the model is written and the plot is not."""
    monkeypatch.setattr("cecib.reading.plotting.save_figure", lambda *_: signal.raise_signal(number))
    result = cecib("cluster", birds_csv, "--model", "m.cecib", "--plot", "p.png", "--out", "o.csv")
    assert result.status == 128 + number
    assert [path.name for path in tmp_path.iterdir()] == ["birds.csv"]
    assert signal.getsignal(number) is signal.SIG_DFL


STARTING = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from cecib.cli import main
sys.exit(main(["--version"]))
"""


def test_interrupt_during_start_up_has_no_traceback():
    """As if Ctrl-C came while NumPy is imported, which takes most of the time until the program is at work."""
    result = subprocess.run([sys.executable, "-c", STARTING], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (130, "cecib: interrupted, nothing was written.\n")
