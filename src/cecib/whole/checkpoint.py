"""Checkpoints: how far a fit in blocks has come, in a file, so that it can be begun again and go on from there.

A checkpoint is an archive of arrays like a model file (`cecib.files.model_files`), and is read without pickle: a header
(what was fitted, with which parameters and seed), the model of the sample as a model file, the means and
scatters of all rows, by which the data are known again, and after the first pass where the fit stands. The file appears
whole or not at all, and is removed when the fit has ended.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from dataclasses import replace
from importlib.metadata import version as library_version
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from cecib.backends.backend import Backend
from cecib.backends.passes import Look
from cecib.backends.survey import Survey
from cecib.files.array_archives import ArrayArchive, Arrays, digest_of, in_short, write_arrays
from cecib.files.model_files import encoded_parameters, model_as_bytes, model_from_bytes
from cecib.files.whole_files import check_writable, whole_file
from cecib.input_errors import InputError, Named
from cecib.whole.course import Course
from cecib.whole.course_arrays import course_as_arrays, course_from_arrays

if TYPE_CHECKING:
    from cecib.estimator import CECIB

FORMAT, VERSION = "cecib-checkpoint", 3
_HEADER = ("format", "version", "library", "seed", "parameters", "place", "data", "course")
_SECONDS = 5.0  # between two checkpoints
_SHARE = 0.05  # of the time, that writing may take
_SAME = 1e-9  # of the spread of all rows, that sums may differ by on another machine
_WITHOUT_EFFECT = ("callback", "verbose", "n_jobs")  # on the result
_ANEW = "or remove the file to begin anew"


class Checkpoint:
    """The checkpoint of one fit.

    Parameters
    ----------
    path : str or path
        Where the file is, or is to be.
    stays : bool
        Whether it stays when the fit has ended, until `remove` is called.

    Raises
    ------
    OSError
        If no file can be written there.
    ValueError
        If there is a file that is no checkpoint, or one that cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str], *, stays: bool = False) -> None:
        self.path, self.stays = Path(path), stays
        check_writable(path, "checkpoint")
        self.header: dict[str, Any] | None = None
        self._model: bytes = b""
        self._fixed: Arrays = {}
        self._next = 0.0
        if self.path.exists():
            self._archive, self.header = _opened(self.path)

    @property
    def seed(self) -> int | None:
        """The seed of the fit that goes on; None if there is none."""
        return None if self.header is None else int(self.header["seed"])

    def check_parameters(self, model: CECIB) -> None:
        """Refuse to go on with other parameters."""
        if self.header is None:
            return
        before, now = self.header["parameters"], _parameters(model)
        for name in now:
            if before.get(name) != now[name]:
                raise InputError(
                    f"{self.path} is the checkpoint of a fit with another ", Named(name), f": give the same, {_ANEW}."
                )

    def check_data(self, known: Survey, backend: Backend) -> None:
        """Refuse to go on with other data, or elsewhere."""
        if self.header is None:
            return
        if self.header["place"] != backend.place:
            was, other = ("with Dask", "without") if self.header["place"] == "dask" else ("without Dask", "with it")
            raise ValueError(f"{self.path} is the checkpoint of a fit {was}, not {other}: go on as before, {_ANEW}.")
        weight = max(known.whole.weight, 1e-300)  # all rows may lack values
        mean, scatter = np.asarray(known.whole.mean), np.asarray(known.whole.scatter) / weight
        spread = np.sqrt(np.diagonal(scatter) if scatter.ndim == 2 else scatter) + 1e-3 * np.abs(mean)
        squares = np.multiply.outer(spread, spread) if scatter.ndim == 2 else spread**2
        is_same = (
            self.header["data"] == _data_digest(known, backend.names)
            and _is_near(self._read("data_mean"), mean, spread)
            and _is_near(self._read("data_scatter") / weight, scatter, squares)
        )
        if not is_same:
            raise ValueError(f"{self.path} is the checkpoint of a fit of other data: give the same, {_ANEW}.")

    def begin(self, model: CECIB, known: Survey, seed: int, backend: Backend) -> None:
        """Write what the search in the sample has found."""
        self._model = model_as_bytes(model)
        self.header = {
            "format": FORMAT,
            "version": VERSION,
            "library": library_version("cecib"),
            "seed": seed,
            "parameters": _parameters(model),
            "place": backend.place,
            "data": _data_digest(known, backend.names),
            "course": None,
        }
        self._fixed = {
            "model": np.frombuffer(self._model, dtype=np.uint8),
            "data_mean": np.ascontiguousarray(known.whole.mean),
            "data_scatter": np.ascontiguousarray(known.whole.scatter),
        }
        self._write({})

    def resume(self, model: CECIB) -> None:
        """Let a model be as it was after the search in the sample."""
        self._fixed = {name: self._read(name) for name in ("model", "data_mean", "data_scatter")}
        try:
            before = model_from_bytes(type(model), self._fixed["model"].tobytes(), str(self.path))
        except ValueError as error:
            raise _damaged(self.path, error) from None
        for name, value in vars(before).items():
            if name.endswith("_"):
                setattr(model, name, value)
        model.clusters_ = replace(model.clusters_, n_jobs=model.n_jobs)

    @property
    def has_course(self) -> bool:
        """Whether there was a pass over all rows."""
        return self.header is not None and self.header["course"] is not None

    def course(self, look: Look, backend: Backend, known: Survey) -> Course:
        """Give how far the fit has come."""
        numbers = {} if self.header is None else self.header["course"]
        names = [name.removeprefix("course_") for name in self._archive.declared if name.startswith("course_")]
        try:
            arrays = {name: self._archive.read(f"course_{name}") for name in names}
            return course_from_arrays(numbers, arrays, look, backend, known)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise _damaged(self.path, error) from None

    def write(self, course: Course, backend: Backend) -> None:
        """Write how far the fit has come, but not too often."""
        if self.header is None or monotonic() < self._next:
            return
        numbers, arrays = course_as_arrays(course, backend)
        self.header = self.header | {"course": numbers}
        self._write({f"course_{name}": array for name, array in arrays.items()})

    def remove(self) -> None:
        """Remove the file: the fit has ended."""
        if self.header is not None:
            self.path.unlink(missing_ok=True)

    def _write(self, arrays: Arrays) -> None:
        begin = monotonic()
        own = self._fixed | arrays
        text = json.dumps((self.header or {}) | {"digest": digest_of(own)}).encode()
        with whole_file(self.path) as temporary, open(temporary, "wb") as file:
            write_arrays(file, {"header": np.frombuffer(text, dtype=np.uint8)} | own)
        end = monotonic()
        self._next = end + max(_SECONDS, (end - begin) / _SHARE)

    def _read(self, name: str) -> Any:
        try:
            return self._archive.read(name)
        except ValueError as error:
            raise _damaged(self.path, error) from None


