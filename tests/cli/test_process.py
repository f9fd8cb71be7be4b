"""Real processes: exit statuses, pipes, signals."""

import io
import os
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
        assert process.stdout.readline() == b"cluster,category,probability,category_probability\n"
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
