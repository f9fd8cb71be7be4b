"""What a fitted model says about clusters and labels, in the expert's words.

What a label says about a row is never used to judge that label: rows are placed by their measurements alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta as beta_distribution

from cecib.backends.given_rows import Drawn
from cecib.backends.survey import numbers_of, united
from cecib.bonds import Kept, Pairs
from cecib.clusters import Clusters
from cecib.cost import Floats
from cecib.extras import require
from cecib.in_words import counted
from cecib.input_errors import InputError, Named
from cecib.levels import UNKNOWN, Ints, Levels
from cecib.membership import memberships
from cecib.reading.categories import CategoryFinding, category_warnings
from cecib.reading.cautions import (
    BY_PLACE,
    chance_warnings,
    feature_warnings,
    fit_warnings,
    model_warnings,
    moved_warnings,
    named,
    tail_warnings,
)
from cecib.reading.levels import order_warnings, parent_warnings, path_text
from cecib.reading.outliers import outlying, tails_of
from cecib.reading.suspects import LabelFindings, are_told_apart, doubt_labels, label_counts, suggest
from cecib.search.scaling import Matrix
from cecib.side_information import UNLABELLED, SideInformation, decode, dominant_categories, renumbered
from cecib.unnamed import new_shares
from cecib.validation import column_names

if TYPE_CHECKING:
    import pandas as pd

    from cecib.estimator import CECIB

_PURITIES_BY_PLACE = "purities here are by measurements alone."
_TABLES = ("clusters", "labels", "suspects", "categories")
_FEW = 20  # labels
_MOSTLY = 0.5  # share of new rows
_ROWS_COUNTED = 2_000  # in which values are counted
_MOST_JUDGED = 20_000  # labels, when only their share of wrong ones is asked for


@dataclass(frozen=True)
class LevelFinding:
    """What the labels of one level say of a cluster; the attributes are as those of `ClusterFinding`.

    Attributes
    ----------
    level : str
        The name of the level.
    """

    level: str
    n_labelled: float
    category: Any
    purity: float
    purity_low: float
    purity_high: float


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
        The most frequent category among them; None for a new cluster. With labels at several levels a tuple, coarse to
        fine, None where no label reaches.
    purity : float
        The share of that category among them; NaN for a new cluster. With several levels the share of labelled rows
        that say nothing else.
    purity_low, purity_high : float
        Between these the share of that category among all rows of the cluster lies with 90 % probability, if the
        labelled rows are a random choice of them and their labels are right. Wrong labels make it look too low.
    new_share : float
        The expected share of its rows that are of a class which no label names, by how few labels it has for its size:
        for a new cluster how sure it is that it is new, and not missed by chance.
    levels : tuple of LevelFinding
        The same for each level, if there are several.
    placed : int or None
        How many rows lie in it by their measurements alone, if `size` counts those of the fit.
    """

    cluster: int
    size: int
    share: float
    n_labelled: float
    category: Any
    purity: float
    purity_low: float
    purity_high: float
    new_share: float
    levels: tuple[LevelFinding, ...] = ()
    placed: int | None = None

    @property
    def name(self) -> str:
        """Its category as a text."""
        if self.is_empty:
            return "no rows"
        return path_text(self.category) if self.levels and self.category is not None else str(self.category)

    @property
    def is_new(self) -> bool:
        """Whether no label reaches the cluster, and rows lie in it."""
        return self.n_labelled == 0 and not self.is_empty

    @property
    def may_be_new(self) -> bool:
        """Whether it has labels, but so few for its size that most of its rows may be of a class that none names."""
        return self.n_labelled > 0 and self.new_share >= _MOSTLY

    @property
    def is_empty(self) -> bool:
        """Whether no row lies in it by its measurements alone: labels have made it, or these are other rows."""
        return (self.size if self.placed is None else self.placed) == 0


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
    levels : tuple of str
        The names of the levels of the labels, if there are several.
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
    levels: tuple[str, ...] = ()
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
            return pd.DataFrame([_record(found) for found in self.clusters])
        if name == "categories":
            frame = pd.DataFrame(self.categories, columns=["category", "n_labelled", "level"])
            return frame.assign(level=[self.levels[j] for j in frame["level"]]) if self.levels else frame.iloc[:, :2]
        fields = ("row", "given", "suggested", "score", "probability_wrong")
        labels = pd.DataFrame({field: getattr(self.labels, field) for field in fields})
        if self.labels.level is not None:
            labels.insert(1, "level", [self.levels[level] for level in self.labels.level])
        return labels[labels["probability_wrong"] > 0.5] if name == "suspects" else labels

    def with_sizes_of(self, labels: NDArray[Any]) -> Findings:
        """Count the rows of clusters as a fit has put them, and not by their measurements alone.

        Parameters
        ----------
        labels : ndarray of shape (n,)
            The cluster of each row: `labels_` of the fit to the same rows.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(60, 1)) + 20 * (np.arange(60) % 3 == 0)[:, None]
        >>> model = CECIB(random_state=0).fit(X)
        >>> [one.size for one in model.findings(X).with_sizes_of(model.labels_).clusters]
        [40, 20]
        """
        sizes = np.bincount(labels, minlength=len(self.clusters)).tolist()
        clusters = [
            replace(one, size=sizes[one.cluster], share=sizes[one.cluster] / max(1, len(labels)), placed=one.size)
            for one in self.clusters
        ]
        warnings = [text.replace(BY_PLACE, _PURITIES_BY_PLACE) for text in self.warnings]
        return replace(self, clusters=clusters, warnings=warnings)

    def __repr__(self) -> str:
        look = "looks" if len(self.suspects) == 1 else "look"
        return (
            f"Findings: {counted(self.clusters, 'cluster')}, {len(self.new_clusters)} of them new; "
            f"{len(self.suspects)} of {counted(self.labels.n_rows, 'label')} {look} wrong; "
            f"{counted(self.outliers, 'outlier')}; {counted(self.warnings, 'warning')}"
        )

    def __str__(self) -> str:
        bonds = bond_sentences(self, first_row=0)
        return "\n".join([repr(self), *bonds, *(f"warning: {text}" for text in self.warnings)])


