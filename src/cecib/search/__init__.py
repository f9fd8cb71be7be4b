"""Searching for the partition of least cost: the problem, its units, its starts, and the best of them."""

from cecib.search.keeping import Keeper, keeping
from cecib.search.progress import Progress

__all__ = ["Keeper", "Progress", "keeping"]
