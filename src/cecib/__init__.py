"""Clustering for data of which an expert has labelled a little."""

TYPE_CHECKING = False  # of typing, which takes time to import
if TYPE_CHECKING:
    from typing import Any

    from cecib.estimator import CECIB

    __version__: str

__all__ = ["CECIB", "__version__"]


def __getattr__(name: str) -> "Any":
    """Import the estimator, or a module, when it is first asked for: the command line hears Ctrl-C before that."""
    from importlib import import_module
    from importlib.util import find_spec

    if name == "CECIB":
        return import_module("cecib.estimator").CECIB
    if name == "__version__":
        return import_module("importlib.metadata").version("cecib")
    if name.startswith("__") or find_spec(f"cecib.{name}") is None:
        raise AttributeError(f"module 'cecib' has no attribute {name!r}")
    return import_module(f"cecib.{name}")