def bond_sentences(found: Findings, first_row: int = 1) -> list[str]:
    """Say which pairs that should be apart are not, and in which groups labels differ; rows are counted from 1 or 0."""
    said = []
    if len(pairs := found.violated_pairs):
        shown = named([f"{i + first_row} and {j + first_row}" for i, j in pairs.tolist()])
        said.append(f"pairs that should be apart and share a cluster: {len(pairs)} (rows {shown})")
    if found.mixed_groups:
        firsts = named([str(row) for row in sorted(int(rows[0]) + first_row for rows in found.mixed_groups)])
        said.append(f"groups in which labels differ: {len(found.mixed_groups)} (those of rows {firsts})")
    return said


def sample_findings(model: CECIB, drawn: Drawn) -> Findings:
    """Find what there is to say after a fit in blocks: clusters of all rows, labels and outliers of the sample."""
    if drawn.block is None or drawn.rows is None:
        raise InputError(Named("X"), " is needed: only right after fit_blocks a model remembers a sample of its rows.")
    X, side = drawn.block.points, drawn.block.side
    found = make_findings(model, X, model._located(X), side, of_all=True)
    labels = replace(found.labels, row=drawn.rows[found.labels.row])
    return replace(found, labels=labels, outliers=drawn.rows[found.outliers])


