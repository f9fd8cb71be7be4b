"""Families for tests: one of each kind, with parameters that suit the data, under every criterion that it can have."""

import numpy as np

from cecib.criteria import CRITERIA
from cecib.families import Auto, Diagonal, Eigenvalues, Fixed, FixedMean, FixedSpherical, Full, Spherical

KINDS = ["full", "diag", "spherical", "auto", "fixed", "fixed-diagonal", "fixed-spherical", "eigenvalues", "fixed-mean"]
PAIRS = [(kind, name) for kind in KINDS for name in sorted(CRITERIA) if kind != "eigenvalues" or name == "entropy"]


def make_family(kind, X, rng):
    d = X.shape[1]
    deviation = np.std(np.asarray(X, dtype=float), axis=0)
    variance = deviation**2
    if kind == "fixed":
        A = rng.normal(size=(d, d)) + np.eye(d)
        return Fixed((A @ A.T + 0.1 * np.eye(d)) * np.outer(deviation, deviation))
    simple = {"full": Full(), "diag": Diagonal(), "spherical": Spherical(), "auto": Auto()}
    return (
        simple.get(kind)
        or {
            "fixed-diagonal": Fixed(np.diag(variance * rng.uniform(0.1, 2, size=d))),
            "fixed-spherical": FixedSpherical(variance.mean() * rng.uniform(0.1, 2)),
            "eigenvalues": Eigenvalues(variance.mean() * rng.uniform(0.05, 2, size=d)),
            "fixed-mean": FixedMean(X.mean(axis=0) + rng.normal(size=d) * deviation),
        }[kind]
    )
