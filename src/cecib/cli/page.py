"""The page to hand on, from the command line: where rows are drawn, and what the page says about the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cecib.cli.columns import find_column
from cecib.files.columns import read_features

if TYPE_CHECKING:
    import pandas as pd


def place_columns(frame: pd.DataFrame, text: str | None) -> list[str]:
    """Read the names of the two columns that say where rows are drawn; none: the page chooses."""
    if text is None:
        return []
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2:
        raise ValueError(f"--xy must name two columns, such as umap1,umap2, got {text!r}: name two.")
    return [find_column(part, list(frame.columns), "--xy") for part in parts]


def read_places(frame: pd.DataFrame, names: list[str]) -> pd.DataFrame | None:
    """Read where rows are drawn."""
    return read_features(frame, names) if names else None
