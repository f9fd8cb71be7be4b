"""63 runs of the R package CEC from stored starts: same labels, cost and passes where no cluster is dropped."""

import json

import numpy as np
import pytest

from cecib import _core
from checks import make_problem
from shared_data import shared_data

PAPER_SETS = ["ecoli", "glass", "iris", "segmentation", "user_modeling", "vertebral", "wine"]


def load_features(name):
    file = "segmentation_authors.csv" if name == "segmentation" else f"{name}.csv"
    table = np.genfromtxt(shared_data(file), delimiter=",", names=True, dtype=None, encoding="utf-8")
    X = np.column_stack([table[f] for f in table.dtype.names if f not in ("class", "split")]).astype(float)
    if name == "ecoli":
        names, counts = np.unique(table["class"], return_counts=True)
        X = X[np.isin(table["class"], names[np.argsort(-counts)[:5]])]
        X = X - X.mean(axis=0)
        u, s, _ = np.linalg.svd(X, full_matrices=False)
        X = u[:, :5] * s[:5]
    return X


def by_first_appearance(labels):
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse]


@pytest.mark.parametrize("name", PAPER_SETS)
def test_full_family_agrees_with_r(name):
    reference = json.loads((shared_data("..") / "reference" / "r_cec.json").read_text())
    runs = [run for run in reference["runs"] if run["data"] == name and run["family"] == "full"]
    X = load_features(name)
    assert len(runs) == 3
    for run in runs:
        centres = X[run["start_rows"]]
        start = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1).astype(np.int32)
        problem, _ = make_problem(X, beta=0.0, criterion="entropy", min_weight=run["min_cluster_size"])
        partition = problem.partition(start)
        had = len(np.unique(start))
        passes, has_converged, _ = partition.descend(200, 1, _core.CancelFlag(), None)
        cost = sum(partition.cost()) / len(X) + problem.cost_offset
        assert has_converged
        assert np.isfinite(cost)
        if "error" in run:
            continue
        if run["n_clusters"] == had:
            assert by_first_appearance(partition.labels).tolist() == run["labels"]
            assert cost == pytest.approx(run["cost"], rel=1e-9)
            assert passes == run["passes"]
        else:
            assert cost <= run["cost"] + 0.02 * abs(run["cost"])
