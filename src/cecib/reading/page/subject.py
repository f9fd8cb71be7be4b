"""What a page is about: the model, the rows, and what is found in them, computed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cecib.cost import Floats
from cecib.reading.axis_names import feature_names
from cecib.reading.findings import Findings
from cecib.reading.page.words import short
from cecib.search.scaling import Matrix
from cecib.side_information import SideInformation

if TYPE_CHECKING:
    from cecib.estimator import CECIB


@dataclass(frozen=True)
class Subject:
    """What a page is about.

    Attributes
    ----------
    model : CECIB
        A fitted model.
    X : ndarray of shape (n, d)
        The rows, validated.
    coordinates : ndarray of shape (n, q)
        As the clusters see them.
    side : SideInformation
        Their labels.
    clusters : ndarray of shape (n,)
        The cluster of each row.
    found : Findings
        What is found.
    xy : ndarray of shape (n, 2) or None
        Where to draw the rows; None: in the plane that separates the clusters.
    command : str or None
        The command that made the page; None: it was Python.
    notes : sequence of str
        What else the reader should know.
    lacks_labels : bool
        Whether no labels were given, though the model was fitted with some.
    """

    model: CECIB
    X: Matrix
    coordinates: Matrix
    side: SideInformation
    clusters: NDArray[np.int32]
    found: Findings
    xy: Floats | None = None
    command: str | None = None
    notes: Sequence[str] = ()
    lacks_labels: bool = False

    @property
    def has_labels(self) -> bool:
        """Whether any row is labelled."""
        return len(self.found.categories) > 0

    @property
    def features(self) -> list[str]:
        """Names of the features; those without one by their number."""
        return [short(name) for name in feature_names(self.model)]


def has_labels(model: CECIB) -> bool:
    """Whether a model was fitted with labels."""
    return bool(model.clusters_.summaries.counts.any())
