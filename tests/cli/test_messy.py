"""A newcomer's table: IDs, dates, constants, copies, texts; what is kept of it; in any format, whole and in blocks."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.cli import large
from cecib.files.tables import read_table, write_table

QUICK = ("--clusters", "3", "--restarts", "1", "--beta", "1", "--subspace", "all", "--jobs", "1")
FOUND = ["cluster", "category", "probability", "category_probability", "looks_wrong", "new", "outlier"]


@pytest.fixture
def messy(birds):
    """The birds, of which one has a wrong label and one lies far from all."""
    birds.loc[8, "diet"] = "insects"
    birds.loc[119, ["wing", "mass"]] = [6.0, 20.0]
    birds.insert(0, "ring_id", np.random.default_rng(0).permutation(900)[:120])
    days = pd.date_range("2020-01-01", periods=120).strftime("%Y-%m-%d")
    return birds.assign(day=days, year=2020, weight=birds["mass"], sex=["f", "m"] * 60, cluster=7)


def test_what_is_no_measurement_is_listed(cecib, messy):
    write_table(messy, "birds.csv")
    result = cecib("cluster", "birds.csv", "--labels", "diet", *QUICK)
    assert result.status == 0
    assert "features: wing, mass\n" in result.out
    assert (
        "not used: ring_id (names of rows), day (dates), year (constant), weight (a copy of mass), sex (text of 2 "
        "values), cluster (constant); --features takes what it names\n"
        "of few texts: --one-hot sex takes them as columns of 0 and 1\n"
    ) in result.out


@pytest.mark.parametrize(
    ("keep", "columns"),
    [
        (("--keep", "none"), ["diet", *FOUND]),
        (("--keep", "ids"), ["ring_id", "diet", *FOUND]),
        (("--keep", "ids", "--ids", "day"), ["diet", "day", *FOUND]),
        (
            ("--keep", "all"),
            ["ring_id", "wing", "mass", "diet", "day", "year", "weight", "sex", "cluster (data)", *FOUND],
        ),
    ],
)
@pytest.mark.parametrize("limit", [1, 10**12])
def test_what_is_kept(cecib, messy, monkeypatch, keep, columns, limit):
    """In blocks and in memory; the label that was given is always there, and a name that is taken is marked."""
    monkeypatch.setattr(large, "_LARGE", limit)
    write_table(messy, "birds.parquet")
    features = ("--features", "wing,mass") if "--ids" in keep else ()
    ids = ("--exclude", "year,weight,cluster")
    keep = keep if keep != ("--keep", "ids") else ()  # which it is by default
    result = cecib("cluster", "birds.parquet", "--labels", "diet", *keep, *features, *ids, "--out", "o.feather", *QUICK)
    assert result.status == 0, result.err
    out = read_table("o.feather")
    assert out.columns.tolist() == [name for name in columns if features == () or name != "ring_id"]
    for name in set(out.columns) & {"ring_id", "diet", "day", "sex"}:
        assert out[name].fillna("").tolist() == messy[name].fillna("").tolist()


@pytest.mark.parametrize("limit", [1, 10**12])
def test_rows_that_stand_out_are_marked_and_suspects_listed(cecib, messy, monkeypatch, limit):
    monkeypatch.setattr(large, "_LARGE", limit)
    write_table(messy, "birds.csv.gz")
    outputs = ("--out", "o.csv", "--suspects", "s.jsonl")
    result = cecib("cluster", "birds.csv.gz", "--labels", "diet", *QUICK, *outputs)
    assert result.status == 0, result.err
    out = read_table("o.csv")
    assert np.flatnonzero(out["looks_wrong"]).tolist() == [8]
    assert np.flatnonzero(out["outlier"]).tolist() == [119]
    assert np.flatnonzero(out["new"]).tolist() == list(range(80, 120))
    assert "labels that look wrong: 1 of 20 (row 9)\n" in result.out
    assert "rows that no cluster explains: 1 (row 120)\n" in result.out
    suspects = read_table("s.jsonl")
    assert suspects[["row", "given", "suggested"]].to_numpy().tolist() == [[9, "insects", "seeds"]]
    assert suspects["ring_id"].tolist() == [messy["ring_id"][8]]
    assert suspects["cluster"].tolist() == [out["cluster"][8]]


def test_all_suspects_are_listed(cecib, messy):
    """Also more than the report names, and with what names the rows."""
    labels = np.where(np.arange(120) % 2 == 0, np.repeat(["seeds", "insects", "fish"], 40), None)
    labels[[0, 10, 20, 50, 60, 70, 90, 100, 110]] = "wrong"
    labels[30] = labels[32] = "fish"
    write_table(messy.assign(diet=labels), "birds.xlsx")
    result = cecib("cluster", "birds.xlsx", "--labels", "diet", "--suspects", "s.csv", "--out", "-", *QUICK)
    assert result.status == 0, result.err
    suspects = read_table("s.csv")
    marked = [line.split(",")[0] for line in result.out.splitlines() if ",True,False,False" in line]
    assert sorted(suspects["ring_id"].astype(str)) == sorted(marked)
    assert {31, 33} <= set(suspects["row"])


def test_the_sizes_that_are_printed_are_those_that_are_written(cecib):
    """Labels pull rows between two groups to one of them; the warning says that purities look at places alone."""
    random = np.random.default_rng(3)
    X = np.vstack([random.normal(0, 1, (60, 2)), random.normal([3, 0], 1, (60, 2))])
    frame = pd.DataFrame(X, columns=["a", "b"]).assign(y=["x"] * 60 + ["z"] * 60)
    frame.to_csv("t.csv", index=False)
    result = cecib("cluster", "t.csv", "--labels", "y", "--out", "o.csv", *QUICK, "--beta", "5")
    sizes = read_table("o.csv")["cluster"].value_counts().sort_index().tolist()
    printed = [int(line.split()[1]) for line in result.out.splitlines() if line.split()[:1] in (["0"], ["1"], ["2"])]
    assert printed == sizes
    assert "by measurements alone than in the fit" in result.out
    assert ": purities here are by measurements alone." in result.out


def test_a_mistyped_cell_does_not_speak_of_labels(cecib):
    """One far row is a cluster that is filled up with others: neither labels nor groups have to do with it."""
    X = np.random.default_rng(0).normal(size=(300, 3)) + 9 * (np.arange(300) % 3)[:, None]
    X[7, 1] = 1e3
    pd.DataFrame(X, columns=list("abc")).to_csv("t.csv", index=False)
    assert "1 value lies far beyond all others of feature 'b': it counts as missing" in cecib("cluster", "t.csv").out
    said = cecib("cluster", "t.csv", "--missing", "fail").out
    assert "than in the fit, where cluster 3, of rows far from all others, was filled up to the least size" in said
    assert "groups and pairs" not in said


def test_clusters_that_lie_apart_are_not_called_near(cecib):
    """Two of three groups touch, the third is far from both."""
    X = np.random.default_rng(0).normal(size=(300, 2)) + np.repeat([[0, 0], [4, 0], [60, 0]], 100, axis=0)
    pd.DataFrame(X, columns=["a", "b"]).to_csv("t.csv", index=False)
    assert cecib("cluster", "t.csv").out.count(" are near: they differ by a") == 1
    far = np.vstack([X[:100], X[200:]])
    pd.DataFrame(far, columns=["a", "b"]).to_csv("far.csv", index=False)
    assert " are near" not in cecib("cluster", "far.csv").out


def test_texts_as_columns_of_0_and_1_are_predicted_too(cecib, messy):
    write_table(messy, "birds.csv")
    made = cecib("cluster", "birds.csv", "--labels", "diet", "--one-hot", "all", "--model", "m.cecib", *QUICK)
    assert "features: wing, mass, sex=f, sex=m\n" in made.out
    model = CECIB.load("m.cecib")
    assert model.feature_names_in_.tolist() == ["wing", "mass", "sex=f", "sex=m"]
    assert cecib("predict", "m.cecib", "birds.csv", "--out", "o.csv").status == 0
    X = messy[["wing", "mass"]].assign(**{"sex=f": messy["sex"] == "f", "sex=m": messy["sex"] == "m"}).astype(float)
    assert read_table("o.csv")["cluster"].tolist() == model.predict(X).tolist()
    assert cecib("ask", "m.cecib", "birds.csv", "--labels", "diet").status == 0
    write_table(messy.drop(columns=["sex", "mass"]), "less.csv")
    assert "lack the columns 'mass', 'sex=f', 'sex=m'" in cecib("predict", "m.cecib", "less.csv").err


def test_the_format_does_not_matter(cecib, messy):
    """The same table gives the same answer, to the last digit that is written."""
    texts = {}
    for ending in ("csv", "feather", "jsonl", "xlsx"):
        write_table(messy.drop(columns=["day", "cluster"]), f"birds.{ending}")
        assert cecib("cluster", f"birds.{ending}", "--labels", "diet", "--out", "a.csv", *QUICK).status == 0
        if ending == "csv":
            assert cecib("cluster", "birds.csv", "--labels", "diet", "--model", "m.cecib", *QUICK).status == 0
        assert cecib("predict", "m.cecib", f"birds.{ending}", "--keep", "all", "--out", "b.csv").status == 0
        assert cecib("ask", "m.cecib", f"birds.{ending}", "--labels", "diet", "--out", "c.csv").status == 0
        texts[ending] = [Path(name).read_text() for name in ("a.csv", "b.csv", "c.csv")]
    assert all(own == texts["csv"] for own in texts.values())


def test_what_is_guessed_is_said(cecib, birds):
    """By each command that reads; on standard error where standard output is the table."""
    text = birds.assign(place="Málaga").to_csv(index=False, sep=";", decimal=",")
    with open("birds.csv", "wb") as file:
        file.write(text.encode("latin-1"))
    made = cecib("cluster", "birds.csv", "--labels", "diet", "--model", "m.cecib", *QUICK)
    for said in (made.out, cecib("predict", "m.cecib", "birds.csv").err, cecib("ask", "m.cecib", "birds.csv").out):
        assert "encoding: Latin-1 (Windows-1252), since byte 0xe1 in line 2 is not UTF-8" in said
        assert "decimal commas: wing, mass\n" in said


def test_a_large_file_that_is_not_read_in_blocks_says_so(cecib, birds, monkeypatch):
    write_table(birds, "birds.jsonl")
    monkeypatch.setattr(large, "_LARGE", 1)
    result = cecib("cluster", "birds.jsonl", "--labels", "diet", *QUICK)
    assert "read into memory as a whole, as .jsonl files are; Parquet and CSV are read in blocks\n" in result.out


@pytest.mark.parametrize("limit", [1, 10**12])
def test_numbers_as_people_write_them(cecib, birds, monkeypatch, limit):
    """Marks of missing values are taken, in blocks too; separators only where the whole column is at hand."""
    monkeypatch.setattr(large, "_LARGE", limit)
    price = (1000.0 + 100.0 * birds["mass"]).map("${:,.2f}".format)
    vague = (5000.0 + 100.0 * birds["mass"]).map("{:,.0f}".format)
    wing = birds["wing"].astype(str).where(birds.index % 10 > 0, "?")
    wing[5] = "."
    write_table(birds.assign(wing=wing, price=price, vague=vague), "birds.csv")
    result = cecib("cluster", "birds.csv", "--labels", "diet", "--out", "o.csv", "--keep", "all", *QUICK)
    assert result.status == 0, result.err
    where, also = (" in the first rows", "") if limit == 1 else ("", ", price")
    assert f"count as missing{where}: 12 cells '?' of wing and 1 cell '.' of wing\n" in result.out
    assert f"features: wing, mass{also}\n" in result.out
    assert "vague (numbers with separators or units: write them plainly)" in result.out
    assert ("read as numbers: price, such as '$" in result.out) == (limit > 1)
    assert read_table("o.csv")["price"].tolist() == price.tolist()


def test_a_mark_after_the_first_rows_of_a_large_file(cecib, birds, monkeypatch):
    monkeypatch.setattr(large, "_LARGE", 1)
    rows = pd.concat([birds] * 800, ignore_index=True).astype({"wing": str})
    rows.loc[len(rows) - 1, "wing"] = "?"
    write_table(rows, "birds.csv")
    result = cecib("cluster", "birds.csv", "--labels", "diet", *QUICK)
    assert result.status == 2
    assert "must hold numbers as in its first rows, got '?' in birds.csv" in result.err
    assert "leave the cell empty" in result.err
