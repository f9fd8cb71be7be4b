"""Views: the sample in one space, with what the criterion has learned there, and how its folds see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigvalsh
from sklearn.metrics import homogeneity_score

from cecib.backends.memory import Block
from cecib.cost import Floats
from cecib.criteria.criterion import Learned
from cecib.criteria.prior import prior_of
from cecib.posing import pose, scaling_of, starts_of
from cecib.search.dither import dithered
from cecib.search.problem import Labels
from cecib.search.pursuit import oblique_groups
from cecib.search.restarts import best_of_starts
from cecib.search.scaling import Scaling
from cecib.search.widths import cells, inner_shares
from cecib.settings import Settings
from cecib.side_information import SideInformation
from cecib.spaces.directions import Spread, directions, signed, spread_of
from cecib.spaces.frame import LEADING, Frame
from cecib.spaces.space import Space
from cecib.trust.folds import Fold, search, without
from cecib.trust.sample import hidden_together

_HEAPS = 4  # directions that show heaps, at the most
_ROWS_FOR_EACH = 12  # direction: with fewer, an oblique direction may show heaps that are not there
_ENOUGH = 10  # labels of a level, to speak of directions
_BEYOND_CHANCE = 2.0  # times what groups may differ by chance
_NEARLY_ALL, _HARDLY = 0.9, 0.3  # of what clusters tell
_ROUNDS = 2  # in which clusters say in which directions they differ


@dataclass(frozen=True)
class Sample:
    """The rows on which the model is chosen.

    Attributes
    ----------
    block : Block
        The rows, in the columns of the data.
    frame : Frame
        The directions of the data.
    rows : ndarray of shape (n, r)
        The rows in the frame; empty if it is not used.
    scaling : Scaling
        The units of the columns.
    share : float
        Of the weight of all rows.
    missed : ndarray of shape (n,), optional
        Clusters of a first look that labels say nothing of, by number; −1 for rows of other clusters.
    """

    block: Block
    frame: Frame
    rows: Floats
    scaling: Scaling
    share: float
    missed: Labels | None = None

    @property
    def side(self) -> SideInformation:
        """The labels."""
        return self.block.side

    @cached_property
    def n_categories(self) -> int:
        """How many categories there are labels of, at the finest level that speaks."""
        return int((speaking(self.side).totals() > 0).sum())

    @cached_property
    def covariance(self) -> Floats:
        """Covariance of the rows in the frame."""
        return np.atleast_2d(np.cov(self.rows, rowvar=False, aweights=self.block.weights, bias=True))

    def along(self, axes: Floats) -> Block:
        """Rows in some directions of the frame."""
        grain = None if self.block.grain is None else self.block.grain @ self.frame.axes @ axes
        return replace(self.block, points=np.ascontiguousarray(self.rows @ axes), grain=grain)


def speaking(side: SideInformation) -> SideInformation:
    """Give the labels of the finest level that has enough of them, or of the one that has most.

    The width of coarse categories would hide the directions in which finer ones differ.
    """
    levels = side.each_level()
    enough = [own for own in levels if own.is_labelled.sum() >= _ENOUGH and (own.totals() > 0).sum() > 1]
    return enough[-1] if enough else max(levels, key=lambda own: own.is_labelled.sum(), default=side)


@dataclass(frozen=True)
class View:
    """The sample in one space.

    Attributes
    ----------
    axes : ndarray of shape (r, q) or None
        The directions in the frame; None: the columns themselves.
    block : Block
        The sample in the space.
    scaling : Scaling
        Its units.
    learned : Learned
        What the criterion has learned with the labels.
    unlabelled : Learned
        What it has learned without them.
    knows_labels : bool
        Whether labels have made the space.
    hides : int
        Clusters of a first look without labels, if those of this view hardly tell them apart.
    """

    axes: Floats | None
    block: Block
    scaling: Scaling
    learned: Learned
    unlabelled: Learned
    knows_labels: bool = False
    hides: int = 0

    def space(self, frame: Frame) -> Space | None:
        """Express the directions in the units of the data."""
        return None if self.axes is None else frame.space(self.axes)

    def learned_at(self, beta: float) -> Learned:
        """Give what the criterion has learned, for some β."""
        return self.learned if beta else self.unlabelled

    def beside(self, first: View) -> View:
        """Say what it hides of a first look."""
        labels = first.unlabelled.labels
        n_clusters = 1 if labels is None else len(np.unique(labels))
        is_hidden = labels is not None and n_clusters > 1 and homogeneity_score(labels, self.clusters) < _HARDLY
        return replace(self, hides=n_clusters if is_hidden else 0)

    @property
    def clusters(self) -> Labels:
        """Clusters that the criterion came upon, or a single one."""
        found = self.learned.labels
        return np.zeros(len(self.block), dtype=np.int32) if found is None else found


def first_view(settings: Settings, sample: Sample, beta: float, *, is_whole: bool = False) -> View:
    """All directions of the data, or the leading ones if there are many and not all are asked for."""
    frame = sample.frame
    takes_all = is_whole or not frame.looks_at_few
    if frame.is_plain and takes_all:
        axes, block, scaling = None, sample.block, sample.scaling
    else:
        axes = np.eye(frame.dimension) if takes_all else frame.leading
        block = sample.along(axes)
        scaling = units_of(settings, block)
    unlabelled = learned = learn(settings, block, scaling, 0.0)
    if beta and sample.side.is_labelled.any():
        learned = learn(settings, block, scaling, beta, unlabelled.labels)
        if unlabelled.length <= learned.length:
            learned = unlabelled  # labels that do not pay for the clusters they ask for
    view = View(axes, block, scaling, learned, unlabelled)
    if is_whole or unlabelled.labels is None:
        return view
    return _heap_view(settings, sample, unlabelled.labels, beta) or view


def _heap_view(settings: Settings, sample: Sample, first: Labels, beta: float) -> View | None:
    """Directions that show heaps by themselves, where many others hide them; None if they have nothing to show.

    There are groups in them, and a first look has found but one cluster; or it has found fewer, and these groups tell
    nearly all that its clusters do.
    """
    n_clusters = len(np.unique(first))
    axes = _heap_directions(sample, may_be_oblique=n_clusters == 1)
    if axes is None:
        return None
    block = sample.along(axes)
    if n_clusters > 1:
        heaps = cells(dithered(block.points, block.grain), settings.max_clusters)
        if heaps is None or heaps.max() < n_clusters or homogeneity_score(first, heaps) < _NEARLY_ALL:
            return None
    scaling = units_of(settings, block)
    learned = learn(settings, block, scaling, 0.0)
    if learned.labels is None or learned.n_clusters <= n_clusters:
        return None
    found = cluster_view(settings, sample, View(axes, block, scaling, learned, learned), None, beta)
    return found if n_clusters == 1 or homogeneity_score(first, found.clusters) > _NEARLY_ALL else None


def _heap_directions(sample: Sample, *, may_be_oblique: bool) -> Floats | None:
    """Coordinates that show heaps, or an oblique direction, if there are so many rows that it is not made up."""
    grain = None if sample.block.grain is None else sample.block.grain @ sample.frame.axes
    shares, dimension = inner_shares(sample.rows, grain), sample.frame.dimension
    found = np.argsort(shares, kind="stable")[:_HEAPS]
    found = found[shares[found] < 1.0]
    if len(found):
        return np.eye(dimension)[:, found] if len(found) < dimension else None
    if not may_be_oblique or dimension < 2 or len(sample.rows) < _ROWS_FOR_EACH * dimension:
        return None
    groups = oblique_groups(dithered(sample.rows, grain))
    return None if groups is None else directions([spread_of(sample.rows, groups)], sample.covariance, 1)


def cluster_view(settings: Settings, sample: Sample, first: View, number: int | None, beta: float) -> View:
    """Directions in which the clusters of a first look differ, and then those of the next."""
    view = first
    for _ in range(_ROUNDS):
        labels = view.clusters
        k = len(np.unique(labels))
        count = min(k + 1, LEADING) if number is None else number
        if count >= sample.frame.dimension or (k < 2 and number is None):
            break
        if k > 1:
            axes = directions([spread_of(sample.rows, labels, sample.block.weights)], sample.covariance, count)
        else:  # nothing differs: the widest directions
            axes = signed(np.linalg.eigh(sample.covariance)[1][:, : -count - 1 : -1])
        view = _view(settings, axes, sample, labels, beta)
    return view


def label_view(settings: Settings, sample: Sample, number: int, beta: float) -> View:
    """Directions in which categories differ, then those in which categories and the clusters found in them do."""
    maker = _Maker(settings, sample, number, np.empty(0, dtype=np.intp), (beta,))
    first = maker.fold([maker.named])
    labels = search(settings, [first], {0: first.start}, beta)[0].partition.labels
    axes = directions(maker.voices(labels), sample.covariance, number)
    return replace(_view(settings, axes, sample, labels, beta), knows_labels=True)


def n_differing(sample: Sample) -> int:
    """In how many directions categories differ, and clusters that labels say nothing of, beyond chance.

    Chance reaches as far as random matrices do: (√(g/n) + √(d/n))², for n rows of g groups in d directions.
    """
    groups = _with_missed(speaking(sample.side).index, sample.missed)
    spread = spread_of(sample.rows, groups, sample.block.weights)
    n, g, d = (groups >= 0).sum(), groups.max() + 1, sample.frame.dimension
    edge = (np.sqrt(g / n) + np.sqrt(d / n)) ** 2
    return int((eigvalsh(spread.between, spread.within) > _BEYOND_CHANCE * edge).sum())


def folds_in(settings: Settings, sample: Sample, view: View, betas: Sequence[float]) -> list[Fold]:
    """Hide labels in turn, in a space that labels have no voice in."""
    start = _without_labels(settings, view)
    priors = {one: view.learned_at(one).prior for one in betas}
    return [
        Fold(f, without(view.block, rows), rows, sample.side.index[rows], view.scaling, priors, start)
        for f, rows in _hidden(sample).items()
    ]


def label_folds(
    settings: Settings,
    sample: Sample,
    number: int,
    betas: Sequence[float],
    beta: float,
    part: slice = slice(None),
) -> list[Fold]:
    """Hide labels in turn, each time in a space that is made by those that are left; all folds or a part of them."""
    hidden = list(_hidden(sample).items())[part]
    makers = [_Maker(settings, sample, number, rows, betas, f) for f, rows in hidden]
    first = [maker.fold([maker.named]) for maker in makers]
    outcomes = search(settings, first, {own.number: own.start for own in first}, beta)
    found = {maker.number: outcomes[maker.number].partition.labels for maker in makers}
    return [maker.fold(maker.voices(found[maker.number]), found[maker.number]) for maker in makers]


def learn(settings: Settings, block: Block, scaling: Scaling, beta: float, start: Labels | None = None) -> Learned:
    """Let the criterion learn, with labels that count so much."""
    own = replace(settings, beta=beta)
    return own.criterion.learn(own, block, scaling, pose(own, block, scaling), start)


def units_of(settings: Settings, block: Block) -> Scaling:
    """Measure the units of coordinates."""
    names = [f"direction {j + 1}" for j in range(block.points.shape[1])]
    return replace(scaling_of(settings, block, names), shares_unit=True)


class _Maker:
    """Makes a space by the labels that are not hidden."""

    def __init__(
        self,
        settings: Settings,
        sample: Sample,
        n_directions: int,
        hidden: NDArray[np.intp],
        betas: Sequence[float],
        number: int = 0,
    ) -> None:
        self.number = number
        self._settings, self._sample, self._hidden, self._betas = settings, sample, hidden, betas
        self._n_directions = n_directions
        self._side = without(sample.block, hidden).side
        self._groups = _with_missed(speaking(self._side).index, sample.missed)
        self.named = spread_of(sample.rows, self._groups, sample.block.weights)

    def voices(self, labels: Labels) -> list[Spread]:
        """Let the clusters that were found speak beside the labels."""
        return [self.named, spread_of(self._sample.rows, labels, self._sample.block.weights)]

    def _directions(self, voices: list[Spread]) -> Floats:
        return directions(voices, self._sample.covariance, self._n_directions)

    def fold(self, voices: list[Spread], start: Labels | None = None) -> Fold:
        """Make the space; its prior is learned from the start, by default each row with the nearest category."""
        block = replace(self._sample.along(self._directions(voices)), side=self._side)
        scaling = units_of(self._settings, block)
        begin = _nearest_group(block, self._groups, self._settings.max_clusters) if start is None else start
        summaries = block.summarise(begin, int(begin.max()) + 1, scaling)
        prior = prior_of(summaries, scaling, block.side.tree)
        category = self._sample.side.index[self._hidden]
        return Fold(self.number, block, self._hidden, category, scaling, dict.fromkeys(self._betas, prior), begin)


def _hidden(sample: Sample) -> dict[int, NDArray[np.intp]]:
    """Rows whose labels each fold hides."""
    fold = hidden_together(sample.side.telling, sample.block.bonds)
    return {int(f): np.flatnonzero(fold == f) for f in np.unique(fold[fold >= 0])}


def _view(settings: Settings, axes: Floats, sample: Sample, start: Labels, beta: float) -> View:
    block = sample.along(axes)
    scaling = units_of(settings, block)
    learned = learn(settings, block, scaling, beta, start)
    return View(axes, block, scaling, learned, learned)


def _without_labels(settings: Settings, view: View) -> Labels:
    """Find clusters that know of no label."""
    own = replace(settings, beta=0.0, n_init=2)
    problem = pose(own, view.block, view.scaling, view.unlabelled.prior)
    starts = starts_of(own, problem, view.scaling, view.unlabelled.labels)
    return best_of_starts(problem, starts, [0] * len(starts), settings.n_jobs).partition.labels


def _with_missed(index: NDArray[np.int32], missed: Labels | None) -> NDArray[np.int32]:
    """Let clusters that labels say nothing of stand beside the categories, as if each were one more.

    A label in such a cluster speaks for the rows of its category there.
    """
    if missed is None:
        return index
    named, is_apart, n_missed = index >= 0, missed >= 0, int(missed.max()) + 1
    group = np.where(named, index, index.max(initial=-1) + 1) * (n_missed + 1) + missed + 1
    own = np.full(len(index), -1, dtype=np.int32)
    own[named | is_apart] = np.unique(group[named | is_apart], return_inverse=True)[1]
    return own


def _nearest_group(block: Block, groups: NDArray[np.int32], most: int) -> Labels:
    """Cluster each row with the group whose mean is nearest, of so many of the largest."""
    known = groups >= 0
    counts = np.bincount(groups[known], None if block.weights is None else block.weights[known])
    largest = [c for c in np.argsort(-counts, kind="stable")[:most] if counts[c] > 0]
    own = block.points[known]
    means = np.array([own[groups[known] == group].mean(axis=0) for group in largest])
    squares = (means**2).sum(axis=1) - 2.0 * block.points @ means.T
    return np.asarray(squares.argmin(axis=1), dtype=np.int32)