def make_findings(model: CECIB, X: Matrix, points: Matrix, side: SideInformation, *, of_all: bool = False) -> Findings:
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
    of_all : bool
        Whether clusters are to be counted as the fit has done it, since the rows are a sample of those of the fit.
    """
    clusters = model.clusters_.cheapest(points)
    return findings_of(model, clusters, overview(model, X, points, side), of_all=of_all)


@dataclass(frozen=True, eq=False)
class Overview:
    """What findings have to know of some rows but their clusters. What is known of two sets of rows adds up.

    Attributes
    ----------
    rows : ndarray of shape (l,)
        The numbers of the labelled rows.
    points : ndarray of shape (l, q) or (l, q + k)
        Their coordinates. If any of them lacks values also what they cost in each cluster (`Clusters.width`), NaN where
        that is still to be found.
    side : SideInformation
        Their labels.
    sample : ndarray of shape (s, d)
        Some rows of all, in which values are counted.
    outliers : ndarray of shape (o,)
        Rows that look like outliers.
    tails : ndarray of shape (o,)
        How probable it is that a point lies as far out.
    """

    rows: NDArray[np.intp]
    points: Matrix
    side: SideInformation
    sample: Matrix
    outliers: NDArray[np.intp]
    tails: Floats

    def __add__(self, other: Overview) -> Overview:
        return Overview(
            np.concatenate([self.rows, other.rows]),
            _under_each_other(self.points, other.points),
            _joined(self.side, other.side),
            np.concatenate([self.sample, other.sample]),
            np.concatenate([self.outliers, other.outliers]),
            np.concatenate([self.tails, other.tails]),
        )


def overview(
    model: CECIB, X: Matrix, points: Matrix, side: SideInformation, first: int = 0, n_rows: int | None = None
) -> Overview:
    """Look over rows, of which the first has this number among so many in all."""
    step = max(1, (n_rows or len(points)) // _ROWS_COUNTED)
    labelled = np.flatnonzero(side.is_labelled)
    tails = tails_of(model, X, points)
    outliers = np.sort(outlying(tails, len(tails)))
    return Overview(
        labelled + first, points[labelled], side.take(labelled), X[-first % step :: step], outliers + first,
        tails[outliers],
    )  # fmt: skip


def findings_of(model: CECIB, clusters: NDArray[Any], seen: Overview, *, of_all: bool = False) -> Findings:
    """Say what is found in rows whose clusters are known, by their measurements alone; `of_all` as above."""
    n, side = len(clusters), seen.side
    seen = replace(seen, points=_judged(model.clusters_, seen.points))
    sizes, counts = np.bincount(clusters, minlength=model.n_clusters_), np.zeros((model.n_clusters_, side.n_categories))
    np.add.at(counts, (clusters[seen.rows], side.index), 1.0)
    missing = getattr(model, "missing_", None)
    if of_all:
        sizes, counts = np.rint(model.clusters_.summaries.weights).astype(int), model.clusters_.summaries.counts
        if missing is not None and missing.n_left_out:
            sizes = np.bincount(model.labels_, minlength=model.n_clusters_)
    found = _cluster_findings(sizes, counts, side)
    categories, about_categories = _category_findings(side, counts.sum(axis=0))
    about_missing = [] if missing is None else missing.sentences(column_names(model))
    about_features = [*feature_warnings(model, seen.sample), *tail_warnings(model, seen.sample)]
    about_data = [*about_missing, *about_features, *fit_warnings(model), *about_categories]
    warnings = [*model_warnings(model), *about_data, *chance_warnings(found, counts.sum() / max(1, sizes.sum()))]
    warnings += moved_warnings(model, clusters)
    kept = model.kept_bonds
    return Findings(
        clusters=found,
        labels=_label_findings(model, seen),
        outliers=seen.outliers[outlying(seen.tails, n)],
        categories=categories,
        warnings=warnings,
        levels=() if side.levels is None else side.levels.names,
        violated_pairs=kept.violated_pairs,
        mixed_groups=kept.mixed_groups,
    )


def _under_each_other(one: Matrix, other: Matrix) -> Matrix:
    """Put rows under each other, of which only some have been judged before, since they lack values."""
    if one.shape[1] == other.shape[1]:
        return np.concatenate([one, other])
    width = max(one.shape[1], other.shape[1])
    both = [np.pad(own, ((0, 0), (0, width - own.shape[1])), constant_values=np.nan) for own in (one, other)]
    return np.concatenate(both)


def _judged(clusters: Clusters, points: Matrix) -> Matrix:
    """Judge rows that have not been, where others have."""
    if clusters.width is None or points.shape[1] != clusters.width + len(clusters):
        return points
    own, todo = points.copy(), np.isnan(points).any(axis=1)
    if todo.any():
        own[todo, clusters.width :] = np.concatenate(list(clusters.changes(own[todo, : clusters.width])))
    return own


def _joined(one: SideInformation, other: SideInformation) -> SideInformation:
    """Put labels of one level together."""
    categories = united([one.categories, other.categories])
    index = [renumbered(own.index, numbers_of(own.categories, categories)) for own in (one, other)]
    return SideInformation(np.concatenate(index), categories)


def _category_findings(side: SideInformation, totals: Floats) -> tuple[list[CategoryFinding], list[str]]:
    """List the categories, level by level, and say what looks wrong about them."""
    levels = [(side.categories, totals)]
    warnings: list[str] = []
    if side.levels is not None:
        levels = list(zip(side.levels.categories, side.levels.counts_by_level(totals), strict=True))
        warnings = [*order_warnings(side.levels, totals), *parent_warnings(side.levels, totals)]
    found: list[CategoryFinding] = []
    for number, (names, counts) in enumerate(levels):
        own = [CategoryFinding(name, float(n), number) for name, n in zip(names.tolist(), counts, strict=True)]
        is_alone = len(own) == 1 and len(levels) > 1
        warnings += category_warnings(own) if own and not is_alone else []
        found += own
    if len(levels) > 1 and found and all(len(names) == 1 for names, _ in levels):
        warnings += category_warnings(found[:1])
    return found, warnings


def _record(found: ClusterFinding) -> dict[str, Any]:
    """Write a cluster as a row of a table, with columns for each level."""
    record = {name: value for name, value in vars(found).items() if name not in ("levels", "placed")} | {
        "is_new": found.is_new
    }
    for one in found.levels:
        record |= {f"{name}_{one.level}": value for name, value in vars(one).items() if name != "level"}
    return record


def _cluster_findings(sizes: NDArray[Any], counts: Floats, side: SideInformation) -> list[ClusterFinding]:
    top = dominant_categories(counts)
    new = new_shares(sizes.astype(float), counts)
    paths = None if side.levels is None else side.levels.dominant_paths(counts)
    found = []
    for c, size in enumerate(sizes.tolist()):
        n, is_new = float(counts[c].sum()), top[c] == UNLABELLED
        if side.levels is None or paths is None:
            hits, category = (
                0.0 if is_new else float(counts[c, top[c]]),
                side.categories[top[c]] if not is_new else None,
            )
            by_level: tuple[LevelFinding, ...] = ()
        else:
            by_level = _level_findings(counts[c], paths[c], side.levels)
            hits = float(counts[c, _agreeing(side.levels, paths[c])].sum())
            category = None if is_new else tuple(one.category for one in by_level)
        found.append(
            ClusterFinding(
                cluster=c,
                size=size,
                share=size / max(1, int(sizes.sum())),
                n_labelled=n,
                category=category,
                **_purity(hits, n),
                new_share=float(new[c]),
                levels=by_level,
                placed=None,
            )
        )
    return found


def _purity(hits: float, n: float) -> dict[str, float]:
    """Share of n labels, and between what it lies; NaN if there are none."""
    if n == 0:
        return {"purity": np.nan, "purity_low": np.nan, "purity_high": np.nan}
    low, high = beta_distribution.interval(0.9, hits + 0.5, n - hits + 0.5)
    high = 1.0 if hits == n else high  # nothing speaks against a pure cluster
    return {"purity": hits / n, "purity_low": float(low), "purity_high": float(high)}


def _agreeing(levels: Levels, path: Ints) -> NDArray[np.bool_]:
    """Which paths say nothing else than one of them."""
    return np.asarray(((levels.paths == path) | (levels.paths == UNKNOWN) | (path == UNKNOWN)).all(axis=1))


def _level_findings(counts: Floats, path: Ints, levels: Levels) -> tuple[LevelFinding, ...]:
    found = []
    for level, (name, own) in enumerate(zip(levels.names, levels.counts_by_level(counts), strict=True)):
        j, n = int(path[level]), float(own.sum())
        category = None if j == UNKNOWN else levels.categories[level].tolist()[j]
        hits = 0.0 if j == UNKNOWN else float(own[j])
        found.append(LevelFinding(level=name, n_labelled=n, category=category, **_purity(hits, n)))
    return tuple(found)


class _Question(NamedTuple):
    """Labels that are judged together: those of one level, below one parent."""

    level: int
    rows: NDArray[np.intp]  # among the labelled ones
    category: NDArray[np.intp]
    names: NDArray[Any]
    shares: Floats


def _questions(side: SideInformation, labelled: NDArray[np.intp]) -> list[_Question]:
    own, totals = side.index[labelled].astype(np.intp), side.totals()
    if side.levels is None:
        return [_Question(0, np.arange(len(labelled)), own, side.categories, totals / totals.sum())]
    questions = []
    for level, steps in enumerate(side.levels.steps):
        is_first = steps.path == steps.first
        for begin in np.unique(steps.first_of_all):
            nodes = np.flatnonzero(is_first & (steps.first_of_all == begin))
            end, mass = int(steps.last_of_all[nodes[0]]), steps.own(totals)[nodes]
            if len(nodes) == 1 and (level > 0 or end - begin < side.levels.n_paths):
                continue
            rows = np.flatnonzero((own >= begin) & (own < end))
            if len(rows) == 0:
                continue
            category = np.searchsorted(steps.first[nodes], own[rows], side="right") - 1
            names = side.levels.categories[level][side.levels.paths[steps.first[nodes], level]]
            questions.append(_Question(level, rows, category, names, mass / mass.sum()))
    return questions


def _label_findings(model: CECIB, seen: Overview) -> LabelFindings:
    nothing, labelled = np.empty(0), seen.rows
    if len(labelled) == 0:
        return LabelFindings(labelled, nothing, nothing, nothing, nothing, 0.0)
    member = memberships(model.clusters_, seen.points, model.calibration_.temperature)
    parts = []
    for asked in _questions(seen.side, np.arange(len(labelled))):
        own = asked.category
        best, score = suggest(member[asked.rows], own, model.concentration_, asked.shares)
        wrong, share = doubt_labels(member[asked.rows], own, len(asked.shares))
        level = np.full(len(own), asked.level)
        given_name, best_name = decode(own, asked.names), decode(best, asked.names)
        parts.append((labelled[asked.rows], given_name, best_name, score, wrong, level, np.full(len(own), share)))
    if not parts:  # all that labels say follows from their parents
        nobody = np.empty(0, dtype=np.intp)
        return LabelFindings(nobody, nothing, nothing, nothing, nothing, 0.0, nobody)
    row, given, suggested, score, wrong, level, rate = (_stacked(columns) for columns in zip(*parts, strict=True))
    order = np.lexsort((level, row, -score, -wrong))
    share = float(rate[0]) if len(parts) == 1 else float(rate.mean())
    found = (row[order], given[order], suggested[order], score[order], wrong[order], share)
    return LabelFindings(*found, None if seen.side.levels is None else level[order])


def _stacked(columns: tuple[NDArray[Any], ...]) -> NDArray[Any]:
    """Put arrays one after the other, of different types as objects."""
    if len({column.dtype for column in columns}) == 1:
        return np.concatenate(columns)
    return np.concatenate([column.astype(object) for column in columns])


def wrong_share(model: CECIB, points: Matrix, side: SideInformation) -> float:
    """Estimate the share of wrong labels, from at most so many of them; from few labels it is taken to be small.

    Categories that clusters do not tell apart have no part in it: what looks wrong there is as well right.
    """
    labelled = np.flatnonzero(side.is_labelled)
    if len(labelled) > _MOST_JUDGED:
        labelled = labelled[np.linspace(0, len(labelled) - 1, _MOST_JUDGED).astype(np.intp)]
    member = memberships(model.clusters_, points[labelled], model.calibration_.temperature)
    wrong, n = 0.0, 0
    for asked in _questions(side, labelled):
        here, n_categories = member[asked.rows], len(asked.shares)
        is_told = are_told_apart(label_counts(here, asked.category, n_categories))
        own = doubt_labels(here, asked.category, n_categories)[0]
        wrong += float(own[is_told[asked.category]].sum()) if is_told.sum() > 1 else 0.0
        n += len(own)
    return wrong / (n + _FEW)
