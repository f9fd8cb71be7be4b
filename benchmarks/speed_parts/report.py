"""Tables in Markdown, and everything in JSON."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import threadpool_info

from speed_parts.timing import Plan, Row

_HIDDEN = {"raw", "steps", "EM seconds per iteration, estimated"}


def machine(plan: Plan) -> Row:
    """Describe the machine, the versions and the threads."""
    return {
        "processor": _processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("cecib", "numpy", "scipy", "scikit-learn")},
        "BLAS": sorted({f"{pool['internal_api']} {pool['version']}" for pool in threadpool_info()}),
        "SIMD": np.show_config(mode="dicts").get("SIMD Extensions", {}).get("found", []),
        "threads": plan.threads,
        "quick": plan.is_quick,
    }


def table(rows: Sequence[Row]) -> str:
    """Rows as a Markdown table."""
    names = [name for name in rows[0] if name not in _HIDDEN]
    lines = [names, ["---"] * len(names)] + [[_cell(row[name]) for name in names] for row in rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def write(stem: Path, text: str, facts: Row) -> None:
    """Write stem.md, and stem.json beside it."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    stem.with_suffix(".md").write_text(text, encoding="utf-8")
    stem.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1_000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":")[1].strip()
    return platform.processor()
