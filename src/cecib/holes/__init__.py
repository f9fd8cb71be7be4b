"""Missing values: rows with holes enter clusters by what is observed of them (docs/missing.md)."""

from cecib.holes.missing import Missing

__all__ = ["Missing"]
