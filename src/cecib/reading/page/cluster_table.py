"""The clusters: size, category, certainty, and what sets each apart."""

from __future__ import annotations

from html import escape

import numpy as np

from cecib.cost import Floats
from cecib.reading.findings import ClusterFinding
from cecib.reading.page.subject import Subject
from cecib.reading.page.svg import colour
from cecib.reading.page.words import paragraph, section, short, table
from cecib.validation import column_names

_MOST = 200
_FEATURES, _LEAST_SHARE = 3, 0.02
_ABOUT = "Certainty: how surely its rows lie in it, on average."
_ABOUT_CATEGORY = (
    "Of that category: the share of its labelled rows, and where that of all its rows is, with 90 % probability."
)
_ABOUT_FEATURES = "Set apart by: its mean less that of all rows, in standard deviations of all rows."


def cluster_section(subject: Subject) -> str:
    """Give the clusters as a table."""
    header = ["cluster", "rows", "share", "certainty"]
    header += ["category", "labelled", "of that category"] if subject.has_labels else []
    certainty, apart = _certainty(subject), _means_apart(subject)
    rows = [
        [
            *_size(one, certainty[one.cluster]),
            *(_category(one) if subject.has_labels else []),
            escape(_set_apart(subject, one.cluster, apart[one.cluster])),
        ]
        for one in subject.found.clusters[:_MOST]
    ]
    more = len(subject.found.clusters) - len(rows)
    note = [_ABOUT, *([_ABOUT_CATEGORY] if subject.has_labels else []), _ABOUT_FEATURES]
    note += [f"{more} more clusters are not shown."] if more else []
    return section("Clusters", table([*header, "set apart by"], rows, "wide"), paragraph(" ".join(note), "note"))


def _size(one: ClusterFinding, certainty: float) -> list[str]:
    dot = f'<circle class="{colour(one.cluster)}" cx="5" cy="5" r="4"/>'
    sign = f'<svg class="sign" viewBox="0 0 10 10" aria-hidden="true">{dot}</svg>'
    return [f"{sign}{one.cluster}", f"{one.size:,}", f"{one.share:.1%}", f"{certainty:.0%}" if one.size else ""]


def _category(one: ClusterFinding) -> list[str]:
    if not one.n_labelled:
        return [f"<em>{'new' if one.is_new else one.name}</em>", "0", ""]
    if one.levels:
        own = [level for level in one.levels if level.n_labelled]
        labelled = ", ".join(f"{level.n_labelled:,g}" for level in own)
        pure = ", ".join(f"{escape(short(level.category, 20))} {level.purity:.0%}" for level in own)
        return [escape(short(one.name)), labelled, pure]
    range_ = f"<small>({one.purity_low:.0%}–{one.purity_high:.0%})</small>"
    how_sure = "probably" if one.new_share > 0.8 else "perhaps"
    perhaps = f" <small>({how_sure} new)</small>" if one.may_be_new else ""
    return [escape(short(one.name)) + perhaps, f"{one.n_labelled:,g}", f"{one.purity:.0%} {range_}"]


def _certainty(subject: Subject) -> Floats:
    """How surely the rows of each cluster lie in it."""
    k, first = subject.model.n_clusters_, 0
    sums = np.zeros(k)
    for changes in subject.model.clusters_.changes(subject.coordinates):
        own = subject.clusters[first : first + len(changes)]
        first += len(changes)
        odds = np.exp(np.minimum(changes[np.arange(len(own)), own][:, None] - changes, 0.0)).sum(axis=1)
        sums += np.bincount(own, 1.0 / odds, minlength=k)
    return np.asarray(sums / np.maximum(np.bincount(subject.clusters, minlength=k), 1))


def _means_apart(subject: Subject) -> Floats:
    """Mean of each cluster less that of all rows, in standard deviations of all rows; 0 for a constant feature."""
    k, d = subject.model.n_clusters_, subject.X.shape[1]
    apart = np.zeros((k, d))
    for j in range(d):
        column = np.asarray(subject.X[:, j], dtype=float)
        own = subject.clusters[~np.isnan(column)]  # of rows that have a value
        column = column[~np.isnan(column)]
        if not len(column):
            continue
        column = column / max(float(np.abs(column).max()), np.finfo(float).tiny)  # squares of 1e200 are no numbers
        spread = column.std()
        if spread > 0:
            sizes = np.bincount(own, minlength=k)
            means = np.bincount(own, column, minlength=k) / np.maximum(sizes, 1)
            apart[:, j] = np.where(sizes > 0, (means - column.mean()) / spread, 0.0)
    return apart


def _set_apart(subject: Subject, cluster: int, apart: Floats) -> str:
    if subject.model.n_clusters_ < 2:
        return ""
    names = column_names(subject.model)
    top = [names.index(name) for name in subject.model.difference(cluster).top(_FEATURES, _LEAST_SHARE)]
    return ", ".join(f"{subject.features[j]} {_signed(apart[j])}" for j in top)


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")
