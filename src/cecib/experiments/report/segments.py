"""Pictures of segments: a colour for each cluster, its family of colours by where the cluster lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHADES = {
    "object": ("#E69F00", "#D55E00", "#F7CE7B", "#8C3A00", "#FFE9C2"),
    "background": ("#0072B2", "#56B4E9", "#A9D8F5", "#003B5C", "#D7EDFB"),
    "boundary": ("#009E73", "#7FD6BC", "#00543D", "#C4EFE2"),
    "mixed": ("#CC79A7", "#7A7A7A", "#E8C3D8", "#444444", "#BBBBBB"),
}


def coloured(clusters: NDArray[np.int64], roles: Mapping[int, str], shape: tuple[int, int]) -> NDArray[np.uint8]:
    """Paint each cluster in a shade of its role, the largest of a role in the strongest.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.experiments.report.segments import coloured
    >>> coloured(np.array([0, 0, 1]), {0: "object", 1: "background"}, (1, 3))[0, :, 2].tolist()
    [0, 0, 178]
    """
    sizes = Counter(clusters.tolist())
    used: Counter[str] = Counter()
    painted = np.zeros((len(clusters), 3), dtype=np.uint8)
    for cluster, _ in sizes.most_common():
        shades = SHADES[roles[cluster]]
        shade = shades[used[roles[cluster]] % len(shades)]
        used[roles[cluster]] += 1
        painted[clusters == cluster] = [int(shade[i : i + 2], 16) for i in (1, 3, 5)]
    return painted.reshape((*shape, 3))


def gallery(shown: Mapping[str, NDArray[Any]], n_columns: int = 3) -> Figure:
    """Draw pictures side by side, with a legend of the roles below."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    n_rows = -(-len(shown) // n_columns)
    figure = Figure(figsize=(3.2 * n_columns, 2.5 * n_rows + 0.4), layout="constrained")
    axes = figure.subplots(n_rows, n_columns, squeeze=False)
    for place in axes.flat:
        place.set_axis_off()
    for place, (title, pixels) in zip(axes.flat, shown.items(), strict=False):
        place.imshow(pixels, cmap="gray", interpolation="nearest")
        place.set_title(title, fontsize=9)
    handles = [Patch(color=shades[0], label=f"lies in the {role}") for role, shades in list(SHADES.items())[:2]]
    handles += [
        Patch(color=SHADES["boundary"][0], label="on the boundary"),
        Patch(color=SHADES["mixed"][0], label="mixed"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4, fontsize=9)
    return figure