def _opened(path: Path) -> tuple[ArrayArchive, dict[str, Any]]:
    """Open a checkpoint, and refuse whatever else the file is."""
    contents = io.BytesIO(path.read_bytes())
    try:
        archive = ArrayArchive(contents)
        header = json.loads(archive.read("header").tobytes())
        is_ours = isinstance(header, dict) and header.get("format") == FORMAT
    except (ValueError, RecursionError):
        is_ours = False
    if not is_ours:
        raise InputError(
            Named("checkpoint"), f" names {path}, which is no checkpoint of a fit, or a damaged one: choose another "
            "name, or remove the file.",
        )  # fmt: skip
    library = library_version("cecib")
    if header.get("version") != VERSION or header.get("library") != library:
        written = str(header.get("library"))[:20]
        raise ValueError(f"{path} is a checkpoint of cecib {written}, this is {library}: use that one, {_ANEW}.")
    try:
        arrays = {name: archive.read(name) for name in archive.declared if name != "header"}
        is_whole = header["digest"] == digest_of(arrays)
        header = {name: header[name] for name in _HEADER}
    except (ValueError, KeyError) as error:
        raise _damaged(path, error) from None
    if not is_whole or not isinstance(header["parameters"], dict):
        raise _damaged(path, ValueError("its contents do not match their digest"))
    return archive, header


def _damaged(path: Path, error: Exception) -> ValueError:
    return ValueError(f"{path} is damaged: {in_short(error)}: remove it to begin anew.")


def _parameters(model: CECIB) -> dict[str, Any]:
    """Give the parameters that the result depends on, as they are after a file."""
    numbers, arrays = encoded_parameters(model)
    own = {name: value for name, value in numbers.items() if name not in _WITHOUT_EFFECT}
    own["init"] = digest_of({"init": arrays["init"]}) if "init" in arrays else own["init"]
    given = {name: array for name, array in arrays.items() if name != "init"}
    own["prior"] = [own["prior"], digest_of(given)] if given else own["prior"]
    encoded: dict[str, Any] = json.loads(json.dumps(own))
    return encoded


def _is_near(before: Any, now: Any, spread: Any) -> bool:
    return before.shape == now.shape and bool((np.abs(before - now) <= _SAME * spread).all())


def _data_digest(known: Survey, names: list[str]) -> str:
    drawn = known.drawn()
    arrays = {name: getattr(drawn, name) for name in ("points", "index", "weights", "places")}
    categories = [repr(value) for value in known.categories.tolist()]
    about = json.dumps([names, list(known.sizes), categories, known.tally.counts.tolist()])
    return hashlib.sha256((digest_of(arrays) + about).encode()).hexdigest()
