"""Tables in Parquet, Arrow, Feather and NPY files."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd


def parse_parquet(content: bytes, name: str) -> pd.DataFrame:
    """Read a Parquet file."""
    import pyarrow.parquet

    try:
        # pre_buffer: its threads may still run when the process ends, which then aborts
        return _as_frame(pyarrow.parquet.read_table(io.BytesIO(content), pre_buffer=False))
    except MemoryError:
        raise
    except Exception as error:  # bad metadata raise whatever the reader stumbles over
        raise ValueError(f"{name} is damaged or not a Parquet file ({_first_line(error)}): write it anew.") from None


def parse_arrow(content: bytes, name: str) -> pd.DataFrame:
    """Read an Arrow IPC file, a stream in a file, or Feather."""
    from pyarrow import ipc

    if content.startswith(b"FEA1"):
        raise ValueError(f"{name} is in the first version of Feather: write it anew with pyarrow.")
    try:
        reader = (ipc.open_file if content.startswith(b"ARROW1") else ipc.open_stream)(content)
        return _as_frame(reader.read_all())
    except MemoryError:
        raise
    except Exception as error:  # bad metadata raise whatever the reader stumbles over
        raise ValueError(f"{name} is damaged or not an Arrow file ({_first_line(error)}): write it anew.") from None


def _as_frame(table: Any) -> pd.DataFrame:
    frame: pd.DataFrame = table.to_pandas(integer_object_nulls=True).reset_index(drop=True)
    return frame


def parse_npy(content: bytes, name: str) -> pd.DataFrame:
    """Read an NPY file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd headers
            array = np.load(io.BytesIO(content), allow_pickle=False)
    except MemoryError:
        raise
    except Exception as error:  # a broken header is read as Python and raises whatever that does
        raise ValueError(
            f"{name} is damaged or not an NPY file of numbers ({_first_line(error)}): write it anew with numpy.save."
        ) from None
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name} is an archive of arrays: write one array with numpy.save.")
    return array_frame(array, name)


def array_frame(array: NDArray[Any], name: str) -> pd.DataFrame:
    """Make a table of an array, rows by columns or with named fields, or say why it is none.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.files.binary_tables import array_frame
    >>> array_frame(np.zeros((1, 2)), "x.npy")
         1    2
    0  0.0  0.0
    """
    import pandas as pd

    kind = array.dtype
    fields = [kind[name] for name in kind.names] if kind.names else [kind]
    if any(field.kind == "V" for field in fields):
        raise ValueError(f"{name} must hold numbers or texts, got dtype {array.dtype}: convert it.")
    if array.ndim not in ((1,) if array.dtype.names else (1, 2)):
        raise ValueError(f"{name} must hold a table, rows by columns, got an array of shape {array.shape}: reshape it.")
    frame = pd.DataFrame(array)
    if array.dtype.names is None:
        frame.columns = pd.Index([str(position) for position in range(1, frame.shape[1] + 1)])
    return frame


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0].rstrip(".")[:120]
