"""The methods by their names in the paper, with the settings that it states; ε, restarts and start are ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import kmeans_plusplus

from cecib import CECIB
from cecib.experiments.machinery.method import Method, Outcome
from cecib.experiments.protocol.authors import Course, descend
from cecib.experiments.protocol.crossing import crossing
from cecib.side_information import UNLABELLED
from cecib.sizes import PAPER_EPSILON

PAPER_RESTARTS = 10
_RIVALS: dict[str, tuple[str, dict[str, Any]]] = {
    "mixmod": ("PartiallyLabeledGMM", {}),
    "c-GMM": ("ConstrainedGMM", {}),
    "k-means": ("PartitionKMeans", {}),
    "fc-means": ("SemiSupervisedFuzzyCMeans", {}),
    "spec": ("ConstrainedSpectralClustering", {}),
    "EM": ("EMGaussianMixture", {"n_init": 1}),
    "Hartigan k-means": ("HartiganKMeans", {"n_init": 1}),
    "Lloyd k-means": ("LloydKMeans", {"n_init": 1}),
}
NAMES = ("CEC-IB", "CEC-IB, authors", "cecib", "cecib βnh", "crossing", *_RIVALS)


def standard_methods() -> dict[str, Method]:
    """All methods by name.

    Examples
    --------
    >>> from cecib.experiments.protocol.methods import standard_methods
    >>> list(standard_methods())[:3]
    ['CEC-IB', 'CEC-IB, authors', 'cecib']
    """
    from cecib import rivals

    own: dict[str, Method] = {
        "CEC-IB": as_in_the_paper,
        "CEC-IB, authors": by_the_authors_rules,
        "cecib": by_default,
        "cecib βnh": with_the_label_term_of_the_paper,
        "crossing": crossing,
    }
    return own | {
        name: RivalMethod(getattr(rivals, rival), parameters) for name, (rival, parameters) in _RIVALS.items()
    }


def as_in_the_paper(
    X: NDArray[np.float64],
    y: NDArray[np.int64] | None,
    n_classes: int,
    seed: int,
    *,
    beta: float = 1.0,
    n_start: int | None = None,
    n_init: int = PAPER_RESTARTS,
    init: str = "k-means++",
    epsilon: float = PAPER_EPSILON,
) -> Outcome:
    """CEC-IB with the paper's criterion, from twice the true number of clusters unless told."""
    return _cecib(
        X,
        y,
        beta=beta,
        criterion="entropy",
        n_clusters=2 * n_classes if n_start is None else n_start,
        min_cluster_size=epsilon,
        init=init,
        n_init=n_init,
        random_state=seed,
    )


def by_the_authors_rules(
    X: NDArray[np.float64],
    y: NDArray[np.int64] | None,
    n_classes: int,
    seed: int,
    *,
    beta: float = 1.0,
    n_start: int | None = None,
    n_init: int = PAPER_RESTARTS,
    epsilon: float = PAPER_EPSILON,
) -> Outcome:
    """CEC-IB as the program of the paper's authors does it: the same criterion, its own rule for small clusters."""
    random = np.random.RandomState(seed)
    n_clusters = 2 * n_classes if n_start is None else n_start
    known = np.full(len(X), UNLABELLED, dtype=np.int64) if y is None else np.asarray(y, dtype=np.int64)
    courses = [descend(X, known, _nearest(X, n_clusters, random), beta=beta, epsilon=epsilon) for _ in range(n_init)]
    best: Course = min(courses, key=lambda course: course.trace[-1])
    return Outcome(best.labels, len(best.trace) - 1, best.trace[-1])


def by_default(
    X: NDArray[np.float64],
    y: NDArray[np.int64] | None,
    n_classes: int,
    seed: int,
    *,
    beta: float | Literal["auto"] = "auto",
    n_start: int | None = None,
    subspace: Literal["auto"] | None = "auto",
) -> Outcome:
    """CEC-IB as a user meets it: our criterion, the number of clusters unknown unless told."""
    return _cecib(X, y, beta=beta, n_clusters=n_start, subspace=subspace, random_state=seed)


def with_the_label_term_of_the_paper(
    X: NDArray[np.float64],
    y: NDArray[np.int64] | None,
    n_classes: int,
    seed: int,
    *,
    beta: float = 1.0,
    n_start: int | None = None,
) -> Outcome:
    """Our criterion for the points, the paper's β·n·h for the labels, to see what the label term alone changes."""
    prior = CECIB(beta=beta, n_clusters=n_start, n_init=1, random_state=seed).fit(X, y).prior_
    if prior is None:
        raise ValueError("The criterion of the default has a prior.")
    paper = replace(prior, concentration=None)
    return _cecib(X, y, beta=beta, n_clusters=n_start, prior=paper, random_state=seed)


@dataclass(frozen=True)
class RivalMethod:
    """A method of `cecib.rivals`, run with the true number of clusters unless told.

    Attributes
    ----------
    rival : callable
        Its class.
    parameters : mapping
        Its parameters besides ``n_clusters`` and ``random_state``.
    """

    rival: Callable[..., Any]
    parameters: Mapping[str, Any]

    def __call__(
        self,
        X: NDArray[np.float64],
        y: NDArray[np.int64] | None,
        n_classes: int,
        seed: int,
        *,
        n_start: int | None = None,
        **options: Any,
    ) -> Outcome:
        """Fit it."""
        n_clusters = n_classes if n_start is None else n_start
        return _outcome(self.rival(n_clusters=n_clusters, random_state=seed, **self.parameters, **options).fit(X, y))


def _nearest(X: NDArray[np.float64], n_clusters: int, random: np.random.RandomState) -> NDArray[np.int64]:
    """Start with each point at the nearest of some rows, drawn by plain k-means++ from the features as they are."""
    centres, _ = kmeans_plusplus(X, n_clusters, n_local_trials=1, random_state=random)
    return np.asarray(((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1), dtype=np.int64)


def _cecib(X: NDArray[np.float64], y: NDArray[np.int64] | None, **parameters: Any) -> Outcome:
    return _outcome(CECIB(**parameters).fit(X, y))


def _outcome(model: Any) -> Outcome:
    n_iter = getattr(model, "n_iter_", None)
    cost = getattr(model, "cost_", None)
    return Outcome(
        np.asarray(model.labels_),
        None if n_iter is None else int(n_iter),
        None if cost is None else float(cost),
    )
