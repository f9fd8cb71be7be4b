"""A fit as the arguments ask for it, and what is said about it."""

from __future__ import annotations

import argparse
import shlex
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Any

from sklearn.exceptions import ConvergenceWarning

from cecib.cli.predict import load
from cecib.cli.progress import progress_of_fit
from cecib.estimator import CECIB
from cecib.files.column_kinds import DATES, ROW_NAMES, ROW_NUMBERS
from cecib.files.columns import ColumnChoice, listing
from cecib.reading.levels import LevelWarning
from cecib.search import keeping

if TYPE_CHECKING:
    import pandas as pd

_SHOWN, _LEFT_OUT_SHOWN = 12, 40
_FORCED = (DATES, ROW_NAMES, ROW_NUMBERS)


def fitted(arguments: argparse.Namespace, fit: Callable[[CECIB], CECIB]) -> tuple[CECIB, list[str]]:
    """Fit a model with the parameters that the arguments give; also the note of how long it took."""
    begin = monotonic()
    chosen = {"min_cluster_size": arguments.min_size, "n_init": arguments.restarts}
    with (
        keeping() if arguments.keep_best or arguments.keep == "best" else nullcontext() as keeper,
        progress_of_fit(keeper) as callback,
        warnings.catch_warnings(),
    ):
        for told in (ConvergenceWarning, LevelWarning):  # the findings say it
            warnings.simplefilter("ignore", told)
        model = CECIB(
            n_clusters=arguments.clusters,
            beta=arguments.beta,
            subspace=arguments.subspace,
            criterion=arguments.criterion,
            family=arguments.family,
            random_state=arguments.seed,
            n_jobs=arguments.jobs,
            max_clusters=arguments.max_clusters,
            max_iter=arguments.max_iter,
            callback=callback,
            missing=arguments.missing,
            **{name: value for name, value in chosen.items() if value is not None},
        )
        fit(model)
    return model, [f"time: {monotonic() - begin:.2f} s for the clustering"]


def relabelled(arguments: argparse.Namespace, X: pd.DataFrame, y: Any) -> CECIB:
    """Answer labels from the clusters of a model of the same rows."""
    for option in ("clusters", "groups", "apart", "checkpoint"):
        if getattr(arguments, option) is not None:
            raise ValueError(f"--from keeps to the clusters of a model, so --{option} has no place: leave one out.")
    model = load(arguments.start)
    if list(getattr(model, "feature_names_in_", X.columns)) != list(X.columns):
        raise ValueError(
            f"--from names a model of {listing(list(model.feature_names_in_))}, and the features here are "
            f"{listing(list(X.columns))}: make them the same with --features."
        )
    return model.relabelled(X, y, beta=None if arguments.beta == "auto" else arguments.beta)


def choice_notes(choice: ColumnChoice, model: CECIB | None = None) -> list[str]:
    """Say which columns were used, and which were not; a model may have set aside some that are nearly empty."""
    missing = None if model is None else model.missing_
    aside = set() if missing is None else {choice.features[j] for j in missing.set_aside.tolist()}
    names = [name for name in choice.features if name not in aside]
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    notes = [f"features: {', '.join(names[:_SHOWN])}{more}"]
    others = [f"{name} ({reason})" for name, reason in choice.left_out.items() if reason != "the label"]
    if others:
        more = f" and {len(others) - _LEFT_OUT_SHOWN} more" if len(others) > _LEFT_OUT_SHOWN else ""
        forced = any(reason in _FORCED for reason in choice.left_out.values())
        remedy = "; --features takes what it names" if forced else ""
        notes.append(f"not used: {', '.join(others[:_LEFT_OUT_SHOWN])}{more}{remedy}")
    if choice.offered:
        notes.append(
            f"of few texts: --one-hot {shlex.quote(','.join(choice.offered))} takes them as columns of 0 and 1"
        )
    for name, text in choice.doubts.items():
        notes.append(f"perhaps no measurement: {name} {text}; --exclude {shlex.quote(name)} leaves it out")
    return notes
