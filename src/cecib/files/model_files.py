"""Model files: a zip archive that cannot execute code.

Format, version 3: a model file is a NumPy ``.npz`` archive (a zip of ``.npy`` arrays), read without pickle:

* ``header.npy``: a UTF-8 text as bytes, JSON with ``format`` ("cecib-model"), ``version``, ``library`` (the version of
  cecib that wrote it), ``parameters`` (the constructor's), ``scalars`` (fitted numbers) and ``digest`` (SHA-256
  over the names, types, shapes and bytes of all arrays);
* one array for each fitted attribute, and the summaries and states of the clusters. Texts are stored as fixed-width
  Unicode.

A higher ``version`` is refused with the advice to upgrade; a file whose digest does not match is refused as damaged.
Version 2 had no spaces. Version 1 had no summaries either: they are made from the Gaussians, so for families of known
parameters they are those parameters and not the points'.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from importlib.metadata import version as library_version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cecib.clusters import Clusters
from cecib.cost import CostTerms, Prior
from cecib.criteria import as_criterion
from cecib.data_units import public_prior
from cecib.families import as_families, decode_family, encode_family
from cecib.files.whole_files import whole_file
from cecib.membership import Calibration
from cecib.search.scaling import Scaling
from cecib.spaces.space import Space
from cecib.summaries import Summaries
from cecib.trust import BetaPath

if TYPE_CHECKING:
    from cecib.estimator import CECIB

FORMAT = "cecib-model"
VERSION = 3
_ARRAYS = ("labels_", "weights_", "means_", "cost_trace_", "category_counts_")
_SCALARS = ("n_clusters_", "cost_", "n_iter_", "n_features_in_")
_NEW_SCALARS = {
    "beta_": None,
    "converged_": True,
    "reached_max_clusters_": False,
}  # not in version 1
_SCALING = ("columns", "shift", "scale", "deviation")
_SPACE = ("centre", "axes", "columns", "covariance")
_SUMMARIES = ("weights", "means", "scatters", "counts")
Model = TypeVar("Model", bound="CECIB")
Arrays = dict[str, NDArray[Any]]


def save_model(model: CECIB, path: str | os.PathLike[str]) -> None:
    """Write a fitted model; the file appears whole or not at all."""
    clusters = model.clusters_
    arrays = {name: np.ascontiguousarray(getattr(model, name)) for name in _ARRAYS}
    arrays |= _clusters_as_arrays(clusters) | _space_as_arrays(model.space_)
    if model.covariances_ is not None:
        arrays["covariances_"] = np.ascontiguousarray(model.covariances_)
    arrays["categories_"], category_kind = _encode_categories(model.categories_)
    if hasattr(model, "feature_names_in_"):
        arrays["feature_names_in_"] = np.asarray([str(name) for name in model.feature_names_in_])
    header = {
        "format": FORMAT,
        "version": VERSION,
        "library": library_version("cecib"),
        "class": type(model).__name__,
        "parameters": _encode_parameters(model, arrays),
        "scalars": {name: _plain(getattr(model, name)) for name in (*_SCALARS, *_NEW_SCALARS)},
        "calibration": list(model.calibration_),
        "beta_path": None if model.beta_path_ is None else [column.tolist() for column in model.beta_path_],
        "cost_terms": list(model.cost_terms_),
        "resolution": clusters.scaling.resolution,
        "prior": _prior_numbers(clusters.prior),
        "category_kind": category_kind,
        "families": encode_family(model.families_),
    }
    header["digest"] = _digest(arrays)
    text = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    with whole_file(path) as temporary, open(temporary, "wb") as file:
        np.savez_compressed(file, allow_pickle=False, header=text, **arrays)


def load_model(cls: type[Model], path: str | os.PathLike[str]) -> Model:
    """Read a model file back into an estimator of class `cls`."""
    header, arrays = _read(Path(path))
    try:
        model = _model_from(cls, header, arrays)
        _check_sizes(model)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{path} is damaged: its parts are missing or do not go together ({error!r}).") from None
    return model


def _model_from(cls: type[Model], header: dict[str, Any], arrays: Arrays) -> Model:
    model = cls(**_decode_parameters(header["parameters"], arrays))
    for name in _ARRAYS:
        setattr(model, name, arrays[name])
    for name in _SCALARS:
        setattr(model, name, header["scalars"][name])
    for name, former in (_NEW_SCALARS | {"beta_": header["parameters"]["beta"]}).items():
        setattr(model, name, header["scalars"].get(name, former))
    model.calibration_ = Calibration(*header.get("calibration", ()))
    steps = header.get("beta_path")
    model.beta_path_ = None if steps is None else BetaPath(*map(np.asarray, steps))
    if "feature_names_in_" in arrays:
        model.feature_names_in_ = arrays["feature_names_in_"].astype(object)
    model.families_ = decode_family(header["families"])
    model.cost_terms_ = CostTerms(*header["cost_terms"])
    model.categories_ = _decode_categories(arrays["categories_"], header["category_kind"])
    model.covariances_ = arrays.get("covariances_")
    model.clusters_ = _clusters_from_arrays(header, arrays, model)
    model.space_ = _space_from_arrays(arrays)
    model.prior_ = public_prior(model.clusters_.prior, model.clusters_.scaling, model.space_)
    return model


def _check_sizes(model: CECIB) -> None:
    """Refuse arrays whose sizes, which the digest knows nothing about, do not go together."""
    clusters, k, d, m = model.clusters_, model.n_clusters_, model.n_features_in_, len(model.categories_)
    scaling, prior, used = clusters.scaling, clusters.prior, len(clusters.scaling.columns)
    space = model.space_
    n_coordinates = d if space is None else space.dimension
    wanted: list[tuple[Any, tuple[int, ...]]] = [
        (model.weights_, (k,)), (model.means_, (k, d)),
        (model.category_counts_, (k, m)), (clusters.summaries.counts, (k, m)), (clusters.summaries.means, (k, used)),
        (clusters.family_numbers, (k,)), (scaling.shift, (used,)), (scaling.scale, (used,)),
        (scaling.deviation, (used,)),
    ]  # fmt: skip
    if model.covariances_ is not None:
        wanted.append((model.covariances_, (k, d, d)))
    if space is not None:
        wanted += [(space.centre, (d,)), (space.axes, (d, n_coordinates))]
        wanted += [] if space.covariance is None else [(space.covariance, (d, d))]
    if prior is not None:
        wanted += [(prior.mean, (used,)), (prior.scale, (used, used))]
    if any(np.shape(array) != shape for array, shape in wanted):
        raise ValueError("sizes differ")
    if (
        ((scaling.columns < 0) | (scaling.columns >= n_coordinates)).any()
        or (space is not None and ((space.columns < 0) | (space.columns >= d)).any())
        or (model.labels_ >= k).any()
        or (model.labels_ < 0).any()
    ):
        raise ValueError("numbers out of range")
    numbers = (
        model.weights_,
        *(getattr(clusters.summaries, name) for name in _SUMMARIES),
        scaling.shift,
        scaling.scale,
    )
    if not all(np.isfinite(array).all() for array in numbers) or not (clusters.summaries.weights > 0).all():
        raise ValueError("numbers that are none, or clusters of no weight")
    clusters.costs()  # makes the engine's clusters, which check theirs


def _space_as_arrays(space: Space | None) -> Arrays:
    if space is None:
        return {}
    parts = {name: getattr(space, name) for name in _SPACE}
    return {f"space_{name}": np.ascontiguousarray(part) for name, part in parts.items() if part is not None}


def _space_from_arrays(arrays: Arrays) -> Space | None:
    if "space_axes" not in arrays:
        return None
    centre, axes, columns = (arrays[f"space_{name}"] for name in _SPACE[:3])
    return Space(centre, axes, columns, arrays.get("space_covariance"))


def _clusters_as_arrays(clusters: Clusters) -> Arrays:
    arrays = {f"summary_{name}": np.ascontiguousarray(getattr(clusters.summaries, name)) for name in _SUMMARIES}
    arrays |= {f"scaling_{name}": np.ascontiguousarray(getattr(clusters.scaling, name)) for name in _SCALING}
    if clusters.states is not None:
        arrays["states"] = np.ascontiguousarray(clusters.states)
    arrays["family_numbers"] = clusters.family_numbers
    return arrays | _prior_arrays(clusters.prior, "prior")


def _clusters_from_arrays(header: dict[str, Any], arrays: Arrays, model: CECIB) -> Clusters:
    columns, shift, scale, deviation = (arrays[f"scaling_{name}"] for name in _SCALING)
    scaling = Scaling(columns, shift, scale, deviation, header["resolution"])
    is_old = header["version"] == 1
    return Clusters(
        summaries=_summaries_of_gaussians(arrays, scaling)
        if is_old
        else Summaries.from_arrays(*(arrays[f"summary_{name}"] for name in _SUMMARIES)),
        scaling=scaling,
        criterion=as_criterion(model.criterion),
        prior=_prior_from(header["prior"], arrays, "prior"),
        beta=float(model.beta_),
        families=tuple(as_families(model.family)),
        family_numbers=arrays["_start_families" if is_old else "family_numbers"].astype(np.intp),
        states=arrays["_states"] if is_old else arrays.get("states"),
        n_jobs=model.n_jobs,
    )


def _summaries_of_gaussians(arrays: Arrays, scaling: Scaling) -> Summaries:
    sizes, used, unit = arrays["_sizes"], scaling.columns, scaling.scale
    means = (arrays["means_"][:, used] - scaling.shift) / unit
    covariances = arrays["covariances_"][:, used][:, :, used] / unit[:, None] / unit[None, :]
    return Summaries.from_arrays(sizes, means, covariances * sizes[:, None, None], arrays["category_counts_"])


def _prior_numbers(prior: Prior | None) -> list[float | None] | None:
    return None if prior is None else [prior.kappa, prior.nu, prior.concentration]


def _prior_arrays(prior: Prior | None, name: str) -> Arrays:
    if prior is None:
        return {}
    parts = {"mean": prior.mean, "scale": prior.scale, "subspace": prior.subspace, "cell": prior.cell}
    return {f"{name}_{key}": np.ascontiguousarray(part) for key, part in parts.items() if part is not None}


def _prior_from(numbers: list[Any] | None, arrays: Arrays, name: str) -> Prior | None:
    if numbers is None:
        return None
    kappa, nu, *labels = numbers
    concentration = labels[0] if labels else None  # version 1 charged labels as in the paper
    subspace, cell = (arrays.get(f"{name}_{key}") for key in ("subspace", "cell"))
    return Prior(arrays[f"{name}_mean"], kappa, nu, arrays[f"{name}_scale"], concentration, subspace, cell)


def _read(path: Path) -> tuple[dict[str, Any], Arrays]:
    contents = io.BytesIO(path.read_bytes())
    try:
        with np.load(contents, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        header = json.loads(arrays.pop("header").tobytes())
    except Exception as error:  # whatever a damaged archive makes zipfile, zlib, NumPy or json raise
        reason = "not a zip archive" if contents.getvalue()[:2] != b"PK" else str(error).rstrip(".")
        raise ValueError(f"{path} is damaged or not a model written by cecib: {reason}.") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f"{path} is not a model written by cecib.")
    if not isinstance(header.get("version"), int) or "digest" not in header:
        raise ValueError(f"{path} is damaged: its header has no version or no digest.")
    if header["version"] > VERSION:
        raise ValueError(
            f"{path} has format version {header['version']}, written by cecib {header.get('library')}; this cecib "
            f"reads versions up to {VERSION}: upgrade cecib."
        )
    if header["digest"] != _digest(arrays):
        raise ValueError(f"{path} is damaged: its contents do not match their digest.")
    return header, arrays


def _digest(arrays: Arrays) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _encode_parameters(model: CECIB, arrays: Arrays) -> dict[str, Any]:
    parameters = dict(model.get_params(deep=False))
    parameters["callback"] = None
    arrays |= _prior_arrays(parameters["prior"], "given_prior")
    parameters["prior"] = _prior_numbers(parameters["prior"])
    if not isinstance(parameters["random_state"], (int, np.integer, type(None))):
        parameters["random_state"] = None
    parameters["family"] = encode_family(parameters["family"])
    if not isinstance(parameters["init"], str):
        arrays["init"] = np.ascontiguousarray(parameters["init"])
        parameters["init"] = None
    return {name: _plain(value) for name, value in parameters.items()}


def _decode_parameters(parameters: dict[str, Any], arrays: Arrays) -> dict[str, Any]:
    given = _prior_from(parameters.get("prior"), arrays, "given_prior")
    parameters = parameters | {"family": decode_family(parameters["family"]), "prior": given}
    return parameters | ({"init": arrays["init"]} if "init" in arrays else {})


def _encode_categories(categories: NDArray[Any]) -> tuple[NDArray[Any], str]:
    if categories.dtype.kind != "O":
        return categories, "plain"
    if all(isinstance(value, str) for value in categories):
        return categories.astype(str), "text"
    kinds = [value if isinstance(value, (str, bool, int, float)) else str(value) for value in map(_plain, categories)]
    return np.asarray([json.dumps(value) for value in kinds]), "json"


def _decode_categories(stored: NDArray[Any], kind: str) -> NDArray[Any]:
    if kind == "plain":
        return stored
    categories = np.empty(len(stored), dtype=object)
    categories[:] = [json.loads(value) for value in stored] if kind == "json" else stored.tolist()
    return categories


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
