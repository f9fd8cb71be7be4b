"""The tree of clusters: which become one first, and what that costs. A SciPy linkage matrix that can be read aloud."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from cecib.cost import Floats
from cecib.merges import Merge, cheapest_merges, groups_after
from cecib.reading.levels import dominant_paths, named_paths, path_names
from cecib.reading.tree_words import Leaf, sentences
from cecib.side_information import UNLABELLED
from cecib.validation import check_number_of_clusters

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_LOTS = "Labels do not go with the clusters: categories are left aside."
_ROUNDING = 1e-9
_STEP = 1e-9  # by which a height is above the one before at least, of 1 nat and of its own


@dataclass(frozen=True)
class Growth:
    """What a tree was made from: its merges and leaves, and the cost of the fit.

    Attributes
    ----------
    merges : tuple of Merge
        The merges in their order.
    leaves : tuple of Leaf
        The clusters.
    cost : float
        The cost of the fit, in nats per point.
    total : float
        How many points there are.
    ignores_labels : bool
        Whether categories are left aside, since labels do not go with the clusters.
    levels : tuple of str
        The names of the levels of the labels, if there are several.
    """

    merges: tuple[Merge, ...]
    leaves: tuple[Leaf, ...]
    cost: float
    total: float
    ignores_labels: bool = False
    levels: tuple[str, ...] = ()

    def crossed(self, merge: Merge) -> str:
        """Name what lies between the two that become one: nothing, categories, or the coarsest level that differs."""
        return "" if merge.is_within else self.levels[merge.shared] if self.levels else "categories"


class Tree(np.ndarray[Any, np.dtype[np.float64]]):
    """The merges of clusters, a SciPy linkage matrix of shape (k − 1, 4) with more to say. `CECIB.tree` makes it.

    Each row is a merge: the numbers of the two clusters, the height, and how many leaves are below. Leaves are the
    clusters 0 … k − 1 of the fit; row i makes cluster k + i. So `dendrogram` and `fcluster` of
    `scipy.cluster.hierarchy` take it as it is.

    Merges within a category come first, clusters that no label reaches counting as one category, then merges across;
    in both the pair that raises the cost least. Where labels do not go with the clusters, as if drawn by lot, they have
    no categories. The height of a row is what all merges up to it have added to the cost,
    in nats: a cut at height t has the fewest clusters, in this order, whose description is no more than t nats longer
    than that of the fit. A step from one height to the next is the price of that merge. Where merges make the
    description shorter, heights stay where they are, but for a billionth, so that any number of clusters can be cut.

    Attributes
    ----------
    nats : ndarray of shape (k − 1,)
        The change of the cost with each merge; below 0 where the fit has missed something, or the number was given.
    within : ndarray of shape (k − 1,)
        Whether each merge is within a category.
    costs : ndarray of shape (k,)
        The cost in nats per point with k, k − 1, … 1 clusters.
    categories : ndarray of shape (k,)
        The category of each leaf; None for those that no label reaches, or if labels do not go with the clusters.
    weights : ndarray of shape (k,)
        How many points each leaf has.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.cluster.hierarchy import fcluster
    >>> from cecib import CECIB
    >>> rng = np.random.default_rng(0)
    >>> X = np.vstack([rng.normal(place, 1, (50, 2)) for place in ([0, 0], [9, 0], [50, 0], [59, 0])])
    >>> tree = CECIB(random_state=0).fit(X).tree()
    >>> tree.shape, tree.within.tolist()
    ((3, 4), [True, True, True])
    >>> len(set(fcluster(tree, 2, "maxclust")))
    2
    """

    _growth: Growth | None

    def __array_finalize__(self, obj: Any) -> None:
        growth = getattr(obj, "_growth", None)
        is_whole = growth is not None and self.shape == (len(growth.merges), 4)
        self._growth = growth if is_whole else None

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """Give what is computed from a tree as a plain array."""
        return array[()] if return_scalar else np.asarray(array)

    def __reduce__(self) -> Any:
        return (_restored, (np.array(self), self._growth))

    def __str__(self) -> str:
        return super().__str__() if self._growth is None else self.describe()

    @classmethod
    def of(cls, growth: Growth) -> Self:
        """Make the linkage matrix of merges."""
        k = len(growth.leaves)
        counts = [1] * k
        rows = np.empty((k - 1, 4))
        for i, merge in enumerate(growth.merges):
            counts.append(counts[merge.first] + counts[merge.second])
            rows[i] = merge.first, merge.second, 0.0, counts[-1]
        rows[:, 2] = _heights([merge.nats for merge in growth.merges])
        tree = rows.view(cls)
        tree._growth = growth
        return tree

    @property
    def growth(self) -> Growth:
        """Merges and leaves; a part of a tree has none."""
        if self._growth is None:
            raise ValueError("This is a part of a tree, or was computed from one: ask the whole tree.")
        return self._growth

    @property
    def nats(self) -> Floats:
        """Change of the cost with each merge, in nats."""
        return np.array([merge.nats for merge in self.growth.merges], dtype=np.float64)

    @property
    def within(self) -> NDArray[np.bool_]:
        """Whether each merge is within a category."""
        return np.array([merge.is_within for merge in self.growth.merges], dtype=bool)

    @property
    def costs(self) -> Floats:
        """Cost with k, k − 1, … 1 clusters, in nats per point, without that of pairs that should be apart."""
        growth = self.growth
        return growth.cost + np.concatenate([[0.0], np.cumsum(self.nats)]) / growth.total

    @property
    def categories(self) -> NDArray[Any]:
        """Category of each leaf, None for those that no label reaches."""
        found = np.empty(len(self.growth.leaves), dtype=object)
        found[:] = [leaf.category for leaf in self.growth.leaves]
        return found

    @property
    def weights(self) -> Floats:
        """How many points each leaf has."""
        return np.array([leaf.weight for leaf in self.growth.leaves])

    def groups(self, n: int) -> NDArray[np.intp]:
        """Tell where each cluster is when n are left, numbered by the lowest cluster in each."""
        k = len(self.growth.leaves)
        check_number_of_clusters(n, k)
        return groups_after(k, self.growth.merges[: k - n])

    def describe(self) -> str:
        """Say in sentences which categories have several kinds, which of them are near, and which categories are."""
        said = sentences(self.growth.leaves, self.growth.merges, self.growth.levels)
        return "\n".join([*said, *([_LOTS] if self.growth.ignores_labels else [])])


def tree_of(model: CECIB) -> Tree:
    """Grow the tree of a fitted model."""
    paths, ignored = dominant_paths(model), []
    counts = model.category_counts_ if model.levels_ is not None else [model.category_counts_]
    for level, own in enumerate(counts):
        if model.n_clusters_ > 1 and not labels_go_with(own):
            paths[:, level] = UNLABELLED
            ignored.append(level)
    names, ignores_labels = path_names(model, paths), len(ignored) == len(counts)
    weights = model.clusters_.summaries.weights
    levels = model.levels_
    by_level = [()] * len(names) if levels is None else list(map(tuple, named_paths(paths, levels)))
    leaves = tuple(Leaf(c, name, float(weights[c]), by_level[c]) for c, name in enumerate(names))
    merges = cheapest_merges(model.clusters_, list(map(tuple, paths.tolist())))
    total, kept = float(weights.sum()), model.kept_bonds
    cost = model.cost_ - kept.apart_weight * len(kept.violated_pairs) / total  # pairs are in no summary
    level_names = () if levels is None else tuple(levels.names)
    return Tree.of(Growth(tuple(merges), leaves, cost, total, ignores_labels, level_names))


def labels_go_with(counts: Floats) -> bool:
    """Whether labels are at least as probable if each cluster has shares of categories of its own.

    Parameters
    ----------
    counts : ndarray of shape (k, m)
        Labelled points of each category in each cluster.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.reading.tree import labels_go_with
    >>> labels_go_with(np.array([[9.0, 1.0], [0.0, 7.0]])), labels_go_with(np.array([[9.0, 8.0], [7.0, 6.0]]))
    (True, False)
    """
    totals = counts.sum(axis=0)
    own, shares = counts[:, totals > 0], totals[totals > 0] / max(totals.sum(), 1e-300)
    apart = gammaln(shares + own) - gammaln(shares)
    length = gammaln(1.0 + own.sum(axis=1)).sum() - apart.sum()
    return bool(length <= -(own * np.log(shares)).sum() + _ROUNDING)


def _heights(nats: list[float]) -> list[float]:
    """Give what merges have added to the cost so far, never falling, never below 0, and no two the same."""
    heights, sum_, last = [], 0.0, 0.0
    for own in nats:
        sum_ += own
        last = max(sum_, last + _STEP * (1.0 + last))
        heights.append(last)
    return heights


def _restored(rows: NDArray[Any], growth: Growth | None) -> Tree:
    tree = rows.view(Tree)
    tree._growth = growth
    return tree
