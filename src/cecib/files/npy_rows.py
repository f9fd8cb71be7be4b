"""Rows of an NPY file, read a few at a time."""

from __future__ import annotations

import os
import warnings
from math import prod
from typing import Any

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from cecib.files.unchanged import Unchanged


class NpyRows:
    """An array in a file, of which some rows are read; the file is opened for each reading.

    Reading, not mapping: a file that somebody cuts off is an error then, and not the end of the process.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import numpy as np
    >>> from cecib.files.npy_rows import NpyRows
    >>> with TemporaryDirectory() as folder:
    ...     np.save(Path(folder) / "x.npy", np.arange(12).reshape(6, 2))
    ...     rows = NpyRows(Path(folder) / "x.npy")
    ...     rows.shape, rows.read(2, 4).tolist()
    ((6, 2), [[4, 5], [6, 7]])
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._file = Unchanged(path)
        try:
            with open(path, "rb") as file, warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of odd headers
                version = npy_format.read_magic(file)
                read = npy_format.read_array_header_1_0 if version == (1, 0) else npy_format.read_array_header_2_0
                self.shape, self._is_transposed, self.dtype = read(file)
                self._start = file.tell()
        except OSError:
            raise
        except Exception as error:  # a broken header is read as Python and raises whatever that does
            reason = str(error).split("\n", 1)[0].rstrip(".")[:120]
            raise ValueError(
                f"{path} is damaged or not an NPY file of numbers ({reason}): write it anew with numpy.save."
            ) from None
        if self.dtype.hasobject:
            raise ValueError(f"{path} must hold numbers or texts, got dtype {self.dtype}: convert it.")
        if not self.shape or min(self.shape) < 0:
            raise ValueError(
                f"{path} must hold rows, got an array of shape {self.shape}: write it anew with numpy.save."
            )
        needed = self._start + prod(self.shape) * self.dtype.itemsize
        if self._file.size < needed:
            raise ValueError(f"{path} is cut off: it has {self._file.size:,} of {needed:,} bytes, so write it anew.")

    def read(self, start: int, stop: int) -> NDArray[Any]:
        """Read some rows."""
        with self._file.opened() as file:
            if not self._is_transposed or len(self.shape) == 1:
                return self._part(file, start * self._width, (stop - start, *self.shape[1:]))
            columns = [self._part(file, j * self.shape[0] + start, (stop - start,)) for j in range(self._width)]
            return np.stack(columns, axis=1).reshape(stop - start, *self.shape[1:])

    @property
    def _width(self) -> int:
        return prod(self.shape[1:])

    def _part(self, file: Any, first: int, shape: tuple[int, ...]) -> NDArray[Any]:
        own = np.empty(shape, dtype=self.dtype)
        file.seek(self._start + first * self.dtype.itemsize)
        if file.readinto(own.view(np.uint8).reshape(-1) if own.ndim else own) != own.nbytes:
            self._file.refuse_changed()
        return own
