"""Optional dependencies: imported where they are used, and missed in one sentence."""

from __future__ import annotations

from importlib.util import find_spec


def require(extra: str, *modules: str) -> None:
    """Say which extra of cecib brings a module that is not installed.

    Parameters
    ----------
    extra : str
        The extra that brings the modules.
    *modules : str
        Modules that are about to be imported.

    Raises
    ------
    ModuleNotFoundError
        If one of them is not installed.

    Examples
    --------
    >>> from cecib.extras import require
    >>> require("cli", "json")
    >>> require("cli", "no_such_module")
    Traceback (most recent call last):
    ...
    ModuleNotFoundError: This needs no_such_module, which is not installed: pip install 'cecib[cli]'.
    """
    for module in modules:
        if find_spec(module) is None:
            raise ModuleNotFoundError(
                f"This needs {module}, which is not installed: pip install 'cecib[{extra}]'.", name=module
            )
