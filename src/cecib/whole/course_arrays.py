"""How far a fit in blocks has come, as arrays and numbers, and back."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np

from cecib.backends.backend import Backend, is_below
from cecib.backends.kept import Kept
from cecib.backends.memory import Block
from cecib.backends.passes import Look, Seen
from cecib.backends.survey import Survey
from cecib.clusters import Clusters
from cecib.files.array_archives import Arrays
from cecib.misfits import Misfits, total_cost
from cecib.side_information import SideInformation
from cecib.summaries import ARRAYS, Summaries
from cecib.whole.course import Course
from cecib.whole.settling import Standing

_ROWS = ("points", "index", "weights", "keys", "places", "groups")
_KEPT = ("close", "drawn")
_NUMBERS = ("trace", "passes", "next", "round", "has_grown")
_LEFT = "left_"  # what a pass has left where the rows are
_NEXT = ("propose", "settle", "look")


def course_as_arrays(course: Course, backend: Backend) -> tuple[dict[str, Any], Arrays]:
    """Give what a header says of a course, and its arrays."""
    standing, seen = course.standing, course.standing.seen
    numbers = {name: getattr(course, name) for name in _NUMBERS} | {"rows": seen.rows, "changed": seen.changed}
    numbers["length"] = seen.length
    numbers["trace"] = [float(cost) for cost in course.trace]
    arrays: Arrays = {name: getattr(standing.clusters.summaries, name) for name in ARRAYS}
    arrays["family_numbers"] = standing.clusters.family_numbers
    arrays |= {f"{_LEFT}{name}": array for name, array in backend.as_arrays(standing.passed).items()}
    for kind in _KEPT:
        kept: Kept = getattr(seen, kind)
        numbers[kind] = [kept.most, kept.of_each]
        arrays |= {f"{kind}_{name}": getattr(kept, name) for name in _ROWS}
    misfits = seen.misfits
    block = misfits.block
    numbers["has_weights"] = block.weights is not None
    arrays |= {"misfit_points": block.points, "misfit_index": block.side.index, "misfit_cut": np.array([misfits.cut])}
    arrays |= {f"misfit_{name}": getattr(misfits, name) for name in ("number", "cluster", "excess")}
    if block.weights is not None:
        arrays["misfit_weights"] = block.weights
    return numbers, {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def course_from_arrays(numbers: dict[str, Any], arrays: Arrays, look: Look, backend: Backend, known: Survey) -> Course:
    """Make a course from what `course_as_arrays` gave.

    Parameters
    ----------
    numbers, arrays : dict
        What it gave.
    look : Look
        What all passes share; its clusters have the units and codes of the fit.
    backend : Backend
        Where the rows are.
    known : Survey
        What is known of them.

    Raises
    ------
    ValueError
        If they do not go together.
    """
    _check(numbers, arrays, look.clusters, known)
    own = replace(
        look.clusters,
        summaries=Summaries.from_arrays(*(arrays[name] for name in ARRAYS)),
        states=None,
        family_numbers=arrays["family_numbers"],
    )
    side = SideInformation(arrays["misfit_index"], known.categories)
    block = Block(arrays["misfit_points"], side, arrays.get("misfit_weights"))
    number, cluster, excess = (arrays[f"misfit_{name}"] for name in ("number", "cluster", "excess"))
    misfits = Misfits(block, number, cluster, excess, float(arrays["misfit_cut"][0]))
    close, drawn = (_kept(kind, numbers, arrays) for kind in _KEPT)
    length = float(numbers["length"])
    seen = Seen(own.summaries, numbers["rows"], numbers["changed"], misfits, close, drawn, length)
    left = {name.removeprefix(_LEFT): array for name, array in arrays.items() if name.startswith(_LEFT)}
    passed = backend.from_arrays(left, look, len(own), known.sizes)
    standing = Standing(own, passed, seen, total_cost(own) + length)
    course = {name: numbers[name] for name in _NUMBERS} | {"trace": tuple(numbers["trace"])}
    return Course(standing, **course)


def _kept(kind: str, numbers: dict[str, Any], arrays: Arrays) -> Kept:
    columns: dict[str, Any] = {name: arrays[f"{kind}_{name}"] for name in _ROWS}
    most, of_each = numbers[kind]
    return Kept(**columns, most=int(most), of_each=bool(of_each))


def _check(numbers: dict[str, Any], arrays: Arrays, clusters: Clusters, known: Survey) -> None:
    """Refuse what the engine must not be given: numbers out of range, and arrays of other shapes."""
    summaries = clusters.summaries
    d, m, k = summaries.means.shape[1], summaries.counts.shape[1], len(arrays["weights"])
    shapes = {"weights": (k,), "means": (k, d), "scatters": (k, *summaries.scatters.shape[1:]), "counts": (k, m)}
    shapes |= {"family_numbers": (k,), "misfit_cut": (1,)}
    for kind, names in (*((kind, _ROWS) for kind in _KEPT), ("misfit", ("points", "index"))):
        r = len(arrays[f"{kind}_points"])
        shapes |= {f"{kind}_{name}": (r,) for name in names}
        shapes |= {f"{kind}_points": (r, d), f"{kind}_places": (r, 2)} if kind in _KEPT else {f"{kind}_points": (r, d)}
        shapes |= {} if kind in _KEPT else {f"misfit_{name}": (r,) for name in ("number", "cluster", "excess")}
    if k < 1 or any(arrays[name].shape != shape for name, shape in shapes.items()):
        raise ValueError("its arrays have other shapes than those of a fit")
    limits = {"close_groups": k, "drawn_groups": k, "misfit_cluster": k}
    limits |= {"close_index": m, "drawn_index": m, "misfit_index": m, "family_numbers": len(clusters.families)}
    is_in_range = [is_below(arrays[name], limit, -1 if "index" in name else 0) for name, limit in limits.items()]
    blocks, rows = arrays["close_places"].T
    is_in_range.append(is_below(blocks, len(known.sizes), 0))
    if not all(is_in_range) or not is_below(rows, np.append(known.sizes, 0)[blocks], 0):
        raise ValueError("its numbers are out of range")
    if numbers["next"] not in _NEXT or not {field.name for field in fields(Course)} - {"standing"} <= numbers.keys():
        raise ValueError("it does not say what is to be done next")
    if not np.isfinite(numbers["length"]):
        raise ValueError("its cost is not finite")
    if not all(np.isfinite(array).all() for name, array in arrays.items() if name not in ("close_keys", "misfit_cut")):
        raise ValueError("its numbers are not finite")
