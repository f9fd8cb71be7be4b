"""The methods by their names in the paper, each as a function of data, labels, number of classes and seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a method found.

    Attributes
    ----------
    labels : ndarray of shape (n,)
        Cluster of each point.
    n_iter : int or None
        Passes, where the method counts them.
    cost : float or None
        The cost reached, where it has one.
    """

    labels: NDArray[Any]
    n_iter: int | None = None
    cost: float | None = None


Method = Callable[..., Outcome]
"""Called as ``method(X, y, n_classes, seed, **options)``; y holds class codes, −1 = unlabelled."""

MIN_CLUSTER_SIZE = 0.05
PAPER_RESTARTS = 10
_RIVALS: dict[str, tuple[str, dict[str, Any]]] = {
    "mixmod": ("PartiallyLabeledGMM", {}),
    "c-GMM": ("ConstrainedGMM", {}),
    "k-means": ("PartitionKMeans", {}),
    "fc-means": ("SemiSupervisedFuzzyCMeans", {}),
    "spec": ("ConstrainedSpectralClustering", {}),
    "Hartigan k-means": ("HartiganKMeans", {"n_init": 1}),
}
NAMES = ("CEC-IB", "cecib", *_RIVALS, "EM", "Lloyd k-means")


def standard_methods() -> dict[str, Method]:
    """All methods that this installation has, by name.

    Examples
    --------
    >>> from cecib.experiments.methods import standard_methods
    >>> standard_methods()["Lloyd k-means"]([[0.0], [0.1], [9.0], [9.1]], None, 2, 0).n_iter
    2
    """
    import cecib
    import cecib.rivals

    methods: dict[str, Method] = {"EM": expectation_maximisation, "Lloyd k-means": lloyd_k_means}
    if hasattr(cecib, "CECIB"):
        methods |= {"CEC-IB": as_in_the_paper, "cecib": by_default}
    for name, (class_name, parameters) in _RIVALS.items():
        if hasattr(cecib.rivals, class_name):
            methods[name] = Rival(class_name, parameters)
    return {name: methods[name] for name in NAMES if name in methods}


def as_in_the_paper(
    X: NDArray[np.float64],
    y: NDArray[np.int64] | None,
    n_classes: int,
    seed: int,
    *,
    beta: float = 1.0,
    n_start: int | None = None,
    n_init: int = PAPER_RESTARTS,
) -> Outcome:
    """CEC-IB with the paper's criterion, from twice the true number of clusters unless told."""
    return _cecib(
        X,
        y,
        beta=beta,
        criterion="entropy",
        n_clusters=2 * n_classes if n_start is None else n_start,
        min_cluster_size=MIN_CLUSTER_SIZE,
        n_init=n_init,
        random_state=seed,
    )


def by_default(
    X: NDArray[np.float64],
    y: NDArray[np.int64] | None,
    n_classes: int,
    seed: int,
    *,
    beta: float = 1.0,
    n_start: int | None = None,
) -> Outcome:
    """CEC-IB as a user meets it: our criterion, the number of clusters unknown unless told."""
    return _cecib(X, y, beta=beta, n_clusters=n_start, random_state=seed)


@dataclass(frozen=True)
class Rival:
    """A method of `cecib.rivals`, run with the true number of clusters unless told.

    Attributes
    ----------
    class_name : str
        Name of the class.
    parameters : mapping
        Its parameters besides ``n_clusters`` and ``random_state``.
    """

    class_name: str
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
        import cecib.rivals

        estimator = getattr(cecib.rivals, self.class_name)
        n_clusters = n_classes if n_start is None else n_start
        model = estimator(n_clusters=n_clusters, random_state=seed, **self.parameters, **options).fit(X, y)
        return _outcome(model)


def expectation_maximisation(X: NDArray[np.float64], y: NDArray[np.int64] | None, n_classes: int, seed: int) -> Outcome:
    """EM for a Gaussian mixture without labels, from k-means, until the log-likelihood gains below 0.01.

    The paper does not say where it stopped; this rule comes nearest to its counts.
    """
    from sklearn.mixture import GaussianMixture

    model = GaussianMixture(n_classes, tol=0.01 / len(X), max_iter=1000, random_state=seed).fit(X)
    return Outcome(model.predict(X), int(model.n_iter_))


def lloyd_k_means(X: NDArray[np.float64], y: NDArray[np.int64] | None, n_classes: int, seed: int) -> Outcome:
    """Lloyd's k-means without labels, from random points."""
    from sklearn.cluster import KMeans

    model = KMeans(n_classes, init="random", n_init=1, algorithm="lloyd", random_state=seed).fit(X)
    return Outcome(model.labels_, int(model.n_iter_))


def _cecib(X: NDArray[np.float64], y: NDArray[np.int64] | None, **parameters: Any) -> Outcome:
    import cecib

    return _outcome(getattr(cecib, "CECIB")(**parameters).fit(X, y))  # noqa: B009 - not in every build


def _outcome(model: Any) -> Outcome:
    n_iter = getattr(model, "n_iter_", None)
    cost = getattr(model, "cost_", None)
    return Outcome(
        np.asarray(model.labels_),
        None if n_iter is None else int(n_iter),
        None if cost is None else float(cost),
    )
