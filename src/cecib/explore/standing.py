"""Where things stand: labels, categories and β, changed by actions, with undo and redo without end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cecib.explore.actions import (
    Action,
    AddCategory,
    Apply,
    BadAction,
    Clear,
    Confirm,
    Label,
    Redo,
    Rename,
    SetBeta,
    Undo,
    shown,
)
from cecib.side_information import UNLABELLED, SideInformation

MOST_CATEGORIES = 1_000
Marks = NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Labelling:
    """Labels at one moment: an index into names for each row, −1 for none."""

    marks: Marks
    names: tuple[str, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Labelling):
            return False
        if self is other or (self.names == other.names and np.array_equal(self.marks, other.marks)):
            return True
        if not np.array_equal(self.marks < 0, other.marks < 0):
            return False
        one, two = self.side(), other.side()
        return np.array_equal(one.index, two.index) and one.categories.tolist() == two.categories.tolist()

    __hash__ = None  # type: ignore[assignment]

    def side(self) -> SideInformation:
        """Give the labels as a fit reads them: categories that rows have, in the order of the alphabet."""
        used = np.flatnonzero(np.bincount(self.marks + 1)[1:])
        order = sorted(used.tolist(), key=lambda mark: self.names[mark])
        place = np.full(len(self.names) + 1, UNLABELLED, dtype=np.int32)
        place[order] = np.arange(len(order))
        categories = np.empty(len(order), dtype=object)
        categories[:] = [self.names[mark] for mark in order]
        return SideInformation(place[self.marks], categories)

    def texts(self) -> NDArray[Any]:
        """Name the category of each row, None for a row without a label."""
        return np.array([*self.names, None], dtype=object)[self.marks]


@dataclass(frozen=True)
class Ground:
    """What a full search was made with: its labels and β; from its clusters each answer begins."""

    labelling: Labelling
    beta: float | Literal["auto"]


@dataclass(frozen=True)
class Terms:
    """All that stands but the labels themselves."""

    names: tuple[str, ...]
    confirmed: frozenset[int]
    beta: float | Literal["auto"]
    ground: Ground


@dataclass(frozen=True)
class _Step:
    """What an action has changed: labels of rows, and terms."""

    rows: NDArray[np.intp]
    old: Marks
    new: Marks
    before: Terms
    after: Terms


class Standing:
    """Labels, categories, what was confirmed, β, and the ground that answers begin from.

    Parameters
    ----------
    marks : ndarray of shape (n,)
        The labels to begin with.
    names : sequence of str
        Their categories.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.explore.actions import Label, Undo
    >>> from cecib.explore.standing import Standing
    >>> standing = Standing(np.full(4, -1, dtype=np.int16), [])
    >>> standing.do(Label("seeds", (1, 2)))
    True
    >>> standing.labelling().texts().tolist()
    [None, 'seeds', 'seeds', None]
    >>> standing.do(Undo())
    True
    >>> standing.n_labelled, standing.can_redo
    (0, True)
    """

    def __init__(self, marks: Marks, names: Sequence[str], beta: float | Literal["auto"] = "auto") -> None:
        self.marks = np.array(marks, dtype=np.int16)
        self.terms = Terms(tuple(names), frozenset(), beta, Ground(Labelling(self.marks.copy(), tuple(names)), beta))
        self._labelling: Labelling | None = None
        self._done: list[_Step] = []
        self._undone: list[_Step] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is something to do again."""
        return bool(self._undone)

    @property
    def n_labelled(self) -> int:
        """How many rows are labelled."""
        return int((self.marks != UNLABELLED).sum())

    def labelling(self) -> Labelling:
        """Give the labels as they are now."""
        if self._labelling is None:
            self._labelling = Labelling(self.marks.copy(), self.terms.names)
        return self._labelling

    def check(self, action: Action) -> bool:
        """Tell whether an action would change anything; raise `BadAction` if it cannot be done."""
        return self._prepared(action) is not None

    def do(self, action: Action) -> bool:
        """Do an action, and tell whether it has changed anything."""
        step = self._prepared(action)
        if step is None:
            return False
        self._labelling = None
        if isinstance(action, Undo):
            self._undone.append(self._done.pop())
            self.marks[step.rows], self.terms = step.old, step.before
            return True
        if isinstance(action, Redo):
            self._undone.pop()
        else:
            self._undone.clear()
        self._done.append(step)
        self.marks[step.rows], self.terms = step.new, step.after
        return True

    def _prepared(self, action: Action) -> _Step | None:
        """Give the step that an action takes, or takes back; None if it changes nothing."""
        if isinstance(action, Undo | Redo):
            steps = self._done if isinstance(action, Undo) else self._undone
            return steps[-1] if steps else None
        step = _STEPS[type(action)](self, action)
        return step if bool((step.old != step.new).any()) or step.before != step.after else None

    def _marked(self, rows: Sequence[int], mark: int, terms: Terms) -> _Step:
        own = np.asarray(rows, dtype=np.intp)
        kept = terms.confirmed.difference(rows) if terms.confirmed else terms.confirmed
        after = replace(terms, confirmed=kept)
        return _Step(own, self.marks[own], np.full(len(own), mark, dtype=np.int16), self.terms, after)

    def _changed(self, **terms: Any) -> _Step:
        nobody = np.empty(0, dtype=np.intp)
        nothing = np.empty(0, dtype=np.int16)
        return _Step(nobody, nothing, nothing, self.terms, replace(self.terms, **terms))

    def _with_name(self, name: str) -> Terms:
        names = self.terms.names
        if name not in names and len(names) >= MOST_CATEGORIES:
            raise BadAction(f"There may be {MOST_CATEGORIES:,} categories at the most: use one that is there.")
        return self.terms if name in names else replace(self.terms, names=(*names, name))

    def _label(self, action: Label) -> _Step:
        terms = self._with_name(action.category)
        return self._marked(action.rows, terms.names.index(action.category), terms)

    def _clear(self, action: Clear) -> _Step:
        return self._marked(action.rows, UNLABELLED, self.terms)

    def _confirm(self, action: Confirm) -> _Step:
        if self.marks[action.row] == UNLABELLED:
            raise BadAction(f"Row {action.row + 1} has no label that could be confirmed: label it first.")
        return self._changed(confirmed=self.terms.confirmed | {action.row})

    def _add(self, action: AddCategory) -> _Step:
        return self._changed(names=self._with_name(action.name).names)

    def _rename(self, action: Rename) -> _Step:
        names = self.terms.names
        if action.category not in names:
            raise BadAction(f"There is no category {shown(action.category)}: use one that is there.")
        old = names.index(action.category)
        if action.name not in names:
            return self._changed(names=(*names[:old], action.name, *names[old + 1 :]))
        new = names.index(action.name)
        if new == old:
            return self._changed()
        rows = np.flatnonzero((self.marks == old) | (self.marks > old))
        moved = self.marks[rows].copy()
        moved[moved == old] = new
        moved[moved > old] -= 1
        step = self._changed(names=(*names[:old], *names[old + 1 :]))
        return replace(step, rows=rows, old=self.marks[rows], new=moved)

    def _beta(self, action: SetBeta) -> _Step:
        return self._changed(beta=action.value)

    def _apply(self, action: Apply) -> _Step:
        return self._changed(ground=Ground(self.labelling(), self.terms.beta))


_STEPS: dict[type[Action], Callable[[Standing, Any], _Step]] = {
    Label: Standing._label,
    Clear: Standing._clear,
    Confirm: Standing._confirm,
    AddCategory: Standing._add,
    Rename: Standing._rename,
    SetBeta: Standing._beta,
    Apply: Standing._apply,
}
