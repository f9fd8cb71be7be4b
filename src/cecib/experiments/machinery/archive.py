"""Results of a run in one small file: every fit, without what a table or a claim does not need."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cecib.experiments.machinery.cache import Record

_LEFT_OUT = frozenset({"seconds", "warnings", "seed"})
_DIGITS = {"nmi": 5, "cost": 5}


def write_archive(path: Path, about: Mapping[str, Any], records: Iterable[Record]) -> None:
    """Write records, column by column, as compressed JSON; equal records give equal bytes.

    Parameters
    ----------
    path : Path
        The file.
    about : mapping
        What the run was.
    records : iterable of dict
        As `run_trial` makes them. Seconds, seeds and warnings are left out, NMI and costs are rounded to five decimals.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from cecib.experiments.machinery.archive import read_archive, write_archive
    >>> path = Path(tempfile.mkdtemp()) / "runs.json.gz"
    >>> write_archive(path, {"draws": 1}, [{"experiment": "few", "dataset": "iris", "nmi": 0.51234567, "seconds": 1.0}])
    >>> read_archive(path)
    ({'draws': 1}, [{'experiment': 'few', 'dataset': 'iris', 'nmi': 0.51235}])
    """
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(str(record["experiment"]), []).append(record)
    columns = {name: _columns(group) for name, group in groups.items()}
    text = json.dumps({"about": dict(about), "runs": columns}, ensure_ascii=False, separators=(",", ":"))
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
        file.write(text.encode())


def read_archive(path: Path) -> tuple[dict[str, Any], list[Record]]:
    """Return what the run was, and its records."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        stored = json.load(file)
    return stored["about"], [record for columns in stored["runs"].values() for record in _records(columns)]


def _columns(records: list[Record]) -> dict[str, Any]:
    names = dict.fromkeys(name for record in records for name in record if name not in _LEFT_OUT)
    return {name: _coded([_rounded(name, record.get(name)) for record in records]) for name in names}


def _rounded(name: str, value: Any) -> Any:
    return round(value, _DIGITS[name]) if name in _DIGITS and value is not None else value


def _coded(values: list[Any]) -> dict[str, Any]:
    """Code a column by its different values where they are few."""
    different = list(dict.fromkeys(values))
    if 4 * len(different) > len(values) > 4:
        return {"values": values}
    place = {value: i for i, value in enumerate(different)}
    return {"values": different, "codes": [place[value] for value in values]}


def _records(columns: Mapping[str, Any]) -> list[Record]:
    full = {
        name: [column["values"][code] for code in column["codes"]] if "codes" in column else column["values"]
        for name, column in columns.items()
    }
    n_records = max((len(values) for values in full.values()), default=0)
    return [
        {name: values[i] for name, values in full.items() if values[i] is not None or name == "error"}
        for i in range(n_records)
    ]
