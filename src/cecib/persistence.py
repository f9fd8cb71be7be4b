"""Model files: a zip archive that cannot execute code.

Format, version 1: a model file is a NumPy ``.npz`` archive (a zip of ``.npy`` arrays), read without pickle:

* ``header.npy``: a UTF-8 text as bytes, JSON with ``format`` ("cecib-model"), ``version``, ``library`` (the version of
  cecib that wrote it), ``parameters`` (the constructor's), ``scalars`` (fitted numbers) and ``digest`` (SHA-256
  over the names, types, shapes and bytes of all arrays);
* one array for each fitted attribute. Texts are stored as fixed-width Unicode.

A higher ``version`` is refused with the advice to upgrade; a file whose digest does not match is refused as damaged.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from importlib.metadata import version as library_version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cecib.cost import CostTerms, Prior
from cecib.families import decode_family, encode_family
from cecib.scaling import Scaling
from cecib.whole_files import whole_file

FORMAT = "cecib-model"
VERSION = 1
_ARRAYS = (
    "labels_", "weights_", "means_", "covariances_", "cost_trace_", "category_counts_", "_states", "_sizes",
    "_start_families",
)  # fmt: skip
_SCALARS = ("n_clusters_", "cost_", "n_iter_", "n_features_in_")
_SCALING = ("columns", "shift", "scale", "deviation")
Model = TypeVar("Model")


def save_model(model: Any, path: str | os.PathLike[str]) -> None:
    """Write a fitted model; the file appears whole or not at all."""
    arrays = {name: np.ascontiguousarray(getattr(model, name)) for name in _ARRAYS}
    arrays |= {f"scaling_{name}": np.ascontiguousarray(getattr(model._scaling, name)) for name in _SCALING}
    if model._prior is not None:
        arrays |= {"prior_mean": model._prior.mean, "prior_scale": np.ascontiguousarray(model._prior.scale)}
    arrays["categories_"], category_kind = _encode_categories(model.categories_)
    if hasattr(model, "feature_names_in_"):
        arrays["feature_names_in_"] = np.asarray([str(name) for name in model.feature_names_in_])
    header = {
        "format": FORMAT,
        "version": VERSION,
        "library": library_version("cecib"),
        "class": type(model).__name__,
        "parameters": _encode_parameters(model, arrays),
        "scalars": {name: _plain(getattr(model, name)) for name in _SCALARS},
        "cost_terms": list(model.cost_terms_),
        "resolution": model._scaling.resolution,
        "prior": None if model._prior is None else [model._prior.kappa, model._prior.nu],
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
    loaded = cls(**_decode_parameters(header["parameters"], arrays))
    model: Any = loaded
    for name in _ARRAYS:
        setattr(model, name, arrays[name])
    for name in _SCALARS:
        setattr(model, name, header["scalars"][name])
    if "feature_names_in_" in arrays:
        model.feature_names_in_ = arrays["feature_names_in_"].astype(object)
    if header["prior"] is None:
        model._prior = None
    else:
        kappa, nu = header["prior"]
        model._prior = Prior(arrays["prior_mean"], kappa, nu, arrays["prior_scale"])
    model.families_ = decode_family(header["families"])
    model.cost_terms_ = CostTerms(*header["cost_terms"])
    model.categories_ = _decode_categories(arrays["categories_"], header["category_kind"])
    scaling = {name: arrays[f"scaling_{name}"] for name in _SCALING}
    model._scaling = Scaling(**scaling, resolution=header["resolution"])
    return loaded


def _read(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
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


def _digest(arrays: dict[str, NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def _encode_parameters(model: Any, arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    parameters = dict(model.get_params(deep=False))
    parameters["callback"] = None
    if not isinstance(parameters["random_state"], (int, np.integer, type(None))):
        parameters["random_state"] = None
    parameters["family"] = encode_family(parameters["family"])
    if not isinstance(parameters["init"], str):
        arrays["init"] = np.ascontiguousarray(parameters["init"])
        parameters["init"] = None
    return {name: _plain(value) for name, value in parameters.items()}


def _decode_parameters(parameters: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> dict[str, Any]:
    parameters = parameters | {"family": decode_family(parameters["family"])}
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
