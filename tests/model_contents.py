"""Model files taken apart, and put together again with a digest that matches."""

import io
import json
from pathlib import Path

import numpy as np

from cecib.files.array_archives import digest_of


def take_apart(path):
    """Header and arrays of a model file."""
    with np.load(path, allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    return json.loads(arrays.pop("header").tobytes()), arrays


def put_together(header, arrays):
    """Bytes of a model file; the digest is made anew."""
    if isinstance(header, dict):
        header = header | {"digest": digest_of(arrays)}
    file = io.BytesIO()
    np.savez_compressed(file, header=np.frombuffer(json.dumps(header).encode(), dtype=np.uint8), **arrays)
    return file.getvalue()


def alter(source, target, change):
    """Write a model file with other arrays or another header."""
    header, arrays = take_apart(source)
    change(header, arrays)
    Path(target).write_bytes(put_together(header, arrays))
