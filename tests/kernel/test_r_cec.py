"""Runs of the R package CEC from stored starts: the same labels, cost and passes.

The package can stop early: when a pass drops a cluster and finds a place for all its points, it does not look again.
Such a run is recognised by the moves that would still lower its cost; from there our descent goes on.
"""

import json

import numpy as np
import pytest

from cecib import _core
from checks import make_problem
from shared_data import shared_data, shared_set

PAPER_SETS = ["ecoli", "glass", "iris", "segmentation", "user_modeling", "vertebral", "wine"]

FAMILIES = ["full", "diag", "spherical"]

# Data, family, and the first of the start rows.
EARLY_STOPS = {
    ("ecoli", "spherical", 101),
    ("user_modeling", "diag", 336),
    ("user_modeling", "spherical", 379),
    ("wine", "full", 132),
    ("wine", "diag", 132),
}


def by_first_appearance(labels):
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse]


def lowest_change(problem, labels):
    partition = problem.partition(labels)
    moves = ((i, c) for i in range(problem.n_samples) for c in range(partition.n_clusters) if c != labels[i])
    return min(partition.change(i, c) for i, c in moves)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", PAPER_SETS)
def test_families_agree_with_r(name, family):
    reference = json.loads((shared_data("..") / "reference" / "r_cec.json").read_text())
    runs = [run for run in reference["runs"] if run["data"] == name and run["family"] == family]
    X = shared_set(name).X
    assert len(runs) == 3
    for run in runs:
        centres = X[run["start_rows"]]
        start = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1).astype(np.int32)
        problem, _ = make_problem(X, beta=0.0, criterion="entropy", min_weight=run["min_cluster_size"], family=family)
        partition = problem.partition(start)
        passes, has_converged, _ = partition.descend(200, None, 1, _core.CancelFlag(), None)
        cost = sum(partition.cost()) / len(X) + problem.cost_offset
        assert has_converged
        assert np.isfinite(cost)
        if "error" in run:
            continue
        stopped_early = lowest_change(problem, np.array(run["labels"], dtype=np.int32)) < -1e-6
        assert stopped_early == ((name, family, run["start_rows"][0]) in EARLY_STOPS)
        if not stopped_early:
            assert by_first_appearance(partition.labels).tolist() == run["labels"]
            assert cost == pytest.approx(run["cost"], rel=1e-9)
            assert passes == run["passes"]
