"""Clustering for data of which an expert has labelled a little."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cecib.estimator import CECIB

__version__ = version("cecib")
__all__ = ["CECIB", "__version__"]


def __getattr__(name: str) -> Any:
    """Import the estimator, or a module, when it is first asked for: the command line hears Ctrl-C before that."""
    if name == "CECIB":
        return import_module("cecib.estimator").CECIB
    if name.startswith("__") or find_spec(f"cecib.{name}") is None:
        raise AttributeError(f"module 'cecib' has no attribute {name!r}")
    return import_module(f"cecib.{name}")
