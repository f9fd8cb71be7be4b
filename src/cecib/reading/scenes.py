"""Where rows and clusters are drawn: by their columns if these are few, where clusters lie apart, or as given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.cost import Floats
from cecib.holes.marginals import filled_as, holes_in
from cecib.reading.axis_names import direction_name, feature_names
from cecib.reading.planes import beside, given_places, separating_plane
from cecib.search.scaling import Matrix
from cecib.validation import read_points

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_HALF_HEIGHT = 0.4  # of a cluster that is drawn on a line


@dataclass(frozen=True)
class Scene:
    """Places in the plane.

    Attributes
    ----------
    rows : ndarray of shape (n, 2)
        Where the rows are.
    means : ndarray of shape (k, 2)
        Where the clusters are; not finite for one that has no rows to show.
    covariances : ndarray of shape (k, 2, 2) or None
        Their Gaussians; None where coordinates were given, in which nothing is known of them.
    names : tuple of str
        What the two axes are called.
    has_units : bool
        Whether numbers along the axes mean something.
    is_line : bool
        Whether there is one direction only: then the second axis counts clusters.
    """

    rows: Floats
    means: Floats
    covariances: Floats | None
    names: tuple[str, str]
    has_units: bool
    is_line: bool = False


def scene_of(model: CECIB, X: ArrayLike, clusters: NDArray[Any], xy: ArrayLike | None, radius: float) -> Scene:
    """Choose where to draw.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    X : array-like of shape (n, d)
        The rows.
    clusters : ndarray of shape (n,)
        The cluster of each.
    xy : array-like of shape (n, 2) or None
        Where the user wants them.
    radius : float
        How many standard deviations an ellipse will have.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.reading.scenes import scene_of
    >>> X = np.random.default_rng(0).normal(size=(90, 9)) + 9 * (np.arange(90) % 3 == 1)[:, None] * np.eye(9)[4]
    >>> model = CECIB(random_state=0).fit(X)
    >>> scene_of(model, X, model.labels_, None, 2.0).names[0]
    'more feature 4'
    """
    points = read_points(model, X, reset=False, takes_holes=True)
    if holes_in(points) is not None:
        points = filled_as(model.clusters_, model.space_, np.asarray(points, dtype=np.float64), clusters)
    if (given := given_places(xy, len(points))) is not None:
        spots = [np.median(given[clusters == c], axis=0) if (clusters == c).any() else [np.nan] * 2
                 for c in range(model.n_clusters_)]  # fmt: skip
        x_name, y_name = getattr(xy, "columns", ("", ""))
        return Scene(given, np.array(spots, dtype=float), None, (str(x_name), str(y_name)), has_units=True)
    columns = model.clusters_.scaling.columns
    if model.space_ is None and model.covariances_ is not None and len(columns) <= 2:
        names = [feature_names(model)[j] for j in columns]
        own = np.ix_(np.arange(model.n_clusters_), columns, columns)
        scene = _Some(np.asarray(points[:, columns], dtype=float), model.means_[:, columns], model.covariances_[own])
        has_units = True
    else:
        scene, has_units = _in_the_plane(model, points), False
        names = [direction_name(along, points, feature_names(model)) for along in scene.rows.T]
    if len(names) == 1:
        return _on_a_line(scene, clusters, names[0], has_units, radius)
    return Scene(scene.rows, scene.means, scene.covariances, (names[0], names[1]), has_units)


@dataclass(frozen=True)
class _Some:
    """Rows and Gaussians in one direction or two."""

    rows: Floats
    means: Floats
    covariances: Floats


def _in_the_plane(model: CECIB, points: Matrix) -> _Some:
    plane = separating_plane(model.clusters_)
    used = 1 if not plane.axes[1].any() else 2
    rows, means, covariances = plane.places(model._located(points)), plane.means(), plane.covariances()
    if model.space_ is None and model.covariances_ is not None:  # the Gaussians of the family, which may be known ones
        scaling = plane.clusters.scaling
        axes = np.zeros((2, model.n_features_in_))
        axes[:, scaling.columns] = plane.axes / scaling.scale
        means, covariances = plane.places(model.means_), axes @ model.covariances_ @ axes.T
    return _Some(rows[:, :used], means[:, :used], covariances[:, :used, :used])


def _on_a_line(scene: _Some, clusters: NDArray[Any], name: str, has_units: bool, radius: float) -> Scene:
    """Clusters above each other."""
    k = len(scene.means)
    covariances = np.zeros((k, 2, 2))
    covariances[:, 0, 0] = scene.covariances[:, 0, 0]
    covariances[:, 1, 1] = (_HALF_HEIGHT / radius) ** 2
    rows = np.column_stack([scene.rows[:, 0], clusters + beside(len(clusters))])
    means = np.column_stack([scene.means[:, 0], np.arange(k)])
    return Scene(rows, means, covariances, (name, "cluster"), has_units, is_line=True)
