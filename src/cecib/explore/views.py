"""Where rows are drawn: in the plane that tells clusters apart, by two features, or where the user says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cecib.explore.actions import BadAction, shown
from cecib.reading.planes import separating_plane

if TYPE_CHECKING:
    from cecib.cost import Floats
    from cecib.estimator import CECIB
    from cecib.explore.session import Table

_LOOKED_AT = 5_000  # rows, for the widest plane
_MOST_NAMED, _ALIKE = 2, 0.5  # features that a direction is named by, and how much they go along with it
_LARGEST = 1e30  # what a float32 holds with room to spare


class View(NamedTuple):
    """A way to draw rows.

    Attributes
    ----------
    kind : {"plane", "features", "own", "pixels"}
        The plane that tells clusters apart, two features, the user's coordinates, or the picture itself.
    x, y : str or None
        The features.
    """

    kind: str
    x: str | None = None
    y: str | None = None

    def to_json(self) -> dict[str, str]:
        """Give it as an object of JSON."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class Positions(NamedTuple):
    """Where rows are drawn, and what the two axes are called."""

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    x_name: str
    y_name: str


def read_view(given: Any, table: Table) -> View:
    """Read a view from an object of JSON, or say in a sentence what is wrong with it."""
    if not isinstance(given, dict):
        raise BadAction(f"view must be an object with a kind, got {shown(given)}.")
    kind = given.get("kind")
    kinds = [view["kind"] for view in views_of(table)]
    if kind not in kinds:
        raise BadAction(f"There is no view {shown(kind)}: there are {', '.join(dict.fromkeys(kinds))}.")
    if kind != "features":
        return View(kind)
    names = [given.get(axis) for axis in ("x", "y")]
    for name in names:
        if not isinstance(name, str) or name not in table.names:
            raise BadAction(f"A view of features needs x and y, the names of two, got {shown(name)}.")
    return View(kind, *names)


def views_of(table: Table) -> list[dict[str, str]]:
    """List the views that there are; any two features can be asked for, the first two stand for them."""
    found = [{"kind": "own", "name": f"{table.xy_names[0]}, {table.xy_names[1]}"}] if table.xy is not None else []
    found.insert(0, {"kind": "plane", "name": "the plane that separates clusters"})
    if table.picture is not None:
        found.insert(0, {"kind": "pixels", "name": "the picture"})
    if len(table.names) > 1:
        found.append({"kind": "features", "x": table.names[0], "y": table.names[1], "name": "two features"})
    return found


def positions(view: View, table: Table, model: CECIB | None) -> Positions:
    """Place rows; without a model the plane is that in which they are widest."""
    if view.kind == "own" and table.xy is not None:
        return _placed(table.xy, *table.xy_names)
    if view.kind == "pixels" and table.picture is not None:
        cells = np.arange(table.n)
        return _placed(np.column_stack([cells % table.picture.width, cells // table.picture.width]), "column", "row")
    if view.kind == "features":
        columns = [table.names.index(name) for name in (view.x or "", view.y or "")]
        return _placed(table.points[:, columns], view.x or "", view.y or "")
    if model is None:
        return _placed(_widest(table.points), "direction 1", "direction 2")
    plane = separating_plane(model.clusters_)
    places = plane.places(model._located(table.points))
    found = [_direction(table, places[:, axis], f"direction {axis + 1}") for axis in (0, 1)]
    return _placed(places * [sign for _, sign in found], *(name for name, _ in found))


def _direction(table: Table, places: NDArray[Any], name: str) -> tuple[str, float]:
    """Name a direction by the features that go along with it; and its sign, so that the first of them grows along it.

    So a map is not turned over when clusters change a little.
    """
    step = max(1, table.n // _LOOKED_AT)
    some, along = (table.points[::step] - table.mean) / table.deviation, places[::step] - places[::step].mean()
    spread = float(np.sqrt((along**2).mean()))
    if spread == 0.0:
        return name, 1.0
    alike = some.T @ along / (len(along) * spread)
    order = np.argsort(-np.abs(alike), kind="stable")[:_MOST_NAMED]
    top = [table.names[j] for j in order if abs(alike[j]) > _ALIKE]
    return f"{name}: {', '.join(top)}" if top else name, -1.0 if alike[order[0]] < 0 else 1.0


def _placed(xy: NDArray[Any], x_name: str, y_name: str) -> Positions:
    x, y = (np.clip(axis, -_LARGEST, _LARGEST).astype(np.float32) for axis in np.asarray(xy, dtype=float).T)
    return Positions(x, y, x_name, y_name)


def _widest(points: NDArray[Any]) -> Floats:
    """Place standardised rows by the two directions in which they are widest."""
    step = max(1, len(points) // _LOOKED_AT)
    some = np.asarray(points[::step], dtype=float)
    unit = np.abs(some - some.mean(axis=0)).max(axis=0)
    unit[~(unit > 0)] = 1.0
    centre = some.mean(axis=0)
    _, _, axes = np.linalg.svd((some - centre) / unit, full_matrices=False)
    flat = np.zeros((len(points), 2))
    q = min(2, len(axes))
    flat[:, :q] = ((points - centre) / unit) @ axes[:q].T
    return flat
