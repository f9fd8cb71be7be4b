"""Instances of all rivals, for tests of what holds for all alike: what `cecib.rivals` exports is here by itself."""

from inspect import signature

import numpy as np

from cecib import rivals
from cecib.rivals import ConstrainedGMM, DeterministicIB, HartiganKMeans, PartiallyLabeledGMM

CENTRES = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 5.0]])
KINDS = [kind for name in rivals.__all__ if isinstance(kind := getattr(rivals, name), type)]
VARIANTS = {
    "PartiallyLabeledGMM, free": PartiallyLabeledGMM(covariance="Lk_Ck", reg_covar=1e-6),
    "ConstrainedGMM, cannot-link": ConstrainedGMM(constraints="cannot-link"),
    "ConstrainedGMM, must-link": ConstrainedGMM(constraints="must-link"),
    "HartiganKMeans, Wong": HartiganKMeans(algorithm="hartigan-wong"),
    "DeterministicIB, labels kept": DeterministicIB(beta=2),
}
RIVALS = {kind.__name__: kind() for kind in KINDS} | VARIANTS


def takes(kind, parameter):
    """Whether a kind of rival has a parameter."""
    return parameter in signature(kind).parameters


def started(name):
    """A rival of three clusters that starts from `CENTRES` if it takes a start, from seed 0 otherwise."""
    model = RIVALS[name]
    start = {"init": CENTRES} if takes(type(model), "init") else {}
    return type(model)(**{**model.get_params(), "n_clusters": 3, "random_state": 0, **start})


def blobs(seed=0, n=25):
    """Three overlapping blobs with 30 % of their points labelled."""
    generator = np.random.default_rng(seed)
    classes = np.repeat(np.arange(3), n)
    X = CENTRES[classes] + generator.normal(size=(3 * n, 2))
    y = np.where(generator.random(3 * n) < 0.3, classes, -1)
    y[[0, n, 2 * n]] = 0, 1, 2
    return X, y, classes
