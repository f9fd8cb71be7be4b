"""The parts of a model as arrays, and back: clusters, prior, space; and a rehearsal of what they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.clusters import Clusters
from cecib.cost import Prior
from cecib.files.array_archives import Arrays
from cecib.files.category_texts import decode_categories, encode_categories
from cecib.files.model_schema import SUMMARIES
from cecib.holes import Missing
from cecib.holes.strays import Strays
from cecib.levels import Levels
from cecib.search.scaling import Scaling
from cecib.settings import Settings, is_proper
from cecib.spaces.space import Space
from cecib.summaries import Summaries

if TYPE_CHECKING:
    from cecib.estimator import CECIB

_SCALING = ("columns", "shift", "scale", "deviation")
_SPACE = ("centre", "axes", "columns", "covariance")
_LEAST_VARIANCE = 1e-305  # of columns that a fit takes
_SUMMARIES = ("weights", "means", "scatters", "counts")
_REHEARSED = 8  # rows


def clusters_as_arrays(clusters: Clusters) -> Arrays:
    """Name the arrays of clusters."""
    arrays = {f"summary_{name}": np.ascontiguousarray(getattr(clusters.summaries, name)) for name in _SUMMARIES}
    arrays |= {f"scaling_{name}": np.ascontiguousarray(getattr(clusters.scaling, name)) for name in _SCALING}
    if clusters.states is not None:
        arrays["states"] = np.ascontiguousarray(clusters.states)
    arrays["family_numbers"] = clusters.family_numbers
    return arrays | prior_arrays(clusters.prior, "prior")


def clusters_from_arrays(header: dict[str, Any], arrays: Arrays, settings: Settings) -> Clusters:
    """Make clusters from what `clusters_as_arrays` gave, or from what version 1 had in its place."""
    columns, shift, scale, deviation = (arrays[f"scaling_{name}"] for name in _SCALING)
    scaling = Scaling(columns, shift, scale, deviation, header["resolution"])
    is_old = header["version"] == 1
    prior = prior_from(header["prior"], arrays, "prior")
    if (prior is not None) != settings.criterion.allows_flat or (prior is not None and not is_proper(prior)):
        raise ValueError(f"its prior is none for criterion={settings.criterion.name!r}")
    return Clusters(
        summaries=_summaries_of_gaussians(arrays, scaling)
        if is_old
        else Summaries.from_arrays(*(arrays[f"summary_{name}"] for name in _SUMMARIES)),
        scaling=scaling,
        criterion=settings.criterion,
        prior=prior,
        beta=float(header["scalars"]["beta_"]),
        families=settings.families,
        family_numbers=arrays["_start_families" if is_old else "family_numbers"],
        states=arrays["_states"] if is_old else arrays.get("states"),
        n_jobs=settings.n_jobs,
        levels=levels_from_arrays(header.get("levels"), arrays),
        width=arrays["space_axes" if "space_axes" in arrays else "means_"].shape[1],
    )


def levels_as_arrays(levels: Levels | None) -> tuple[list[list[Any]] | None, Arrays]:
    """Give what a header says of levels (name, number and type of the categories of each), and their arrays."""
    if levels is None:
        return None, {}
    fields, texts = [], []
    for name, categories in zip(levels.names, levels.categories, strict=True):
        kind = (
            "object"
            if categories.dtype.kind == "O"
            else "str"
            if categories.dtype.kind == "U"
            else categories.dtype.name
        )
        own = np.empty(len(categories), dtype=object)
        own[:] = categories.tolist() if categories.dtype.kind != "O" else categories
        texts.append(encode_categories(own)[0])
        fields.append([name, len(categories), kind])
    return fields, {"level_paths": levels.paths, "level_categories": np.concatenate(texts)}


def levels_from_arrays(fields: list[list[Any]] | None, arrays: Arrays) -> Levels | None:
    """Make levels from what `levels_as_arrays` gave."""
    if fields is None:
        return None
    paths, texts = arrays["level_paths"], arrays["level_categories"]
    sizes = [size for _, size, _ in fields]
    if paths.shape[1] != len(fields) or sum(sizes) != len(texts):
        raise ValueError(f"level_paths and level_categories must be those of {len(fields)} levels")
    categories = []
    for (_, _, kind), own in zip(fields, np.split(texts, np.cumsum(sizes)[:-1]), strict=True):
        objects = decode_categories(own, "json")
        is_kept = kind == "object" or _fits(objects, kind)
        if not is_kept:
            raise ValueError(f"level_categories must be of type {kind}")
        categories.append(objects if kind == "object" else np.array(objects.tolist(), dtype=kind))
    is_sorted = (
        len(np.unique(paths, axis=0)) == len(paths) and (np.lexsort(paths.T[::-1]) == np.arange(len(paths))).all()
    )
    if not is_sorted or (paths >= sizes).any() or not (paths >= 0).any(axis=1).all():
        raise ValueError("level_paths must hold distinct paths in order, each with a category")
    return Levels(tuple(name for name, _, _ in fields), tuple(categories), paths)


def _fits(objects: NDArray[Any], kind: str) -> bool:
    """Whether categories are what an array of a type gives back."""
    try:
        with np.errstate(all="ignore"):
            back = np.array(objects.tolist(), dtype=kind)
    except (TypeError, ValueError, OverflowError):
        return False
    return back.shape == objects.shape and [(type(one), one) for one in back.tolist()] == [
        (type(one), one) for one in objects.tolist()
    ]


def prior_numbers(prior: Prior | None) -> list[float | None] | None:
    """Give the numbers of a prior that are no arrays."""
    if prior is None:
        return None
    concentration = None if prior.concentration is None else float(prior.concentration)
    return [float(prior.kappa), float(prior.nu), concentration]


def prior_arrays(prior: Prior | None, name: str) -> Arrays:
    """Name the arrays of a prior."""
    if prior is None:
        return {}
    parts = {"mean": prior.mean, "scale": prior.scale, "subspace": prior.subspace, "cell": prior.cell}
    return {f"{name}_{key}": np.ascontiguousarray(part, float) for key, part in parts.items() if part is not None}


def prior_from(numbers: list[Any] | None, arrays: Arrays, name: str) -> Prior | None:
    """Make a prior from its numbers and arrays."""
    if numbers is None:
        return None
    kappa, nu, *labels = numbers
    concentration = labels[0] if labels else None  # version 1 charged labels as in the paper
    subspace, cell = (arrays.get(f"{name}_{key}") for key in ("subspace", "cell"))
    return Prior(arrays[f"{name}_mean"], kappa, nu, arrays[f"{name}_scale"], concentration, subspace, cell)


def missing_as_arrays(missing: Missing | None) -> tuple[list[Any] | None, Arrays]:
    """Give what a header says of what was missing in the rows of a fit, and the arrays of it."""
    if missing is None:
        return None, {}
    numbers = [missing.n_rows, missing.n_incomplete, missing.n_empty, missing.treatment]
    arrays = {"missing_counts": missing.counts, "missing_set_aside": missing.set_aside}
    if (strays := missing.strays) is not None:
        lows, highs = map(np.ascontiguousarray, strays.limits)
        arrays |= {"stray_counts": strays.counts, "stray_lows": lows, "stray_highs": highs}
    return numbers, arrays


def missing_from_arrays(numbers: list[Any] | None, arrays: Arrays) -> Missing | None:
    """Make what `missing_as_arrays` was given."""
    if numbers is None:
        return None
    n_rows, n_incomplete, n_empty, treatment = numbers
    strays = None
    if "stray_counts" in arrays:
        strays = Strays(np.stack([arrays["stray_lows"], arrays["stray_highs"]]), arrays["stray_counts"])
    counts, set_aside = arrays["missing_counts"], arrays["missing_set_aside"]
    return Missing(counts, n_rows, n_incomplete, n_empty, set_aside, treatment, strays)


def space_as_arrays(space: Space | None) -> Arrays:
    """Name the arrays of a space."""
    if space is None:
        return {}
    parts = {name: getattr(space, name) for name in _SPACE}
    return {f"space_{name}": np.ascontiguousarray(part) for name, part in parts.items() if part is not None}


def space_from_arrays(arrays: Arrays) -> Space | None:
    """Make a space from its arrays, if they are there."""
    if "space_axes" not in arrays:
        return None
    centre, axes, columns = (arrays[f"space_{name}"] for name in _SPACE[:3])
    if axes.shape[1] > len(columns):
        raise ValueError(f"space_axes must have no more directions than the data, {len(columns)}, got {axes.shape[1]}")
    covariance = arrays.get("space_covariance")
    if covariance is not None and not (np.diagonal(covariance)[columns] > _LEAST_VARIANCE).all():
        raise ValueError(f"space_covariance must have variances above {_LEAST_VARIANCE:g}")
    return Space(centre, axes, columns, covariance)


def rehearse(model: CECIB) -> None:
    """Refuse numbers each of which is in range, but which together give none: predict where clusters lie."""
    clusters, space = model.clusters_, model.space_
    if clusters.states is not None and not np.allclose(clusters.states[:, 0], clusters.summaries.weights, rtol=1e-6):
        raise ValueError("the states and the summaries of its clusters differ in their weights")
    rows = model.means_[:_REHEARSED]
    with np.errstate(all="ignore"):
        try:
            points = rows if space is None else space.coordinates(rows)
            results = [np.asarray(clusters.costs()), *clusters.changes(points), *clusters.log_densities(points)]
            if space is not None:
                results += [space.loadings, space.rest_log_densities(rows), model.feature_shares_]
            if model.prior_ is not None:
                results += [model.prior_.mean, model.prior_.scale]
        except np.linalg.LinAlgError:
            results = [np.array(np.nan)]
    if not all(np.isfinite(result).all() for result in results):
        raise ValueError("its numbers do not go together, so that costs or densities are not finite")


def _summaries_of_gaussians(arrays: Arrays, scaling: Scaling) -> Summaries:
    sizes, used, unit = arrays["_sizes"], scaling.columns, scaling.scale
    means = (arrays["means_"][:, used] - scaling.shift) / unit
    covariances = arrays["covariances_"][:, used][:, :, used] / unit[:, None] / unit[None, :]
    parts = {"summary_means": means, "summary_scatters": covariances * sizes[:, None, None]}
    means, scatters = (SUMMARIES[name].read(name, part, {}) for name, part in parts.items())
    return Summaries.from_arrays(sizes, means, scatters, arrays["category_counts_"])
