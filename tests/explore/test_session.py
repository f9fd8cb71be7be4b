"""A session: what is done is answered, kept, and told to everybody."""

import time

import numpy as np
import pytest

from cecib import CECIB
from cecib.explore import Apply, BadAction, Clear, Confirm, Label, Redo, Session, SetBeta, Undo
from explored import three_groups


def rows_of(group, which, n=12):
    return tuple(np.flatnonzero(group == which)[:n].tolist())


def test_the_first_answer_is_that_of_a_fit(session, groups):
    model = session.answer()
    assert model.labels_.tolist() == CECIB(random_state=0).fit(groups[0]).labels_.tolist()


def test_labels_are_answered(session, groups):
    X, group = groups
    session.do(Label("near", rows_of(group, 0)))
    session.do(Label("<img onerror=alert(1)>", rows_of(group, 2)))
    named = session.answer().predict_category(X).tolist()
    assert named == [["near", None, "<img onerror=alert(1)>"][own] for own in group]


def test_rows_that_lack_values_are_refused(groups):
    X = groups[0].copy()
    X[3, 1] = np.nan
    with pytest.raises(ValueError, match="X lacks a value in column 'feature 1', row 3"):
        Session(X)


def test_an_answer_does_not_depend_on_the_way_that_led_to_it(groups):
    """The same labels, in another order and with detours, give the same clusters, bit by bit."""
    X, group = groups
    ways = [
        [Label("near", rows_of(group, 0)), Label("far", rows_of(group, 2))],
        [Label("far", (*rows_of(group, 2), *rows_of(group, 0))), Label("near", rows_of(group, 0))],
        [Label("near", rows_of(group, 0)), Label("x", (1, 4)), Undo(), Label("far", rows_of(group, 2)), Undo(), Redo()],
    ]
    found = []
    for way in ways:
        with Session(X) as session:
            for action in way:
                session.do(action)
                session.answer()
            found.append(session.answer())
    for other in found[1:]:
        assert other.labels_.tolist() == found[0].labels_.tolist()
        assert other.cost_ == found[0].cost_


def test_the_answer_is_that_of_relabelled(session, groups):
    X, group = groups
    session.do(Label("near", rows_of(group, 0)))
    session.do(SetBeta(3.0))
    model = session.answer()
    y = np.full(len(X), None, dtype=object)
    y[list(rows_of(group, 0))] = "near"
    again = CECIB(random_state=0).fit(X).relabelled(X, y, beta=3.0)
    assert (again.labels_.tolist(), again.cost_, again.beta_) == (model.labels_.tolist(), model.cost_, 3.0)


def test_a_full_search_offers_a_better_partition_and_apply_takes_it(heard):
    """Two groups that only labels tell apart: without the labels they are better one, which takes a merge."""
    rng = np.random.default_rng(1)
    group = np.arange(900) % 3
    X = rng.normal(size=(900, 2)) + np.array([[0, 0], [2.6, 0], [20, 20]])[group]
    labels = np.array(["left", "right", None], dtype=object)[group]
    with Session(X, labels=labels, estimator=CECIB(beta=4.0, random_state=0)) as session:
        session.subscribe(heard)
        assert session.answer().n_clusters_ == 3
        session.do(Clear(tuple(range(900))))
        before = session.answer()
        assert before.n_clusters_ == 3
        offer = heard.wait("offer", lambda own: own.header["offer"] is not None).header["offer"]
        assert offer["n_clusters"] == 2
        assert offer["gain"] > 1
        offered = session.worker.offered(session.snapshot())
        assert offered.labels_.tolist() == CECIB(beta=4.0, random_state=0).fit(X).labels_.tolist()
        assert session.do(Apply())
        assert session.answer() is offered
        session.do(Undo())
        assert session.answer().labels_.tolist() == before.labels_.tolist()
        session.do(Redo())
        assert session.answer() is offered


