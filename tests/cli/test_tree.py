"""`cecib tree`: the merges of a saved model."""

import numpy as np
import pandas as pd
import pytest
from scipy.cluster.hierarchy import fcluster

from cecib import CECIB


@pytest.fixture
def model_file(tmp_path):
    """Four groups, two of each category, and one that no label reaches."""
    rng = np.random.default_rng(0)
    places = np.array([[0, 0], [6, 0], [60, 0], [60, 7], [0, 90]])
    classes = np.arange(250) % 5
    X = pd.DataFrame(places[classes] + rng.normal(size=(250, 2)), columns=["wing", "mass"])
    names = np.array(["seeds", "seeds", "insects", "insects", None], dtype=object)
    model = CECIB(init=classes, random_state=0).fit(X, np.where(rng.random(250) < 0.4, names[classes], None))
    assert model.n_clusters_ == 5
    model.save(tmp_path / "birds.cecib")
    return tmp_path / "birds.cecib"


def test_merges_and_sentences(cecib, model_file):
    result = cecib("tree", model_file)
    assert (result.status, result.err) == (0, "")
    assert "these become one" in result.out
    tree = CECIB.load(model_file).tree()
    for line in tree.describe().splitlines():
        assert line in result.out
    assert f"{tree.nats[0]:,.1f}" in result.out
    assert result.out.count("categories") == (~tree.within).sum() + result.out.count("Between categories")


def test_the_level_that_a_merge_crosses(cecib, tmp_path):
    """Two merges within a kingdom, then one across."""
    places = np.repeat([[0, 0], [7, 0], [60, 0], [60, 20.0]], 50, axis=0)
    X = places + np.random.default_rng(0).normal(size=(200, 2))
    names = [["animal", "cat"], ["animal", "dog"], ["plant", "oak"], ["plant", "rose"]]
    y = pd.DataFrame(np.repeat(np.array(names, dtype=object), 50, axis=0), columns=["kingdom", "species"])
    CECIB(random_state=0).fit(X, y).save(tmp_path / "levels.cecib")
    merges = [line.split()[-1] for line in cecib("tree", "levels.cecib").out.splitlines() if " + " in line]
    assert merges == ["species", "species", "kingdom"]


def test_the_cut(cecib, model_file):
    result = cecib("tree", model_file, "-n", "3", "--model", "coarse.cecib")
    assert result.status == 0
    assert result.out.count("with 3: cluster") == 3
    assert "(seeds, 40.0% of the points)" in result.out
    assert "(no label, 20.0% of the points)" in result.out
    coarse, model = CECIB.load("coarse.cecib"), CECIB.load(model_file)
    np.testing.assert_array_equal(coarse.labels_, model.cut(3).labels_)
    assert cecib("tree", "coarse.cecib").status == 0


def test_the_table_is_the_linkage(cecib, model_file):
    assert cecib("tree", model_file, "--out", "merges.csv").status == 0
    table = pd.read_csv("merges.csv")
    tree = CECIB.load(model_file).tree()
    linkage = table[["first", "second", "height", "leaves"]].to_numpy(dtype=float)
    np.testing.assert_array_equal(linkage, np.asarray(tree))
    np.testing.assert_array_equal(table["nats"], tree.nats)
    assert table["clusters"].iloc[-1] == "0 1 2 3 4"
    assert len(set(fcluster(linkage, 3, "maxclust"))) == 3


def test_the_table_on_standard_output(cecib, model_file):
    result = cecib("tree", model_file, "--out", "-")
    assert result.out.startswith("merge,first,second,height,")
    assert "these become one" in result.err


@pytest.mark.parametrize("extension", ["png", "svg", "pdf"])
def test_the_picture(cecib, model_file, tmp_path, extension):
    assert cecib("tree", model_file, "-n", "2", "--plot", f"tree.{extension}").status == 0
    assert (tmp_path / f"tree.{extension}").stat().st_size > 1000


def test_one_cluster(cecib):
    CECIB(1).fit(np.random.default_rng(0).normal(size=(40, 2))).save("one.cecib")
    result = cecib("tree", "one.cecib", "-n", "1", "--out", "merges.csv", "--plot", "one.png")
    assert (result.status, result.err) == (0, "")
    assert "One cluster: there is nothing to merge." in result.out
    assert len(pd.read_csv("merges.csv")) == 0


def test_too_many_clusters(cecib, model_file, tmp_path):
    result = cecib("tree", model_file, "-n", "6", "--out", "merges.csv")
    assert result.status == 2
    assert result.err == "cecib: -n must be at most the number of clusters, 5, got 6: lower it.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["birds.cecib"]


def test_damaged_model(cecib, model_file):
    model_file.write_bytes(model_file.read_bytes()[:500])
    result = cecib("tree", model_file)
    assert result.status == 2
    assert "birds.cecib is damaged" in result.err
    assert result.err.count("\n") == 1


def test_control_characters_are_shown(cecib):
    X = np.vstack([np.random.default_rng(0).normal(c, 1, (30, 2)) for c in (0, 30)])
    CECIB(2, random_state=0).fit(X, ["a\x1b[2J"] * 30 + ["b"] * 30).save("evil.cecib")
    result = cecib("tree", "evil.cecib", "-n", "2")
    assert r"a\x1b[2J: one kind" in result.out
    assert "\x1b" not in result.out
