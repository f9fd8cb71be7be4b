"""kill −9 at any moment: everything that was said to be done is there again."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from cecib.explore import Session

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")

# Labels rows one after the other, and says of each that it is done.
CHILD = """
import sys
import numpy as np
from cecib.explore import Label, Redo, Session, Undo

X = np.random.default_rng(0).normal(size=(5000, 3))
session = Session(X, log=sys.argv[1])
session.start()
for row in range(5000):
    session.do(Label(f"category {row % 7}", (row,)))
    if row % 5 == 4:
        session.do(Undo())
        session.do(Redo())
    sys.stdout.write(f"{row}\\n")
    sys.stdout.flush()
"""


@pytest.mark.parametrize("pause", [0.0, 0.2])
def test_at_most_the_action_in_flight_is_lost(tmp_path, pause):
    log = tmp_path / "x.explore.jsonl"
    with subprocess.Popen([sys.executable, "-c", CHILD, log], stdout=subprocess.PIPE, text=True) as child:
        said = [child.stdout.readline()]
        end = time.monotonic() + pause
        while time.monotonic() < end:
            said.append(child.stdout.readline())
        os.kill(child.pid, signal.SIGKILL)
        said += child.stdout.read().splitlines()
        child.wait()
    done = len([line for line in said if line.strip().isdecimal()])
    assert done < 5000
    X = np.random.default_rng(0).normal(size=(5000, 3))
    with Session(X, log=log) as again:
        labelled = np.flatnonzero(again.standing.marks != -1)
        assert labelled.tolist() == list(range(len(labelled)))
        assert done <= len(labelled) <= done + 1
        texts = again.standing.labelling().texts()
        assert all(texts[row] == f"category {row % 7}" for row in labelled)
        assert again.answer().n_clusters_ >= 1
