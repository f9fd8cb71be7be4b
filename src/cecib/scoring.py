"""Scores by labels, safe with unlabelled rows, for model selection: `GridSearchCV(CECIB(), …, scoring=label_score)`.

Inside a `Pipeline` the score works as it is; `predict_category` and `predict_category_proba` here reach through one.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import BaseCrossValidator
from sklearn.pipeline import Pipeline
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from cecib.cost import Floats
from cecib.estimator import CECIB
from cecib.input_errors import InputError, Named
from cecib.label_columns import read_labels
from cecib.levels import Levels
from cecib.membership import named_probabilities, path_probabilities
from cecib.side_information import UNLABELLED, SideInformation, dealt_out
from cecib.sizes import is_count

_LEAST = 1e-6  # what a category that a model does not know is worth


def label_score(estimator: CECIB | Pipeline, X: ArrayLike, y: ArrayLike | None = None) -> float:
    """Mean logarithm of the probability of the labels; rows without a label do not count.

    A scorer for scikit-learn: the higher, the better.

    Parameters
    ----------
    estimator : CECIB or Pipeline that ends with one
        Fitted.
    X : array-like of shape (n, d)
        The points.
    y : array-like of shape (n,) or (n, L)
        Their labels; −1, None, NaN and pandas.NA mean unlabelled. With L levels, of each row all that is known counts.

    Returns
    -------
    float
        NaN if no row is labelled, with a warning that says what to do.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.model_selection import GridSearchCV
    >>> from cecib import CECIB
    >>> from cecib.scoring import LabelledKFold, label_score
    >>> rng = np.random.default_rng(0)
    >>> truth = np.arange(120) % 3
    >>> X = np.array([[0, 0], [3, 0], [9, 9]])[truth] + rng.normal(size=(120, 2))
    >>> y = np.where(rng.uniform(size=120) < 0.5, truth, -1)
    >>> model, folds = CECIB(random_state=0, n_init=2), LabelledKFold(3)
    >>> GridSearchCV(model, {"beta": [0, 2]}, scoring=label_score, cv=folds).fit(X, y).best_params_
    {'beta': 2}
    """
    own = _final(estimator)
    check_is_fitted(own)
    side = read_labels(y, _n_rows(X))
    labelled = np.flatnonzero(side.is_labelled)
    if len(labelled) == 0:
        warnings.warn(
            "No row that label_score is given has a label: use cv=LabelledKFold(), which deals them out to all folds, "
            "or without labels leave scoring out, so that the cost decides.",
            UserWarning,
            stacklevel=2,
        )
        return float("nan")
    points = own._seen(_transformed(estimator, _rows(X, labelled)))
    if own.levels_ is not None or side.levels is not None:
        paths = _known_paths(own.levels_, side)[labelled]
        found = path_probabilities(own.clusters_, points, own.calibration_, paths)
        return float(np.log(np.maximum(found, _LEAST)).mean())
    # what a label would name, which may be wrong, and not the true category
    probabilities = named_probabilities(own.clusters_, points, own.calibration_)
    known = {category: j for j, category in enumerate(own.categories_.tolist())}
    column = np.array([known.get(name, -1) for name in side.categories.tolist()])[side.index[labelled]]
    if not known:
        return float(np.log(_LEAST))
    found = np.where(column >= 0, probabilities[np.arange(len(labelled)), column], 0.0)
    return float(np.log(np.maximum(found, _LEAST)).mean())


def predict_category_proba(estimator: CECIB | Pipeline, X: ArrayLike) -> Floats:
    """Probability of each category, through a pipeline if need be."""
    return np.asarray(_final(estimator).predict_category_proba(_transformed(estimator, X)))


def predict_category(estimator: CECIB | Pipeline, X: ArrayLike, **options: Any) -> NDArray[Any]:
    """Category of each row, through a pipeline if need be.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from cecib import CECIB
    >>> from cecib.scoring import predict_category
    >>> X = [[0.0], [0.1], [0.2], [0.3], [9.0], [9.1], [9.2]]
    >>> pipe = make_pipeline(StandardScaler(), CECIB(2, random_state=0))
    >>> pipe.fit(X, ["cat", None, None, None, "dog", None, None])
    Pipeline(...)
    >>> predict_category(pipe, [[0.1], [9.1]]).tolist()
    ['cat', 'dog']
    """
    return np.asarray(_final(estimator).predict_category(_transformed(estimator, X), **options))


class LabelledKFold(BaseCrossValidator):
    """Folds in which the labels of each category, and the unlabelled rows, are distributed evenly.

    Parameters
    ----------
    n_splits : int, default=5
        How many folds, 2 or more.
    random_state : int, RandomState instance or None, default=0
        Which rows go together.
    """

    def __init__(self, n_splits: int = 5, random_state: int | np.random.RandomState | None = 0) -> None:
        if not is_count(n_splits) or n_splits < 2:
            raise InputError(Named("n_splits"), f" must be an integer, 2 or more, got {n_splits!r}.")
        self.n_splits = n_splits
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """How many folds there are."""
        return self.n_splits

    def _iter_test_indices(self, X: Any = None, y: Any = None, groups: Any = None) -> Iterator[NDArray[np.intp]]:
        random = check_random_state(self.random_state)
        if _n_rows(X) < self.n_splits:
            raise InputError(
                Named("n_splits"), " must be at most the number of rows, got ", Named("n_splits", self.n_splits),
                " for ", Named("n_samples", _n_rows(X)), ": give more data or fewer folds.",
            )  # fmt: skip
        side = read_labels(y, _n_rows(X))
        fold = dealt_out(side.index, range(UNLABELLED, side.n_categories), self.n_splits, random)
        for number in range(self.n_splits):
            yield np.flatnonzero(fold == number)


def _known_paths(levels: Levels | None, side: SideInformation) -> NDArray[np.int32]:
    """Labels by the numbers that the categories have in a model; −2 for those that it does not know."""
    n, n_given = 1 if levels is None else len(levels), 1 if side.levels is None else len(side.levels)
    if levels is None or side.levels is None or n != n_given:
        raise InputError(
            Named("y"),
            f" must have as many levels as the labels of the fit, {n}, got {n_given}: give the same columns.",
        )
    given, rows = side.known, np.full(side.known.shape, -1, dtype=np.int32)
    for level, (own, other) in enumerate(zip(levels.categories, side.levels.categories, strict=True)):
        number = {category: j for j, category in enumerate(own.tolist())}
        found = np.array([*(number.get(name, -2) for name in other.tolist()), -1], dtype=np.int32)
        rows[:, level] = found[given[:, level]]
    return rows


def _final(estimator: CECIB | Pipeline) -> CECIB:
    return estimator[-1] if isinstance(estimator, Pipeline) else estimator


def _transformed(estimator: CECIB | Pipeline, X: ArrayLike) -> Any:
    return estimator[:-1].transform(X) if isinstance(estimator, Pipeline) and len(estimator) > 1 else X


def _n_rows(X: Any) -> int:
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def _rows(X: Any, rows: NDArray[np.intp]) -> Any:
    return X.iloc[rows] if hasattr(X, "iloc") else np.asarray(X)[rows]
