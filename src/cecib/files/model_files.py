"""Model files: a zip archive that cannot execute code.

Format, version 2: a model file is a NumPy ``.npz`` archive (a zip of ``.npy`` arrays), read without pickle:

* ``header.npy``: a UTF-8 text as bytes, JSON with ``format`` ("cecib-model"), ``version``, ``library`` (the version of
  cecib that wrote it), ``parameters`` (the constructor's), ``scalars`` (fitted numbers) and ``digest`` (SHA-256
  over the names, types, shapes and bytes of all arrays);
* one array for each fitted attribute, and the summaries and states of the clusters. Texts are stored as fixed-width
  Unicode.

A higher ``version`` is refused with the advice to upgrade; a file whose digest does not match is refused as damaged.
Version 1 had no summaries: they are made from the Gaussians, so for families of known parameters they are those
parameters and not the points'.
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
from cecib.criteria.prior import in_raw_units
from cecib.families import as_families, decode_family, encode_family
from cecib.files.whole_files import whole_file
from cecib.membership import Calibration
from cecib.search.scaling import Scaling
from cecib.summaries import Summaries
from cecib.trust import BetaPath

if TYPE_CHECKING:
    from cecib.estimator import CECIB

FORMAT = "cecib-model"
VERSION = 2
_ARRAYS = ("labels_", "weights_", "means_", "covariances_", "cost_trace_", "category_counts_")
_SCALARS = ("n_clusters_", "cost_", "n_iter_", "n_features_in_")
_NEW_SCALARS = {
    "beta_": None,
    "converged_": True,
    "reached_max_clusters_": False,
}  # not in version 1
_SCALING = ("columns", "shift", "scale", "deviation")
_SUMMARIES = ("weights", "means", "scatters", "counts")
Model = TypeVar("Model", bound="CECIB")
Arrays = dict[str, NDArray[Any]]


def save_model(model: CECIB, path: str | os.PathLike[str]) -> None:
    """Write a fitted model; the file appears whole or not at all."""
    clusters = model.clusters_
    arrays = {name: np.ascontiguousarray(getattr(model, name)) for name in _ARRAYS}
    arrays |= _clusters_as_arrays(clusters)
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
    model.clusters_ = _clusters_from_arrays(header, arrays, model)
    prior, scaling = model.clusters_.prior, model.clusters_.scaling
    model.prior_ = None if prior is None else in_raw_units(prior, scaling)
    return model


def _clusters_as_arrays(clusters: Clusters) -> Arrays:
    arrays = {f"summary_{name}": np.ascontiguousarray(getattr(clusters.summaries, name)) for name in _SUMMARIES}
    arrays |= {f"scaling_{name}": np.ascontiguousarray(getattr(clusters.scaling, name)) for name in _SCALING}
    if clusters.states is not None:
        arrays["states"] = np.ascontiguousarray(clusters.states)
    arrays["family_numbers"] = clusters.family_numbers
    return arrays | _prior_arrays(clusters.prior, "prior")


def _clusters_from_arrays(header: dict[str, Any], arrays: Arrays, model: CECIB) -> Clusters:
    scaling = Scaling(**{name: arrays[f"scaling_{name}"] for name in _SCALING}, resolution=header["resolution"])
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
    return {f"{name}_mean": np.ascontiguousarray(prior.mean), f"{name}_scale": np.ascontiguousarray(prior.scale)}


def _prior_from(numbers: list[Any] | None, arrays: Arrays, name: str) -> Prior | None:
    if numbers is None:
        return None
    kappa, nu, *concentration = numbers  # version 1 charged labels as in the paper
    return Prior(arrays[f"{name}_mean"], kappa, nu, arrays[f"{name}_scale"], *concentration)


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
    if header["version"] > VERSION:
        raise ValueError(
            f"{path} has format version {header['version']}, written by cecib {header['library']}; this cecib reads "
            f"versions up to {VERSION}: upgrade cecib."
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
