"""Archives of arrays: a zip of ``.npy`` files, whose sizes are known before anything is unpacked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import prod
from typing import IO, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]
_LARGE = 2**23  # bytes, beyond which arrays are not compressed: whoever reads one knows its size from the file's
_MOST_PACKED = 100  # times that a large array, of files that were compressed all the same, may be larger than packed
_ENDING = ".npy"
_MOST_SAID = 200  # characters
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


class Declared(NamedTuple):
    """What an archive says of an array."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]


def write_arrays(file: IO[bytes], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays that hold no objects. The same arrays give the same bytes."""
    with ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            member = ZipInfo(name + _ENDING)
            member.compress_type = ZIP_DEFLATED if array.nbytes <= _LARGE else ZIP_STORED
            with archive.open(member, "w", force_zip64=True) as part:
                npy.write_array(part, array, allow_pickle=False)


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    """Turn whatever a damaged archive makes zipfile, zlib or NumPy raise into a ValueError."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        raise ValueError(in_short(error)) from None


class ArrayArchive:
    """Arrays in a file, which are declared first and read when they are asked for.

    Parameters
    ----------
    file : binary file
        What `write_arrays` or `numpy.savez` wrote.

    Raises
    ------
    ValueError
        If the file is no such archive, is damaged, or is much larger unpacked than packed.

    Examples
    --------
    >>> import io
    >>> import numpy as np
    >>> from cecib.files.array_archives import ArrayArchive, write_arrays
    >>> file = io.BytesIO()
    >>> write_arrays(file, {"a": np.arange(3.0)})
    >>> archive = ArrayArchive(file)
    >>> archive.declared["a"].shape, archive.read("a").tolist()
    ((3,), [0.0, 1.0, 2.0])
    """

    @_in_one_sentence()
    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file)
        members = self._zip.infolist()
        if len({member.filename for member in members}) < len(members):
            raise ValueError("two of its arrays have the same name")
        if sum(member.compress_size for member in members) > file.seek(0, 2):
            raise ValueError("its arrays overlap")
        for member in members:
            _refuse_bomb(member)
        self.declared = {member.filename.removesuffix(_ENDING): self._declared(member) for member in members}

    @_in_one_sentence()
    def read(self, name: str) -> NDArray[Any]:
        """Unpack an array, and check its checksum; never more bytes than were declared."""
        with self._zip.open(name + _ENDING) as part:
            shape, is_fortran, dtype = _HEADERS[npy.read_magic(part)](part)
            size = prod(shape) * dtype.itemsize
            contents = part.read(size)
            if len(contents) != size or part.read(1):
                raise ValueError(f"{name} has another size than it says")
        values = np.frombuffer(contents, dtype=dtype) if size else np.empty(0, dtype=dtype)
        return np.array(values.reshape(shape, order="F" if is_fortran else "C"), order="C")

    def _declared(self, member: ZipInfo) -> Declared:
        with self._zip.open(member) as part:
            version = npy.read_magic(part)
            if version not in _HEADERS or not member.filename.endswith(_ENDING):
                raise ValueError(f"{member.filename} is no array")
            shape, _, dtype = _HEADERS[version](part)
            if dtype.hasobject or min(shape, default=0) < 0:
                raise ValueError(f"{member.filename} is no array of numbers or texts")
            if part.tell() + prod(shape) * dtype.itemsize != member.file_size:
                raise ValueError(f"{member.filename} has another size than it says")
        return Declared(dtype, shape)


def digest_of(arrays: Mapping[str, NDArray[Any]]) -> str:
    """SHA-256 over the names, types, shapes and bytes of arrays."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def in_short(error: Exception) -> str:
    """Give what an error says in one line without a full stop, since contents of a file may be quoted at length."""
    said = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return said if len(said) <= _MOST_SAID else f"{said[:_MOST_SAID]} …"


def _refuse_bomb(member: ZipInfo) -> None:
    if member.file_size > max(2 * _LARGE, _MOST_PACKED * member.compress_size):
        raise ValueError(f"{member.filename} is {member.file_size} bytes, packed into {member.compress_size}")
