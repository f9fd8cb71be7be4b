"""What a fitted model tells, as methods of `CECIB`: each hands on to a room of its own."""

from __future__ import annotations

import os
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from cecib.backends.given_rows import Drawn
from cecib.blocks.dask_collections import is_dask
from cecib.cost import Floats
from cecib.files.endings import check_extension
from cecib.input_errors import InputError, Named
from cecib.label_columns import read_labels
from cecib.membership import new_probabilities
from cecib.reading.ask import Question, questions
from cecib.reading.cuts import cut
from cecib.reading.dask_findings import findings_of_dask
from cecib.reading.differences import Difference, difference, feature_shares
from cecib.reading.findings import Findings, make_findings, sample_findings
from cecib.reading.fitted_rows import given_rows, labels_for, rows_of_fit
from cecib.reading.page import PAGES, write_report
from cecib.reading.refinement import refine
from cecib.reading.relabelling import relabelled
from cecib.reading.shapes import find_shapes
from cecib.reading.tree import Tree, tree_of
from cecib.validation import check_count, read_points, read_weights
from cecib.whole.dask import lazily


class Readings:
    """Methods that tell what was found."""

    @property
    def _model(self) -> Any:
        """The fitted estimator that these are methods of."""
        return self

    @lazily
    def predict_new_proba(self, X: ArrayLike) -> Floats:
        """Probability that each point is of a class that no label names.

        A cluster that has fewer labels than its size would have by chance is in part of such a class, and so may be a
        point that no cluster explains; see `cecib.unnamed`. Without labels it is 1. With `predict_category_proba` it
        adds up to 1.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(100, 2)) + 9 * (np.arange(100) % 2)[:, None]
        >>> y = np.where((np.arange(100) % 2 == 0) & (np.arange(100) < 40), 0, -1)  # of one of two groups
        >>> CECIB(random_state=0).fit(X, y).predict_new_proba([[0, 0], [9, 9]]).round(2).tolist()
        [0.21, 1.0]
        """
        points = self._model._seen(X)
        return new_probabilities(self._model.clusters_, points, self._model.calibration_)

    def findings(self, X: ArrayLike | None = None, y: ArrayLike | None = None) -> Findings:
        """Tell what is found: clusters and their categories, labels that look wrong, new clusters, outliers.

        Each label is judged without itself: by where its row lies, and by the labels of the other rows there.

        Parameters
        ----------
        X : array-like of shape (n, d), optional
            The points, those of the fit or others. Right after `fit_blocks` it may be left out: then clusters are those
            of all rows, labels and outliers those of the sample that the model was found on. Of a Dask collection the
            labelled rows come here, and the outliers.
        y : array-like of shape (n,) or (n, L), optional
            Their labels, as for `fit`.

        Returns
        -------
        Findings
            With `clusters`, `labels` (all labels, the most doubtful first, each with the probability that it is wrong),
            `suspects`, `new_clusters`, `outliers`, `categories` and `warnings`; `table(name)` makes data frames.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(100, 2)) + 9 * (np.arange(100) % 2)[:, None]
        >>> y = np.where(np.arange(100) < 40, np.arange(100) % 2, -1)
        >>> y[10] = 1  # a wrong label
        >>> found = CECIB(random_state=0).fit(X, y).findings(X, y)
        >>> found.suspects.tolist(), found.new_clusters, found.outliers.tolist()
        ([10], [], [])
        """
        check_is_fitted(self)
        if X is None:
            return sample_findings(self._model, getattr(self, "_drawn", Drawn()))
        if is_dask(X):
            return findings_of_dask(self._model, X, y)
        rows = read_points(self._model, X, reset=False, takes_holes=True)
        return make_findings(self._model, rows, self._model._located(rows), read_labels(y, len(rows)))

    def report(
        self,
        X: ArrayLike,
        y: ArrayLike | None = None,
        path: str | os.PathLike[str] = "report.html",
        *,
        xy: ArrayLike | None = None,
        title: str = "What the clusters say",
    ) -> None:
        """Write one page to hand on: a single HTML file that needs neither network nor scripts.

        It has the verdict in two sentences, a map, the clusters and what sets each apart, their tree, labels that look
        wrong, whom to ask next, how far labels were trusted, and how it was made.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points, those of the fit or others.
        y : array-like of shape (n,), optional
            Their labels, as for `fit`. None: those of the fit, if X is what was given to `fit`.
        path : path-like, default="report.html"
            The file, .html or .htm; it appears whole or not at all.
        xy : array-like of shape (n, 2), optional
            Where to draw the points, such as their UMAP. None: in the plane in which the clusters lie apart.
        title : str
            The heading.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(90, 3)) + 9 * (np.arange(90) % 2)[:, None]
        >>> model = CECIB(random_state=0).fit(X)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     model.report(X, None, Path(folder) / "fit.html")
        ...     "90 rows of 3 features fall into 2 clusters" in (Path(folder) / "fit.html").read_text(encoding="utf-8")
        True
        """
        check_is_fitted(self)
        if isinstance(y, str | os.PathLike):
            raise InputError(
                Named("y"), f" must be labels, got {str(y)!r}: write report(X, y, path), or report(X, path=…)."
            )
        check_extension(path, PAGES, "path")
        write_report(self._model, X, y, path, xy=xy, title=title)

    def difference(self, cluster: int, other: int | None = None) -> Difference:
        """Tell by which features a cluster differs from another one, or from all others.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(90, 3)) + 9 * (np.arange(90) % 2)[:, None] * [0, 1, 0]
        >>> CECIB(random_state=0).fit(X).difference(0, 1).top()
        ['1']
        """
        check_is_fitted(self)
        return difference(self._model, cluster, other)

    def tree(self) -> Tree:
        """Tell which clusters become one first, and what that costs: within a category first, then across.

        The exact change of the cost for each merge, from the summaries alone, as a SciPy linkage matrix.

        Returns
        -------
        Tree
            An array of shape (k − 1, 4) for `scipy.cluster.hierarchy`; its leaves are the clusters, its heights the
            nats that merges have added to the cost. With `nats`, `within`, `costs`, and sentences: ``print(tree)``.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> rng = np.random.default_rng(0)
        >>> X = np.vstack([rng.normal(place, 1, (50, 2)) for place in ([0, 0], [4, 0], [50, 0], [0, 50])])
        >>> y = np.array(["seeds", "seeds", "seeds", "insects"]).repeat(50)
        >>> print(CECIB(random_state=0).fit(X, y).tree())
        seeds: three kinds, 0, 2 and 3; 0 and 3 are near (62 nats), 2 joins last (843 nats).
        insects: one kind, 1.
        Between categories: insects and seeds are apart (1,212 nats).
        """
        check_is_fitted(self)
        return tree_of(self._model)

    def cut(
        self,
        n: int,
        X: ArrayLike | None = None,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Cut the tree at n clusters: the coarser partition, with Gaussians of its own, as a model of its own.

        Each cluster of the fit is part of one cluster of the cut. Single rows may then be better off elsewhere: with
        the rows of the fit they move, one at a time, until none wants to; without them they stay.

        Parameters
        ----------
        n : int
            How many clusters, from 1 to `n_clusters_`; `refine` makes more.
        X, y, sample_weight : arrays, optional
            As they were given to `fit`, to let rows move.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> rng = np.random.default_rng(0)
        >>> X = np.vstack([rng.normal(place, 1, (50, 2)) for place in ([0, 0], [9, 0], [50, 0])])
        >>> coarse = CECIB(random_state=0).fit(X).cut(2)
        >>> coarse.n_clusters_, coarse.means_.round().tolist()
        (2, [[4.0, 0.0], [50.0, 0.0]])
        """
        check_is_fitted(self)
        coarse: Self = cut(self._model, n, X, y, sample_weight)
        return coarse

    def refine(
        self,
        cluster: int | None = None,
        X: ArrayLike | None = None,
        y: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        *,
        n_clusters: int | None = None,
    ) -> Self:
        """Divide a cluster further than the cost asks for: the best division found, as a model of its own.

        Its rows have settled in the two parts, those of other clusters stay. Usually the cost is higher than before;
        it is lower if the search has missed something. The rows of the fit have to be there: a model knows
        those that were given to `fit` as long as you keep them, but not after loading or unpickling.

        Parameters
        ----------
        cluster : int, optional
            Which cluster; by default the one that it costs least to divide.
        X, y, sample_weight : arrays, optional
            As they were given to `fit`; needed if they are gone.
        n_clusters : int, optional
            Divide again and again, each time where it costs least, until there are so many clusters.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(200, 2)) * [5, 1]
        >>> model = CECIB(random_state=0).fit(X)
        >>> finer = model.refine(0)
        >>> model.n_clusters_, finer.n_clusters_, finer.cost_ > model.cost_
        (1, 2, True)
        >>> model.refine(n_clusters=5).n_clusters_
        5
        """
        check_is_fitted(self)
        finer: Self = refine(self._model, cluster, X, y, sample_weight, n_clusters)
        return finer

    def relabelled(self, X: ArrayLike, y: ArrayLike | None = None, *, beta: float | None = None) -> Self:
        """Answer other labels of the same rows quickly, as a model of its own: a descent from the clusters of the fit.

        Rows move until none wants to, and clusters in which labels disagree are divided if that lowers the cost. Prior
        and space are those of the fit, so that it takes a small part of the time of `fit`, which may find something
        better. `cecib explore` answers so while somebody labels.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The rows, as they were given to `fit`.
        y : array-like of shape (n,) or (n, L), optional
            Their labels from now on, as for `fit`.
        beta : float, optional
            How much a label counts; by default as much as in the fit.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(100, 2)) + 9 * (np.arange(100) % 2)[:, None]
        >>> model = CECIB(random_state=0).fit(X)
        >>> other = model.relabelled(X, ["cat", "dog"] + [None] * 98)
        >>> model.predict_category(X[2:4]).tolist(), other.predict_category(X[2:4]).tolist()
        ([-1, -1], ['cat', 'dog'])
        """
        check_is_fitted(self)
        other: Self = relabelled(self._model, rows_of_fit(self._model, X, y, has_new_labels=True), beta)
        return other

    def shapes(self, X: ArrayLike | None = None) -> NDArray[np.intp]:
        """Tell which clusters flow into each other: the shape of each cluster, the largest shape first.

        A ring or a banana is several Gaussians. ``model.shapes()[model.labels_]`` are the shapes of the rows. Clusters
        whose labels name different categories are never parts of one shape; see `cecib.reading.shapes`.

        Parameters
        ----------
        X : array-like of shape (n, d), optional
            Rows by which to tell; by default what the fit has seen of its own.

        Returns
        -------
        ndarray of shape (k,)
            The shape of each cluster.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> rng = np.random.default_rng(0)
        >>> angle = rng.uniform(0, 2 * np.pi, 400)
        >>> ring = np.column_stack([np.cos(angle), np.sin(angle)]) + rng.normal(0, 0.1, (400, 2))
        >>> model = CECIB(random_state=0).fit(np.vstack([ring, rng.normal(5, 0.3, (100, 2))]))
        >>> model.shapes().tolist()
        [1, 0, 0, 0, 0, 0, 0]
        """
        check_is_fitted(self)
        if X is None and self._model.flatness_ is None:  # of a cut, or of an older file
            X = given_rows(self._model).X
        return find_shapes(self._model, None if X is None else self._model.coordinates(X))

    def ask(
        self, X: ArrayLike, y: ArrayLike | None = None, n: int = 10, sample_weight: ArrayLike | None = None
    ) -> list[Question]:
        """Tell which rows to have labelled next, the most valuable first, each with the reason.

        No two ask the same thing: each is chosen as if those before it had been answered. Rows that are labelled are
        asked about again only if their label looks wrong.

        Parameters
        ----------
        X : array-like of shape (n, d)
            The points, those of the fit or others.
        y : array-like of shape (n,), optional
            Their labels, as for `fit`; those that have come since the fit may be among them. None: those of the fit, if
            X is what was given to `fit`.
        n : int, default=10
            How many questions, at most.
        sample_weight : array-like of shape (n,) or float, optional
            How many points each row stands for, or all rows. Rows of weight 0 are not asked about.

        Returns
        -------
        list of Question
            With `row`, `reason`, `value` (about how many rows the answer settles), `clusters`, and the most probable
            `category` with its `probability`. Fewer than `n` where all others are labelled, or equal to one of these.

        Examples
        --------
        >>> import numpy as np
        >>> from cecib import CECIB
        >>> X = np.random.default_rng(0).normal(size=(90, 2)) + 9 * (np.arange(90) % 3)[:, None]
        >>> y = ["cat", "dog"] + [None] * 88
        >>> first, *others = CECIB(random_state=0).fit(X, y).ask(X, y, n=3)
        >>> first.row % 3, first.reason
        (2, 'a cluster no label reaches')
        """
        check_is_fitted(self)
        rows, n = read_points(self._model, X, reset=False, takes_holes=True), check_count("n", n)
        side, weights = labels_for(self._model, X, y, len(rows)), read_weights(sample_weight, len(rows))
        return questions(self._model, self._model._located(rows), side, weights, n)

    @property
    def feature_shares_(self) -> Floats:
        """Share of each feature in what tells the clusters apart; they add up to 1."""
        check_is_fitted(self)
        return feature_shares(self._model)
