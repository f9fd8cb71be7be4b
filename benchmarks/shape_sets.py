"""The sets that `shapes.py` measures: bent groups of several sizes and noise levels, and groups that stay apart."""

import numpy as np


def _noise(rng, n, deviation, d=2):
    return deviation * rng.normal(size=(n, d))


def _circle(angle):
    return np.column_stack([np.cos(angle), np.sin(angle)])


def rings(n, deviation, rng):
    """Two concentric circles."""
    truth = rng.choice(2, n, p=[1 / 3, 2 / 3])
    return _circle(rng.uniform(0, 2 * np.pi, n)) * (1 + truth)[:, None] + _noise(rng, n, deviation), truth


def ring_and_core(n, deviation, rng):
    """Make a circle around a Gaussian."""
    truth = (rng.random(n) < 0.3).astype(int)
    X = _circle(rng.uniform(0, 2 * np.pi, n)) + _noise(rng, n, deviation)
    X[truth == 1] = _noise(rng, int(truth.sum()), 0.2)
    return X, truth


def moons(n, deviation, rng):
    """Two half circles that reach into each other."""
    truth, angle = rng.integers(2, size=n), rng.uniform(0, np.pi, n)
    X = np.where(truth[:, None] == 0, _circle(angle), [1.0, 0.5] - _circle(angle))
    return X + _noise(rng, n, deviation), truth


def spirals(n, deviation, rng):
    """Two spirals of one and a half turns."""
    truth, length = rng.integers(2, size=n), 3 * np.pi * np.sqrt(rng.random(n)) + 0.6
    return _circle(length + np.pi * truth) * length[:, None] / 4 + _noise(rng, n, deviation), truth


def chain_links(n, deviation, rng):
    """Two rings that are linked in space."""
    truth, circle = rng.integers(2, size=n), _circle(rng.uniform(0, 2 * np.pi, n))
    zero = np.zeros(n)
    flat = np.column_stack([circle, zero])
    upright = np.column_stack([1 + circle[:, 0], zero, circle[:, 1]])
    return np.where(truth[:, None] == 0, flat, upright) + _noise(rng, n, deviation, 3), truth


def bananas(n, deviation, rng):
    """Three bent stretches around a centre."""
    truth, angle = rng.integers(3, size=n), rng.uniform(-1.2, 1.2, n)
    x, y, turn = 1.6 * (np.cos(angle) + 0.9), 2.4 * np.sin(angle), 2 * np.pi * truth / 3
    X = np.column_stack([np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y])
    return X + _noise(rng, n, deviation), truth


def sheets(n, deviation, rng):
    """Two bent sheets, one above the other."""
    truth, place = rng.integers(2, size=n), rng.uniform(-2, 2, (n, 2))
    return np.column_stack([place, 0.4 * place[:, 0] ** 2 + 1.2 * truth]) + _noise(rng, n, deviation, 3), truth


def pair(n, distance, rng):
    """Two Gaussians, their means so many standard deviations apart."""
    truth = rng.integers(2, size=n)
    return _noise(rng, n, 1.0) + distance * np.column_stack([truth, np.zeros(n)]), truth


def uneven_pair(n, distance, rng):
    """Two Gaussians in five dimensions, one three times as frequent."""
    truth = (rng.random(n) < 0.25).astype(int)
    return _noise(rng, n, 1.0, 5) + distance * np.eye(5)[0] * truth[:, None], truth


def blobs(n, distance, rng):
    """Six Gaussians in space, no two means nearer than so many standard deviations."""
    means = []
    while len(means) < 6:
        mean = 0.8 * distance * rng.normal(size=3)
        if all(np.linalg.norm(mean - other) >= distance for other in means):
            means.append(mean)
    truth = rng.integers(6, size=n)
    return np.array(means)[truth] + _noise(rng, n, 1.0, 3), truth


SHAPES = {
    rings: (0.05, 0.1, 0.15),
    ring_and_core: (0.1, 0.2),
    moons: (0.05, 0.1, 0.15),
    spirals: (0.08, 0.15),
    chain_links: (0.05, 0.1),
    bananas: (0.1, 0.25),
    sheets: (0.05, 0.1),
}
GAUSSIANS = {pair: (4.0, 4.5, 5.0), uneven_pair: (4.0, 4.5, 5.0), blobs: (4.0, 4.5, 5.0)}
