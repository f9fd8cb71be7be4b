"""β by itself: the labels decide how far they are trusted.

A part of the labels is hidden in turn, clusters are found with the rest at each β of a grid, and each β is scored by
how probable it finds the hidden labels, from where their rows lie. No search of a fold sees the labels it is judged by:
it starts from clusters that were found without labels, and goes up the grid from one β to the next. Only the prior, a
few numbers about all clusters, is learned once for all folds, with all labels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.backends.memory import Block
from cecib.cost import Floats
from cecib.criteria.criterion import Learned
from cecib.membership import Calibration, category_table, concentration_of, label_probabilities
from cecib.posing import pose, starts_of
from cecib.search.problem import Labels, Outcome, Problem
from cecib.search.restarts import Search, best_of_starts, search_from, side_by_side
from cecib.search.scaling import Scaling
from cecib.search.threads import n_threads, share_threads
from cecib.settings import Settings
from cecib.side_information import UNLABELLED, Rows, SideInformation, dealt_out
from cecib.summaries import Summaries

GRID = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
USUAL = 2.0  # where labels are too few to tell another β apart from it
FALLBACK = 1.0  # where they are too few to ask
_WORTH = 0.02  # nats per hidden label that each doubling or halving of the usual β has to gain, and a standard error
_FOLDS = 5
_COLD_STARTS = 1  # of each fold at large β, beside the clusters of the β before: labels may overwhelm these
_LEAST_LABELS = 10
_TEMPERATURES = (1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0)
_DOUBTS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
_PLAIN = Calibration()
_CALIBRATIONS = tuple(Calibration(*pair) for pair in product(_TEMPERATURES, _DOUBTS))
_ROWS, _MOST_ROWS, _LABELS_WANTED = 4_000, 5_000, 200


class BetaPath(NamedTuple):
    """What was tried on the way to β.

    Attributes
    ----------
    beta : ndarray of shape (b,)
        The grid.
    score : ndarray of shape (b,)
        Mean logarithm of the probability of the hidden labels.
    standard_error : ndarray of shape (b,)
        Of the score.
    n_clusters : ndarray of shape (b,)
        Mean number of clusters over the folds.
    """

    beta: Floats
    score: Floats
    standard_error: Floats
    n_clusters: Floats


@dataclass(frozen=True)
class Trust:
    """How far the labels are trusted.

    Attributes
    ----------
    beta : float
        The chosen β.
    learned : Learned
        What the criterion has learned, with the labels or, if β is 0, without them.
    path : BetaPath or None
        What was tried; None if the labels are too few.
    calibration : Calibration
        How sure to be of a row's category, by the hidden labels.
    """

    beta: float
    learned: Learned
    path: BetaPath | None = None
    calibration: Calibration = _PLAIN


def trust_labels(settings: Settings, block: Block, scaling: Scaling) -> Trust:
    """Take the β that is given, or choose it by hidden labels.

    β is `USUAL` unless the hidden labels clearly prefer another, by a standard error and 0.02 nats per label for each
    doubling, and 0 if they are as probable without labels as with them. With fewer than ten labels, or labels of one
    category, β is `FALLBACK`.

    Parameters
    ----------
    settings : Settings
        The parameters.
    block : Block
        The data.
    scaling : Scaling
        The units.
    """
    if settings.beta is not None:
        return Trust(settings.beta, _learn(settings, block, scaling, settings.beta))
    rows = sampled_rows(block.side.index)
    sample = block.take(rows)
    counts = sample.side.totals()
    if (counts > 0).sum() < 2 or counts.sum() < _LEAST_LABELS:
        return Trust(FALLBACK, _learn(settings, block, scaling, FALLBACK))
    without, within = (_learn(settings, block, scaling, beta) for beta in (0.0, USUAL))
    if without.length <= within.length:
        within = without  # labels that do not pay for the clusters they ask for
    learned = {beta: within if beta else without for beta in GRID}
    folds = _Folds(settings.for_rows(rows), sample, scaling, hidden_together(sample.side.index))
    judged = folds.judge(learned)
    best = choose_beta(np.array([own.log_probabilities for own in judged]))
    path = BetaPath(
        np.array(GRID),
        np.array([own.log_probabilities.mean() for own in judged]),
        np.array([_standard_error(own.log_probabilities) for own in judged]),
        np.array([own.n_clusters for own in judged]),
    )
    return Trust(GRID[best], learned[GRID[best]], path, _calibrated(judged[best].hidden))


class _Hidden(NamedTuple):
    """What the clusters of a fold say about the labels that it has not seen."""

    changes: Floats  # by how much each cluster's cost would rise with each row
    counts: Floats
    concentration: float
    category: NDArray[np.int32]

    def log_probabilities(self, calibration: Calibration) -> Floats:
        totals = self.counts.sum(axis=0) + 0.5  # a category may be hidden altogether
        shares = totals / totals.sum()
        table = category_table(self.counts, self.concentration, shares)
        table[~self.counts.any(axis=1)] = shares
        found = label_probabilities(self.changes, table, shares, calibration)
        return np.asarray(np.log(found[np.arange(len(self.category)), self.category]))


class _Judged(NamedTuple):
    """How one β does on the hidden labels: ln of the probability of each, clusters, and what the folds know of them."""

    log_probabilities: Floats
    n_clusters: float
    hidden: list[_Hidden]


class _Folds:
    """Fits of a sample without the labels of each fold."""

    def __init__(self, settings: Settings, sample: Block, scaling: Scaling, fold: NDArray[np.intp]) -> None:
        self._settings, self._sample, self._scaling, self._fold = settings, sample, scaling, fold
        self._numbers = np.unique(fold[fold >= 0])

    def judge(self, learned: dict[float, Learned]) -> list[_Judged]:
        """Go up the grid of β."""
        labels: dict[int, Labels] = {}
        judged = []
        for beta, own in learned.items():
            problems = {f: self._problem(f, beta, own) for f in self._numbers}
            if not labels:
                labels = dict.fromkeys(problems, self._without_labels(problems[self._numbers[0]], own))
            outcomes = self._search(problems, labels, _COLD_STARTS if beta > USUAL else 0)
            labels = {f: outcome.partition.labels for f, outcome in outcomes.items()}
            judged.append(self._judge(problems, outcomes, own))
        return judged

    def _problem(self, fold: int, beta: float, learned: Learned) -> Problem:
        side = self._sample.side
        shown = SideInformation(np.where(self._fold == fold, UNLABELLED, side.index).astype(np.int32), side.categories)
        block = replace(self._sample, side=shown)
        return pose(replace(self._settings, beta=beta), block, self._scaling, learned.prior)

    def _without_labels(self, problem: Problem, learned: Learned) -> Labels:
        """Find clusters that know of no label, from which all folds start."""
        starts = starts_of(replace(self._settings, n_init=2), problem, self._scaling, learned.start_of(problem))
        return best_of_starts(problem, starts, [0] * len(starts), self._settings.n_jobs).partition.labels

    def _search(self, problems: dict[int, Problem], labels: dict[int, Labels], n_cold: int) -> dict[int, Outcome]:
        folds = list(problems)
        is_small = problems[folds[0]].is_small
        across, inside = share_threads(is_small, len(folds), n_threads(self._settings.n_jobs))

        def from_labels(fold: int) -> Search:
            problem = problems[fold]
            cold = starts_of(replace(self._settings, n_init=1 + n_cold), problem, self._scaling, None)[1:]

            def run(cancel: _core.CancelFlag) -> Outcome:
                starts = [labels[fold], *(start(np.random.RandomState(fold), inside) for start in cold)]
                return min((search_from(problem, start, inside, cancel) for start in starts), key=lambda o: o.cost)

            return run

        outcomes = dict(side_by_side([from_labels(fold) for fold in folds], across))
        return {fold: outcomes[i] for i, fold in enumerate(folds)}

    def _judge(self, problems: dict[int, Problem], outcomes: dict[int, Outcome], learned: Learned) -> _Judged:
        parts = [self._hidden(f, problems[f], outcomes[f], learned) for f in problems]
        scores = np.concatenate([part.log_probabilities(_PLAIN) for part in parts])
        n_clusters = float(np.mean([outcome.partition.n_clusters for outcome in outcomes.values()]))
        return _Judged(scores, n_clusters, parts)

    def _hidden(self, fold: int, problem: Problem, outcome: Outcome, learned: Learned) -> _Hidden:
        hidden = np.flatnonzero(self._fold == fold)
        summaries = Summaries(outcome.partition.summaries())
        families = [problem.families[start] for start, _ in outcome.partition.families()]
        clusters = _core.Clusters(families, list(summaries), outcome.partition.states(), problem.label_code)
        points = self._scaling.points(self._sample.points[hidden])
        changes = clusters.changes_with(points, n_threads(self._settings.n_jobs))
        return _Hidden(changes, summaries.counts, concentration_of(learned.prior), self._sample.side.index[hidden])


def _calibrated(hidden: list[_Hidden]) -> Calibration:
    """Choose the calibration under which the hidden labels are most probable, the plainest among equals."""
    return max(_CALIBRATIONS, key=lambda one: sum(part.log_probabilities(one).sum() for part in hidden))


def choose_beta(scores: Floats) -> int:
    """Choose a β by its number; scores are of the β (rows) for each hidden label (columns)."""
    gain = scores - scores[GRID.index(USUAL)]
    worth = [_WORTH * abs(np.log2(beta / USUAL)) for beta in GRID[1:]]
    best = 1 + int(np.argmax([own.mean() - _standard_error(own) - w for own, w in zip(gain[1:], worth, strict=True)]))
    return 0 if scores[0].mean() >= scores[best].mean() else best


def _standard_error(values: Floats) -> float:
    return float(values.std() / np.sqrt(len(values)))


def _learn(settings: Settings, block: Block, scaling: Scaling, beta: float) -> Learned:
    own = replace(settings, beta=beta)
    return own.criterion.learn(own, block, scaling, pose(own, block, scaling))


def sampled_rows(index: NDArray[np.int32]) -> Rows:
    """Rows at even distances, more of them where labels are rare; labelled rows keep their share."""
    n = len(index)
    if n <= _ROWS:
        return slice(None)
    share = max(float((index != UNLABELLED).mean()), 1.0 / n)
    size = int(np.clip(_LABELS_WANTED / share, _ROWS, min(n, _MOST_ROWS)))
    return np.linspace(0, n - 1, size).astype(np.intp)


def hidden_together(index: NDArray[np.int32]) -> NDArray[np.intp]:
    """Fold of each labelled row, −1 elsewhere; each category is distributed evenly over the folds."""
    random = np.random.RandomState(0)  # the same labels, the same folds
    known, first = np.unique(index[index != UNLABELLED], return_index=True)
    return dealt_out(index, known[np.argsort(first)], _FOLDS, random)  # whatever the categories are called