def test_an_offer_is_applied_undone_and_gone_with_new_labels(session, groups, heard, monkeypatch):
    """Whatever the search has found: here one that is said to be better."""
    from cecib.explore.engine import TableEngine

    group = groups[1]
    monkeypatch.setattr(TableEngine, "gain", lambda *_: 1.0)
    session.subscribe(heard)
    first = session.answer()
    session.do(Label("near", rows_of(group, 0)))
    offer = heard.wait("offer", lambda own: own.header["offer"] is not None)
    assert "A full search has found a better partition" in offer.header["sentence"]
    found = session.worker.offered(session.snapshot())
    assert session.do(Apply())
    assert session.answer() is found
    session.do(Undo())
    session.do(Undo())
    assert session.answer() is first
    session.do(Redo())
    session.do(Redo())
    assert session.answer() is found
    session.do(Label("far", rows_of(group, 2)))
    with pytest.raises(BadAction, match="There is no better partition to apply"):
        session.do(Apply())


def test_a_search_that_nobody_wants_any_more_is_given_up(heard):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 8)) + 3 * rng.normal(size=(30, 8))[rng.integers(30, size=20_000)]
    with Session(X) as session:
        session.answer()
        session.do(Label("a", tuple(range(40))))
        while (search := session.worker._search) is None:
            time.sleep(0.01)
        session.do(Label("b", tuple(range(40, 80))))
        begin = time.monotonic()
        search.join()
        assert time.monotonic() - begin < 5
        assert session.answer().categories_.tolist() == ["a", "b"]


def test_closing_does_not_wait_for_a_search():
    rng = np.random.default_rng(0)
    session = Session(rng.normal(size=(50_000, 12)))
    session.start()
    time.sleep(0.3)
    begin = time.monotonic()
    session.close()
    assert time.monotonic() - begin < 5


def test_everybody_is_told(session, groups, heard):
    session.subscribe(heard)
    session.start()
    session.do(Label("near", rows_of(groups[1], 0)))
    told = heard.wait("partition", lambda own: own.header["revision"] == 1)
    assert told.buffers["clusters"].dtype == np.uint16
    assert told.buffers["certainty"].min() > 200
    names = heard.last("labels").header["categories"]
    found = {c["category"] for c in told.header["clusters"]}
    assert names == ["near"]
    assert found == {0, None}
    assert sorted(c["is_new"] for c in told.header["clusters"]) == [False, True, True]
    findings = heard.wait("findings", lambda own: own.header["revision"] == 1).header
    assert findings["asks"][0]["reason"] == "a cluster no label reaches"
    assert len(findings["tree"]["linkage"]) == 2


def test_whoever_leaves_hears_nothing_more(session, heard):
    leave = session.subscribe(heard)
    leave()
    leave()
    session.do(Label("near", (0,)))
    session.answer()
    assert heard.messages == []


def test_a_wrong_label_is_a_suspect_until_it_is_confirmed(heard):
    X, group = three_groups(300)
    y = np.array(["a", "b", "c"], dtype=object)[group]
    y[::2] = None
    wrong = [3, 9]
    y[wrong] = "b"
    with Session(X, labels=y) as session:
        session.subscribe(heard)
        session.start()
        found = heard.wait("findings").header["suspects"]
        assert sorted((one["row"], one["category"], one["suggestion"]) for one in found) == [(i, 1, 0) for i in wrong]
        session.do(Confirm(3))
        found = heard.wait("findings", lambda own: own.header["revision"] == 1).header["suspects"]
        assert sorted(one["row"] for one in found) == wrong[1:]
        session.do(Undo())
        assert len(heard.wait("findings", lambda own: own.header["revision"] == 2).header["suspects"]) == 2


def test_what_was_done_is_done_again_from_the_log(tmp_path, groups):
    X, group = groups
    with Session(X, log=tmp_path / "x.explore.jsonl") as session:
        session.do(Label("near", rows_of(group, 0)))
        session.do(Label("far", rows_of(group, 2)))
        session.do(Undo())
        session.do(SetBeta(2.0))
        model = session.answer()
    with Session(X, log=tmp_path / "x.explore.jsonl") as again:
        assert again.revision == 4
        assert again.standing.labelling() == session.standing.labelling()
        assert again.answer().labels_.tolist() == model.labels_.tolist()
        assert again.answer().cost_ == model.cost_
        assert again.do(Undo())
        assert again.do(Undo())
        assert not again.standing.can_undo


def test_an_action_that_cannot_be_kept_is_not_done(tmp_path, groups, monkeypatch):
    with Session(groups[0], log=tmp_path / "x.jsonl") as session:
        monkeypatch.setattr(session.log, "append", lambda entry: (_ for _ in ()).throw(OSError("no room")))
        with pytest.raises(OSError, match="no room"):
            session.do(Label("near", (0,)))
        assert session.standing.n_labelled == 0


