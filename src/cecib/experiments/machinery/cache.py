"""Results kept on disk, one line each, so that a stopped run goes on where it was."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from cecib.files.whole_files import refuse_lack_of_room

Record = dict[str, Any]


class ResultCache:
    """A file of results, one JSON object per line, only ever appended to.

    A line is written after the fit is done. A line that a kill or a full disk cut short is skipped when the file is
    read, and whatever is appended next starts on a line of its own.

    Parameters
    ----------
    path : Path
        The file; it need not exist.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from cecib.experiments.machinery.cache import ResultCache
    >>> path = Path(tempfile.mkdtemp()) / "runs.jsonl"
    >>> ResultCache(path).add("a", {"nmi": 0.5})
    >>> ResultCache(path).get("a")
    {'nmi': 0.5}
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._records: dict[str, Record] = {}
        self._starts_mid_line = False
        if path.is_file():
            self._read()

    def __len__(self) -> int:
        """How many results are known."""
        return len(self._records)

    def get(self, key: str) -> Record | None:
        """Return the result of a job, or None if it is not known."""
        record = self._records.get(key)
        return dict(record) if record is not None else None

    def add(self, key: str, record: Record) -> None:
        """Keep a result, in memory and on disk."""
        line = json.dumps({"key": key, "record": record}, ensure_ascii=False, allow_nan=False) + "\n"
        if self._starts_mid_line:
            line = "\n" + line
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._starts_mid_line = True
        try:
            with self.path.open("ab") as file:
                file.write(line.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            refuse_lack_of_room(error, self.path)
            raise
        self._starts_mid_line = False
        self._records[key] = dict(record)

    def _read(self) -> None:
        raw = self.path.read_bytes()
        self._starts_mid_line = bool(raw) and not raw.endswith(b"\n")
        for line in raw.split(b"\n"):
            try:
                entry = json.loads(line)
                self._records[entry["key"]] = dict(entry["record"])
            except (ValueError, KeyError, TypeError):
                continue
