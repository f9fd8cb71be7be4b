"""How far labels are trusted, and in which space: labels that are hidden in turn decide."""

from cecib.trust.beta import FALLBACK, GRID, USUAL, BetaPath
from cecib.trust.course import SpacePath, Trust, space_of, trust_labels

__all__ = ["FALLBACK", "GRID", "USUAL", "BetaPath", "SpacePath", "Trust", "space_of", "trust_labels"]
