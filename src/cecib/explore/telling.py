"""What pages are told: labels, partitions and findings as messages. All names from the data are text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from cecib.explore.messages import Message
from cecib.explore.standing import Standing
from cecib.explore.views import Positions, View, views_of
from cecib.reading.ask import questions
from cecib.reading.findings import Findings, Overview, findings_of
from cecib.search.progress import Progress
from cecib.side_information import UNLABELLED, SideInformation, dominant_categories
from cecib.trust.sample import evenly

if TYPE_CHECKING:
    from cecib.estimator import CECIB
    from cecib.explore.engine import Answer
    from cecib.explore.session import Snapshot, Table

_FEATURES, _LEAST_SHARE = 3, 0.02  # that a cluster is described by
_SUSPECTS, _ASKS, _SENTENCES = 50, 12, 40
_ROWS_COUNTED = 2_000  # in which values are counted
_ROWS_ASKED = 20_000  # among which those to ask about are chosen


def session(table: Table, standing: Standing) -> Message:
    """Tell what the data are."""
    picture = table.picture
    header = {
        "type": "session",
        "title": table.title,
        "n": table.n,
        "columns": list(table.names),
        "categories": list(standing.terms.names),
        "views": views_of(table),
        "picture": None if picture is None else {"width": picture.width, "height": picture.height},
    }
    return Message(header, {} if picture is None else {"rgba": picture.rgba.ravel()})


def labels(revision: int, standing: Standing) -> Message:
    """Tell the labels."""
    header = {
        "type": "labels",
        "revision": revision,
        "categories": list(standing.terms.names),
        "can_undo": standing.can_undo,
        "can_redo": standing.can_redo,
        "n_labelled": standing.n_labelled,
        "beta": standing.terms.beta,
    }
    return Message(header, {"labels": standing.marks.copy()})


def positions(view: View, where: Positions) -> Message:
    """Tell where rows are drawn."""
    header = {"type": "positions", "view": view.to_json(), "x_name": where.x_name, "y_name": where.y_name}
    return Message(header, {"x": where.x, "y": where.y})


def moved() -> Message:
    """Tell that the plane in which rows are drawn has become another."""
    return Message({"type": "moved"})


def partition(table: Table, model: CECIB, now: Snapshot, colours: Sequence[int]) -> Message:
    """Tell the clusters, and how surely each row lies in its own."""
    own = dominant_categories(model.category_counts_)
    names = [None if mark == UNLABELLED else str(model.categories_[mark]) for mark in own.tolist()]
    has_labels = any(name is not None for name in names)
    about = _about(table, model)
    clusters = [
        {
            "category": None if name is None else now.terms.names.index(name),
            "is_new": has_labels and name is None,
            "about": about[c],
            "colour": colours[c],
        }
        for c, name in enumerate(names)
    ]
    terms = {"revision": now.revision, "cost": model.cost_, "beta": model.beta_}
    return partition_message(terms, clusters, model.labels_, certainties(model, table))


def partition_message(
    terms: dict[str, Any], clusters: list[dict[str, Any]], labels: NDArray[np.int32], certainty: NDArray[Any]
) -> Message:
    """Tell clusters of which all is known but what their rows say: how many they are, and how sure."""
    sizes = np.bincount(labels, minlength=len(clusters))
    sure = np.bincount(labels, certainty, minlength=len(clusters)) / np.maximum(sizes, 1)
    counted = [
        {
            "id": c,
            "size": int(sizes[c]),
            "share": round(float(sizes[c]) / len(labels), 6),
            "sure": round(float(sure[c]), 4),
            **own,
        }
        for c, own in enumerate(clusters)
    ]
    header = {"type": "partition", "n_clusters": len(clusters), "clusters": counted, **terms}
    surely = np.rint(255.0 * certainty).astype(np.uint8)
    return Message(header, {"clusters": labels.astype(np.uint16), "certainty": surely})


def set_apart(names: Sequence[str], deviations: Sequence[float]) -> str:
    """Say by which features a cluster is set apart, in standard deviations of all rows."""
    apart = zip(names, deviations, strict=True)
    return ", ".join(f"{name} {value:+.1f}".replace("-", "−") for name, value in apart)


def findings(table: Table, model: CECIB, ground: CECIB, now: Snapshot) -> Message:
    """Tell what is found: β, labels that look wrong, whom to ask, the tree."""
    side, names = now.labelling.side(), list(now.terms.names)
    located = model._located(table.points)
    found = _found(table, model, located, side)
    tree = model.tree() if model.n_clusters_ > 1 else None
    header = {
        "type": "findings",
        "revision": now.revision,
        "beta": _beta(model, ground, now),
        "suspects": _suspects(found, names, now.terms.confirmed),
        "asks": _asks(table, model, located, side, names),
        "tree": {
            "linkage": [] if tree is None else np.asarray(tree).round(6).tolist(),
            "words": [] if tree is None else tree.describe().splitlines()[:_SENTENCES],
        },
        "notes": found.warnings,
    }
    return Message(header)


def busy(what: str | None, progress: Progress | None = None) -> Message:
    """Tell what is under way."""
    if progress is None:
        return Message({"type": "busy", "what": what})
    words = f"start {progress.restart + 1} of {progress.n_init}, {progress.n_clusters} clusters"
    return Message({"type": "busy", "what": what, "progress": words})


def offer(gain: float, found: Answer, standing: Answer) -> Message:
    """Tell of a better partition."""
    fewer = found.n_clusters_ - standing.n_clusters_
    how = f"{found.n_clusters_} clusters" if fewer else f"the same number of clusters, {found.n_clusters_},"
    sentence = f"A full search has found a better partition: {how} at {gain:,.0f} nats less."
    return Message({"type": "offer", "offer": {"gain": gain, "n_clusters": found.n_clusters_}, "sentence": sentence})


def no_offer(sentence: str | None = None) -> Message:
    """Tell that there is no better partition, and perhaps why."""
    return Message({"type": "offer", "offer": None, "sentence": sentence})


def live(is_live: bool) -> Message:
    """Tell whether answers come by themselves."""
    return Message({"type": "live", "on": is_live})


def done(number: Any) -> Message:
    """Tell that what was asked for is done."""
    return Message({"type": "done", "id": number})


def error(problem: Exception | str, number: Any = None) -> Message:
    """Tell what is wrong, in a sentence."""
    words = " ".join(str(problem).split()) or type(problem).__name__
    return Message({"type": "error", "id": number, "sentence": words})


def certainties(model: CECIB, table: Table) -> NDArray[np.float32]:
    """How surely each row lies in its cluster rather than in the next best."""
    if model.n_clusters_ < 2:
        return np.ones(table.n, dtype=np.float32)
    nobody = np.full(table.n, UNLABELLED, dtype=np.int32)
    cheapest, least, next_ = model.clusters_.choices(model._located(table.points), nobody)
    surely = expit((next_ - least).astype(np.float32))
    return np.where(cheapest == model.labels_, surely, 1 - surely)


def _about(table: Table, model: CECIB) -> list[str]:
    """Say by which features each cluster is set apart, in standard deviations of all rows."""
    if model.n_clusters_ < 2:
        return [""] * model.n_clusters_
    names = list(getattr(model, "feature_names_in_", map(str, range(model.n_features_in_))))
    said = []
    for c in range(model.n_clusters_):
        top = [names.index(name) for name in model.difference(c).top(_FEATURES, _LEAST_SHARE)]
        apart = [(model.means_[c, j] - table.mean[j]) / table.deviation[j] for j in top]
        said.append(set_apart([table.names[j] for j in top], apart))
    return said


def _found(table: Table, model: CECIB, located: Any, side: SideInformation) -> Findings:
    """Look at labelled rows only: what is said of rows that no cluster explains takes a look at all."""
    labelled = np.flatnonzero(side.is_labelled)
    nobody = np.empty(0, dtype=np.intp)
    step = max(1, table.n // _ROWS_COUNTED)
    seen = Overview(labelled, located[labelled], side.take(labelled), table.points[::step], nobody, np.empty(0))
    return findings_of(model, model.labels_, seen)


def _beta(model: CECIB, ground: CECIB, now: Snapshot) -> dict[str, Any]:
    path = ground.beta_path_ if now.terms.beta == "auto" else None
    if now.terms.beta != "auto":
        chosen_by = "You have set how much a label counts."
    elif path is None:
        chosen_by = "Too few labels to choose by: a label counts as much as a measurement."
    elif ground.beta_ == 0 < model.beta_:
        chosen_by = (
            "The search left labels aside: those that were hidden in turn are predicted as well without the others. In "
            "answers a label counts as much as a measurement."
        )
    elif model.beta_ == 0:
        chosen_by = "Labels that were hidden in turn are predicted as well without the others, so they do not count."
    else:
        chosen_by = "Labels that were hidden in turn are clearly more probable at no other."
    points = [] if path is None else [[float(b), float(s)] for b, s in zip(path.beta, path.score, strict=True)]
    return {"value": model.beta_, "is_auto": now.terms.beta == "auto", "path": sorted(points), "chosen_by": chosen_by}


def _suspects(found: Findings, names: list[str], confirmed: frozenset[int]) -> list[dict[str, Any]]:
    own, listed = found.labels, []
    for i in np.flatnonzero(own.probability_wrong > 0.5).tolist():
        row, given, suggested = int(own.row[i]), str(own.given[i]), str(own.suggested[i])
        if row in confirmed:
            continue
        reason = f"Where row {row + 1} lies, {suggested} is e^{own.score[i]:.1f} times as probable as {given}."
        if suggested == given:
            reason = f"Where row {row + 1} lies, labels are mixed."
        listed.append(
            {
                "row": row,
                "category": names.index(given),
                "suggestion": names.index(suggested),
                "probability": round(float(own.probability_wrong[i]), 4),
                "reason": reason,
            }
        )
        if len(listed) == _SUSPECTS:
            break
    return listed


def _asks(table: Table, model: CECIB, located: Any, side: SideInformation, names: list[str]) -> list[dict[str, Any]]:
    rows: NDArray[np.intp] = np.arange(table.n)
    if table.n > _ROWS_ASKED:  # evenly, and all that are labelled
        rows = np.union1d(evenly(table.n, _ROWS_ASKED), np.flatnonzero(side.is_labelled))
    found = questions(model, located[rows], side.take(rows), None, _ASKS)
    return [
        {
            "row": int(rows[one.row]),
            "reason": one.reason,
            "suggestions": [] if one.category is None else [names.index(str(one.category))],
        }
        for one in found
    ]
