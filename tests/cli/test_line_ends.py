"""`cecib` on tables whose lines end in carriage returns alone, or in anything: as on others, and it is said."""

from itertools import cycle
from pathlib import Path

import pytest

from cecib.cli import large

QUICK = ("--clusters", "3", "--restarts", "1", "--beta", "1", "--subspace", "all", "--jobs", "1")


@pytest.mark.parametrize("limit", [1, 10**12])
def test_all_commands_read_them(cecib, birds_csv, monkeypatch, limit):
    """In blocks and in memory; what is written is the same to the last byte."""
    monkeypatch.setattr(large, "_LARGE", limit)
    lines = birds_csv.read_text().splitlines()
    written = {}
    for name, ends in {"feeds": "\n", "returns": "\r", "mixed": ("\r", "\r\n", "\n")}.items():
        Path(f"{name}.csv").write_bytes("".join(map("".join, zip(lines, cycle(ends), strict=False))).encode())
        outputs = ("--model", f"{name}.cecib", "--out", f"{name}.out.csv")
        said = [
            cecib("cluster", f"{name}.csv", "--labels", "diet", *outputs, *QUICK),
            cecib("predict", "feeds.cecib", f"{name}.csv", "--out", f"{name}.predicted.csv"),
            cecib("ask", "feeds.cecib", f"{name}.csv", "--labels", "diet", "--out", f"{name}.asked.csv"),
        ]
        for result in said:
            assert result.status == 0, result.err
            assert ("line ends: carriage returns alone" in result.out + result.err) == (name == "returns")
            assert ("line ends: mixed, some of them carriage" in result.out + result.err) == (name == "mixed")
        written[name] = [Path(f"{name}.{own}.csv").read_bytes() for own in ("out", "predicted", "asked")]
    assert written["returns"] == written["mixed"] == written["feeds"]
