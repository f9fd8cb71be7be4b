"""What a model file must hold: the fields of its header, and its arrays with their sizes, types and ranges.

The sizes have letters, the same letter the same size:

===  =====================================  ===  ==============================================
k    clusters                               n    rows of the data
d    columns of the data                    t    passes over the data
m    categories                             c    columns that are used, or coordinates
q    coordinates: d without a space         r    columns of the space that are no combinations
f    families that were given               s    numbers in the state of a cluster's code
p    features of the prior that was given   h    centres of the start that was given
l    levels of the labels                   g    categories of all levels
v    rows of the stream that are kept       w    rows of the stream that wait
u    columns that were set aside
===  =====================================  ===  ==============================================
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib.files.array_archives import Declared
from cecib.files.category_texts import KINDS
from cecib.settings import LARGEST_BETA

_FINITE = float(np.finfo(np.float64).max)
_SQUARABLE = 1e100  # in units in which data are near 1
_MOST_POINTS = 1e16
_LEAST_POINTS = 1e-100
_MAY_BE_EMPTY = "mtgvwu"
_ROUNDING = 1e-9


class Field(NamedTuple):
    """What a field of the header must be, in words and as a test; `since` a version of the format."""

    expected: str
    holds: Callable[[Any], bool]
    since: int = 1

    def or_none(self) -> Field:
        """Let it be None as well."""
        return Field(f"None or {self.expected}", lambda value: value is None or self.holds(value), self.since)

    def from_version(self, version: int) -> Field:
        """Ask for it in files of this version and later ones only."""
        return self._replace(since=version)


def number(low: float, high: float) -> Field:
    """Expect a number from low to high."""
    return Field(f"a number from {low:g} to {high:g}", lambda value: _is_number(value) and low <= value <= high)


def integer(low: int, high: int) -> Field:
    """Expect an integer from low to high."""
    return Field(
        f"an integer from {low} to {high}",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
    )


def row_of(*fields: Field, least: int | None = None) -> Field:
    """Expect a list with these entries; the first `least` of them are enough."""
    return Field(
        f"a list of {', '.join(field.expected for field in fields)}",
        lambda value: (
            isinstance(value, list)
            and (len(fields) if least is None else least) <= len(value) <= len(fields)
            and all(field.holds(own) for field, own in zip(fields, value, strict=False))
        ),
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def table_of(*rows: Field) -> Field:
    """Expect a list of rows of the same length, not empty, with entries that are each as its row says."""
    return Field(
        f"a table of {len(rows)} rows: {', '.join(row.expected for row in rows)}",
        lambda value: (
            isinstance(value, list)
            and len(value) == len(rows)
            and all(isinstance(own, list) and 0 < len(own) == len(value[0]) for own in value)
            and all(all(map(row.holds, own)) for row, own in zip(rows, value, strict=True))
        ),
    )


def _are_levels(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and all(map(_is_level, value))


def _is_level(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and isinstance(value[0], str)
        and type(value[1]) is int
        and 0 <= value[1] <= _MANY
        and isinstance(value[2], str)
        and value[2] in _LEVEL_KINDS
    )


_TEXT = Field("a text", lambda value: isinstance(value, str))
_FLAG = Field("true or false", lambda value: isinstance(value, bool))
_LIST = Field("a list", lambda value: isinstance(value, list))
_OBJECT = Field("an object", lambda value: isinstance(value, dict))
_KIND = Field(f"one of {KINDS}", lambda value: value in KINDS)
_COST = number(-_FINITE, _FINITE)
_SHARE = number(0.0, 1.0)
_COUNT = number(1e-300, 1e300)
_LEVEL_KINDS = (
    *("object", "str", "bool", "int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64"),
)
_MANY = 2**31 - 1
_LONG = 2**53
_SCORE = number(-1e12, 1e12)  # a mean logarithm of probabilities
_ERROR = number(0.0, 1e12)
_PRIOR = row_of(_COUNT, _COUNT, _COUNT.or_none(), least=2).or_none()

HEADER = {
    "digest": _TEXT,
    "parameters": _OBJECT,
    "scalars": _OBJECT,
    "cost_terms": row_of(_COST, _COST, _COST),
    "resolution": number(0.0, _FINITE),
    "prior": _PRIOR,
    "category_kind": _KIND,
    "families": _LIST,
    "levels": Field("None or a list of levels", lambda value: value is None or _are_levels(value), 4),
    "calibration": row_of(number(0.01, 1e6), _SHARE, _SHARE).from_version(2),
    "beta_path": table_of(number(0.0, LARGEST_BETA), _SCORE, _ERROR, number(1.0, _MANY)).or_none().from_version(2),
    "apart_weight": number(0.0, _FINITE).from_version(4),
    "missing": row_of(*[integer(0, _LONG)] * 3, Field("a treatment", lambda value: value in ("model", "drop")))
    .or_none()
    .from_version(4),
    "space_path": table_of(number(1.0, _MANY), _SCORE, _ERROR, _SHARE).or_none().from_version(4),
    "hidden_clusters": integer(0, _MANY).from_version(4),
    "stream": row_of(*[integer(0, _MANY)] + [integer(0, _LONG)] * 4 + [number(0.0, _MOST_POINTS)] * 4)
    .or_none()
    .from_version(4),
}
SCALARS = {
    "n_clusters_": integer(1, _MANY),
    "n_features_in_": integer(1, _MANY),
    "n_iter_": integer(0, 2**53),
    "cost_": _COST,
    "beta_": number(0.0, LARGEST_BETA),
    "converged_": _FLAG,
    "reached_max_clusters_": _FLAG,
}
PARAMETERS = {  # the others are checked as those of a fit are
    "random_state": integer(0, 2**32 - 1).or_none(),
    "verbose": Field("a number", lambda value: isinstance(value, Real)),
    "callback": Field("None", lambda value: value is None),
    "prior": _PRIOR,
}


def check_fields(fields: Mapping[str, Field], found: Mapping[str, Any], version: int) -> None:
    """Refuse a header whose fields are not as they must be."""
    for name, field in fields.items():
        if name not in found:
            if version >= field.since:
                raise ValueError(f"its header lacks {name!r}")
        elif not field.holds(found[name]):
            raise ValueError(f"{name} must be {field.expected}, got {repr(found[name])[:60]}")


@dataclass(frozen=True)
class ArrayRule:
    """What an array must be.

    Attributes
    ----------
    shape : str
        A letter for each dimension; alternatives are separated by "|".
    dtype : type
        What it is read as.
    kinds : str
        The kinds of types that it may have in the file, as NumPy calls them; "": that of `dtype`.
    low, high : float
        The range of its numbers.
    below : str
        For integers, from 0 on: the letter of the size that they are below.
    rises : bool
        Whether each number is above the one before.
    is_scatter : bool
        Whether it has to hold positive semidefinite matrices or their diagonals, up to rounding.
    may_lack : bool
        Whether numbers may be missing: NaN.
    """

    shape: str
    dtype: type = np.float64
    kinds: str = ""
    low: float = -_FINITE
    high: float = _FINITE
    below: str = ""
    rises: bool = False
    is_scatter: bool = False
    may_lack: bool = False

    def settle(self, name: str, declared: Declared, sizes: dict[str, int]) -> None:
        """Refuse another type or shape; sizes that are not known yet are known then."""
        if declared.dtype.kind not in (self.kinds or np.dtype(self.dtype).kind):
            raise ValueError(f"{name} must be of type {np.dtype(self.dtype).name}, got {declared.dtype.name}")
        for shape in self.shape.split("|"):
            if len(shape) == len(declared.shape):
                own = dict(zip(shape, declared.shape, strict=True)) | sizes
                if tuple(own[letter] for letter in shape) == declared.shape and _has_room(shape, own):
                    sizes.update(own)
                    return
        shapes = [", ".join(str(sizes.get(letter, letter)) for letter in shape) for shape in self.shape.split("|")]
        raise ValueError(f"{name} must have shape ({') or ('.join(shapes)}), got {declared.shape}")

    def read(self, name: str, values: NDArray[Any], sizes: Mapping[str, int]) -> NDArray[Any]:
        """Refuse numbers out of range, and give the array in the type that it is read as."""
        if values.dtype.kind in "US":
            return values
        low, high = (0, sizes[self.below] - 1) if self.below else (self.low, self.high)
        if not (((values >= low) & (values <= high)) | (self.may_lack & (values != values))).all():
            raise ValueError(f"{name} must hold numbers from {low:g} to {high:g}")
        own = values if self.kinds else np.ascontiguousarray(values, dtype=self.dtype)
        if self.rises and (np.diff(own) <= 0).any():
            raise ValueError(f"{name} must hold rising numbers")
        is_one = len(set(self.shape)) == 1
        if self.is_scatter and not _is_semidefinite(own[None] if is_one else own):
            raise ValueError(f"{name} must hold positive semidefinite matrices")
        return own


Rules = dict[str, ArrayRule]


def _is_semidefinite(scatters: NDArray[Any]) -> bool:
    if scatters.ndim == 2:
        return bool((scatters >= 0).all())
    rounding = _ROUNDING * (1.0 + np.abs(scatters).max())
    if not np.allclose(scatters, scatters.swapaxes(1, 2), rtol=0.0, atol=rounding):
        return False
    try:
        np.linalg.cholesky(scatters + rounding * np.eye(scatters.shape[1]))
    except np.linalg.LinAlgError:
        return False
    return True


def _has_room(shape: str, sizes: Mapping[str, int]) -> bool:
    return all(sizes[letter] > 0 or letter in _MAY_BE_EMPTY for letter in shape)


_SHARES = ArrayRule("k", low=_LEAST_POINTS, high=1.0 + 1e-6)
_POINTS = ArrayRule("k", low=_LEAST_POINTS, high=_MOST_POINTS)
_COUNTS = ArrayRule("km", low=0.0, high=_MOST_POINTS)
_UNITS = ArrayRule("c", low=1e-153, high=1e153)
_FAMILIES = ArrayRule("k", np.intp, below="f")
_STATES = ArrayRule("ks", low=-_SQUARABLE, high=_SQUARABLE)

ALWAYS = {
    "categories_": ArrayRule("m", kinds="biufU"),
    "scaling_columns": ArrayRule("c", np.intp, below="q", rises=True),
    "scaling_shift": ArrayRule("c", low=-1e153, high=1e153),
    "scaling_scale": _UNITS,
    "scaling_deviation": _UNITS,
    "labels_": ArrayRule("n", np.int32, below="k"),
    "weights_": _SHARES,
    "means_": ArrayRule("kd"),
    "cost_trace_": ArrayRule("t"),
    "category_counts_": _COUNTS,
}
SUMMARIES = {
    "summary_weights": _POINTS,
    "summary_means": ArrayRule("kc", low=-_SQUARABLE, high=_SQUARABLE),
    "summary_scatters": ArrayRule("kcc|kc", low=-_SQUARABLE, high=_SQUARABLE, is_scatter=True),
    "summary_counts": _COUNTS,
    "family_numbers": _FAMILIES,
}
GAUSSIANS = {"covariances_": ArrayRule("kdd", is_scatter=True)}
OF_VERSION_1 = {"_sizes": _POINTS, "_start_families": _FAMILIES, "_states": _STATES} | GAUSSIANS
PRIOR = {
    "prior_mean": ArrayRule("c", low=-_SQUARABLE, high=_SQUARABLE),
    "prior_scale": ArrayRule("cc", low=-_SQUARABLE, high=_SQUARABLE),
}
CELL = {"prior_cell": ArrayRule("cc", low=-_SQUARABLE, high=_SQUARABLE, is_scatter=True)}
GIVEN_PRIOR = {"given_prior_mean": ArrayRule("p"), "given_prior_scale": ArrayRule("pp")}
GIVEN_FURTHER = {"given_prior_subspace": ArrayRule("dp"), "given_prior_cell": ArrayRule("pp", is_scatter=True)}
START = {"init": ArrayRule("n|hd", kinds="biuf")}
SPACE = {
    "space_centre": ArrayRule("d"),
    "space_axes": ArrayRule("dq"),
    "space_columns": ArrayRule("r", np.intp, below="d", rises=True),
}
SPACE_COVARIANCE = {"space_covariance": ArrayRule("dd")}
NAMES = {"feature_names_in_": ArrayRule("d", np.str_)}
FLATNESS = {"flatness_": ArrayRule("kk", low=0.0)}
MISSING = {
    "missing_counts": ArrayRule("d", np.int64, low=0, high=_LONG),
    "missing_set_aside": ArrayRule("u", np.intp, below="d", rises=True),
}
STRAYS = {
    "stray_counts": ArrayRule("d", np.int64, low=0, high=_LONG),
    "stray_lows": ArrayRule("d", low=-np.inf, high=np.inf),
    "stray_highs": ArrayRule("d", low=-np.inf, high=np.inf),
}
LEVELS = {
    "level_paths": ArrayRule("ml", np.int32, low=-1, high=_MANY),
    "level_categories": ArrayRule("g", np.str_),
}
STREAM = {"stream_ids": ArrayRule("k", np.int64, low=0, high=_LONG)} | {
    f"{name}_{part}": rule
    for name, letter in (("recent", "v"), ("waiting", "w"))
    for part, rule in (
        ("points", ArrayRule(f"{letter}d", may_lack=True)),
        ("index", ArrayRule(letter, np.int32, low=-1, high=_MANY)),
        ("weights", ArrayRule(letter, low=_LEAST_POINTS, high=_MOST_POINTS)),
        ("times", ArrayRule(letter, low=0.0, high=_MOST_POINTS)),
        ("ranks", ArrayRule(letter)),
    )
}


def array_rules(header: Mapping[str, Any], names: set[str]) -> Rules:
    """Give the rules of the arrays that a header asks for and of those that may be there, and refuse other names."""
    parameters, is_old = header["parameters"], header["version"] == 1
    groups: tuple[tuple[bool, Rules, Rules], ...] = (  # whether they are there, what has to be there then, and what may
        ("space_axes" in names, SPACE, SPACE_COVARIANCE),
        (True, ALWAYS, NAMES | FLATNESS),
        (is_old, OF_VERSION_1, {}),
        (not is_old, SUMMARIES, GAUSSIANS | {"states": _STATES}),
        (header["prior"] is not None, PRIOR, CELL),
        (parameters.get("prior") is not None, GIVEN_PRIOR, GIVEN_FURTHER),
        (parameters.get("init") is None, START, {}),
        (header.get("levels") is not None, LEVELS, {}),
        (header.get("stream") is not None, STREAM, {}),
        (header.get("missing") is not None, MISSING, {}),
        (header.get("missing") is not None and "stray_counts" in names, STRAYS, {}),
    )
    rules: Rules = {}
    for is_there, needed, further in groups:
        if is_there:
            for missing in sorted(needed.keys() - names):
                raise ValueError(f"it has no array {missing!r}")
            rules |= needed | {name: rule for name, rule in further.items() if name in names}
    for other in sorted(names - rules.keys()):
        raise ValueError(f"it has an array {other[:60]!r}, which models have not")
    return rules
