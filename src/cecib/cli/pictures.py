"""Pictures, from the command line: drawn without a window, and let go of when they are written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def write_picture(path: Path, extension: str, draw: Callable[..., Axes], *given: Any, **options: Any) -> None:
    """Draw, and write the figure as its extension says."""
    import matplotlib as mpl
    from matplotlib import pyplot

    from cecib.reading.plotting import save_figure

    mpl.use("agg")
    axes = draw(*given, **options)
    try:
        save_figure(axes, path, extension.removeprefix("."))
    finally:
        pyplot.close(axes.get_figure(root=True))
