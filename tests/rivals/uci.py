"""Points and classes of a development data set, and labels drawn from the classes."""

import numpy as np

from shared_data import shared_set


def load(name):
    data = shared_set(name)
    return data.X, data.target


def draw_labels(classes, share, seed):
    """Labels on a share of the points, at least one of each class."""
    generator = np.random.default_rng(seed)
    rows = generator.permutation(len(classes))[: round(share * len(classes))]
    first = [np.flatnonzero(classes == k)[0] for k in np.unique(classes)]
    rows = np.union1d(rows, first) if share else rows
    y = np.full(len(classes), -1)
    y[rows] = classes[rows]
    return y
