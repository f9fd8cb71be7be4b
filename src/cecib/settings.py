"""The parameters of a fit, parsed and checked once."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import numpy as np

from cecib.cost import Prior
from cecib.criteria import Criterion, as_criterion
from cecib.criteria.criterion import Learned
from cecib.criteria.pilot import FEW
from cecib.families import Family, Full, as_families
from cecib.input_errors import InputError, Named
from cecib.search.starts import check_init, is_random
from cecib.side_information import Rows
from cecib.sizes import is_count, is_share
from cecib.validation import check_count, check_start_number

LARGEST_BETA = 1e9
MISSING = ("model", "drop", "fail")
_LONGEST_HALF_LIFE = 1e15
_ROUNDING = 1e-9  # by which a matrix may fall short of being positive semidefinite


@dataclass(frozen=True)
class Settings:
    """What the parameters of `CECIB` mean. `read` makes one from the parameters as the user gave them.

    Attributes
    ----------
    beta : float or None
        None: chosen by hidden labels.
    n_init : int or None
        How many starts; None: as many as the search needs.
    subspace : int, "auto" or None
        How many directions clusters are told apart in; None: all.
    half_life : float or None
        Points after which a point of a stream counts half; None: none is forgotten.
    missing : {"model", "drop", "fail"}
        What becomes of rows that lack values.
    """

    criterion: Criterion
    families: tuple[Family, ...]
    n_clusters: int | None = None
    beta: float | None = None
    min_cluster_size: float | None = None
    init: Any = "k-means++"
    n_init: int | None = None
    max_iter: int = 500
    n_jobs: int | None = None
    max_clusters: int = 100
    prior: Prior | None = None
    subspace: int | Literal["auto"] | None = "auto"
    half_life: float | None = None
    missing: Literal["model", "drop", "fail"] = "model"

    @classmethod
    def read(cls, parameters: Mapping[str, Any]) -> Settings:
        """Parse parameters by the names of `CECIB`; those that are left out have its defaults.

        Examples
        --------
        >>> from cecib.settings import Settings
        >>> Settings.read({"criterion": "entropy", "beta": 1}).criterion.name
        'entropy'
        >>> Settings.read({"max_iter": 0})
        Traceback (most recent call last):
        ...
        cecib.input_errors.InputError: max_iter must be an integer, 1 or more, got 0.
        """
        given = dict(parameters)
        size, n_jobs = given.get("min_cluster_size"), given.get("n_jobs")
        criterion = as_criterion(given.get("criterion", "evidence"))
        n_init = given.get("n_init", "auto")
        n_init = None if isinstance(n_init, str) and n_init == "auto" else check_count("n_init", n_init)
        if size is not None and not (is_share(size) or is_count(size)):
            raise InputError(
                Named("min_cluster_size"),
                f" must be a share of the points in [0, 1) or a count, 1 or more, got {size!r}.",
            )
        if n_jobs is not None and (not isinstance(n_jobs, numbers.Integral) or n_jobs == 0):
            raise InputError(Named("n_jobs"), f" must be None or an integer other than 0, got {n_jobs!r}.")
        if given.get("callback") is not None and not callable(given["callback"]):
            raise InputError(Named("callback"), f" must be None or a function, got {given['callback']!r}.")
        n_clusters = given.get("n_clusters")
        return cls(
            criterion=criterion,
            families=tuple(_check_families(as_families(given.get("family", "full")), criterion)),
            n_clusters=None if n_clusters is None else check_count("n_clusters", n_clusters),
            beta=_read_beta(given.get("beta", "auto"), criterion),
            min_cluster_size=size,
            init=given.get("init", "k-means++"),
            n_init=n_init,
            max_iter=check_count("max_iter", given.get("max_iter", 500)),
            n_jobs=None if n_jobs is None else int(n_jobs),
            max_clusters=check_count("max_clusters", given.get("max_clusters", 100)),
            prior=_check_prior(given.get("prior"), criterion),
            subspace=_read_subspace(given.get("subspace", "auto")),
            half_life=_read_half_life(given.get("half_life")),
            missing=_read_missing(given.get("missing", "model")),
        )

    @property
    def searches(self) -> bool:
        """Whether the number of clusters is searched for."""
        return self.n_clusters is None and is_random(self.init)

    @property
    def may_turn(self) -> bool:
        """Whether directions other than the columns may be looked at: clusters of any covariance have no columns."""
        if isinstance(self.subspace, int):
            return True
        return self.criterion.allows_flat and all(family.name == "full" for family in self.families)

    def after(self, learned: Learned) -> Settings:
        """Give the settings with a least size that does not hide the small groups that were found."""
        is_free = self.min_cluster_size is None and learned.is_fine
        return replace(self, min_cluster_size=int(FEW)) if is_free else self

    def for_sample(self, share: float) -> Settings:
        """Give the settings for a sample: where a cluster has so many points at the least, it has fewer there."""
        size = self.min_cluster_size
        if size is None or not is_count(size):
            return self
        return replace(self, min_cluster_size=max(min(int(size), int(FEW)), round(size * share)))

    def as_search(self) -> Settings:
        """Give the settings under which the number of clusters is searched for, whatever the start and its families."""
        families = self.families if len(self.families) == 1 else (Full(),)
        return replace(self, n_clusters=None, init="k-means++", families=families)

    def for_rows(self, rows: Rows) -> Settings:
        """Give the settings for some of the rows: start labels are theirs."""
        return replace(self, init=np.asarray(self.init)[rows]) if np.ndim(self.init) == 1 else self

    def check_data(self, n_samples: int, n_features: int) -> None:
        """Refuse settings that do not go with data of this size."""
        check_start_number(self.n_clusters, n_samples)
        check_init(self.init, n_samples, n_features)
        for family in self.families:
            family.check_dimension(n_features)
        self._check_number_of_families()
        if isinstance(self.subspace, int) and any(family.knows_columns for family in self.families):
            raise InputError(
                Named("subspace"), f" is {self.subspace}, but ", Named("family"), " speaks of the columns of ",
                Named("X"), ": use 'full', 'diag', 'spherical' or 'auto', or leave ", Named("subspace"), " out.",
            )  # fmt: skip

    def _check_number_of_families(self) -> None:
        if len(self.families) == 1:
            return
        given = None if isinstance(self.init, str) else np.asarray(self.init)
        number = self.n_clusters if given is None else len(np.unique(given)) if given.ndim == 1 else len(given)
        if number != len(self.families):
            start = (Named("n_clusters", number),) if given is None else (Named("init"), f" has {number} clusters")
            raise InputError(
                Named("family"), f" is a list of {len(self.families)}, one for each start cluster, but ", *start,
                ": make them the same.",
            )  # fmt: skip


def _read_beta(beta: Any, criterion: Criterion) -> float | None:
    if isinstance(beta, str) and beta == "auto":
        return criterion.usual_beta
    if isinstance(beta, bool) or not isinstance(beta, numbers.Real) or not 0 <= float(beta) <= LARGEST_BETA:
        raise InputError(Named("beta"), f" must be 'auto' or a number from 0 to {LARGEST_BETA:.0e}, got {beta!r}.")
    return float(beta)


def _read_subspace(subspace: Any) -> int | Literal["auto"] | None:
    if subspace is None:
        return None
    if isinstance(subspace, str) and subspace == "auto":
        return "auto"
    if not is_count(subspace):
        raise InputError(
            Named("subspace"), f" must be 'auto', None, or a number of directions, 1 or more, got {subspace!r}."
        )
    return int(subspace)


def _read_half_life(half_life: Any) -> float | None:
    if half_life is None:
        return None
    is_number = isinstance(half_life, numbers.Real) and not isinstance(half_life, bool)
    if not is_number or not 1 <= float(half_life) <= _LONGEST_HALF_LIFE:
        raise InputError(
            Named("half_life"), f" must be None or a number of points from 1 to {_LONGEST_HALF_LIFE:.0e}, got "
            f"{half_life!r}.",
        )  # fmt: skip
    return float(half_life)


def _read_missing(missing: Any) -> Literal["model", "drop", "fail"]:
    if not isinstance(missing, str) or missing not in MISSING:
        raise InputError(Named("missing"), f" must be one of {', '.join(map(repr, MISSING))}, got {missing!r}.")
    return cast(Literal["model", "drop", "fail"], missing)


def _check_families(families: list[Family], criterion: Criterion) -> list[Family]:
    for family in families:
        if criterion.name not in family.criteria:
            raise InputError(
                Named("family"), f" {type(family).__name__} has no cost under ", Named("criterion", criterion.name),
                ": use ", Named("criterion", family.criteria[0]), ".",
            )  # fmt: skip
    return families


def _check_prior(prior: Any, criterion: Criterion) -> Prior | None:
    if prior is None or isinstance(prior, Prior):
        if prior is not None and not criterion.allows_flat:
            raise InputError(
                Named("prior"), " has no place under ", Named("criterion", criterion.name), ": leave it out."
            )
        if prior is not None and not is_proper(prior):
            raise InputError(
                Named("prior"), " must have a finite mean, a positive definite scale, kappa and concentration above 0 "
                f"and nu above the number of features − 1, got {prior!r}: use the prior_ of a fitted model.",
            )  # fmt: skip
        return prior
    raise InputError(Named("prior"), f" must be None or the prior_ of a fitted model, got {prior!r}.")


def is_proper(prior: Prior) -> bool:
    """Whether the parts of a prior are in range; whether their sizes go together is told elsewhere."""
    try:
        mean, scale = np.asarray(prior.mean, dtype=float), np.asarray(prior.scale, dtype=float)
        cell = np.zeros_like(scale) if prior.cell is None else np.asarray(prior.cell, dtype=float)
        numbers = np.array([prior.kappa, prior.nu, 1.0 if prior.concentration is None else prior.concentration], float)
    except (TypeError, ValueError):
        return False
    if not all(np.isfinite(values).all() for values in (mean, scale, numbers, cell)) or cell.shape != scale.shape:
        return False
    if scale.shape != (mean.size, mean.size):
        return True  # told by its number of features
    unit = np.sqrt(np.abs(np.diagonal(scale)))
    if not ((numbers > 0).all() and prior.nu > mean.size - 1 and (np.diagonal(scale) > 0).all()):
        return False
    own, cells = (np.linalg.eigvalsh(one / unit[:, None] / unit[None, :]) for one in (scale, cell))
    return bool((own > 0).all() and (cells >= -_ROUNDING * max(1.0, np.abs(cells).max())).all())
