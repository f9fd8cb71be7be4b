"""A tree in sentences: how many kinds a category has, which of them are near, and which categories are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cecib.in_words import listed
from cecib.merges import Merge
from cecib.reading.levels import path_text
from cecib.reading.nearness import are_near, nats_in_words

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MOST_NAMED = 8
_NEW = "no label"


class Leaf(NamedTuple):
    """A cluster as a leaf: its number, its category or None, its weight, and its category at each of several levels."""

    cluster: int
    category: Any
    weight: float
    path: tuple[Any, ...] = ()


def sentences(leaves: Sequence[Leaf], merges: Sequence[Merge], levels: Sequence[str] = ()) -> list[str]:
    """Say what a tree shows, a sentence for each category, the largest first, and one for what lies between them.

    With labels at several levels there is one for what lies between the categories of each level, the finest first.
    """
    if not merges:
        return ["One cluster: there is nothing to merge."]
    nodes = below(leaves, merges)
    categories = _categories(leaves)
    has_labels = list(categories) != [None]
    if has_labels:
        lines = [f"{_name(one)}: {_kinds(own, merges, nodes, 'kinds')}." for one, own in categories.items()]
    else:
        said = _kinds(categories[None], merges, nodes, "clusters")
        lines = [f"{said[0].upper()}{said[1:]}."]
    for depth in reversed(range(max(1, len(levels)))):
        across = [merge for merge in merges if not merge.is_within and merge.shared == depth]
        if across:
            otherwise = "apart" if len(across) == 1 else "nearest"
            of_level = f" of {levels[depth]}" if levels else ""
            lines.append(f"Between categories{of_level}: {_joins(across[0], leaves, nodes, depth, otherwise)}.")
    shorter = [merge for merge in merges if merge.nats < 0]
    if shorter:
        lines.append(f"{_count(len(shorter)).capitalize()} of {len(merges)} merges would make the cost lower.")
    return lines


def _categories(leaves: Sequence[Leaf]) -> dict[Any, list[Leaf]]:
    """Leaves of each category, the heaviest category first, those without one last."""
    found: dict[Any, list[Leaf]] = {}
    for leaf in leaves:
        found.setdefault(leaf.category, []).append(leaf)
    order = sorted(found, key=lambda one: (one is None, -sum(leaf.weight for leaf in found[one])))
    return {one: found[one] for one in order}


class Node(NamedTuple):
    """The leaves below a node, and their weight."""

    leaves: list[int]
    weight: float


def below(leaves: Sequence[Leaf], merges: Sequence[Merge]) -> list[Node]:
    """Tell what is below each node: the leaves, then the merges in their order."""
    nodes = [Node([leaf.cluster], leaf.weight) for leaf in leaves]
    for merge in merges:
        one, other = nodes[merge.first], nodes[merge.second]
        nodes.append(Node(sorted(one.leaves + other.leaves), one.weight + other.weight))
    return nodes


def _kinds(own: list[Leaf], merges: Sequence[Merge], nodes: Sequence[Node], what: str) -> str:
    """Say how many clusters there are, which two are nearest, and what joins last."""
    numbers = [leaf.cluster for leaf in own]
    if len(own) == 1:
        return f"one {what.removesuffix('s')}, {numbers[0]}"
    said = f"{_count(len(own))} {what}, {_listed(numbers)}"
    inner = [merge for merge in merges if merge.is_within and nodes[merge.first].leaves[0] in numbers]
    if not inner:  # they could not become one by themselves
        return said
    first, last = inner[0], inner[-1]
    if len(own) == 2:
        return f"{said}, {_nearness(first, nodes, 'apart')}"
    pair = nodes[first.first].leaves + nodes[first.second].leaves
    said += f"; {_listed(pair)} are {_nearness(first, nodes, 'nearest')}"
    if len(inner) > 1:
        side = min(nodes[last.first].leaves, nodes[last.second].leaves, key=lambda one: (len(one), one))
        said += f", {_listed(side)} {'joins' if len(side) == 1 else 'join'} last ({nats_in_words(last.nats)})"
    return said


def _joins(merge: Merge, leaves: Sequence[Leaf], nodes: Sequence[Node], depth: int, otherwise: str) -> str:
    sides = [leaves[nodes[side].leaves[0]] for side in (merge.first, merge.second)]
    names = [_name(path_text(leaf.path[: depth + 1]) or None if leaf.path else leaf.category) for leaf in sides]
    return f"{names[0]} and {names[1]} are {_nearness(merge, nodes, otherwise)}"


def _nearness(merge: Merge, nodes: Sequence[Node], otherwise: str) -> str:
    """Say that two are near, or something else if they are told apart clearly, and what it costs to make them one."""
    is_near = are_near(merge.nats, nodes[merge.first].weight, nodes[merge.second].weight)
    return f"{'near' if is_near else otherwise} ({nats_in_words(merge.nats)})"


def _name(category: Any) -> str:
    return _NEW if category is None else str(category)


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _listed(numbers: Iterable[int]) -> str:
    return listed([str(number) for number in sorted(numbers)], _MOST_NAMED)
