"""The course of the choice: the space first, at the usual β, then β in that space.

A part of the labels is hidden in turn, clusters are found with the rest, and each space and each β is scored by how
probable it finds the hidden labels, from where their rows lie. No search of a fold sees the labels it is judged by: a
space that labels have made is made anew without them, and the search starts from clusters that know nothing of them.
Only the prior, a few numbers about all clusters, is learned once for all folds, with all labels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.special import entr

from cecib.backends.memory import Block
from cecib.cost import Floats, Prior
from cecib.criteria.criterion import Learned
from cecib.criteria.prior import check_subspace
from cecib.membership import Calibration, path_table
from cecib.posing import scaling_of
from cecib.search.grain import grain_of
from cecib.search.problem import Labels
from cecib.search.scaling import Scaling
from cecib.settings import Settings
from cecib.side_information import UNLABELLED, SideInformation
from cecib.sizes import as_weight
from cecib.spaces.frame import LEADING, Frame, frame_of, plain_frame
from cecib.spaces.space import Space
from cecib.trust.beta import FALLBACK, GRID, STRONG, USUAL, BetaPath, choose_beta, explore, path_of
from cecib.trust.folds import Fold, judge
from cecib.trust.hidden import PLAIN, Judged, standard_error, together
from cecib.trust.sample import sampled_rows
from cecib.trust.views import (
    Sample,
    View,
    cluster_view,
    first_view,
    folds_in,
    label_folds,
    label_view,
    n_differing,
    units_of,
)

_LEAST_LABELS, _LEAST_LABELS_OF_WIDE = 10, 20  # wide: fewer rows than twice the columns
_MOST = 32  # directions of the widest of them
_BOLD, _CAUTIOUS, _DOUBTFUL, _VERY_CAUTIOUS = -0.5, 1.0, 1.25, 3.0  # standard errors
_NEARLY, _NEARLY_OF_FEW = 0.5, 1.0  # standard errors by which spaces are as good; where few of the rows are looked at
_SOME_FOLDS = 2  # that are asked first
_HOPELESS = 4.0  # standard errors by which the first look is better there: no others are asked
_FEW_DIRECTIONS = 8
_SMALL = 0.5  # share of the rows: less of them shows fewer directions than all support
_MUCH, _TELLING, _SAYING = 0.5, 0.3, 0.1  # share of the surprise of a label, that the place of its row takes away
_TORN = 0.05  # share of the labels in clusters that they have torn out of others, at the most
_COARSE = 3  # clusters for each category, beyond which labels are coarse
_CHANCE = 0.01  # of a cluster that labels miss by chance
_LOOKED_AT = 2_000  # rows, for whether the data are bits, or one point
_CERTAIN = -0.03  # nats per hidden label: above, no further space is asked for
_SAME = 1.15  # times as many directions, where they are many: not worth another trial
_MORE = (-1, 1, 4)  # directions more than categories, of the spaces that are tried, beside half of all directions


@dataclass(frozen=True)
class Trust:
    """How far the labels are trusted, and where.

    Attributes
    ----------
    beta : float
        The chosen β.
    space : Space or None
        The chosen space; None: the columns of the data.
    scaling : Scaling
        The units of its coordinates.
    learned : Learned
        What the criterion has learned there, with the labels or, if β is 0, without them.
    sample : Block or None
        The rows on which all this was chosen, in the space; None if nothing had to be chosen.
    path : BetaPath or None
        What was tried; None if the labels are too few.
    calibration : Calibration
        How sure to be of a row's category, by the hidden labels.
    spaces : SpacePath or None
        Which spaces were tried; None if there was no choice.
    hides : int
        Clusters of a first look without labels that those of the space hardly tell apart.
    """

    beta: float
    space: Space | None
    scaling: Scaling
    learned: Learned
    sample: Block | None = None
    path: BetaPath | None = None
    calibration: Calibration = PLAIN
    spaces: SpacePath | None = None
    hides: int = 0


class SpacePath(NamedTuple):
    """Spaces that were tried.

    Attributes
    ----------
    directions : ndarray of shape (s,)
        How many directions each has; the first is that of a first look.
    score : ndarray of shape (s,)
        Mean logarithm of the probability of the hidden labels, as sure as it may be; of some of them where these left
        no hope.
    standard_error : ndarray of shape (s,)
        Of the score.
    is_chosen : ndarray of shape (s,)
        1 for the one that was chosen, 0 for the others.
    """

    directions: Floats
    score: Floats
    standard_error: Floats
    is_chosen: Floats


def trust_labels(settings: Settings, block: Block, names: Sequence[str]) -> Trust:
    """Choose what is not given: the space and β.

    The space is all directions of the data, or the leading ones if they are many, unless the hidden labels are more
    probable in one that labels have made. β is `USUAL` unless they clearly prefer another, by a standard error
    and 0.02 nats per label for each doubling, and 0 if they are as probable without labels as with them, or wherever
    their rows lie. With fewer than ten labels, or labels of one category, β is `FALLBACK`.
    """
    if settings.prior is None and settings.criterion.allows_flat:
        block = replace(block, grain=grain_of(block.points))
    scaling = scaling_of(settings, block, names)
    space = None
    if settings.prior is not None and settings.prior.subspace is not None:
        space = space_of(settings.prior, block, scaling)
        block = replace(block, points=space.coordinates(block.points))
        scaling = units_of(settings, block)
        own = replace(settings.prior, mean=settings.prior.mean - space.centre @ space.axes, subspace=None)
        settings = replace(settings, prior=own)
    if settings.prior is not None or not settings.may_turn or _is_point(block):
        settings, frame = replace(settings, subspace=None), plain_frame(block.points.shape[1])
    else:
        frame = _frame(block, scaling)
    sample = _sample(settings, block, frame, scaling)
    trust = _choose(settings.for_sample(sample.share), sample)
    return trust if space is None else replace(trust, space=space)


def _is_point(block: Block) -> bool:
    """Whether all rows are equal, but for rounding: then there are no directions."""
    rounding = 8 * np.finfo(np.float64).eps * np.abs(block.points[0])
    some = block.points[:: max(1, len(block) // _LOOKED_AT)]
    return all((np.ptp(rows, axis=0) <= rounding).all() for rows in (some, block.points))


def _choose(settings: Settings, sample: Sample) -> Trust:
    speak = settings.beta != 0.0 and _can_be_hidden(sample)
    beta = (USUAL if speak else FALLBACK) if settings.beta is None else settings.beta
    is_given = settings.beta is not None and settings.subspace is None
    if not speak or is_given:
        view = _silent_view(settings, sample, beta)
        return _trust(sample.frame, view, beta)
    own = settings.as_search()
    betas = GRID if settings.beta is None else (beta,)
    strengths: tuple[float, ...] = (beta,)
    if settings.beta is None and sample.n_categories <= settings.max_clusters:  # each may have a cluster
        strengths = (USUAL, STRONG)
    view, tried, spaces = _best_space(own, sample, strengths, betas)
    if settings.beta is not None:
        return replace(_trust(sample.frame, view, beta, None, tried.judged.calibration), spaces=spaces)
    may_be_zero = not view.knows_labels
    ask = partial(judge, own.after(view.learned), tried.folds)
    found = explore(tried.judged, ask, may_be_zero=may_be_zero)
    scores = np.array([one.log_probabilities for one in found.values()])
    best = choose_beta(list(found), scores, tried.judged.beta, may_be_zero=may_be_zero)
    if may_be_zero and found[best].score <= found[best].chance:
        best = 0.0
    trust = _trust(sample.frame, view, best, path_of(found), found[best].calibration)
    return replace(trust, spaces=spaces)


def space_of(prior: Prior, block: Block, scaling: Scaling) -> Space:
    """Give the space of a prior that has one, with what the data say about the other directions."""
    check_subspace(prior, block.points.shape[1])
    frame = _frame(block, scaling)
    return Space(frame.centre, np.asarray(prior.subspace, dtype=float), frame.columns, frame.covariance)


def _frame(block: Block, scaling: Scaling) -> Frame:
    mean, unit = np.asarray(block.points[0], dtype=float).copy(), np.ones(block.points.shape[1])
    mean[scaling.columns] = scaling.shift
    some = block.points[:: max(1, len(block) // _LOOKED_AT)]
    if not ((some == 0) | (some == 1)).all():  # bits have one unit
        unit[scaling.columns] = scaling.deviation
    return frame_of(block.points, block.weights, mean, unit, scaling.columns)


def _sample(settings: Settings, block: Block, frame: Frame, scaling: Scaling) -> Sample:
    total, size = block.total_weight, settings.min_cluster_size
    smallest = None if size is None else as_weight(size, total) / total
    sample = block.take(sampled_rows(block.side.finest().index, block.bonds, smallest))
    sample = replace(sample, side=sample.side.named())  # thousands of categories cost time wherever they are counted
    return Sample(sample, frame, frame.rows(sample.points), scaling, sample.total_weight / total)


def _can_be_hidden(sample: Sample) -> bool:
    """Whether there are enough labels to hide some: of several categories, on rows that are not the same."""
    known, bonds = sample.side.telling != UNLABELLED, sample.block.bonds
    n_labels = known.sum() if bonds is None else bonds.n_units(known)
    if sample.n_categories < 2 or n_labels < _LEAST_LABELS:
        return False
    least = _LEAST_LABELS_OF_WIDE if sample.frame.is_wide else _LEAST_LABELS
    return len(np.unique(sample.rows[known][: 100 * least], axis=0)) >= least


def _takes_all(settings: Settings, sample: Sample) -> bool:
    """Whether all directions of the data are asked for."""
    number = settings.subspace
    return number is None or (isinstance(number, int) and number >= sample.frame.dimension)


def _silent_view(settings: Settings, sample: Sample, beta: float) -> View:
    """Choose the space without a word of the labels."""
    takes_all = _takes_all(settings, sample)
    first = first_view(settings, sample, beta, is_whole=takes_all)
    if isinstance(settings.subspace, int) and not takes_all:
        return cluster_view(settings, sample, first, settings.subspace, beta)
    has_more = settings.subspace == "auto" and sample.frame.looks_at_few
    return cluster_view(settings, sample, first, None, beta) if has_more else first


def _best_space(
    settings: Settings, sample: Sample, strengths: Sequence[float], betas: Sequence[float]
) -> tuple[View, _Tried, SpacePath | None]:
    """Choose the space in which the hidden labels are most probable."""
    takes_all = _takes_all(settings, sample)
    if isinstance(settings.subspace, int) and not takes_all:
        told = _at_best(partial(_tried, settings, sample, settings.subspace, betas, None), strengths)
        return label_view(settings, sample, told.number, told.judged.beta), told, None
    view = first_view(settings, sample, strengths[0], is_whole=takes_all)
    settings = settings.after(view.learned)
    sample = replace(sample, missed=_missed(sample, view))
    own = folds_in(settings, sample, view, betas)
    dimension = view.block.points.shape[1]
    first = _at_best(lambda beta: _Tried(dimension, own, judge(settings, own, beta)), strengths)
    tried = [first]
    if first.judged.beta == strengths[0] and first.judged.said >= _SAYING:  # wrong labels say little too
        strengths = strengths[:1]
    in_vain = sample.n_categories > settings.max_clusters and first.judged.said < _SAYING
    for number in [] if takes_all or in_vain else _numbers(sample, first.judged.said):
        if tried[-1].judged.score >= _CERTAIN:
            break
        tried.append(_at_best(partial(_tried, settings, sample, number, betas, first.judged), strengths, _MUCH))
    whole = [one for one in tried if len(one.folds) == len(own)]
    scores = np.array([one.judged.log_probabilities for one in whole])
    caution = _caution(sample, scores.mean(axis=1))
    best = whole[choose_space(scores, caution, prefers_more=sample.share < _SMALL)]
    if best.judged.score <= best.judged.chance:  # no space tells categories apart
        best = first
    path = SpacePath(
        np.array([float(one.number) for one in tried]),
        np.array([one.judged.score for one in tried]),
        np.array([standard_error(one.judged.log_probabilities) for one in tried]),
        np.array([float(one is best) for one in tried]),
    )
    if best is not first:
        view = label_view(settings, sample, best.number, best.judged.beta).beside(view)
    return view, best, path if len(tried) > 1 else None


class _Tried(NamedTuple):
    """A space, the folds in it, and how they do; only some folds where these leave no hope."""

    number: int
    folds: list[Fold]
    judged: Judged


def _at_best(try_at: Callable[[float], _Tried], strengths: Sequence[float], enough: float = _SAYING) -> _Tried:
    """Try a space; where labels say less in it than is enough, also with labels that count more.

    Classes that overlap are one Gaussian as long as a label counts for little more than its row. If it counts for too
    much, labelled rows make a cluster by themselves.
    """
    usual = try_at(strengths[0])
    if len(strengths) == 1 or usual.judged.said >= enough:
        return usual
    strong = try_at(strengths[1])
    if np.mean([fold.torn_share(strong.judged.labels[fold.number]) for fold in strong.folds]) > _TORN:
        return usual
    return max(usual, strong, key=lambda one: (len(one.folds), one.judged.score))


def _tried(
    settings: Settings,
    sample: Sample,
    number: int,
    betas: Sequence[float],
    first: Judged | None,
    beta: float,
) -> _Tried:
    """Try a space in all folds, unless the first of them show that the first look is far better."""
    folds = label_folds(settings, sample, number, betas, beta, slice(_SOME_FOLDS))
    judged = judge(settings, folds, beta)
    if first is not None and _is_hopeless(judged.log_probabilities, first.log_probabilities):
        return _Tried(number, folds, judged)
    others = label_folds(settings, sample, number, betas, beta, slice(_SOME_FOLDS, None))
    return _Tried(number, folds + others, together(judged, judge(settings, others, beta)))


def _is_hopeless(scores: Floats, first: Floats) -> bool:
    loss = first[: len(scores)] - scores
    return len(loss) >= _LEAST_LABELS and bool(loss.mean() > _HOPELESS * standard_error(loss))


def _numbers(sample: Sample, said: float = 1.0) -> list[int]:
    """How many directions the spaces that labels make may have, if labels say so much at the first look.

    Enough to tell apart clusters that labels say nothing of; where labels say next to nothing, those in which anything
    differs will do.
    """
    dimension, n_missed = sample.frame.dimension, 0 if sample.missed is None else int(sample.missed.max()) + 1
    m, half = sample.n_categories + n_missed, min(dimension // 2, _MOST)
    wanted = {*(m + more for more in _MORE), half}
    if m >= dimension:  # as many categories as directions may need more than half of them, or differ mostly in few
        wanted |= {(half + dimension) // 2, (half + 1) // 2}
    least = m - 1 if n_missed else 1
    if n_missed and said < _SAYING:
        least = max(1, min(least, n_differing(sample)))
        wanted |= {least, least + sample.n_categories - 1}
    found: list[int] = []
    for q in sorted(wanted):
        is_another = not found or q <= LEADING or q > _SAME * found[-1]
        if least <= q < dimension and is_another:
            found.append(q)
    return found


def choose_space(scores: Floats, caution: float, *, prefers_more: bool = False) -> int:
    """Choose a space by its number: the first, unless hidden labels (columns) are more probable in another.

    Of several others that are nearly as good, by half a standard error, the one with the fewest directions is chosen.
    But all rows support more directions than a small part of them shows: there it is the one with most, by a whole one.

    Parameters
    ----------
    scores : ndarray of shape (spaces, labels)
        Logarithm of the probability of each hidden label; after the first, by the number of directions.
    caution : float
        By how many standard errors another space has to be better; below 0, by how many it may be worse.
    prefers_more : bool
        Whether the rows are a small part of the data.
    """
    gain = scores - scores[0]
    best = int(np.argmax([own.mean() - caution * standard_error(own) for own in gain]))
    if best == 0:
        return 0
    loss = scores[best] - scores
    nearly = _NEARLY_OF_FEW if prefers_more else _NEARLY
    as_good = [j for j in range(1, len(scores)) if loss[j].mean() <= nearly * standard_error(loss[j])]
    return max(as_good) if prefers_more else min(as_good)


def _caution(sample: Sample, scores: Floats) -> float:
    """By how many standard errors a space that labels make has to be better than the first look at the data.

    Labels that say little in any space, since they are wrong, or do not go with the measurements, have to speak very
    clearly; less so where they say next to nothing at the first look, and something elsewhere.
    """
    chance = _chance(sample.side)
    first, best = 1.0 + scores[0] / chance, 1.0 + scores.max() / chance
    if best < _TELLING:
        return _DOUBTFUL if first < _SAYING <= best else _VERY_CAUTIOUS
    is_narrow = sample.frame.dimension <= _FEW_DIRECTIONS  # all of few measurements matter, as a rule
    return _CAUTIOUS if is_narrow or sample.missed is not None else _BOLD


def _chance(side: SideInformation) -> float:
    """Surprise of a label, in nats, if nothing is known of its row."""
    totals = side.totals()
    if side.tree is None:
        return float(entr(totals / totals.sum()).sum())
    (shares,) = path_table(side.tree, np.zeros((1, len(totals))), 1.0, totals)
    told = (totals > 0) & side.tree.telling_paths
    return float(-(totals[told] @ np.log(shares[told])) / totals[told].sum())


def _missed(sample: Sample, view: View) -> Labels | None:
    """Give numbers to clusters that labels say nothing of; −1: other clusters, None: there are none.

    No label reaches them, and not by chance; or there are many more clusters than categories.
    """
    clusters, known = view.clusters, sample.side.telling != UNLABELLED
    sizes = np.bincount(clusters)
    labelled = np.bincount(clusters[known], minlength=len(sizes))
    chance = (1.0 - known.mean()) ** sizes
    is_missed = (labelled == 0) & (sizes > 0) & (chance < _CHANCE)
    if (sizes > 0).sum() > _COARSE * sample.n_categories:
        is_missed = sizes > 0
    numbers = np.where(is_missed, np.cumsum(is_missed) - 1, -1).astype(np.int32)
    return numbers[clusters] if is_missed.any() else None


def _trust(
    frame: Frame, view: View, beta: float, path: BetaPath | None = None, calibration: Calibration = PLAIN
) -> Trust:
    learned = view.learned_at(beta)
    return Trust(beta, view.space(frame), view.scaling, learned, view.block, path, calibration, hides=view.hides)
