"""Labels, undo and redo: whatever is done can be taken back, and done again, without end."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cecib.explore import AddCategory, Apply, BadAction, Clear, Confirm, Label, Redo, Rename, SetBeta, Undo
from cecib.explore.actions import read_action
from cecib.explore.standing import Standing

N = 8
NAMES = st.sampled_from(["seeds", "insects", "fruit", "<img onerror=alert(1)>"])
ROWS = st.lists(st.integers(0, N - 1), min_size=1, max_size=N).map(tuple)
EDITS = st.one_of(
    st.builds(Label, NAMES, ROWS),
    st.builds(Clear, ROWS),
    st.builds(Confirm, st.integers(0, N - 1)),
    st.builds(AddCategory, NAMES),
    st.builds(Rename, NAMES, NAMES),
    st.builds(SetBeta, st.one_of(st.just("auto"), st.floats(0, 8))),
    st.just(Apply()),
)
ACTIONS = st.one_of(EDITS, st.just(Undo()), st.just(Redo()))


def fresh():
    return Standing(np.array([0, -1, -1, 1, -1, -1, -1, -1], dtype=np.int16), ["seeds", "insects"])


def state(standing):
    terms = standing.terms
    ground = (terms.ground.labelling.texts().tolist(), terms.ground.beta)
    return standing.labelling().texts().tolist(), terms.names, terms.confirmed, terms.beta, ground


def done(standing, actions):
    """Do actions, those that can be done; give those that have changed something."""
    kept = []
    for action in actions:
        try:
            has_changed = standing.do(action)
        except BadAction:
            continue
        if has_changed:
            kept.append(action)
    return kept


@given(st.lists(EDITS, max_size=12))
def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(actions):
    standing = fresh()
    states = [state(standing)]
    for action in actions:
        if done(standing, [action]):
            states.append(state(standing))
    for before in reversed(states[:-1]):
        assert standing.do(Undo())
        assert state(standing) == before
    assert not standing.can_undo
    assert not standing.do(Undo())
    for after in states[1:]:
        assert standing.do(Redo())
        assert state(standing) == after
    assert not standing.can_redo


@given(st.lists(ACTIONS, max_size=30))
def test_replay_leads_to_the_same_state_undo_and_redo_included(actions):
    """What the log does after a crash: all that has changed something, through JSON, once more."""
    standing, again = fresh(), fresh()
    kept = done(standing, actions)
    for action in kept:
        assert again.do(read_action(action.to_json(), N))
    assert state(again) == state(standing)
    assert (again.can_undo, again.can_redo) == (standing.can_undo, standing.can_redo)
    while standing.can_undo:
        standing.do(Undo())
        again.do(Undo())
        assert state(again) == state(standing)


@given(st.lists(ACTIONS, max_size=20))
def test_names_and_labels_go_together(actions):
    """No two categories have one name, and each label has a name."""
    standing = fresh()
    done(standing, actions)
    assert len(set(standing.terms.names)) == len(standing.terms.names)
    assert standing.marks.max() < len(standing.terms.names)
    assert all(standing.marks[row] >= 0 for row in standing.terms.confirmed)


def test_a_new_action_after_undo_forgets_what_was_undone():
    standing = fresh()
    done(standing, [Label("fruit", (1,)), Undo(), Label("insects", (2,))])
    assert not standing.can_redo
    assert standing.labelling().texts().tolist() == ["seeds", None, "insects", "insects", *[None] * 4]


def test_what_changes_nothing_is_no_step():
    standing = fresh()
    assert not standing.do(Label("seeds", (0,)))
    assert not standing.do(Clear((1, 2)))
    assert not standing.do(SetBeta("auto"))
    assert not standing.can_undo


def test_a_rename_to_a_name_that_is_there_makes_one_category_of_two():
    standing = fresh()
    assert standing.do(Rename("seeds", "insects"))
    assert standing.terms.names == ("insects",)
    assert standing.labelling().texts().tolist() == ["insects", None, None, "insects", *[None] * 4]
    standing.do(Undo())
    assert state(standing) == state(fresh())


def test_a_confirmed_label_that_is_changed_is_no_longer_confirmed():
    standing = fresh()
    done(standing, [Confirm(0), Label("insects", (0, 1))])
    assert standing.terms.confirmed == frozenset()


def test_a_row_without_a_label_cannot_be_confirmed():
    with pytest.raises(BadAction, match="Row 2 has no label that could be confirmed: label it first"):
        fresh().do(Confirm(1))


def test_labellings_are_equal_by_their_names():
    one, other = Standing(np.array([0, 1], dtype=np.int16), "ab"), Standing(np.array([1, 0], dtype=np.int16), "ba")
    assert one.labelling() == other.labelling()
    assert one.labelling().side().categories.tolist() == ["a", "b"]
    other.do(Rename("b", "c"))
    assert one.labelling() != other.labelling()