def test_a_failure_of_the_search_is_told_and_the_session_goes_on(heard):
    with Session(np.array([[1.0, np.inf], [2.0, 3.0]])) as session:
        session.subscribe(heard)
        with pytest.raises(ValueError, match="infinity"):
            session.answer()
        assert "infinity" in heard.wait("error").header["sentence"]
        assert session.do(Label("near", (0,)))


def test_labels_to_begin_with_may_be_numbers(groups):
    X, group = groups
    with Session(X, labels=np.where(np.arange(len(X)) < 60, group, -1)) as session:
        assert session.standing.terms.names == ("0", "1", "2")
        assert session.answer().predict_category(X[:3]).tolist() == ["0", "1", "2"]


def test_too_many_categories_are_a_mistake():
    X = np.random.default_rng(0).normal(size=(1200, 2))
    with pytest.raises(ValueError, match="labels name 1,200 categories, and 1,000 is the most"):
        Session(X, labels=np.arange(1200))


def test_one_row_and_equal_rows_have_an_answer():
    for X in (np.zeros((1, 1)), np.ones((30, 3))):
        with Session(X) as session:
            session.do(Label("a", (0,)))
            assert session.answer().n_clusters_ == 1


def test_a_failure_of_an_answer_is_told_and_the_next_one_is_tried(session, groups, heard, monkeypatch):
    from cecib.explore.engine import TableEngine

    session.subscribe(heard)
    session.answer()
    with monkeypatch.context() as patch:
        patch.setattr(TableEngine, "answered", lambda *_: 1 / 0)
        session.do(Label("near", (0,)))
        with pytest.raises(ZeroDivisionError):
            session.answer()
    assert "division by zero" in heard.wait("error").header["sentence"]
    session.do(Label("far", rows_of(groups[1], 2)))
    assert session.answer().categories_.tolist() == ["far", "near"]


def test_offers_that_nobody_takes_do_not_crowd_out_the_search_that_answers_begin_from(session, groups, monkeypatch):
    from cecib.explore.engine import TableEngine

    monkeypatch.setattr(TableEngine, "gain", lambda *_: 1.0)
    monkeypatch.setattr("cecib.explore.worker._REST", 0.0)
    ground = session.answer()
    for row in range(8):
        session.do(Label("near", (3 * row,)))
        assert session.worker.wait_for_search(60)
        assert session.worker.offered(session.snapshot()) is not None
    assert session.worker.ground is ground


def test_answers_come_on_request_if_they_are_told_to(session, heard):
    session.subscribe(heard)
    session.answer()
    session.worker.live(False)
    session.do(Label("near", (0,)))
    time.sleep(0.3)
    assert session.worker.latest()[0].revision == 0
    session.worker.search()
    heard.wait("partition", lambda own: own.header["revision"] == 1)
    session.do(Label("near", (3,)))
    time.sleep(0.3)
    assert session.worker.latest()[0].revision == 1
    session.worker.live(True)
    heard.wait("partition", lambda own: own.header["revision"] == 2)


def test_a_log_remembers_the_labels_that_it_was_begun_with(groups, tmp_path):
    X = groups[0]
    begun = ["x", "y", None] * (len(X) // 3)
    for labels, is_same in ((begun, True), (begun, True), (None, False), (["q"] * len(X), False)):
        if is_same:
            Session(X, labels=labels, log=tmp_path / "log").close()
            continue
        with pytest.raises(ValueError, match="begun with other labels"):
            Session(X, labels=labels, log=tmp_path / "log")
    Session(X, labels=begun, log=tmp_path / "log").close()  # a refusal lets go of the log


def test_a_search_that_failed_is_tried_again_on_request(session, monkeypatch):
    search, failing = session.engine.searched, [MemoryError("no room")]

    def searched(*given):
        if failing:
            raise failing.pop()
        return search(*given)

    monkeypatch.setattr(session.engine, "searched", searched)
    with pytest.raises(MemoryError, match="no room"):
        session.answer()
    session.worker.search()
    assert session.answer().n_clusters_ == 3


def test_rows_and_columns_are_asked_for():
    with pytest.raises(ValueError, match="must have rows and columns, got 3 dimensions"):
        Session(np.zeros((20, 30, 3)))
