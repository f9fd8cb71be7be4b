"""Model files: a zip archive that cannot execute code.

Format, version 3: a model file is a NumPy ``.npz`` archive (a zip of ``.npy`` arrays), read without pickle:

* ``header.npy``: a UTF-8 text as bytes, JSON with ``format`` ("cecib-model"), ``version``, ``library`` (the version of
  cecib that wrote it), ``parameters`` (the constructor's), ``scalars`` (fitted numbers) and ``digest`` (SHA-256
  over the names, types, shapes and bytes of all arrays);
* one array for each fitted attribute, and the summaries and states of the clusters. Texts are stored as fixed-width
  Unicode, categories that are objects as JSON (`cecib.files.category_texts`). With labels at several levels the
  categories are numbers of paths, ``level_paths`` says what each path is, and ``level_categories`` has the names. After
  `partial_fit` ``stream`` and the arrays ``stream_ids``, ``recent_…`` and ``waiting_…`` have what is needed to go on.

A higher ``version`` is refused with the advice to upgrade; a file whose digest does not match is refused as damaged.
The digest is no key, so all that is read is checked against `cecib.files.model_schema`, sizes before anything is
unpacked. Version 2 had no spaces. Version 1 had no summaries either: they are made from the Gaussians, so for families
of known parameters they are those parameters and not the points'.
"""

from __future__ import annotations

import io
import json
import os
from importlib.metadata import version as library_version
from inspect import signature
from numbers import Integral, Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cecib.bonds import Kept
from cecib.cost import APART_WEIGHT, CostTerms, Prior
from cecib.data_units import public_prior
from cecib.families import as_families, decode_family, encode_family
from cecib.files.array_archives import ArrayArchive, Arrays, digest_of, in_short, write_arrays
from cecib.files.category_texts import decode_categories, encode_categories
from cecib.files.model_parts import (
    clusters_as_arrays,
    clusters_from_arrays,
    levels_as_arrays,
    missing_as_arrays,
    missing_from_arrays,
    prior_arrays,
    prior_from,
    prior_numbers,
    rehearse,
    space_as_arrays,
    space_from_arrays,
)
from cecib.files.model_schema import HEADER, PARAMETERS, SCALARS, array_rules, check_fields
from cecib.files.stream_parts import stream_as_arrays, stream_from_arrays
from cecib.files.whole_files import whole_file
from cecib.membership import Calibration
from cecib.search.starts import check_init
from cecib.settings import Settings
from cecib.stream.vocabulary import Vocabulary
from cecib.trust import BetaPath, SpacePath

if TYPE_CHECKING:
    from cecib.estimator import CECIB

FORMAT = "cecib-model"
VERSION = 3
_ARRAYS = ("labels_", "weights_", "means_", "cost_trace_")
Model = TypeVar("Model", bound="CECIB")


def save_model(model: CECIB, path: str | os.PathLike[str]) -> None:
    """Write a fitted model; the file appears whole or not at all."""
    contents = _contents(model)
    with whole_file(path) as temporary, open(temporary, "wb") as file:
        write_arrays(file, contents)


def model_as_bytes(model: CECIB) -> bytes:
    """Give what `save_model` writes."""
    file = io.BytesIO()
    write_arrays(file, _contents(model))
    return file.getvalue()


def _contents(model: CECIB) -> Arrays:
    Settings.read(model.get_params(deep=False))
    clusters = model.clusters_
    arrays = {name: np.ascontiguousarray(getattr(model, name)) for name in _ARRAYS}
    arrays["labels_"] = arrays["labels_"].astype(np.int32, copy=False)  # a fit in blocks has smaller ones
    arrays |= clusters_as_arrays(clusters) | space_as_arrays(model.space_)
    if model.covariances_ is not None:
        arrays["covariances_"] = np.ascontiguousarray(model.covariances_)
    if model.flatness_ is not None:
        arrays["flatness_"] = model.flatness_
    level_fields, level_arrays = levels_as_arrays(clusters.levels)
    stream_numbers, stream_arrays = stream_as_arrays(model.__dict__.get("_stream"))
    missing_numbers, missing_arrays = missing_as_arrays(getattr(model, "missing_", None))
    arrays |= level_arrays | stream_arrays | missing_arrays
    names = model.categories_ if clusters.levels is None else np.arange(clusters.levels.n_paths)
    arrays["categories_"], category_kind = encode_categories(names)
    arrays["category_counts_"] = np.ascontiguousarray(clusters.summaries.counts)
    if hasattr(model, "feature_names_in_"):
        arrays["feature_names_in_"] = _encode_names(model.feature_names_in_.tolist())
    header = {
        "format": FORMAT,
        "version": VERSION,
        "library": library_version("cecib"),
        "class": type(model).__name__,
        "parameters": _encode_parameters(model, arrays),
        "scalars": {name: _plain(getattr(model, name)) for name in SCALARS},
        "calibration": list(model.calibration_),
        "beta_path": None if model.beta_path_ is None else [column.tolist() for column in model.beta_path_],
        "space_path": None if model.space_path_ is None else [column.tolist() for column in model.space_path_],
        "hidden_clusters": model.hidden_clusters_,
        "apart_weight": model.kept_bonds.apart_weight,
        "missing": missing_numbers,
        "cost_terms": list(model.cost_terms_),
        "resolution": clusters.scaling.resolution,
        "prior": prior_numbers(clusters.prior),
        "category_kind": category_kind,
        "levels": level_fields,
        "stream": stream_numbers,
        "families": encode_family(model.families_),
    }
    header["digest"] = digest_of(arrays)
    text = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    return {"header": text} | arrays


