"""Whom to ask next: the rows whose label would help most, and why.

What is at stake in a row is how unsure its category is, by the labels of the clusters that it may lie in. A label
speaks for the rows near it in its cluster (`coverage`). The value of a question is what its answer is expected to
settle: the rows that it speaks for and no label does yet, each times what is at stake in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.membership import category_probabilities, memberships
from cecib.reading.coverage import Place, likeness, most_telling, round_coordinates
from cecib.reading.levels import finest_of_labels, finest_of_model, possible_finest
from cecib.reading.suspects import doubt_labels, label_counts, probabilities_of
from cecib.search.scaling import Matrix
from cecib.side_information import SideInformation, dominant_categories

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_SAMPLE, _LEAST_OF_CLUSTER = 1_500, 20  # open rows that are compared with each other; at least so many of a cluster
_MOST_LABELS = 2_000  # whose reach is measured
_NEVER_SURE = 0.05  # at stake where the labels of a cluster leave no doubt: clusters may be wrong
_LEAST_DOUBT = 0.25  # labels that the overall shares are worth in a cluster, at least
_BETWEEN = 0.25  # least probability of the second cluster
_MIXED = 0.8  # share of the first category below which a cluster mixes categories


class Question(NamedTuple):
    """A row to ask about.

    Attributes
    ----------
    row : int
        Its number, from 0.
    reason : str
        Why its label would help.
    value : float
        About how many rows the answer settles: those that it speaks for, each times how unsure its category is.
    clusters : tuple of int
        The cluster that the row lies in, and for a row between two clusters the other one.
    category : object
        The most probable category, for a label that looks wrong the one suggested instead; None if no label says.
    probability : float
        The probability of that category, 0 if there is none.
    """

    row: int
    reason: str
    value: float
    clusters: tuple[int, ...]
    category: Any
    probability: float


@dataclass(frozen=True)
class _Knowledge:
    """What labels say of clusters: counts (k × m), and probabilities of these categories and of an unseen one."""

    categories: list[Any]
    counts: Floats
    table: Floats
    doubt: float  # how many labels the overall shares are worth


@dataclass(frozen=True)
class _Doubts:
    """Of each row: the probability that its label is wrong, how far it is believed (0 without one); what it may be."""

    wrong: Floats
    belief: Floats
    suggested: dict[int, tuple[Any, float]]


def questions(model: CECIB, X: Matrix, side: SideInformation, weights: Floats | None, n: int) -> list[Question]:
    """Choose up to `n` rows to ask about, the most valuable first.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    X : ndarray of shape (rows, q)
        The coordinates of the rows.
    side : SideInformation
        Their labels.
    weights : ndarray of shape (rows,) or None
        How many points each row stands for.
    n : int
        How many questions, at most.
    """
    given, side = side, finest_of_labels(side)
    membership = memberships(model.clusters_, X, model.calibration_.temperature)
    place = Place(round_coordinates(model.clusters_, X), membership)
    own = np.ones(len(X)) if weights is None else weights
    doubts = _doubts(model, place.membership, side)
    known = _knowledge(model, place.membership.argmax(axis=1), side, own)
    likely = place.membership @ known.table
    is_open = (~side.is_labelled | (doubts.wrong > 0.5)) & (own > 0.0)
    if given.levels is not None:  # coarser labels narrow it down
        may_be = possible_finest(model, given.levels)
        likely = _narrowed(likely, known.categories, may_be, given.index)
        is_settled = np.array([*(len(names) == 1 for names in may_be), False])[given.index]
        is_open &= ~is_settled | (doubts.wrong > 0.5)
    found: list[Question] = []
    while len(found) < n and is_open.any():
        rows, values = _round(place, known, likely, is_open, doubts, own, n - len(found))
        if not rows:
            break
        found += [_question(row, value, place, known, likely, doubts) for row, value in zip(rows, values, strict=True)]
        is_open[rows], doubts.belief[rows] = False, 1.0  # taken for answered
    if found and given.levels is None:
        found = _as_predicted(model, X, found, doubts)
    return sorted(found, key=lambda question: -question.value)


def _as_predicted(model: CECIB, X: Matrix, found: list[Question], doubts: _Doubts) -> list[Question]:
    """Let guesses of categories that the fit knows be what the model predicts: classes that no label names count."""
    names = {category: j for j, category in enumerate(finest_of_model(model)[0].tolist())}
    rows = [question.row for question in found]
    told = category_probabilities(model.clusters_, X[rows], model.calibration_)
    return [
        question._replace(probability=float(own[names[question.category]]))
        if question.row not in doubts.suggested and question.category in names
        else question
        for question, own in zip(found, told, strict=True)
    ]


def _narrowed(likely: Floats, categories: list[Any], may_be: list[frozenset[Any]], path: NDArray[np.int32]) -> Floats:
    """Leave of the probabilities of categories those that the coarser label of each row allows."""
    result = likely.copy()
    for p, names in enumerate(may_be):
        rows = np.flatnonzero(path == p)
        allowed = np.array([*(category in names for category in categories), False])
        if len(rows) and allowed.any():
            inside = likely[rows] * allowed
            total = inside.sum(axis=1, keepdims=True)
            result[rows] = np.where(total > 0, inside / np.maximum(total, 1e-300), allowed / allowed.sum())
    return result


def _round(
    place: Place,
    known: _Knowledge,
    likely: Floats,
    is_open: NDArray[np.bool_],
    doubts: _Doubts,
    weights: Floats,
    n: int,
) -> tuple[list[int], list[float]]:
    """Choose among a sample of the open rows, all of them if they are few; at most half of a sample."""
    rows, share = _sample(place.membership.argmax(axis=1), is_open)
    here = place.take(rows)
    stakes = _Stakes(here.membership, known, likely[rows], doubts.wrong[rows], weights[rows] * share)
    speaks = likeness(here, here)
    is_suspect = doubts.wrong[rows] > 0.0
    speaks[:, is_suspect], speaks[is_suspect] = 0.0, 0.0  # to confirm a label settles its row, and no other does
    np.fill_diagonal(speaks, 1.0)
    most = n if len(rows) == is_open.sum() else min(n, len(rows) // 2)
    covered = np.where(is_suspect, doubts.belief[rows], _covered(place, here, doubts.belief))
    chosen, gains = most_telling(speaks, covered, stakes.left(), most, stakes.answer)
    return rows[chosen].tolist(), gains


class _Stakes:
    """What is at stake in rows: the probability that two guesses of the category differ, by the labels of the clusters.

    An answer in a cluster of l labels, whose prior is worth a, is expected to leave 1 − 1 / (a + l + 1)² of it: the
    change of that probability under the Dirichlet distribution, whatever the answer.
    """

    def __init__(self, membership: Floats, known: _Knowledge, likely: Floats, wrong: Floats, weights: Floats) -> None:
        unsure = 1.0 - (likely**2).sum(axis=1)
        self._cluster = membership.argmax(axis=1)
        self._sure = weights * np.maximum(_NEVER_SURE, wrong)
        self._unsure = weights * (1.0 - _NEVER_SURE) * unsure
        self._labels = known.counts.sum(axis=1) + known.doubt
        self._remains = np.ones(len(self._labels))

    def left(self) -> Floats:
        """Give what is at stake in each row."""
        return np.asarray(self._sure + self._unsure * self._remains[self._cluster])

    def answer(self, row: int) -> Floats:
        """Take a row for answered, and give what is left."""
        c = self._cluster[row]
        self._remains[c] *= 1.0 - 1.0 / (self._labels[c] + 1.0) ** 2
        self._labels[c] += 1.0
        return self.left()


def _covered(place: Place, here: Place, belief: Floats) -> Floats:
    """How far labels speak for rows, each as far as it is believed."""
    labelled = np.flatnonzero(belief > 0.0)
    if len(labelled) == 0:
        return np.zeros(len(here.membership))
    if len(labelled) > _MOST_LABELS:
        labelled = np.sort(np.random.RandomState(0).choice(labelled, _MOST_LABELS, replace=False))
    return np.asarray((belief[labelled][:, None] * likeness(place.take(labelled), here)).max(axis=0))


def _sample(cluster: NDArray[np.intp], is_open: NDArray[np.bool_]) -> tuple[NDArray[np.intp], Floats]:
    """Draw open rows of each cluster, by a lot that is always the same; how many open rows each of them stands for."""
    rows = np.flatnonzero(is_open)
    if len(rows) <= _SAMPLE:
        return rows, np.ones(len(rows))
    random = np.random.RandomState(0)
    drawn, stands_for = [], []
    for c in np.unique(cluster[rows]):
        own = rows[cluster[rows] == c]
        size = min(len(own), max(_LEAST_OF_CLUSTER, _SAMPLE * len(own) // len(rows)))
        drawn.append(np.sort(random.choice(own, size, replace=False)))
        stands_for.append(np.full(size, len(own) / size))
    return np.concatenate(drawn), np.concatenate(stands_for)


def _knowledge(model: CECIB, cluster: NDArray[np.intp], side: SideInformation, weights: Floats) -> _Knowledge:
    """Put together what the labels of the fit and those of these rows say; the same labels do not count twice."""
    names, fitted_counts = finest_of_model(model)
    fitted, given = names.tolist(), side.categories.tolist()
    categories = list(dict.fromkeys([*fitted, *given]))
    number = {category: j for j, category in enumerate(categories)}
    before, now = (np.zeros((model.n_clusters_, len(categories))) for _ in range(2))
    before[:, [number[one] for one in fitted]] = fitted_counts
    labelled = np.flatnonzero(side.is_labelled)
    named = np.array([number[one] for one in given], dtype=np.intp)[side.index[labelled]]
    np.add.at(now, (cluster[labelled], named), weights[labelled])
    counts = np.maximum(before, now)
    seen = np.append(counts.sum(axis=0), 1.0)  # one label's worth for a category that none names
    doubt = max(_LEAST_DOUBT, model.concentration_)
    table = (np.pad(counts, ((0, 0), (0, 1))) + doubt * seen / seen.sum()) / (counts.sum(axis=1, keepdims=True) + doubt)
    return _Knowledge(categories, counts, table, doubt)


def _doubts(model: CECIB, membership: Floats, side: SideInformation) -> _Doubts:
    wrong, belief = np.zeros((2, len(membership)))
    labelled = np.flatnonzero(side.is_labelled)
    if len(labelled) == 0:
        return _Doubts(wrong, belief, {})
    totals = side.totals()
    category = side.index[labelled].astype(np.intp)
    doubtful, _ = doubt_labels(membership[labelled], category, side.n_categories)
    wrong[labelled], belief[labelled] = doubtful, np.where(doubtful > 0.5, 1.0 - doubtful, 1.0)
    asked = np.flatnonzero(doubtful > 0.5)
    counts = label_counts(membership[labelled], category, side.n_categories)
    own = membership[labelled[asked]], category[asked]
    others = probabilities_of(*own, counts, model.concentration_, totals / totals.sum())
    best = zip(side.decode(others.argmax(axis=1)).tolist(), others.max(axis=1).tolist(), strict=True)
    return _Doubts(wrong, belief, dict(zip(labelled[asked].tolist(), best, strict=True)))


def _question(row: int, value: float, place: Place, known: _Knowledge, likely: Floats, doubts: _Doubts) -> Question:
    membership = place.membership[row]
    order = np.argsort(-membership, kind="stable")[:2].tolist()
    first = order[0]
    if row in doubts.suggested:
        return Question(row, "a label that looks wrong: confirm it", value, (first,), *doubts.suggested[row])
    own = known.counts[order]
    if not own[0].any():
        return Question(row, "a cluster no label reaches", value, (first,), None, 0.0)
    probabilities = likely[row, :-1]
    best = int(probabilities.argmax())
    guess = known.categories[best], float(probabilities[best])
    if membership[order[-1]] >= _BETWEEN and len(set(dominant_categories(own).tolist())) > 1:
        return Question(row, f"between clusters {first} and {order[1]}", value, (first, order[1]), *guess)
    if own[0].max() < _MIXED * own[0].sum():
        return Question(row, "a cluster that mixes categories", value, (first,), *guess)
    return Question(row, "a part of a cluster that labels hardly reach", value, (first,), *guess)
