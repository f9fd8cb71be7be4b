"""The expert's categories: how many labels each has, and names that may be one category spelled twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from numbers import Real
from typing import Any, NamedTuple

_RARE = 0.1  # a name this much rarer than another that looks alike may be a slip of the pen
_MANY_NUMBERS = 20  # that occur less than three times on average
_MOST_COMPARED = 300  # categories
NO_NAMES = frozenset(
    ("", "?", "-1", "na", "n/a", "#n/a", "nan", "<na>", "none", "null", "missing", "unknown", "unlabelled", "unlabeled")
)  # in small letters


class CategoryFinding(NamedTuple):
    """A category, the number (or weight) of its labels, and its level, 0 the coarsest."""

    category: Any
    n_labelled: float
    level: int = 0


def category_warnings(categories: Sequence[CategoryFinding]) -> list[str]:
    """Say which names of categories look like mistakes.

    Examples
    --------
    >>> from cecib.reading.categories import CategoryFinding, category_warnings
    >>> counts = {"cat": 30, "Cat ": 5, "cta": 1, "dog": 20}
    >>> for sentence in category_warnings([CategoryFinding(*item) for item in counts.items()]):
    ...     print(sentence)
    The category 'Cat ' has spaces around its name.
    The categories 'cat' (30 labels) and 'Cat ' (5 labels) differ only in case or spaces: are they one?
    The category 'cta' (1 label) is nearly spelled like 'cat' (30 labels): is it a mistake?
    """
    if len(categories) == 1:
        return [f"All labels name one category, {categories[0].category!r}: they cannot tell clusters apart."]
    counts = [found.n_labelled for found in categories if isinstance(found.category, Real)]
    if len(counts) > _MANY_NUMBERS and 3 * len(counts) > sum(counts):
        return [f"The labels are {len(counts)} different numbers: if they are a measurement, cut it into a few ranges."]
    names = [found for found in categories if isinstance(found.category, str)][:_MOST_COMPARED]
    warnings = [
        f"The category {found.category!r} has spaces around its name."
        for found in names
        if found.category != found.category.strip()
    ]
    warnings += [
        f"The category {_with_count(found)} looks like a mark for rows without a label: leave it empty if it is one."
        for found in names
        if found.category.strip().casefold() in NO_NAMES
    ]
    for one, other in combinations(names, 2):
        more, fewer = (one, other) if one.n_labelled >= other.n_labelled else (other, one)
        if _plain(one.category) == _plain(other.category):
            warnings.append(
                f"The categories {_with_count(more)} and {_with_count(fewer)} differ only in case or spaces: are they "
                "one?"
            )
        elif fewer.n_labelled <= _RARE * more.n_labelled and is_misspelling(fewer.category, more.category):
            warnings.append(
                f"The category {_with_count(fewer)} is nearly spelled like {_with_count(more)}: is it a mistake?"
            )
    return warnings


def is_misspelling(name: str, of: str) -> bool:
    """Whether one letter too many, too few, changed or swapped with its neighbour makes one name of the other.

    Examples
    --------
    >>> from cecib.reading.categories import is_misspelling
    >>> is_misspelling("cta", "cat"), is_misspelling("insect", "insects"), is_misspelling("type1", "type2")
    (True, True, False)
    """
    short, long = sorted((_plain(name), _plain(of)), key=len)
    if len(short) < 3 or len(long) - len(short) > 1:
        return False
    start = 0
    while start < len(short) and short[start] == long[start]:
        start += 1
    rest, others = short[start:], long[start:]
    if not (rest + others).replace(" ", "").isalpha():
        return False  # numbers count things
    if len(short) < len(long):
        return rest == others[1:]
    swapped = rest[1::-1] + rest[2:] == others
    return (len(short) > 3 and rest[1:] == others[1:]) or swapped


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").replace("-", " ").split())


def _with_count(found: CategoryFinding) -> str:
    return f"{found.category!r} ({found.n_labelled:g} label{'' if found.n_labelled == 1 else 's'})"
