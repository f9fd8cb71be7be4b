"""From `import` to the first result, in a new process."""

from __future__ import annotations

import subprocess
import sys

from speed_parts.timing import Plan, Row, in_turn, raw

_FIT = "import numpy as np; X = np.random.default_rng(0).normal(size=(300, 4)); {imports}; {model}.fit(X)"
_SCRIPTS = {
    "import cecib": "import cecib",
    "CECIB": _FIT.format(imports="from cecib import CECIB", model="CECIB(n_init=1)"),
    "GaussianMixture": _FIT.format(imports="from sklearn.mixture import GaussianMixture", model="GaussianMixture(2)"),
}


def run(plan: Plan) -> list[Row]:
    """Compare ours with a GaussianMixture: 300 points in 4 dimensions."""
    tasks = {
        name: lambda script=script: subprocess.run([sys.executable, "-c", script], check=True)
        for name, script in _SCRIPTS.items()
    }
    times = in_turn(tasks, 2 if plan.is_quick else plan.repeats, plan.threads)
    rival = times["GaussianMixture"].median
    rows = [
        {"process": name, "s": times[name].median, "/ GaussianMixture": times[name].median / rival} for name in tasks
    ]
    rows[0]["raw"] = raw(times)
    return rows