def load_model(cls: type[Model], path: str | os.PathLike[str]) -> Model:
    """Read a model file back into an estimator of class `cls`."""
    return model_from_bytes(cls, Path(path).read_bytes(), str(path))


def model_from_bytes(cls: type[Model], contents: bytes, path: str) -> Model:
    """Read what `model_as_bytes` gave; `path` is what it is called in errors."""
    archive, header = _open(contents, path)
    try:
        _check_header(cls, header)
        arrays = _read_arrays(archive, header)
        model = _model_from(cls, header, arrays)
        rehearse(model)
    except (ValueError, ArithmeticError) as error:
        raise ValueError(f"{path} is damaged: {in_short(error)}: fit and save the model again.") from None
    return model


def _open(contents: bytes, path: str) -> tuple[ArrayArchive, dict[str, Any]]:
    try:
        archive = ArrayArchive(io.BytesIO(contents))
        header = json.loads(archive.read("header").tobytes())
    except (ValueError, RecursionError) as error:
        reason = "not a zip archive" if contents[:2] != b"PK" else in_short(error)
        raise ValueError(f"{path} is damaged or not a model written by cecib: {reason}.") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f"{path} is not a model written by cecib.")
    version = header.get("version")
    if type(version) is not int or version < 1:
        raise ValueError(f"{path} is damaged: its header has no version.")
    if version > VERSION:
        library = str(header.get("library"))[:20]
        raise ValueError(
            f"{path} has format version {version}, written by cecib {library}; this cecib reads versions "
            f"up to {VERSION}: upgrade cecib."
        )
    return archive, header


def _check_header(cls: type[CECIB], header: dict[str, Any]) -> None:
    """Refuse a header that is not as it must be, and add what older versions did not say."""
    version = header["version"]
    check_fields(HEADER, header, version)
    parameters = header["parameters"]
    if version == 1:
        header["scalars"] = {
            "beta_": parameters.get("beta"),
            "converged_": True,
            "reached_max_clusters_": False,
        } | header["scalars"]
    check_fields(SCALARS, header["scalars"], version)
    tried, spaces = header.get("beta_path"), header.get("space_path")
    if tried is not None and header["scalars"]["beta_"] not in tried[0]:
        raise ValueError("beta_ must be one of those in beta_path")
    if spaces is not None and sorted(spaces[3]) != [0.0] * (len(spaces[3]) - 1) + [1.0]:
        raise ValueError("space_path must have 1 for the space that was chosen, and 0 for the others")
    check_fields(PARAMETERS, {"prior": None} | parameters, version)
    for name in parameters.keys() - signature(cls).parameters.keys():
        raise ValueError(f"{cls.__name__} has no parameter {name!r}")


def _read_arrays(archive: ArrayArchive, header: dict[str, Any]) -> Arrays:
    """Read the arrays, whose sizes are checked before they are unpacked."""
    declared = {name: own for name, own in archive.declared.items() if name != "header"}
    rules = array_rules(header, set(declared))
    d = header["scalars"]["n_features_in_"]
    sizes = {"k": header["scalars"]["n_clusters_"], "d": d}
    sizes["f"] = len(as_families(decode_family(header["parameters"].get("family"))))
    if "space_axes" not in rules:
        sizes["q"] = d
    for name, rule in rules.items():
        rule.settle(name, declared[name], sizes)
    arrays = {name: archive.read(name) for name in rules}
    if header["digest"] != digest_of(arrays):
        raise ValueError("its contents do not match their digest")
    return {name: rule.read(name, arrays[name], sizes) for name, rule in rules.items()}


