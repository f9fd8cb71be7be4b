"""One batch of a stream: read, taken in, and said in the attributes of the model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from cecib.backends.given_rows import Drawn, GivenRows
from cecib.backends.memory import Block
from cecib.bonds import Kept
from cecib.cost import Floats
from cecib.data_units import public_prior
from cecib.fitted import hold
from cecib.holes import Missing
from cecib.holes.conditionals import Flags
from cecib.holes.marginals import holes_in
from cecib.holes.missing import Treatment
from cecib.input_errors import InputError, Named
from cecib.label_columns import read_labels
from cecib.search.threads import one_blas_thread
from cecib.settings import Settings
from cecib.side_information import UNLABELLED, SideInformation
from cecib.stream.course import Course, taken_in
from cecib.stream.gaps import NO_COLUMNS, begun, gone_on
from cecib.stream.numbering import matched
from cecib.stream.rows import Rows, ranks_of, room
from cecib.stream.state import Stream
from cecib.stream.strangers import are_more, is_strange
from cecib.stream.vocabulary import Vocabulary, renamed_summaries
from cecib.validation import column_names, read_points, read_weights

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_AGAIN = 2  # times as many rows as at the last fit of all of them: then there is another
_FADED = 1e-9  # of the weight of the heaviest row, that each row of a fit has at least


def advance(model: CECIB, X: ArrayLike, y: ArrayLike | None, sample_weight: ArrayLike | None) -> bool:
    """Take in a batch; and whether it has led to a fit of all rows so far."""
    settings = Settings.read(model.get_params(deep=False))
    _refuse_start_labels(settings)
    is_fitted, is_new = hasattr(model, "labels_"), not hasattr(model, "_stream")
    points = read_points(model, X, reset=is_new and not is_fitted, takes_holes=True).astype(np.float64)
    side, weights = read_labels(y, len(points)), read_weights(sample_weight, len(points))
    weights = np.ones(len(points)) if weights is None else weights
    counts = weights > 0
    is_hole = holes_in(points)
    model.missing_ = _missing(model, settings, is_hole, weights)
    if is_hole is not None and model.missing_ is not None:
        counts &= model.missing_.take_part(is_hole)
    model._stream, index = _knowing(model, stream_of(model), side.take(counts).named())
    rows = _rows(model._stream, settings, points[counts], index, weights[counts])
    n_seen = model._stream.n_seen + len(rows)
    if not len(rows):  # none takes part
        has_fit = False
    elif is_fitted and (not model._stream.has_all or n_seen < _AGAIN * model._stream.fitted_at):
        with one_blas_thread():
            _describe(model, taken_in(_course(model, settings), rows), model.means_)
        has_fit = _fit_sample(model, settings)
    else:
        has_fit = _fit_all(model, settings, rows)
    if hasattr(model, "labels_"):
        full = np.full(len(points), UNLABELLED, dtype=np.int32)
        full[counts] = index
        model.labels_ = _course(model, settings).labels(Rows(points, full, weights, weights, weights))
    return has_fit


def stream_of(model: CECIB) -> Stream:
    """Give what a model remembers of its stream; one that was fitted by `fit` begins with its clusters."""
    known: Stream | None = getattr(model, "_stream", None)
    if known is not None:
        return known
    nothing = Rows.none(model.n_features_in_)
    seed = int(check_random_state(model.random_state).randint(np.iinfo(np.int32).max))
    begun = Stream(nothing, nothing, Vocabulary(np.empty(0, dtype=np.int64)), np.empty(0, dtype=np.int64), 0, seed)
    if not hasattr(model, "labels_"):
        return begun
    levels, total = model.levels_, float(model.clusters_.summaries.weights.sum())
    vocabulary = Vocabulary(model.categories_ if levels is None else levels.path_names(), levels)
    n_seen = max(1, len(model.labels_))
    begun = replace(begun, vocabulary=vocabulary, n_seen=n_seen, time=total, divided_at=total)
    return replace(begun, reviewed_at=n_seen, tried_at=total, began_at=total).naming(model.n_clusters_)


def _missing(model: CECIB, settings: Settings, is_hole: Flags | None, weights: Floats) -> Missing | None:
    """Say what has been missing so far, this batch included."""
    known: Missing | None = getattr(model, "missing_", None)
    stream: Stream | None = getattr(model, "_stream", None)
    treatment: Treatment = "drop" if settings.missing == "drop" else "model"
    if known is None and stream is None and not hasattr(model, "labels_"):
        return begun(is_hole, weights, treatment, column_names(model), settings.criterion.allows_flat)
    n_before = stream.n_seen if stream is not None else len(model.labels_)
    return gone_on(known, n_before, is_hole, weights, treatment)


def _refuse_start_labels(settings: Settings) -> None:
    if not isinstance(settings.init, str) and np.ndim(settings.init) == 1:
        raise InputError(
            Named("init"), " has a cluster for each row, but a stream has no number of rows: give centres, or a name."
        )  # fmt: skip


def _knowing(model: CECIB, stream: Stream, side: SideInformation) -> tuple[Stream, NDArray[np.int32]]:
    """Take in the categories of a batch, and give their numbers."""
    vocabulary, moved, index = stream.vocabulary.with_more(side)
    if vocabulary is stream.vocabulary:
        return stream, index
    if hasattr(model, "labels_"):
        own = renamed_summaries(model.clusters_.summaries, moved, len(vocabulary.categories))
        model.clusters_ = replace(model.clusters_, summaries=own, levels=vocabulary.levels)
    recent, waiting = stream.recent.renamed(moved), stream.waiting.renamed(moved)
    return replace(stream, vocabulary=vocabulary, recent=recent, waiting=waiting), index


def _rows(stream: Stream, settings: Settings, points: Floats, index: NDArray[np.int32], weights: Floats) -> Rows:
    times = stream.time + np.cumsum(weights)
    return Rows(points, index, weights, times, ranks_of(weights, times, stream.n_seen, settings.half_life, stream.seed))


def _course(model: CECIB, settings: Settings) -> Course:
    missing: Missing | None = getattr(model, "missing_", None)
    aside = NO_COLUMNS if missing is None else missing.set_aside
    return Course(settings, model.space_, model.clusters_, model._stream, aside)


def _fit_all(model: CECIB, settings: Settings, rows: Rows) -> bool:
    """Fit all rows so far, unless they are too few."""
    stream = model._stream
    everything = stream.recent + rows
    time, n = float(rows.times[-1]), len(everything)
    recent = everything.highest(room(everything.points.shape[1]))
    model._stream = replace(stream, recent=recent, n_seen=n, time=time, fitted_at=n)
    least = _least_rows(settings, model.n_features_in_)
    if n < least:
        model._stream, model._awaited = replace(model._stream, fitted_at=0), least
        return False
    _fit(model, settings, everything, everything.weights_at(time, settings.half_life))
    model._stream = replace(model._stream, waiting=recent.take(slice(0)))
    return True


def _fit_sample(model: CECIB, settings: Settings) -> bool:
    """Fit the sample in place of the stream, if new rows differ in what the model does not look at."""
    course, recent = _course(model, settings), model._stream.recent
    strange = is_strange(model.clusters_, model.space_, model.means_[0], recent.points)
    if not are_more(strange, recent.times > model._stream.began_at, course.least):
        return False
    weight = float(model.clusters_.summaries.weights.sum()) / len(recent)
    _fit(model, settings, recent, np.full(len(recent), weight))
    return True


def _fit(model: CECIB, settings: Settings, rows: Rows, weights: Floats) -> None:
    """Fit rows; clusters that are found again keep their numbers and names."""
    stream = model._stream
    before = _course(model, settings).labels(rows) if hasattr(model, "labels_") else None
    n_before = len(stream.ids)
    settings.check_data(*rows.points.shape)
    side = stream.vocabulary.side(rows.index)
    weights = np.maximum(weights, _FADED * weights.max())  # a row that has faded away is still a row
    known: Missing | None = getattr(model, "missing_", None)
    model._search_observed(settings, Block(rows.points, side, None if (weights == 1.0).all() else weights))
    if known is not None:  # of the whole stream, but for what is set aside
        found = model.missing_
        model.missing_ = replace(known, set_aside=NO_COLUMNS if found is None else found.set_aside)
    ids = np.empty(0, dtype=np.int64)
    if before is not None:
        order, old = matched(before, model.labels_, n_before, model.n_clusters_)
        model.clusters_ = model.clusters_.reordered(order)
        ids = np.where(old < 0, stream.next_id + np.cumsum(old < 0) - 1, np.append(stream.ids, -1)[old])
    stream = replace(stream, ids=ids, next_id=max(stream.next_id, int(ids.max(initial=-1)) + 1))
    stream = replace(stream, reviewed_at=stream.n_seen, divided_at=stream.time, tried_at=stream.time)
    stream = replace(stream, began_at=stream.time).naming(model.n_clusters_)
    _describe(model, replace(_course(model, settings), stream=stream), model.means_ if rows.has_holes else rows.points)


def _least_rows(settings: Settings, n_features: int) -> int:
    """Below so many rows there is no fit yet."""
    least = settings.n_clusters or 1
    if np.ndim(settings.init) == 2:
        least = max(least, len(settings.init))
    if not settings.criterion.allows_flat:
        least = max(least, *(2 * int(np.ceil(family.least_size(n_features))) for family in settings.families))
    return least


def _describe(model: CECIB, course: Course, points: Floats) -> None:
    """Set what the model says of its clusters; columns that are constant have the values of `points`."""
    stream, settings = course.stream, course.settings
    clusters = replace(course.clusters, n_jobs=settings.n_jobs)
    model.space_ = course.space
    hold(model, clusters, constant=points)
    model.cost_trace_, model._drawn = np.array([model.cost_]), Drawn()
    model.prior_ = public_prior(clusters.prior, clusters.scaling, course.space)
    levels = clusters.levels
    model.categories_ = stream.vocabulary.categories if levels is None else list(levels.categories)
    model.reached_max_clusters_ = settings.searches and len(clusters) >= settings.max_clusters > 1
    model._kept = Kept(apart_weight=model.kept_bonds.apart_weight)
    model._given_rows = GivenRows()
    model._stream = stream
