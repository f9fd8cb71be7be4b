"""What a fitted model says about clusters and labels, in the expert's words.

What a label says about a row is never used to judge that label: rows are placed by their measurements alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax
from scipy.stats import beta as beta_distribution

from cecib.bonds import Kept, Pairs
from cecib.cost import Floats
from cecib.extras import require
from cecib.reading.categories import CategoryFinding, category_warnings
from cecib.reading.outliers import outlying_rows
from cecib.reading.suspects import LabelFindings, doubt_labels
from cecib.search.scaling import Matrix
from cecib.side_information import UNLABELLED, SideInformation, dominant_categories
from cecib.validation import column_names

if TYPE_CHECKING:
    import pandas as pd

    from cecib.estimator import CECIB

_TABLES = ("clusters", "labels", "suspects", "categories")
_MOST_NAMED = 8
_FEW = 20  # labels
_CHANCE = 0.05  # that labels miss a cluster
_FEW_VALUES = 5  # of a feature
_ROWS_COUNTED, _LEAST_COUNTED = 2_000, 50  # rows in which values are counted
_MOST_JUDGED = 20_000  # labels, when only their share of wrong ones is asked for


@dataclass(frozen=True)
class ClusterFinding:
    """One cluster.

    Attributes
    ----------
    cluster : int
        Its number in `labels_`.
    size : int
        How many rows lie in it.
    share : float
        Their share.
    n_labelled : float
        How many labelled rows lie in it, by their measurements alone.
    category : object
        The most frequent category among them; None for a new cluster.
    purity : float
        The share of that category among them; NaN for a new cluster.
    purity_low, purity_high : float
        Between these the share of that category among all rows of the cluster lies with 90 % probability, if the
        labelled rows are a random choice of them and their labels are right. Wrong labels make it look too low.
    """

    cluster: int
    size: int
    share: float
    n_labelled: float
    category: Any
    purity: float
    purity_low: float
    purity_high: float

    @property
    def is_new(self) -> bool:
        """Whether no label reaches the cluster."""
        return self.n_labelled == 0


@dataclass(frozen=True)
class Findings:
    """What is found in data by a fitted model. `CECIB.findings` makes it.

    Attributes
    ----------
    clusters : list of ClusterFinding
        The clusters.
    labels : LabelFindings
        All labels, the most doubtful first, with the probability that each is wrong.
    outliers : ndarray
        Rows that no cluster explains, the farthest first.
    categories : list of CategoryFinding
        The categories and how many labels they have.
    warnings : list of str
        What the reader should know before believing the rest.
    violated_pairs : ndarray of shape (v, 2)
        Pairs of rows of the fit that should be apart, and share a cluster.
    mixed_groups : sequence of ndarray
        Rows of each group of the fit in which labels differ.
    """

    clusters: list[ClusterFinding]
    labels: LabelFindings
    outliers: NDArray[np.intp]
    categories: list[CategoryFinding]
    warnings: list[str]
    violated_pairs: Pairs = field(default_factory=lambda: Kept().violated_pairs)
    mixed_groups: Sequence[NDArray[np.intp]] = ()

    @property
    def suspects(self) -> NDArray[np.intp]:
        """Rows whose label is more probably wrong than right, the most doubtful first."""
        return self.labels.suspects

    @property
    def new_clusters(self) -> list[int]:
        """Clusters that no label reaches, if there are labels."""
        return [found.cluster for found in self.clusters if found.is_new] if self.categories else []

    def table(self, name: Literal["clusters", "labels", "suspects", "categories"]) -> pd.DataFrame:
        """Give one of the findings as a data frame."""
        if name not in _TABLES:
            raise ValueError(f"There is no table {name!r}: it must be one of {', '.join(map(repr, _TABLES))}.")
        require("cli", "pandas")
        import pandas as pd

        if name == "clusters":
            return pd.DataFrame([asdict(found) | {"is_new": found.is_new} for found in self.clusters])
        if name == "categories":
            return pd.DataFrame(self.categories, columns=["category", "n_labelled"])
        fields = ("row", "given", "suggested", "score", "probability_wrong")
        labels = pd.DataFrame({field: getattr(self.labels, field) for field in fields})
        return labels[labels["probability_wrong"] > 0.5] if name == "suspects" else labels

    def __repr__(self) -> str:
        return (
            f"Findings: {len(self.clusters)} clusters, {len(self.new_clusters)} of them new; {len(self.suspects)} of "
            f"{len(self.labels.row)} labels look wrong; {len(self.outliers)} outliers; {len(self.warnings)} warnings"
        )


def make_findings(model: CECIB, X: Matrix, points: Matrix, side: SideInformation) -> Findings:
    """Find what there is to say.

    Parameters
    ----------
    model : CECIB
        A fitted model.
    X : ndarray of shape (n, d)
        The rows, validated.
    points : ndarray of shape (n, q)
        Their coordinates.
    side : SideInformation
        Their labels.
    """
    clusters = model.clusters_.cheapest(points)
    labelled = np.flatnonzero(side.is_labelled)
    own = side.index[labelled].astype(np.intp)
    counts = np.zeros((model.n_clusters_, side.n_categories))
    np.add.at(counts, (clusters[labelled], own), 1.0)
    found = _cluster_findings(np.bincount(clusters, minlength=model.n_clusters_), counts, side)
    totals = side.totals()
    categories = [CategoryFinding(name, float(n)) for name, n in zip(side.categories.tolist(), totals, strict=True)]
    about_categories = category_warnings(categories) if categories else []
    about_data = [*_feature_warnings(model, X), *_fit_warnings(model), *about_categories]
    warnings = [*_model_warnings(model), *about_data, *_chance_warnings(found, len(labelled) / max(1, len(points)))]
    labels = _label_findings(model, points, side, labelled, own)
    kept = model.kept_bonds
    return Findings(
        found, labels, outlying_rows(model.clusters_, points), categories, warnings, kept.violated_pairs,
        kept.mixed_groups,
    )  # fmt: skip


def _cluster_findings(sizes: NDArray[Any], counts: Floats, side: SideInformation) -> list[ClusterFinding]:
    labelled, top = counts.sum(axis=1), dominant_categories(counts)
    found = []
    for c, size in enumerate(sizes.tolist()):
        n, j = float(labelled[c]), int(top[c])
        is_new = j == UNLABELLED
        hits = 0.0 if is_new else float(counts[c, j])
        low, high = (np.nan, np.nan) if is_new else beta_distribution.interval(0.9, hits + 0.5, n - hits + 0.5)
        high = 1.0 if hits == n > 0 else high  # nothing speaks against a pure cluster
        found.append(
            ClusterFinding(
                cluster=c,
                size=size,
                share=size / max(1, int(sizes.sum())),
                n_labelled=n,
                category=None if is_new else side.categories[j],
                purity=np.nan if is_new else hits / n,
                purity_low=float(low),
                purity_high=float(high),
            )
        )
    return found


def _label_findings(
    model: CECIB, points: Matrix, side: SideInformation, labelled: NDArray[np.intp], own: NDArray[np.intp]
) -> LabelFindings:
    if len(labelled) == 0:
        nothing = np.empty(0)
        return LabelFindings(labelled, nothing, nothing, nothing, nothing, 0.0)
    probabilities, wrong, rate = _doubts(model, points, side, labelled, own)
    best, given = probabilities.argmax(axis=1), probabilities[np.arange(len(own)), own]
    score = np.log(probabilities.max(axis=1) / given)
    order = np.lexsort((labelled, -score, -wrong))
    return LabelFindings(
        labelled[order], side.decode(own[order]), side.decode(best[order]), score[order], wrong[order], rate
    )


def wrong_share(model: CECIB, points: Matrix, side: SideInformation) -> float:
    """Estimate the share of wrong labels, from at most so many of them; from few labels it is taken to be small."""
    labelled = np.flatnonzero(side.is_labelled)
    if len(labelled) > _MOST_JUDGED:
        labelled = labelled[np.linspace(0, len(labelled) - 1, _MOST_JUDGED).astype(np.intp)]
    _, wrong, _ = _doubts(model, points, side, labelled, side.index[labelled].astype(np.intp))
    return float(wrong.sum() / (len(labelled) + _FEW))


def _doubts(
    model: CECIB, points: Matrix, side: SideInformation, labelled: NDArray[np.intp], own: NDArray[np.intp]
) -> tuple[Floats, Floats, float]:
    changes = np.concatenate(list(model.clusters_.changes(points[labelled])))
    membership = softmax(-changes / model.calibration_.temperature, axis=1)
    totals = side.totals()
    return doubt_labels(membership, own, model.concentration_, totals / totals.sum())


def _model_warnings(model: CECIB) -> list[str]:
    warnings = []
    if not model.converged_:
        warnings.append(f"The search was stopped after {model.max_iter} passes (max_iter), before it came to rest.")
    if model.reached_max_clusters_:
        warnings.append(f"The search came to {model.max_clusters} clusters, the most it may (max_clusters).")
    if model.has_dissolved_:
        text = "The {} start clusters (n_clusters) were far smaller than a cluster may be, and all became one."
        warnings.append(text.format(model.n_clusters))
    return warnings


def _feature_warnings(model: CECIB, points: Matrix) -> list[str]:
    """Features of a few values, such as a year or a yes and no: each value may become a cluster."""
    sample = points[:: max(1, len(points) // _ROWS_COUNTED)]
    if len(sample) < _LEAST_COUNTED:
        return []
    counts = [len(np.unique(column)) for column in sample.T]
    few = [f"{name!r} ({n})" for name, n in zip(column_names(model), counts, strict=True) if 1 < n <= _FEW_VALUES]
    if not few:
        return []
    named = ", ".join(few[:_MOST_NAMED]) + (f" and {len(few) - _MOST_NAMED} more" if len(few) > _MOST_NAMED else "")
    return [f"Few values in feature {named}: clusters may merely repeat them. Leave out what is not measured."]


def _chance_warnings(found: list[ClusterFinding], rate: float) -> list[str]:
    """Clusters without a label that are so small that labels may have missed them by chance."""
    chance = {one.cluster: (1.0 - rate) ** one.size for one in found if one.is_new and one.size and rate > 0.0}
    text = "Cluster {} may be new by chance only: {:.1%} of the rows are labelled, so {} rows may well have no label."
    return [text.format(c, rate, found[c].size) for c, p in chance.items() if p > _CHANCE][:_MOST_NAMED]


def _fit_warnings(model: CECIB) -> list[str]:
    """Clusters of the fit that consist of labelled rows: labels made them, not measurements."""
    weights, labelled = model.clusters_.summaries.weights, model.category_counts_.sum(axis=1)
    is_all = labelled >= weights * (1.0 - 1e-9)
    alone = np.flatnonzero(is_all) if not is_all.all() else np.empty(0, dtype=int)
    text = "Cluster {} consists of labelled rows only ({:g}): its labels made it."
    return [text.format(c, weights[c]) for c in alone[:_MOST_NAMED]]
