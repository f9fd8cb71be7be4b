"""The sets are found, each whole in its own module."""

import ast
from pathlib import Path

import pytest

from cecib import datasets
from cecib.datasets.catalogue import CATALOGUE, title_of
from cecib.datasets.sources.spelling import Spelling

FOLDER = Path(datasets.__file__).parent


def test_titles_tell_the_sets_apart():
    """Two sets under one title would be one curve in a figure."""
    assert len({entry.title for entry in CATALOGUE.values()}) == len(CATALOGUE)
    assert title_of("user_modeling") == "User Modeling"


@pytest.mark.parametrize("name", CATALOGUE)
def test_machinery_names_no_set(name):
    """Outside the modules of the sets nothing asks for a set by its name, so a new one touches no other file."""
    for path in FOLDER.rglob("*.py"):
        if path.parent.name == "sets":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        assert name not in words, path.name


@pytest.mark.parametrize("floor", ["sources", "kinds"])
def test_machinery_does_not_import_the_sets(floor):
    """Sets say where they come from; how to read from there knows of no set."""
    for path in (FOLDER / floor).glob("*.py"):
        assert "cecib.datasets.sets" not in path.read_text(encoding="utf-8")
        assert "cecib.datasets.catalogue" not in path.read_text(encoding="utf-8")


SPELLING = Spelling((("low", "Low grade"), ("high",)), by_size={3: "low", 1: "high"})


@pytest.mark.parametrize(
    ("classes", "ours"),
    [
        (["LOW GRADE", " 'high'"], ["low", "high"]),
        (["b", "a", "b", "b"], ["low", "high", "low", "low"]),
    ],
)
def test_classes_in_our_spelling(classes, ours):
    """Case, blanks and quotes do not count; codes without names are told by their sizes."""
    assert SPELLING.ours(classes) == ours


@pytest.mark.parametrize(("classes", "word"), [(["low", "middle"], "middle"), (["a", "a"], "sizes")])
def test_unknown_classes_are_refused(classes, word):
    """A class that the set does not have means that the source has changed."""
    with pytest.raises(ValueError, match=word):
        SPELLING.ours(classes)
