"""Class names: each source spells them in its own way, we in one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_GLASS = (
    ("building_windows_float", "1", "WinF", "build wind float"),
    ("building_windows_nonfloat", "2", "WinNF", "build wind non-float"),
    ("vehicle_windows_float", "3", "Veh", "vehic wind float"),
    ("containers", "5", "Con", "containers"),
    ("tableware", "6", "Tabl", "tableware"),
    ("headlamps", "7", "Head", "headlamps"),
)
_SEGMENTATION = (
    ("brickface", "1"),
    ("sky", "2"),
    ("foliage", "3"),
    ("cement", "4"),
    ("window", "5"),
    ("path", "6"),
    ("grass", "7"),
)
_SPELLINGS: dict[str, tuple[tuple[str, ...], ...]] = {
    "glass": _GLASS,
    "iris": (
        ("setosa", "Iris-setosa"),
        ("versicolor", "Iris-versicolor"),
        ("virginica", "Iris-virginica"),
    ),
    "segmentation": _SEGMENTATION,
    "segmentation_full": _SEGMENTATION,
    "user_modeling": (
        ("very_low", "very low"),
        ("low",),
        ("middle",),
        ("high",),
    ),
    "vertebral": (
        ("hernia", "DH"),
        ("spondylolisthesis", "SL"),
        ("normal", "NO"),
    ),
    "wine": (("cultivar_1", "1"), ("cultivar_2", "2"), ("cultivar_3", "3")),
}
_BY_SIZE = {
    "user_modeling": {24: "very_low", 26: "very_low", 50: "very_low", 129: "low", 122: "middle", 102: "high"},
    "vertebral": {60: "hernia", 150: "spondylolisthesis", 100: "normal"},
}


def our_spelling(name: str, classes: list[str]) -> list[str]:
    """Spell the classes of set `name` as we do.

    A source that only numbers its classes is read by their sizes, where these tell them apart.

    Examples
    --------
    >>> from cecib.datasets.spelling import our_spelling
    >>> our_spelling("iris", ["Iris-setosa", "virginica"])
    ['setosa', 'virginica']
    """
    stripped = [text.strip().strip("'\"") for text in classes]
    if name not in _SPELLINGS:
        return stripped
    known = {_folded(spelling): group[0] for group in _SPELLINGS[name] for spelling in group}
    if name in _BY_SIZE and not any(_folded(text) in known for text in stripped):
        return _named_by_size(np.array(stripped), _BY_SIZE[name])
    unknown = sorted({text for text in stripped if _folded(text) not in known})
    if unknown:
        raise ValueError(f"{name} has the classes {sorted(set(known.values()))}, got {unknown[:3]}.")
    return [known[_folded(text)] for text in stripped]


def _folded(text: str) -> str:
    return text.casefold().replace(" ", "_")


def _named_by_size(codes: NDArray[np.str_], by_size: dict[int, str]) -> list[str]:
    _, positions, counts = np.unique(codes, return_inverse=True, return_counts=True)
    unexpected = [int(count) for count in counts if int(count) not in by_size]
    if unexpected:
        raise ValueError(f"the classes must have the sizes {sorted(by_size)}, got {unexpected[:3]}.")
    ours = [by_size[int(count)] for count in counts]
    return [ours[position] for position in positions.tolist()]
