"""Searching for the partition of least cost: the problem, its units, its starts, and the best of them."""

from cecib.search.restarts import Progress

__all__ = ["Progress"]
