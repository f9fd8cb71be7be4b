"""Seeds follow from names and numbers only."""

import subprocess
import sys

from cecib.experiments.machinery.seeds import seed_for


def test_seeds_do_not_depend_on_the_process():
    """Python's own hash differs from process to process; a seed must not, and words do not run together."""
    code = "from cecib.experiments.machinery.seeds import seed_for; print(seed_for('a', 'b', 3))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(told.stdout) == seed_for("a", "b", 3)
    assert seed_for("a", "b", 3) != seed_for("a", "b3")
