"""Synthetic stories: an expert who labels coarsely, or knows only some classes, or errs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cecib.datasets.dataset import Dataset, Story
from cecib.datasets.labels import draw_labels
from cecib.side_information import UNLABELLED

Seed = int | np.random.Generator | None


def make_blobs(
    n_samples: int = 300,
    n_classes: int = 4,
    n_features: int = 2,
    *,
    separation: float = 6.0,
    random_state: Seed = None,
) -> Dataset:
    """Make Gaussian classes of different shapes, their centres at least `separation` apart.

    Examples
    --------
    >>> from cecib.datasets import make_blobs
    >>> make_blobs(100, 5, random_state=0).n_classes
    5
    """
    rng = np.random.default_rng(random_state)
    _check_sizes(n_samples, n_classes)
    centres = _spread_centres(n_classes, n_features, separation, rng)
    target = np.sort(np.arange(n_samples) % n_classes)
    X = np.empty((n_samples, n_features))
    for k in range(n_classes):
        rows = target == k
        X[rows] = centres[k] + rng.normal(size=(int(rows.sum()), n_features)) @ _shape(n_features, rng)
    return _synthetic("blobs", X, target, "Gaussian classes of different shapes.")


def make_subgroups(
    n_samples: int = 400,
    n_groups: int = 2,
    n_subgroups: int = 2,
    n_features: int = 2,
    *,
    separation: float = 6.0,
    random_state: Seed = None,
) -> Dataset:
    """Make groups of subgroups, which an expert with coarse labels does not tell apart.

    The classes are the subgroups; ``coarser["top"]`` holds the groups. Subgroups of one group need not
    be neighbours.

    Examples
    --------
    >>> from cecib.datasets import make_subgroups
    >>> story = make_subgroups(90, n_groups=2, n_subgroups=3, random_state=0)
    >>> story.n_classes, len(set(story.coarser["top"]))
    (6, 2)
    """
    blobs = make_blobs(n_samples, n_groups * n_subgroups, n_features, separation=separation, random_state=random_state)
    top = blobs.target // n_subgroups
    return _synthetic(
        "subgroups", blobs.X, blobs.target, "Gaussian subgroups under coarse groups.", coarser={"top": top}
    )


def make_missing_classes(
    n_samples: int = 400,
    n_classes: int = 4,
    n_known: int = 2,
    n_features: int = 2,
    *,
    fraction: float = 0.3,
    separation: float = 6.0,
    random_state: Seed = None,
) -> Story:
    """Make classes of which the expert knows some and labels a share of their points, all correctly.

    Examples
    --------
    >>> from cecib.datasets import make_missing_classes
    >>> story = make_missing_classes(200, 4, 2, random_state=0)
    >>> sorted(set(story.y.tolist())), story.dataset.n_classes
    ([-1, 0, 1], 4)
    """
    rng = np.random.default_rng(random_state)
    if not 1 <= n_known <= n_classes:
        raise ValueError(f"n_known must lie between 1 and n_classes = {n_classes}, got {n_known}.")
    blobs = make_blobs(n_samples, n_classes, n_features, separation=separation, random_state=rng)
    y = np.where(blobs.target < n_known, draw_labels(blobs.target, fraction, random_state=rng), UNLABELLED)
    return Story(blobs, y, np.zeros(n_samples, dtype=bool))


def make_noisy_labels(
    n_samples: int = 300,
    n_classes: int = 3,
    n_features: int = 2,
    *,
    fraction: float = 0.3,
    noise: float = 0.2,
    separation: float = 6.0,
    random_state: Seed = None,
) -> Story:
    """Make classes with labels on a share of the points, a share of which (`noise`) names a wrong class.

    Examples
    --------
    >>> from cecib.datasets import make_noisy_labels
    >>> story = make_noisy_labels(100, 3, fraction=0.3, noise=0.2, random_state=0)
    >>> int(story.is_labelled.sum()), int(story.is_wrong.sum())
    (30, 6)
    """
    rng = np.random.default_rng(random_state)
    blobs = make_blobs(n_samples, n_classes, n_features, separation=separation, random_state=rng)
    y = draw_labels(blobs.target, fraction, noise, rng)
    return Story(blobs, y, (y != UNLABELLED) & (y != blobs.target))


def _spread_centres(
    n_classes: int, n_features: int, separation: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Draw centres one by one in a box that grows until each keeps its distance."""
    centres = np.zeros((1, n_features))
    reach = separation
    while len(centres) < n_classes:
        candidate = rng.uniform(-reach, reach, size=n_features)
        if np.linalg.norm(centres - candidate, axis=1).min() >= separation:
            centres = np.vstack([centres, candidate])
        else:
            reach *= 1.05
    return centres


def _shape(n_features: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a random linear map with standard deviations between 0.5 and 1."""
    rotation, _ = np.linalg.qr(rng.normal(size=(n_features, n_features)))
    return np.asarray(rng.uniform(0.5, 1.0, size=(n_features, 1)) * rotation)


def _check_sizes(n_samples: int, n_classes: int) -> None:
    if not 1 <= n_classes <= n_samples:
        raise ValueError(f"n_classes must lie between 1 and n_samples = {n_samples}, got {n_classes}.")


def _synthetic(
    name: str,
    X: NDArray[np.float64],
    target: NDArray[np.int64],
    description: str,
    *,
    coarser: dict[str, NDArray[np.int64]] | None = None,
) -> Dataset:
    return Dataset(
        name=name,
        X=X,
        classes=target.astype(np.int64),
        feature_names=tuple(f"x{i + 1}" for i in range(X.shape[1])),
        description=description,
        licence="None needed: synthetic.",
        citation="",
        source="synthetic",
        coarser=coarser or {},
    )
