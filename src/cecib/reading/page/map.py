"""The map: rows in the colours of their clusters, ellipses, labels, and those that look wrong."""

from __future__ import annotations

from html import escape

import numpy as np

from cecib.cost import Floats
from cecib.reading.axis_names import direction_name
from cecib.reading.page.subject import Subject
from cecib.reading.page.svg import Frame, colour, dots, ellipse, evenly, text
from cecib.reading.page.words import paragraph, section, short
from cecib.reading.planes import Plane, beside, separating_plane

_WIDTH, _HEIGHT = 880.0, 560.0
_RADIUS = 2.4477  # √χ²: 95 % of a two-dimensional Gaussian
_MOST_ROWS, _MOST_LABELS, _MOST_CLUSTERS = 12_000, 1_200, 60
_LETTER = 7.5  # width
_OUTSIDE = 0.002  # share of the rows at either end that may lie beyond the edge


def map_section(subject: Subject) -> str:
    """Draw the rows."""
    if subject.xy is not None:
        places, plane, about = subject.xy, None, "In the coordinates that were given."
    else:
        plane = separating_plane(subject.model.clusters_)
        places = plane.places(subject.coordinates)
        about = _about(subject, places)
    if plane is not None and not plane.axes[1].any():  # one direction: clusters above each other
        places, plane = np.column_stack([places[:, 0], subject.clusters + beside(len(places))]), None
    legend = _legend(subject, has_ellipses=plane is not None)
    return section("The map", _draw(subject, places, plane), legend, paragraph(about, "note"))


def _draw(subject: Subject, places: Floats, plane: Plane | None) -> str:
    rows = evenly(np.arange(len(places)), _MOST_ROWS)
    low, high = np.quantile(places, [_OUTSIDE, 1.0 - _OUTSIDE], axis=0)
    if plane is not None:
        reach = _RADIUS * np.sqrt(np.maximum(np.diagonal(plane.covariances(), axis1=1, axis2=2), 0.0))
        low, high = np.minimum(low, (plane.means() - reach).min(0)), np.maximum(high, (plane.means() + reach).max(0))
    frame = Frame(low, high, _WIDTH, _HEIGHT, margin=26.0)
    inside = np.clip(places, low, high)
    for cluster in range(subject.model.n_clusters_):
        own = rows[subject.clusters[rows] == cluster]
        if len(own):
            frame.add(dots(frame.places(inside[own]), f"dot {colour(cluster)}"))
    if plane is not None:
        _add_ellipses(subject, frame, plane)
    _add_labels(subject, frame, inside)
    _add_names(subject, frame, inside if plane is None else plane.means(), is_rows=plane is None)
    return f'<figure class="map">{frame.svg("The rows in the colours of their clusters")}</figure>'


def _add_ellipses(subject: Subject, frame: Frame, plane: Plane) -> None:
    means, covariances = frame.places(plane.means()), frame.map(plane.covariances())
    for one in subject.found.clusters[:_MOST_CLUSTERS]:
        kind = f"ring {colour(one.cluster)}" + (" new" if one.is_new and subject.has_labels else "")
        frame.add(ellipse(means[one.cluster], covariances[one.cluster], _RADIUS, kind))


def _add_labels(subject: Subject, frame: Frame, places: Floats) -> None:
    """Rings around labelled rows; a cross through labels that look wrong, which are always shown."""
    wrong = evenly(subject.found.suspects, _MOST_LABELS // 2)
    labelled = np.flatnonzero(subject.side.is_labelled)
    shown = np.union1d(wrong, evenly(labelled, _MOST_LABELS))
    given = subject.side.decode(subject.side.index[shown])
    spots = frame.places(places[shown])
    for row, name, (x, y) in zip(shown.tolist(), given, spots, strict=True):
        title = f"<title>{escape(f'row {row + 1}: {short(name)}')}</title>"
        kind = f"label {colour(int(subject.clusters[row]))}"
        frame.add(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4">{title}</circle>')
    for x, y in frame.places(places[wrong]):
        frame.add(f'<path class="cross" d="M{x - 6:.1f} {y - 6:.1f}l12 12m0 -12l-12 12"/>')


def _add_names(subject: Subject, frame: Frame, places: Floats, *, is_rows: bool) -> None:
    for one in subject.found.clusters[:_MOST_CLUSTERS]:
        if is_rows:
            own = places[subject.clusters == one.cluster]
            if len(own) == 0:
                continue
            spot = frame.places(np.median(own, axis=0))
        else:
            spot = frame.places(places[one.cluster])
        category = "" if not subject.has_labels else ": new" if one.is_new else f": {short(one.name)}"
        name = f"{one.cluster}{category}"
        edge = min(_WIDTH / 2, 6.0 + _LETTER * len(name) / 2)
        frame.add(text(float(np.clip(spot[0], edge, _WIDTH - edge)), spot[1] + 5.0, name, "name"))


def _legend(subject: Subject, *, has_ellipses: bool) -> str:
    words = ["A dot is a row, in the colour of its cluster."]
    if has_ellipses:
        words.append("An ellipse holds 95 % of a cluster.")
    if subject.has_labels:
        words.append("A ring around a dot: the row is labelled.")
    if len(subject.found.suspects):
        words.append("A cross: its label looks wrong.")
    if subject.found.new_clusters and has_ellipses:
        words.append("A dashed ellipse: no label reaches the cluster.")
    if len(subject.clusters) > _MOST_ROWS:
        words.append(f"{_MOST_ROWS:,} of {len(subject.clusters):,} rows are drawn.")
    return paragraph(" ".join(words), "note")


def _about(subject: Subject, places: Floats) -> str:
    """Say what the directions of the plane are."""
    if len(subject.model.clusters_.scaling.columns) <= 2 and subject.model.space_ is None:
        return f"Across: {_used(subject, 0)}." + (f" Up: {_used(subject, 1)}." if places[:, 1].any() else "")
    across, up = (direction_name(places[:, axis], subject.X, subject.features) for axis in (0, 1))
    plane = "The plane in which the clusters lie apart as far as they can."
    return f"{plane} To the right: {across}." + (f" Up: {up}." if places[:, 1].any() else "")


def _used(subject: Subject, axis: int) -> str:
    columns = subject.model.clusters_.scaling.columns
    return subject.features[columns[axis]] if axis < len(columns) else ""
