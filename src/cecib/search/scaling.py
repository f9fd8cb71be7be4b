"""Units: which columns carry information, and the shift and scale under which the engine sees them.

The engine works on ``(x − shift) / scale`` with the scale a power of two, so that no value is too large or too small
and dividing is exact. The data themselves are never copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cecib import _core
from cecib.cost import Floats
from cecib.input_errors import InputError, Named

Matrix = NDArray[np.float64] | NDArray[np.float32]
# What data must have for a cost without a prior: full rank, no constant column, not all rows equal, or nothing.
Demand = Literal["rank", "columns", "variation", "nothing"]
DEMANDS: tuple[Demand, ...] = ("rank", "columns", "variation", "nothing")  # the strictest first
_EPSILON = float(np.finfo(np.float64).eps)
_REMEDY = Named("criterion", "evidence")
_LARGEST = 1e152  # its square is still a double, with room for sums


@dataclass(frozen=True, eq=False)
class Scaling:
    """How raw features become the engine's.

    Attributes
    ----------
    columns : ndarray of shape (d,)
        Columns of X that are used: all but the constant ones.
    shift, scale : ndarray of shape (d,)
        Mean of each used column, and the power of two nearest to its standard deviation.
    deviation : ndarray of shape (d,)
        Width of each used column, in raw units: its standard deviation, or that of its heaps (`cecib.search.widths`).
    resolution : float
        How finely the data are recorded, in scaled units: differences below this are rounding.
    shares_unit : bool
        Whether all columns are in one unit, so that their widths compare.
    cell : ndarray of shape (d, d) or None
        Covariance of the cells that values stand for, in scaled units; None where they are recorded finely.
    """

    columns: NDArray[np.intp]
    shift: Floats
    scale: Floats
    deviation: Floats
    resolution: float
    shares_unit: bool = False
    cell: Floats | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scaling) and all(map(np.array_equal, vars(self).values(), vars(other).values()))

    __hash__ = None  # type: ignore[assignment]

    @property
    def relative_deviation(self) -> Floats:
        """Standard deviations in scaled units, all near 1."""
        return self.deviation / self.scale

    @property
    def log_volume(self) -> float:
        """Σ ln scale: what the accuracy of one point gains in raw units."""
        return float(np.log(self.scale).sum())

    def rows(self, X: Matrix) -> Floats:
        """Rows of X in scaled units, a copy."""
        return np.ascontiguousarray((np.asarray(X[:, self.columns], dtype=float) - self.shift) / self.scale)

    def points(self, X: Matrix, weights: Floats | None = None) -> _core.Points:
        """Let the engine look at the rows of X."""
        return _core.Points(X, self.columns.tolist(), self.shift, self.scale, weights)


def measure_scaling(
    X: Matrix, weights: Floats | None, names: Sequence[str], demand: Demand, allows_flat: bool
) -> Scaling:
    """Measure the columns of X, and refuse data on which every cost would be −∞.

    Parameters
    ----------
    X, weights : arrays
        The points and their weights.
    names : sequence of str
        The names of the columns, for errors.
    demand : str
        What the families demand of the data where flat clusters have no finite cost.
    allows_flat : bool
        Whether flat clusters have a finite cost; then nothing is demanded, and constant columns are left out.
    """
    mean, deviation, largest = _core.column_statistics(X, weights)
    epsilon = float(np.finfo(X.dtype).eps)
    is_constant = deviation <= 4 * _EPSILON * largest
    _refuse_extreme(deviation, largest, is_constant, names)
    if not allows_flat:
        if demand == "rank":
            _refuse_few_rows(*X.shape)
        _refuse_constant(is_constant, names, demand, len(X))
    keeps_constant = is_constant.all() or (not allows_flat and demand in ("variation", "nothing"))
    used = np.arange(X.shape[1]) if keeps_constant else np.flatnonzero(~is_constant)
    stand_in = np.where(largest > 0, np.clip(largest, 1 / _LARGEST, _LARGEST), 1.0)
    deviation = np.where(is_constant, stand_in, deviation)
    _, exponent = np.frexp(deviation[used])
    scale = np.ldexp(1.0, exponent)
    resolution = 0.0 if allows_flat else 4 * epsilon * float((largest[used] / scale).max())
    scaling = Scaling(used, mean[used], scale, deviation[used], resolution)
    if not allows_flat and demand == "rank":
        _refuse_flat(X, weights, scaling, names)
    return scaling


def _refuse_extreme(deviation: Floats, largest: Floats, is_constant: NDArray[np.bool_], names: Sequence[str]) -> None:
    """Variances have to be representable: covariances are reported in the units of the data."""
    is_extreme = ~is_constant & ((largest > _LARGEST) | (deviation < 1 / _LARGEST))
    if is_extreme.any():
        j = int(np.flatnonzero(is_extreme)[0])
        raise InputError(
            f"Column {names[j]!r} has values up to {largest[j]:.3g} and a standard deviation of {deviation[j]:.3g}, "
            "whose square is out of range: rescale the column."
        )


def _refuse_few_rows(n: int, d: int) -> None:
    if n <= d:
        raise InputError(
            Named("criterion", "entropy"), " needs more rows than columns, got ", Named("n_samples", n), " and ",
            Named("n_features", d), ": reduce the columns, for example with PCA, or use ", _REMEDY, ".",
        )  # fmt: skip


def _refuse_constant(is_constant: NDArray[np.bool_], names: Sequence[str], demand: Demand, n: int) -> None:
    if is_constant.all() and demand != "nothing":
        raise InputError(
            "All rows of ", Named("X"), " are equal (", Named("n_samples", n), "), so ", Named("criterion", "entropy"),
            " has no finite cost: use ", _REMEDY, ".",
        )  # fmt: skip
    if is_constant.any() and demand in ("rank", "columns"):
        name = names[int(np.flatnonzero(is_constant)[0])]
        raise InputError(
            f"Column {name!r} is constant, so ", Named("criterion", "entropy"), " has no finite cost: drop it, or use ",
            _REMEDY, ".",
        )  # fmt: skip


def _refuse_flat(X: Matrix, weights: Floats | None, scaling: Scaling, names: Sequence[str]) -> None:
    column = _core.dependent_column(scaling.points(X, weights), scaling.resolution)
    if column < len(scaling.columns):
        raise InputError(
            f"Column {names[column]!r} is a linear combination of the columns before it, so ",
            Named("criterion", "entropy"), " has no finite cost: drop it, or use ", _REMEDY, ".",
        )  # fmt: skip


def identity_scaling(dimension: int) -> Scaling:
    """Leave the features as they are."""
    one = np.ones(dimension)
    return Scaling(np.arange(dimension), np.zeros(dimension), one, one, 0.0)