def _model_from(cls: type[Model], header: dict[str, Any], arrays: Arrays) -> Model:
    model = cls(**_decode_parameters(header["parameters"], arrays))
    settings = Settings.read(model.get_params(deep=False))
    check_init(model.init, len(arrays["labels_"]), header["scalars"]["n_features_in_"])
    model.space_ = space_from_arrays(arrays)
    for family in settings.families:
        family.check_dimension(header["scalars"]["n_features_in_"])
        if model.space_ is not None and family.knows_columns:
            raise ValueError(f"family {family.name!r} speaks of columns, but the clusters live in a space")
    for name in _ARRAYS:
        setattr(model, name, arrays[name])
    for name in SCALARS:
        setattr(model, name, header["scalars"][name])
    model.calibration_ = Calibration(*header.get("calibration", ()))
    steps = header.get("beta_path")
    model.beta_path_ = None if steps is None else BetaPath(*map(np.asarray, steps))
    model._kept = Kept(apart_weight=float(header.get("apart_weight", APART_WEIGHT)))
    spaces = header.get("space_path")
    model.space_path_ = None if spaces is None else SpacePath(*map(np.asarray, spaces))
    model.hidden_clusters_ = header.get("hidden_clusters", 0)
    model.missing_ = missing_from_arrays(header.get("missing"), arrays)
    if "feature_names_in_" in arrays:
        model.feature_names_in_ = arrays["feature_names_in_"].astype(object)
        if len(set(model.feature_names_in_)) < model.n_features_in_:
            raise ValueError("feature_names_in_ must hold distinct names")
    model.cost_terms_ = CostTerms(*header["cost_terms"])
    model.categories_ = decode_categories(arrays["categories_"], header["category_kind"])
    model.category_counts_ = arrays["category_counts_"]
    model.covariances_ = arrays.get("covariances_")
    model.flatness_ = arrays.get("flatness_")
    model.clusters_ = clusters_from_arrays(header, arrays, settings)
    levels = model.clusters_.levels
    if levels is not None:
        model.categories_ = list(levels.categories)
        model.category_counts_ = levels.counts_by_level(model.clusters_.summaries.counts)
    vocabulary = Vocabulary(model.categories_ if levels is None else levels.path_names(), levels)
    stream = stream_from_arrays(header.get("stream"), arrays, vocabulary)
    if stream is not None:
        model._stream = stream
    model.families_ = model.clusters_.chosen_families()
    model.prior_ = public_prior(model.clusters_.prior, model.clusters_.scaling, model.space_)
    return model


def encoded_parameters(model: CECIB) -> tuple[dict[str, Any], Arrays]:
    """Give the parameters of a model as a file has them, and the arrays among them."""
    arrays: Arrays = {}
    return _encode_parameters(model, arrays), arrays


def _encode_parameters(model: CECIB, arrays: Arrays) -> dict[str, Any]:
    parameters = dict(model.get_params(deep=False))
    parameters["callback"] = None
    prior: Prior | None = parameters["prior"]
    arrays |= prior_arrays(prior, "given_prior")
    parameters["prior"] = prior_numbers(prior)
    if not isinstance(parameters["random_state"], (Integral, type(None))):
        parameters["random_state"] = None
    parameters["family"] = encode_family(parameters["family"])
    if not isinstance(parameters["init"], str):
        arrays["init"] = np.ascontiguousarray(parameters["init"])
        parameters["init"] = None
    return {name: _plain(value) for name, value in parameters.items()}


def _decode_parameters(parameters: dict[str, Any], arrays: Arrays) -> dict[str, Any]:
    given = prior_from(parameters.get("prior"), arrays, "given_prior")
    parameters = parameters | {"family": decode_family(parameters["family"]), "prior": given}
    return parameters | ({"init": arrays["init"]} if "init" in arrays else {})


def _encode_names(names: list[str]) -> Any:
    texts = np.asarray(names, dtype=str)
    if texts.tolist() != names:
        raise ValueError("Names of columns that end with a null character cannot be saved: rename them.")
    return texts


def _plain(value: Any) -> Any:
    """Write a number, of NumPy or of another library, as one of Python."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        return value.item() if isinstance(value, np.generic) else value
    return int(value) if isinstance(value, Integral) else float(value)
