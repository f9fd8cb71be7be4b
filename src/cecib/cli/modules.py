"""Modules that a command needs, imported before it begins."""

from __future__ import annotations

from importlib import import_module

from cecib.cli.interruption import Loading
from cecib.extras import require


def need(extra: str, *modules: str) -> None:
    """Import modules that an extra of cecib brings, or name it if one is not installed; Ctrl-C ends the process."""
    require(extra, *modules)
    with Loading():
        for module in modules:
            import_module(module)
