"""How methods look in figures: each its own line, marker and shade, so that grey prints stay readable."""

from __future__ import annotations

from typing import Any

_STYLES: dict[str, dict[str, Any]] = {
    "CEC-IB₁": {"color": "#000000", "linestyle": "-", "marker": "o"},
    "CEC-IB₀": {"color": "#000000", "linestyle": "--", "marker": "o", "markerfacecolor": "white"},
    "CEC-IB₀.₆": {"color": "#000000", "linestyle": "--", "marker": "o", "markerfacecolor": "white"},
    "cecib₁": {"color": "#0b4f9e", "linestyle": "-", "marker": "s"},
    "cecib₀": {"color": "#0b4f9e", "linestyle": "--", "marker": "s", "markerfacecolor": "white"},
    "cecib₀.₆": {"color": "#0b4f9e", "linestyle": "--", "marker": "s", "markerfacecolor": "white"},
    "mixmod": {"color": "#7a3b8f", "linestyle": ":", "marker": "v"},
    "c-GMM": {"color": "#b5431e", "linestyle": "-.", "marker": "^"},
    "c-GMM, cannot-link": {"color": "#b5431e", "linestyle": ":", "marker": "^", "markerfacecolor": "white"},
    "k-means": {"color": "#4c8c3f", "linestyle": "-", "marker": "x"},
    "fc-means": {"color": "#c28a00", "linestyle": "--", "marker": "+"},
    "spec": {"color": "#8a8a8a", "linestyle": "-.", "marker": "D"},
    "spec, cannot-link": {"color": "#8a8a8a", "linestyle": ":", "marker": "D", "markerfacecolor": "white"},
}
_SPARE = (
    {"color": "#000000", "linestyle": "-", "marker": "o"},
    {"color": "#555555", "linestyle": "--", "marker": "s"},
    {"color": "#888888", "linestyle": "-.", "marker": "^"},
    {"color": "#aaaaaa", "linestyle": ":", "marker": "D"},
)


def style_of(label: str, position: int = 0) -> dict[str, Any]:
    """Return matplotlib's line properties for a method, or for the line at a position."""
    chosen = _STYLES.get(label) or _SPARE[position % len(_SPARE)]
    return {"markersize": 4, "linewidth": 1.2, **chosen}
