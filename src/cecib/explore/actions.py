"""What a person does: small values, to and from the objects of JSON that the log and the page hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from cecib.files.text_format import MISSING_TEXTS
from cecib.settings import LARGEST_BETA

LONGEST_NAME = 200
MOST_CORNERS = 10_000
_FAR = 1e300


class BadAction(ValueError):  # noqa: N818
    """An action that cannot be done, with a sentence that says why."""


@dataclass(frozen=True)
class Action:
    """Something that is done to labels, and can be undone.

    Attributes
    ----------
    KIND : str
        What the log and the page call it.
    """

    KIND: ClassVar[str] = ""

    def to_json(self) -> dict[str, Any]:
        """Give it as an object of JSON."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return {"do": self.KIND, **{name: _listed(value) for name, value in own.items() if value is not None}}


@dataclass(frozen=True)
class Label(Action):
    """Give rows a category.

    Attributes
    ----------
    category : str
        Its name; one that is not there yet is added.
    rows : tuple of int
        The rows, counted from 0.
    polygon : tuple of pairs, optional
        What was drawn around them, in the units of the view.
    view : dict, optional
        The view that it was drawn in.

    Examples
    --------
    >>> from cecib.explore.actions import Label, read_action
    >>> Label("seeds", (3, 4)).to_json()
    {'do': 'label', 'category': 'seeds', 'rows': [3, 4]}
    >>> read_action({"do": "label", "category": "seeds", "rows": [3, 4]}, n=5)
    Label(category='seeds', rows=(3, 4), polygon=None, view=None)
    """

    category: str
    rows: tuple[int, ...]
    polygon: tuple[tuple[float, float], ...] | None = None
    view: dict[str, str] | None = None
    KIND: ClassVar[str] = "label"


@dataclass(frozen=True)
class Clear(Action):
    """Take the labels of rows away."""

    rows: tuple[int, ...]
    polygon: tuple[tuple[float, float], ...] | None = None
    view: dict[str, str] | None = None
    KIND: ClassVar[str] = "clear"


@dataclass(frozen=True)
class Confirm(Action):
    """Say that the label of a row is right, though it looks wrong."""

    row: int
    KIND: ClassVar[str] = "confirm"


@dataclass(frozen=True)
class AddCategory(Action):
    """Add a category that no row has yet."""

    name: str
    KIND: ClassVar[str] = "category"


@dataclass(frozen=True)
class Rename(Action):
    """Call a category otherwise; if the name is taken, the two become one."""

    category: str
    name: str
    KIND: ClassVar[str] = "rename"


@dataclass(frozen=True)
class SetBeta(Action):
    """Say how much a label counts, or let hidden labels decide."""

    value: float | Literal["auto"]
    KIND: ClassVar[str] = "beta"


@dataclass(frozen=True)
class Apply(Action):
    """Take the partition that a full search has found with the labels as they are."""

    KIND: ClassVar[str] = "apply"


@dataclass(frozen=True)
class Undo(Action):
    """Take back what was done last."""

    KIND: ClassVar[str] = "undo"


@dataclass(frozen=True)
class Redo(Action):
    """Do again what was taken back last."""

    KIND: ClassVar[str] = "redo"


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind for kind in (Label, Clear, Confirm, AddCategory, Rename, SetBeta, Apply, Undo, Redo)
}
_READERS: dict[str, Callable[[Any, int], Any]] = {
    "category": lambda value, n: read_name(value),
    "name": lambda value, n: read_name(value),
    "rows": lambda value, n: read_rows(value, n),
    "row": lambda value, n: read_row(value, n),
    "polygon": lambda value, n: _read_polygon(value),
    "view": lambda value, n: _read_view(value),
    "value": lambda value, n: _read_beta(value),
}


def read_action(given: dict[str, Any], n: int) -> Action:
    """Read an action from an object of JSON, of data of n rows, or say in a sentence what is wrong with it.

    Examples
    --------
    >>> from cecib.explore.actions import read_action
    >>> read_action({"do": "beta", "value": float("nan")}, n=5)
    Traceback (most recent call last):
    ...
    cecib.explore.actions.BadAction: beta must be "auto" or a number from 0 to 1e+09, got nan.
    """
    name = given.get("do")
    kind = ACTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadAction(f"There is no action {shown(name)}: there are {', '.join(ACTIONS)}.")
    values = {}
    for field in fields(kind):
        value = given.get(field.name)
        if value is None and field.name not in ("polygon", "view"):
            raise BadAction(f"The action {name} needs {field.name}: give it.")
        values[field.name] = None if value is None else _READERS[field.name](value, n)
    return kind(**values)


def read_rows(value: Any, n: int) -> tuple[int, ...]:
    """Read numbers of rows, of each one."""
    if not isinstance(value, list | tuple) or not 0 < len(value) <= n:
        how = f"{len(value):,}" if isinstance(value, list | tuple) else shown(value)
        raise BadAction(f"rows must be a list of 1 to {n:,} numbers of rows, got {how}.")
    for one in value:
        if type(one) is not int or not 0 <= one < n:
            raise BadAction(f"rows must hold numbers from 0 to {n - 1}, got {shown(one)}.")
    return tuple(value)


def read_row(value: Any, n: int) -> int:
    """Read the number of a row."""
    if type(value) is not int or not 0 <= value < n:
        raise BadAction(f"row must be a number from 0 to {n - 1}, got {shown(value)}.")
    return value


def read_name(value: Any) -> str:
    """Read the name of a category: any text that a file of labels can hold."""
    if not isinstance(value, str):
        raise BadAction(f"The name of a category must be a text, got {shown(value)}.")
    name = value.strip()
    if not name or len(name) > LONGEST_NAME:
        raise BadAction(f"The name of a category must have 1 to {LONGEST_NAME} letters, got {shown(name)}.")
    if name in (*MISSING_TEXTS, "-1"):
        raise BadAction(f"In files of labels {name} means no label: choose another name of the category.")
    if not name.isprintable():
        raise BadAction(f"The name of a category must hold letters that print, got {shown(name)}.")
    return name


def shown(value: Any) -> str:
    """Show a value in an error, cut if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _read_beta(value: Any) -> float | Literal["auto"]:
    if value == "auto":
        return "auto"
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= LARGEST_BETA:
        raise BadAction(f'beta must be "auto" or a number from 0 to {LARGEST_BETA:g}, got {shown(value)}.')
    return float(value)


def _read_polygon(value: Any) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_CORNERS:
        raise BadAction(f"polygon must be a list of up to {MOST_CORNERS:,} corners, got {shown(value)}.")
    corners = []
    for corner in value:
        is_pair = isinstance(corner, list | tuple) and len(corner) == 2
        if not is_pair or not all(type(part) in (int, float) and abs(part) < _FAR for part in corner):
            raise BadAction(f"polygon must hold corners of two numbers, got {shown(corner)}.")
        corners.append((float(corner[0]), float(corner[1])))
    return tuple(corners)


def _read_view(value: Any) -> dict[str, str]:
    is_view = isinstance(value, dict) and all(isinstance(part, str) for pair in value.items() for part in pair)
    if not is_view or len(value) > 4 or any(len(part) > 1_000 for part in value.values()):
        raise BadAction(f"view must name a kind, and features by x and y, got {shown(value)}.")
    return dict(value)


def _listed(value: Any) -> Any:
    return list(map(_listed, value)) if isinstance(value, tuple) else value
