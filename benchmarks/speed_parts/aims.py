"""The aims, and what a run says about each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from speed_parts.timing import Row

Parts = dict[str, list[Row]]


def table(parts: Parts) -> list[Row]:
    """Put each aim beside what was measured; "–" where a run did not measure it."""
    return [{"work": work, "aim": aim, "measured": _say(measure, parts)} for work, aim, measure in _AIMS]


def _say(measure: Callable[[Parts], str], parts: Parts) -> str:
    try:
        return measure(parts)
    except (KeyError, StopIteration):
        return "–"


def _row(parts: Parts, part: str, **sizes: Any) -> Row:
    return next(row for row in parts[part] if sizes.items() <= row.items())


def _number(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:.3g}"


def _against_mixture(d: int) -> Callable[[Parts], str]:
    def measure(parts: Parts) -> str:
        return _number(_row(parts, "contest", n=100_000, d=d, k=20)["GaussianMixture / ours"])

    return measure


def _against_k_means(parts: Parts) -> str:
    return _number(_row(parts, "contest", n=100_000, d=10, k=20)["ours / KMeans"])


def _shares(parts: Parts) -> str:
    rows = [row for row in parts["dgemm"] if row["d"] >= 10 and row["threads"] == 2 and row["n"] == 100_000]
    if not rows:
        raise KeyError
    return ", ".join(f"{100 * row['share of dgemm']:.0f} % (d = {row['d']})" for row in rows)


def _flatness(parts: Parts) -> str:
    rows = [row for row in parts["growth"] if row["grows"] == "n"]
    times = [row["ns per point"] for row in rows]
    if rows[-1]["n"] < 10_000_000:
        raise KeyError
    return f"largest / smallest {max(times) / min(times):.3g}"


def _memory(parts: Parts) -> str:
    return f"{100 * _row(parts, 'memory', n=10_000_000)['share of X']:.0f} %"


_AIMS: list[tuple[str, str, Callable[[Parts], str]]] = [
    ("one start, n = 100,000, d = 10, k = 20: GaussianMixture / ours", "at least 40", _against_mixture(10)),
    ("the same: ours / KMeans", "at most 2.5", _against_k_means),
    ("the same at d = 50: GaussianMixture / ours", "at least 15", _against_mixture(50)),
    ("one full pass, d = 10 to 50, two threads: share of dgemm", "at least 40 %", _shares),
    (
        "two threads against one, n = 1,000,000",
        "at least 1.7",
        lambda parts: (
            " and ".join(
                f"{_number(row['speed-up'])} ({row['work']})" for row in parts["threads"] if row["n"] == 1_000_000
            )
            or "–"
        ),
    ),
    ("time per point and pass, n from 10⁴ to 10⁷", "flat within 20 %", _flatness),
    (
        "`CECIB()` / GaussianMixture told the number, 100,000 × 10",
        "under 3",
        lambda parts: _number(_row(parts, "automatic", n=100_000)["CECIB() / GaussianMixture"]),
    ),
    ("peak memory beyond X, n = 10⁷, d = 10", "under 25 %", _memory),
]
