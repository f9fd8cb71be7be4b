"""Saving: the lines of Python and shell give the same clusters without the page."""

import shlex

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.cli import main
from cecib.explore import Apply, Clear, Label, Session, SetBeta
from cecib.explore.saving import KINDS, folder_of, save

FEATURES = ["beak_length_mm", "beak_depth_mm", "wing_mm", "mass_g"]


@pytest.fixture
def finches(tmp_path, monkeypatch):
    """A session of a table in a folder, as `cecib explore` makes it."""
    from argparse import Namespace
    from pathlib import Path

    from cecib.cli.explore import make_session

    examples = Path(__file__).parents[2] / "examples" / "finches.csv"
    (tmp_path / "finches.csv").write_bytes(examples.read_bytes())
    monkeypatch.chdir(tmp_path)

    def make(**options):
        given = {
            "data": "finches.csv",
            "labels": "diet",
            "features": None,
            "exclude": None,
            "one_hot": None,
            "xy": None,
            "log": None,
            "seed": 0,
        }
        return make_session(Namespace(**{**given, **options}))

    return make


def run_python(lines):
    names = {}
    exec(compile(lines, "again.py", "exec"), names)
    return names["model"]


def run_shell(lines):
    for line in lines.splitlines():
        command, *arguments = shlex.split(line)
        assert command == "cecib"
        assert main(arguments) == 0


def assert_same(saved, session):
    model = session.model
    again = run_python(saved.python)
    assert again.labels_.tolist() == model.labels_.tolist()
    assert again.cost_ == pytest.approx(model.cost_, rel=1e-12)
    assert again.beta_ == model.beta_
    run_shell(saved.shell)
    folder = folder_of(session)
    written, once_more = (pd.read_csv(folder / name) for name in ("clusters.csv", "clusters-again.csv"))
    assert written["cluster"].tolist() == model.labels_.tolist()
    pd.testing.assert_frame_equal(written, once_more[written.columns], rtol=1e-5)  # which also has the labels and marks


def test_the_lines_give_a_search_again(finches):
    with finches() as session:
        saved = save(session)
        assert [what for what, _ in saved.files if what != "script"] == ["labels", "clusters", "model", "report"]
        assert all(path.is_file() for _, path in saved.files)
        assert saved.python.count("\n") < 10
        assert "relabelled" not in saved.python
        assert_same(saved, session)


def test_the_lines_give_an_answer_again(finches):
    """Labels that have come since the search, a new category among them, and β by hand."""
    with finches() as session:
        session.answer()
        session.do(Label('it\'s <fruit>, "ripe"', tuple(range(0, 300, 3))))
        session.do(Clear(tuple(range(600, 880))))
        assert_same(save(session), session)
        session.do(SetBeta(2.5))
        saved = save(session)
        assert "beta=2.5" in saved.python
        assert_same(saved, session)


def test_the_lines_give_an_applied_search_again(finches, heard, monkeypatch):
    from cecib.explore.engine import TableEngine

    monkeypatch.setattr(TableEngine, "gain", lambda *_: 1.0)
    with finches(labels=None) as session:
        session.subscribe(heard)
        assert_same(save(session), session)
        session.do(Label("a", tuple(range(100))))
        heard.wait("offer", lambda own: own.header["offer"] is not None)
        session.do(Apply())
        session.do(Label("b", tuple(range(100, 150))))
        saved = save(session)
        assert "labels-searched.npy" in saved.python
        assert_same(saved, session)
        session.do(Clear(tuple(range(880))))
        assert_same(save(session), session)


def test_features_with_commas_are_named_by_their_position(finches):
    frame = pd.read_csv("finches.csv").rename(columns={"wing_mm": "wing, mm", "mass_g": "mass: g"})
    frame.to_csv("finches.csv", index=False)
    with finches() as session:
        assert_same(save(session), session)


def test_another_session_with_the_same_log_gives_the_same(finches):
    with finches() as session:
        session.do(Label("fruit", tuple(range(90))))
        saved, labels = save(session), session.model.labels_.tolist()
    with finches() as again:
        assert (save(again).python, save(again).shell) == (saved.python, saved.shell)
        assert again.model.labels_.tolist() == labels


def test_the_labels_and_the_model_are_what_they_were(finches):
    with finches() as session:
        session.do(Label("fruit", (0, 7)))
        files = dict(save(session, ["labels", "model", "clusters"]).files)
        model = session.model
    labels = pd.read_csv(files["labels"])
    assert labels[labels["category"] == "fruit"]["row"].tolist() == [1, 8]
    assert len(labels) == session.standing.n_labelled
    loaded = CECIB.load(files["model"])
    assert loaded.labels_.tolist() == model.labels_.tolist()
    assert sorted(loaded.categories_) == ["fruit", "insects", "seeds"]
    assert folder_of(session).name == "finches.csv.explored"


def test_data_without_a_file_have_lines_of_python(tmp_path, groups, monkeypatch):
    monkeypatch.chdir(tmp_path)
    X = groups[0]
    with Session(X) as session:
        session.do(Label("near", (0, 3, 6)))
        saved = save(session, KINDS)
        assert saved.shell == ""
        names = {"X": X}
        exec(compile(saved.python, "again.py", "exec"), names)
        assert np.array_equal(names["model"].labels_, session.model.labels_)
