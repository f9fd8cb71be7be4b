"""A fit whose rows are in blocks: a sample finds the model, all rows finish it, and the model is as that of any fit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from cecib.backends.backend import Backend
from cecib.backends.given_rows import Drawn, GivenRows
from cecib.backends.memory import Block
from cecib.backends.passes import Names
from cecib.backends.survey import Survey
from cecib.cost import CostTerms
from cecib.data_units import public_prior
from cecib.fitted import hold
from cecib.input_errors import InputError, Named
from cecib.search.keeping import keeper_here
from cecib.search.progress import reporter
from cecib.settings import Settings
from cecib.whole.checkpoint import Checkpoint
from cecib.whole.course import Finished, finish
from cecib.whole.surveying import surveyed
from cecib.whole.watching import Watch

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_NUMBERS, _LEAST_ROWS, _MOST_ROWS = 8_000_000, 20_000, 200_000  # in the sample


def fit_whole(model: CECIB, backend: Backend, checkpoint: Checkpoint | None = None) -> None:
    """Fit a model to rows that are anywhere.

    Parameters
    ----------
    model : CECIB
        Is fitted.
    backend : Backend
        Where the rows are.
    checkpoint : Checkpoint, optional
        Where to go on from, and where to write how far the fit has come.
    """
    settings = Settings.read(model.get_params(deep=False))
    if np.ndim(settings.init) == 1:
        raise InputError(Named("init"), " may not be start labels where rows come in blocks: give the centres.")
    if checkpoint is not None:
        checkpoint.check_parameters(model)
    seed = None if checkpoint is None else checkpoint.seed
    if seed is None:
        seed = int(check_random_state(model.random_state).randint(np.iinfo(np.int32).max))
    keeper = keeper_here()
    watch = Watch(reporter(model.verbose, model.callback), keeper, backend.n_rows)
    backend.watch = watch
    backend.take_missing(settings.missing)
    known, missing = surveyed(backend, settings, sample_size(len(backend.names)), seed, watch)
    watch.end_survey(known.rows)
    everyone = known.everyone()
    drawn = known.drawn() if everyone is None or missing is None else everyone
    sample = drawn.block(known.categories)
    _name_features(model, backend)
    settings.check_data(known.rows, len(backend.names))
    has_more = known.rows > len(sample)
    begun = None
    if checkpoint is not None and checkpoint.header is not None:
        checkpoint.check_data(known, backend)
        checkpoint.resume(model)
        keeper.offer()
        begun = partial(checkpoint.course, backend=backend, known=known) if checkpoint.has_course else None
    else:
        model._search_observed(settings, sample, missing if has_more else None)
        if keeper.must_stop:
            checkpoint = None  # what was found is not what the whole search would have found
        elif checkpoint is not None and has_more:
            checkpoint.begin(model, known, seed, backend)
    model.missing_ = missing
    model._given_rows, model._drawn = GivenRows(), Drawn(sample, known.numbers(drawn.places))
    for name in ("_kept", "_stream"):
        model.__dict__.pop(name, None)
    if has_more:
        on_course = None if checkpoint is None else partial(checkpoint.write, backend=backend)
        done = finish(model, settings, backend, known, seed, watch, missing, begun=begun, on_course=on_course)
        _take_over(model, settings, done, sample, known)
        if checkpoint is not None and not checkpoint.stays and not done.was_stopped:
            checkpoint.remove()


def sample_size(n_features: int) -> int:
    """How many rows the sample has: what they hold is some ten megabytes."""
    return int(np.clip(_NUMBERS // n_features, _LEAST_ROWS, _MOST_ROWS))


def _name_features(model: CECIB, backend: Backend) -> None:
    model.n_features_in_ = len(backend.names)
    if backend.is_named:
        model.feature_names_in_ = np.array(backend.names, dtype=object)
    else:
        model.__dict__.pop("feature_names_in_", None)


def _take_over(model: CECIB, settings: Settings, done: Finished, sample: Block, known: Survey) -> None:
    """Let a model that was fitted to a sample hold all rows."""
    order = done.clusters.order_by_size()
    rank: NDArray[np.intp] = np.empty_like(order)
    rank[order] = np.arange(len(order))
    own = done.clusters.reordered(order)
    model.space_ = done.space
    hold(model, own, constant=known.first[None, :] if model.missing_ is None else None)
    if model.missing_ is not None:
        complexity, accuracy, consistency = (float(term) / known.weight for term in np.sum(own.costs(), axis=0))
        model.cost_terms_ = CostTerms(complexity, accuracy + done.rest, consistency)
        model.cost_ = model.cost_terms_.total
    model.labels_ = _joined(done.names, rank)
    model.prior_ = public_prior(own.prior, own.scaling, done.space)
    model.cost_trace_ = np.asarray(done.trace)
    model.n_iter_, model.converged_ = done.n_iter, done.has_converged
    model.reached_max_clusters_ = settings.searches and len(own) >= settings.max_clusters > 1
    model._measure_flatness(sample.points, sample.weights)


def _joined(names: list[Names], numbers: NDArray[np.intp]) -> Names:
    """Cluster of each row, under its new number; what is given is used up, so that there are never two of all rows."""
    n, room = sum(map(len, names)), names[0].base
    is_one_piece = all(own.base is room for own in names)
    joined = room if isinstance(room, np.ndarray) and len(room) == n and is_one_piece else np.empty(n, names[0].dtype)
    end = len(joined)
    while names:
        own = names.pop()
        joined[end - len(own) : end] = numbers.astype(own.dtype)[own]
        end -= len(own)
    return joined
