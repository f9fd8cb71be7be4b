"""How methods look in figures: each its own colour, line and marker, so that grey prints stay readable."""

from __future__ import annotations

from typing import Any

_BLACK, _ORANGE, _SKY, _GREEN, _BLUE, _RED, _PINK, _GREY = (
    "#000000",
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#0072B2",
    "#D55E00",
    "#CC79A7",
    "#777777",
)
"""The palette of Okabe and Ito, which the colour-blind tell apart, with a grey for its yellow."""

_OPEN = {"markerfacecolor": "white"}
_STYLES: dict[str, dict[str, Any]] = {
    "CEC-IB₁": {"color": _BLACK, "linestyle": "-", "marker": "o"},
    "CEC-IB₀": {"color": _RED, "linestyle": "--", "marker": "o", **_OPEN},
    "CEC-IB₀.₆": {"color": _RED, "linestyle": "--", "marker": "o", **_OPEN},
    "CEC-IB from 2": {"color": _BLACK, "linestyle": "-", "marker": "o"},
    "CEC-IB from 10": {"color": _RED, "linestyle": "--", "marker": "o", **_OPEN},
    "cecib": {"color": _BLUE, "linestyle": "-", "marker": "s", "linewidth": 2.0},
    "cecib, all directions": {"color": _BLUE, "linestyle": ":", "marker": "s", **_OPEN},
    "cecib₁": {"color": _BLUE, "linestyle": "--", "marker": "s", **_OPEN},
    "cecib₀": {"color": _BLUE, "linestyle": ":", "marker": "s", **_OPEN},
    "cecib₀.₆": {"color": _BLUE, "linestyle": ":", "marker": "s", **_OPEN},
    "mixmod": {"color": _PINK, "linestyle": ":", "marker": "v"},
    "mixmod, answer free": {"color": _RED, "linestyle": ":", "marker": "v", **_OPEN},
    "mixmod, labels in the M step only": {"color": _GREEN, "linestyle": "-.", "marker": "v", **_OPEN},
    "mixmod, labels as start only": {"color": _ORANGE, "linestyle": "--", "marker": "v", **_OPEN},
    "c-GMM": {"color": _SKY, "linestyle": "-.", "marker": "^"},
    "c-GMM, cannot-link": {"color": _SKY, "linestyle": ":", "marker": "^", **_OPEN},
    "c-GMM, disjoint": {"color": _GREY, "linestyle": ":", "marker": "^", **_OPEN},
    "k-means": {"color": _GREEN, "linestyle": "-", "marker": "x"},
    "fc-means": {"color": _ORANGE, "linestyle": "--", "marker": "+"},
    "spec": {"color": _GREY, "linestyle": "-.", "marker": "D"},
    "spec, cannot-link": {"color": _GREY, "linestyle": ":", "marker": "D", **_OPEN},
}
_SPARE = (
    {"color": _BLACK, "linestyle": "-", "marker": "o"},
    {"color": _BLUE, "linestyle": "--", "marker": "s"},
    {"color": _RED, "linestyle": "-.", "marker": "^"},
    {"color": _GREEN, "linestyle": ":", "marker": "D"},
    {"color": _PINK, "linestyle": "-", "marker": "v"},
    {"color": _ORANGE, "linestyle": "--", "marker": "x"},
    {"color": _SKY, "linestyle": "-.", "marker": "<"},
    {"color": _GREY, "linestyle": ":", "marker": ">"},
)


def style_of(label: str, position: int = 0) -> dict[str, Any]:
    """Return matplotlib's line properties for a method, or for the line at a position."""
    chosen = _STYLES.get(label) or _SPARE[position % len(_SPARE)]
    return {"markersize": 4, "linewidth": 1.2, **chosen}
