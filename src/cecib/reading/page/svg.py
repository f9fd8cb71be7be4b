"""Pictures as text: a frame with two scales, and what is drawn in it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats

COLOURS = 10  # of clusters, in the style sheet


class Frame:
    """A picture of a given size in which data have coordinates.

    Parameters
    ----------
    low, high : ndarray of shape (2,)
        Corners of what is to be seen.
    width, height : float
        Of the picture.
    margin : float
        Around it.
    """

    def __init__(self, low: Floats, high: Floats, width: float, height: float, margin: float = 12.0) -> None:
        span = np.where(high > low, high - low, 1.0)
        self.width, self.height, self._low = width, height, np.where(high > low, low, low - 0.5)
        self._factor = (np.array([width, height]) - 2 * margin) / span
        self._margin = margin
        self._parts: list[str] = []

    def places(self, points: Floats) -> Floats:
        """Where data lie in the picture; the second axis points up."""
        own = (points - self._low) * self._factor + self._margin
        own[..., 1] = self.height - own[..., 1]
        return np.asarray(own)

    def map(self, matrices: Floats) -> Floats:
        """Covariances as they are seen in the picture."""
        factor = self._factor * [1.0, -1.0]
        return np.asarray(matrices * factor[:, None] * factor[None, :])

    def add(self, *parts: str) -> None:
        """Draw over what is there."""
        self._parts.extend(parts)

    def svg(self, title: str) -> str:
        """Return the picture; the title is for those who do not see it."""
        return (
            f'<svg viewBox="0 0 {self.width:g} {self.height:g}" role="img" aria-label="{escape(title)}">'
            + "\n".join(self._parts)
            + "</svg>"
        )


def dots(places: Floats, kind: str) -> str:
    """Draw many points as one path of round dots."""
    path = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in places)
    return f'<path class="{kind}" d="{path}"/>'


def ellipse(mean: Floats, covariance: Floats, radius: float, kind: str) -> str:
    """Draw the ellipse of a covariance."""
    values, vectors = np.linalg.eigh(covariance)
    a, b = radius * np.sqrt(np.maximum(values, 0.0))
    angle = np.degrees(np.arctan2(vectors[1, 0], vectors[0, 0]))
    return (
        f'<ellipse class="{kind}" rx="{a:.1f}" ry="{b:.1f}" '
        f'transform="translate({mean[0]:.1f} {mean[1]:.1f}) rotate({angle:.1f})"/>'
    )


def line(points: Iterable[tuple[float, float]], kind: str) -> str:
    """Join points by straight lines."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="{kind}" points="{path}"/>'


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    """Write; what the data say is text, never markup."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def colour(cluster: int) -> str:
    """Class of a cluster in the style sheet."""
    return f"c{cluster % COLOURS}"


def evenly(rows: NDArray[np.intp], most: int) -> NDArray[np.intp]:
    """At most so many rows, evenly spread."""
    return rows if len(rows) <= most else rows[np.linspace(0, len(rows) - 1, most).astype(np.intp)]
