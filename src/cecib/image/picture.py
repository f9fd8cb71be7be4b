"""A picture that is described once and segmented as often as there are new scribbles."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array
from sklearn.utils import check_random_state

from cecib.cost import Floats
from cecib.estimator import CECIB
from cecib.extras import require
from cecib.image.edges import redrawn
from cecib.image.features import colours_of, features_of
from cecib.image.reading import UNLABELLED, read_image, read_scribbles
from cecib.image.superpixels import borders_of, find_superpixels, summarise, usual_size
from cecib.image.walk import NOWHERE, Smoother, conductances, walk
from cecib.input_errors import InputError, Named
from cecib.search.progress import Progress
from cecib.search.quiet import quietly

_ALIKE = 9  # neighbouring pixels that count as one: they are too alike to be that many observations
_SOFTNESS, _LEAST = 0.1, 1e-6  # of the walk between patches
_HOLD = 0.08  # how firmly a patch keeps what its clusters say
_DOUBT = 0.01  # what neither the walk nor the clusters are certain of
_MOST_CLUSTERS = 30
_MOST_CATEGORIES = 1_000
_PRIOR = 1.0  # labelled patches that the equal shares of all categories are worth in a cluster


@dataclass(frozen=True, eq=False)
class Answer:
    """What scribbles have led to.

    Attributes
    ----------
    categories : ndarray of shape (lines, columns)
        The category of each pixel, in the integers of the scribbles; 0 if there are no scribbles.
    clusters : ndarray of shape (lines, columns)
        The cluster of each pixel.
    certainty : ndarray of shape (lines, columns)
        Probability of the category; 1 where scribbles are, 0 if there are none.
    model : CECIB or None
        The clusters, of rows that stand for patches; None in a picture of one colour.
    """

    categories: NDArray[np.integer[Any]]
    clusters: NDArray[np.int32]
    certainty: Floats
    model: CECIB | None


class Picture:
    """A picture, described once, to be segmented many times.

    Parameters
    ----------
    image : array-like of shape (lines, columns) or with an axis of channels
        The picture: integers, or floats from 0 to 1. Integers that would all fit into bytes are taken for bytes.
        Three channels are red, green and blue, one is grey; other numbers of channels are measurements. Opacity, a
        fourth channel, is left out if it is the same everywhere, and otherwise a measurement like the others: to have
        transparent pixels on white, draw them there first.
    channel_axis : int or None, default=-1
        The axis of the channels; None: there is none, the picture is grey.
    features : {"texture", "colour"} or array-like of shape (lines, columns, d), default="texture"
        What clusters see of a pixel: the colour nearby and the texture around, its colour, or measurements of yours.
    superpixel_size : int, default=None
        Pixels of a patch on average. None: 60, less in small pictures and more in large ones. 1: each pixel by itself.
    beta : float, default=2.0
        How much a labelled patch counts beside what it looks like, as in `CECIB`.
    random_state : int, RandomState instance or None, default=0
        Seed of the search for clusters.
    n_jobs : int, default=None
        Threads, as in `CECIB`.
    callback : callable, default=None
        Called with a `cecib.search.Progress` after each pass of the first look.

    Attributes
    ----------
    shape : tuple of int
        Lines and columns.
    superpixels : ndarray of shape (lines, columns)
        The patch of each pixel.
    measured : Features
        What was measured of each pixel, and what it is called.
    patch_means : ndarray of shape (k, d)
        The mean of each patch.
    model : CECIB or None
        The clusters before any scribble; None if all pixels look the same.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.image import Picture
    >>> image = np.random.default_rng(0).normal(0.3, 0.02, (40, 60))
    >>> image[:, 30:] += 0.4
    >>> scribbles = np.zeros((40, 60), dtype=int)
    >>> scribbles[5:9, 5:9], scribbles[30:34, 50:54] = 1, 2
    >>> picture = Picture(image, channel_axis=None)
    >>> picture.segment(scribbles)[20, [0, 28, 32, 59]].tolist()
    [1, 1, 2, 2]
    >>> scribbles[30:34, 50:54] = 7
    >>> picture.segment(scribbles)[20, [0, 28, 32, 59]].tolist()
    [1, 1, 7, 7]
    """

    def __init__(
        self,
        image: ArrayLike,
        *,
        channel_axis: int | None = -1,
        features: Any = "texture",
        superpixel_size: int | None = None,
        beta: float = 2.0,
        random_state: int | np.random.RandomState | None = 0,
        n_jobs: int | None = None,
        callback: Callable[[Progress], None] | None = None,
    ) -> None:
        require("image", "skimage")
        _check_seed(random_state)
        values = read_image(image, channel_axis)
        colours = colours_of(values)
        self.measured = features_of(colours, features)
        self.shape = values.shape[:2]
        self.beta = beta
        self._colours = colours.values
        size = usual_size(self._colours[..., 0].size) if superpixel_size is None else _read_size(superpixel_size)
        self.superpixels = find_superpixels(self._colours, size)
        patches = summarise(self.measured.values, self.superpixels)
        own = summarise(self._colours, self.superpixels)
        self.patch_means = patches.means
        self._links = conductances(own.means, borders_of(self.superpixels), _SOFTNESS, _LEAST)
        self._smoother = Smoother(self._links, _HOLD * patches.sizes / patches.sizes.mean())
        self._is_divided = len(patches.sizes) == self.superpixels.size
        if self._is_divided:
            self._rows, self._weights, self._patch = patches.means, np.ones(len(patches.sizes)), None
        else:
            self._rows, self._weights, self._patch = patches.rows(1 / _ALIKE)
        self._settings: dict[str, Any] = {
            "random_state": random_state, "n_jobs": n_jobs, "max_clusters": _MOST_CLUSTERS
        }  # fmt: skip
        self.model = self._first_look(callback)

    def segment(self, labels: ArrayLike, *, return_clusters: bool = False) -> Any:
        """Give each pixel a category, from scribbles.

        Parameters
        ----------
        labels : array-like of int, of shape (lines, columns)
            The category of each pixel that is scribbled on, a positive integer; 0 for all others.
        return_clusters : bool, default=False
            Whether to give the cluster of each pixel too.

        Returns
        -------
        categories : ndarray of shape (lines, columns)
            The category of each pixel; scribbles stay what they are. 0 if there are no scribbles.
        clusters : ndarray of shape (lines, columns)
            The cluster of each pixel, 0 for the largest; only if asked for.
        """
        answer = self.answer(labels)
        return (answer.categories, answer.clusters) if return_clusters else answer.categories

    def answer(self, labels: ArrayLike, *, beta: float | None = None) -> Answer:
        """Give each pixel a category, its certainty and a cluster, from scribbles.

        The same scribbles get the same answer, whatever was asked before. `beta` is that of the picture unless given.
        """
        scribbles = read_scribbles(labels, self.shape)
        names = np.unique(scribbles[scribbles != UNLABELLED])
        if len(names) > _MOST_CATEGORIES:
            raise InputError(
                Named("labels"), f" name {len(names):,} categories, and {_MOST_CATEGORIES:,} is the most: "
                "give few integers, one for each category.",
            )  # fmt: skip
        marks = np.where(scribbles == UNLABELLED, NOWHERE, np.searchsorted(names, scribbles)).astype(np.intp)
        known = self._patch_categories(marks, len(names))
        model = self._refitted(known, self.beta if beta is None else beta) if len(names) else self.model
        clusters = self._cluster_image(model)
        if not len(names):
            return Answer(np.zeros_like(scribbles), clusters, np.zeros(self.shape), model)
        probable = self._probabilities(model, known, len(names))
        regions = probable.argmax(axis=1)[self.superpixels]
        if not self._is_divided:
            regions = redrawn(self._colours, regions, marks, len(names))
        regions = np.where(marks == NOWHERE, regions, marks)
        certainty = np.where(marks == NOWHERE, probable[self.superpixels, regions], 1.0)
        return Answer(names[regions].astype(scribbles.dtype), clusters, certainty, model)

    def _first_look(self, callback: Callable[[Progress], None] | None) -> CECIB | None:
        if not (self._rows.max(axis=0) > self._rows.min(axis=0)).any():
            return None
        model = CECIB(**self._settings, n_init=1, callback=callback)
        with quietly():  # of the most clusters: so many are enough to tell regions apart
            model.fit(self._rows, sample_weight=self._weights, groups=self._patch)
        model.set_params(callback=None)
        return model

    def _refitted(self, known: NDArray[np.intp], beta: float) -> CECIB | None:
        """Descend from the clusters of the first look, with labels."""
        if self.model is None:
            return None
        y = known if self._patch is None else known[self._patch]
        model = CECIB(**self._settings, beta=beta, prior=self.model.prior_, init=self.model.labels_)
        with quietly():
            return model.fit(self._rows, y, sample_weight=self._weights, groups=self._patch)

    def _patch_categories(self, marks: NDArray[np.intp], n_categories: int) -> NDArray[np.intp]:
        """Category that most of the scribbles on a patch have, −1 if there are none."""
        k, is_marked = len(self.patch_means), marks != NOWHERE
        pairs = self.superpixels[is_marked].astype(np.intp) * n_categories + marks[is_marked]
        counts = np.bincount(pairs, minlength=k * n_categories).reshape(k, n_categories)
        if n_categories == 0:
            return np.full(k, NOWHERE)
        return np.where(counts.any(axis=1), counts.argmax(axis=1), NOWHERE)

    def _cluster_image(self, model: CECIB | None) -> NDArray[np.int32]:
        if model is None:
            return np.zeros(self.shape, dtype=np.int32)
        step = 1 if self._patch is None else self._rows.shape[1] + 1
        return np.asarray(model.labels_[::step][self.superpixels])

    def _probabilities(self, model: CECIB | None, known: NDArray[np.intp], n_categories: int) -> Floats:
        """Probability of each category in each patch: by where it is, times by what it looks like."""
        place = np.log(_doubted(walk(self._links, known, n_categories)))
        if model is not None and n_categories > 1:
            look = np.log(_doubted(_by_clusters(model.predict_proba(self.patch_means), known, n_categories)))
            place = place + self._smoother(look)
        shares = np.exp(place - place.max(axis=1, keepdims=True))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _by_clusters(members: Floats, known: NDArray[np.intp], n_categories: int) -> Floats:
    """Probability of each category by the labelled patches in the clusters that a patch may be in."""
    is_known = known != NOWHERE
    places = (known[is_known], np.arange(is_known.sum()))
    chosen = csr_array((np.ones(len(places[0])), places), shape=(n_categories, len(places[0])))
    counts = (chosen @ members[is_known]).T
    shares = (counts + _PRIOR / n_categories) / (counts.sum(axis=1, keepdims=True) + _PRIOR)
    return np.asarray(members @ shares)


def _doubted(probabilities: Floats) -> Floats:
    return np.asarray((1 - _DOUBT) * probabilities + _DOUBT / probabilities.shape[1])


def _read_size(size: Any) -> int:
    if isinstance(size, bool) or not isinstance(size, numbers.Integral) or size < 1:
        raise InputError(Named("superpixel_size"), f" must be a number of pixels, 1 or more, got {size!r}.")
    return int(size)


def _check_seed(seed: Any) -> None:
    try:
        check_random_state(seed)
    except ValueError:
        raise InputError(
            Named("random_state"), f" must be None, an integer from 0 to {2**32 - 1}, or a RandomState, got {seed!r}."
        ) from None
