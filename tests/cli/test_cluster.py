"""What `cecib cluster` prints and writes."""

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB, __version__


def test_version(cecib):
    assert cecib("--version").out == f"cecib {__version__}\n"


def test_help_of_every_command(cecib):
    for command in ("cluster", "predict", "paper"):
        result = cecib(command, "--help")
        assert result.status == 0
        assert result.out.startswith(f"usage: cecib {command}")


def test_report(cecib, birds_csv):
    """Three clusters: one of each diet, and a new one; the terms of the cost sum to it."""
    result = cecib("cluster", birds_csv, "--labels", "diet")
    assert (result.status, result.err) == (0, "")
    rows = [line.split() for line in result.out.splitlines() if line.strip()[:1].isdigit()]
    assert [row[1] for row in rows] == ["40", "40", "40"]
    assert sorted(row[3] for row in rows) == ["-", "insects", "seeds"]
    assert [row[-1] for row in rows].count("new") == 1
    cost, *terms = (float(word) for word in result.out.split("cost ")[1].split("\n")[0].split() if "." in word)
    assert cost == pytest.approx(sum(terms), abs=2e-4)
    assert "labels that look wrong: none of 20" in result.out
    assert "features: wing, mass" in result.out


def test_wrong_label_is_named(cecib, birds, tmp_path):
    """A label that differs from all others of its cluster is counted, and its row is given, counting from 1."""
    birds.loc[8, "diet"] = "insects"
    birds.to_csv("birds.csv", index=False)
    result = cecib("cluster", "birds.csv", "--labels", "diet", "--beta", "0.3")
    assert "labels that look wrong: 1 of 20 (row 9)" in result.out


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.parquet", "OUT.CSV"])
def test_out_has_one_row_per_input_row(cecib, birds_csv, birds, name):
    result = cecib("cluster", birds_csv, "--labels", "diet", "--out", name)
    assert (result.status, result.err) == (0, "")
    if name.endswith("parquet"):
        out = pd.read_parquet(name)
    else:
        out = pd.read_csv(name, sep="\t" if name.endswith("tsv") else ",")
    found = ["cluster", "category", "probability", "category_probability", "looks_wrong", "new", "outlier"]
    assert list(out.columns) == ["diet", *found]
    model = CECIB(random_state=0).fit(birds[["wing", "mass"]], birds["diet"])
    np.testing.assert_array_equal(out["cluster"], model.labels_)
    assert out["probability"].between(0.5, 1).all()
    assert out["category"][:40].eq("seeds").all()
    assert out["category"][80:].isna().all()


def test_out_to_standard_output_leaves_the_report_on_standard_error(cecib, birds_csv):
    result = cecib("cluster", birds_csv, "--labels", "diet", "--out", "-")
    assert result.out.startswith("diet,cluster,category,probability,category_probability,looks_wrong,new,outlier\n")
    assert result.out.count("\n") == 121
    assert "nats per point" in result.err


def test_same_seed_same_answer_whatever_the_jobs(cecib, birds_csv, tmp_path):
    for jobs, seed in ((1, 3), (2, 3)):
        assert cecib("cluster", birds_csv, "--jobs", jobs, "--seed", seed, "--out", f"{jobs}.csv").status == 0
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()


@pytest.mark.parametrize("extension", ["csv", "tsv", "parquet", "npy"])
def test_every_format_gives_the_same_clusters(cecib, birds, birds_csv, tmp_path, extension):
    birds["diet"] = birds["diet"].map({"seeds": 0, "insects": 1}).fillna(-1).astype(int)
    path, label = tmp_path / f"same.{extension}", "diet"
    if extension == "parquet":
        birds.to_parquet(path)
    elif extension == "npy":
        np.save(path, birds.to_numpy(dtype=float))
        label = "3"
    else:
        birds.to_csv(path, index=False, sep="\t" if extension == "tsv" else ",")
    assert cecib("cluster", path, "--labels", label, "--out", "a.csv").status == 0
    assert cecib("cluster", birds_csv, "--labels", "diet", "--out", "b.csv").status == 0
    assert pd.read_csv("a.csv")["cluster"].equals(pd.read_csv("b.csv")["cluster"])


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"])
def test_standard_input_is_sniffed(cecib, stdin, birds, separator, prefix):
    stdin(prefix + birds.to_csv(index=False, sep=separator).replace("\n", "\r\n").encode())
    result = cecib("cluster", "-", "--labels", "diet")
    assert (result.status, result.err) == (0, "")
    assert "features: wing, mass" in result.out


@pytest.mark.parametrize("extension", ["npy", "parquet"])
def test_standard_input_may_be_binary(cecib, stdin, birds, tmp_path, extension):
    path = tmp_path / f"x.{extension}"
    if extension == "npy":
        np.save(path, birds[["wing", "mass"]].to_numpy())
    else:
        birds.to_parquet(path)
    stdin(path.read_bytes())
    assert cecib("cluster", "-").status == 0


def test_labels_from_an_npy_file(cecib, birds, tmp_path):
    np.save(tmp_path / "x.npy", birds[["wing", "mass"]].to_numpy(dtype=np.float32))
    np.save(tmp_path / "y.npy", birds["diet"].map({"seeds": 0, "insects": 1}).fillna(-1).to_numpy(dtype=int))
    result = cecib("cluster", "x.npy", "--labels", "y.npy")
    assert result.status == 0
    assert "none of 20" in result.out


def test_row_numbers_and_text_are_left_out_and_named(cecib, birds):
    """An ID is no measurement: a newcomer's table clusters without --features, and the report says what was used."""
    birds.insert(0, "id", range(101, 221))
    birds["place"] = "cliff"
    birds["empty"] = None
    birds.to_csv("birds.csv", index=False)
    result = cecib("cluster", "birds.csv", "--labels", "diet")
    assert "features: wing, mass\n" in result.out
    assert "not used: id (row numbers), place (not numbers), empty (empty)" in result.out


@pytest.mark.parametrize(
    "features", ["wing,mass", "2,3", "wing:mass", "2:3", "wing : diet", "2:diet", "mass,wing,mass"]
)
def test_features_are_names_positions_and_ranges(cecib, birds, features):
    birds.insert(0, "id", range(120))
    birds.to_csv("birds.csv", index=False)
    result = cecib("cluster", "birds.csv", "--labels", "diet", "--features", features)
    names = "mass, wing" if features.startswith("mass") else "wing, mass"
    assert f"features: {names}\n" in result.out


def test_file_without_a_header(cecib, birds):
    """The first row is kept as data, and columns go by position."""
    birds.to_csv("birds.csv", index=False, header=False)
    result = cecib("cluster", "birds.csv", "--labels", "3", "--out", "out.csv")
    assert "features: 1, 2\n" in result.out
    assert len(pd.read_csv("out.csv")) == 120


@pytest.mark.parametrize("empty", ["", " ", "NA", "nan", "-1"])
def test_empty_cells_are_unlabelled(cecib, birds, empty):
    birds["diet"] = birds["diet"].fillna(empty)
    birds.to_csv("birds.csv", index=False)
    assert "none of 20" in cecib("cluster", "birds.csv", "--labels", "diet").out


def test_options_reach_the_model(cecib, birds_csv):
    options = {
        "--beta": 0.25,
        "--clusters": 4,
        "--criterion": "entropy",
        "--min-size": 12,
        "--restarts": 3,
        "--seed": 7,
    }
    flat = [item for pair in options.items() for item in pair]
    assert cecib("cluster", birds_csv, "--labels", "diet", *flat, "--model", "m.cecib").status == 0
    model = CECIB.load("m.cecib")
    assert (model.beta, model.n_clusters, model.criterion) == (0.25, 4, "entropy")
    assert (model.min_cluster_size, model.n_init, model.random_state) == (12, 3, 7)


@pytest.mark.parametrize(("extension", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_plot(cecib, birds_csv, tmp_path, extension, magic):
    assert cecib("cluster", birds_csv, "--labels", "diet", "--plot", f"p.{extension}").status == 0
    first = (tmp_path / f"p.{extension}").read_bytes()
    assert first.startswith(magic)
    cecib("cluster", birds_csv, "--labels", "diet", "--plot", f"p.{extension}")
    assert (tmp_path / f"p.{extension}").read_bytes() == first


def test_plot_by_given_columns(cecib, birds, tmp_path):
    """Names of the columns stand at the axes, they are no features then, and no figure is left open."""
    from matplotlib import pyplot

    open_before = pyplot.get_fignums()
    birds.assign(east=-birds["mass"], north=birds["wing"]).to_csv("birds.csv", index=False)
    result = cecib("cluster", "birds.csv", "--labels", "diet", "--plot", "p.svg", "--xy", "east,north")
    assert "features: wing, mass\n" in result.out
    drawn = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert ">east<" in drawn
    assert ">north<" in drawn
    assert pyplot.get_fignums() == open_before


def test_coordinates_without_a_picture_are_refused(cecib, birds_csv):
    result = cecib("cluster", birds_csv, "--xy", "a,b")
    assert (result.status, "needs --plot or --report" in result.err) == (2, True)


def test_markup_in_categories_is_text(cecib, birds):
    birds["diet"] = birds["diet"].map({"seeds": "[red]$x_1$", "insects": "é, 食"})
    birds.to_csv("birds.csv", index=False)
    result = cecib("cluster", "birds.csv", "--labels", "diet", "--plot", "p.png", "--out", "o.csv")
    assert "[red]$x_1$" in result.out
    assert set(pd.read_csv("o.csv")["category"].dropna()) == {"[red]$x_1$", "é, 食"}


def test_shapes_are_a_column_and_a_line(cecib, tmp_path):
    """The arcs of a ring are one shape; without the option nothing is said of shapes."""
    rng = np.random.default_rng(0)
    angle = rng.uniform(0, 2 * np.pi, 400)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) + rng.normal(0, 0.1, (400, 2))
    pd.DataFrame(np.vstack([ring, rng.normal(5, 0.3, (100, 2))]), columns=["x", "y"]).to_csv("ring.csv", index=False)
    result = cecib("cluster", "ring.csv", "--shapes", "--out", "out.csv", "--plot", "ring.png")
    assert (result.status, result.err) == (0, "")
    out = pd.read_csv("out.csv")
    assert list(out.columns)[:2] == ["cluster", "shape"]
    assert (out["shape"][:400] == 0).all()
    assert (out["shape"][400:] == 1).all()
    several = sorted(set(out["cluster"][:400]))
    assert f"shapes: 2; clusters {', '.join(map(str, several))} are one\n" in result.out
    assert "shape" not in cecib("cluster", "ring.csv").out


def test_shapes_of_clusters_that_are_apart(cecib, birds_csv):
    assert "shapes: each cluster is one of its own\n" in cecib("cluster", birds_csv, "--shapes").out


@pytest.fixture
def levels_csv(birds, tmp_path):
    """Four groups in two pairs: every row has its pair, every third its group."""
    random = np.random.default_rng(1)
    group = np.arange(160) % 4
    X = np.array([[0, 0], [5, 0], [30, 0], [35, 0]])[group] + random.normal(size=(160, 2)).round(3)
    order = np.array(["owls", "owls", "finches", "finches"], dtype=object)[group]
    species = np.where(np.arange(160) % 3 == 0, np.array(["eagle owl", "barn owl", "siskin", "serin"])[group], None)
    frame = pd.DataFrame({"wing": X[:, 0], "mass": X[:, 1], "order": order, "species": species})
    frame.to_csv(tmp_path / "levels.csv", index=False)
    return frame


def test_labels_at_several_levels(cecib, levels_csv):
    """The report has columns and a line for each level, the table a category for each, and the model keeps them."""
    result = cecib(
        *("cluster", "levels.csv", "--labels", "order, species", "--out", "out.csv", "--model", "m.cecib"),
        *("--plot", "p.png"),
    )
    assert (result.status, result.err) == (0, "")
    assert "order: finches 80, owls 80" in result.out
    assert "species: barn owl" in result.out
    assert "features: wing, mass" in result.out
    heading = next(line for line in result.out.splitlines() if "cluster" in line)
    assert heading.split()[3:] == ["order", "purity", "labelled", "species", "purity", "labelled", "new"]
    out = pd.read_csv("out.csv")
    found = [
        *("cluster", "category_order", "category_species", "probability"),
        *("category_probability_order", "category_probability_species", "new", "outlier"),
    ]
    assert [name for name in out.columns if name != "looks_wrong"] == ["order", "species", *found]
    assert out["category_order"].eq(levels_csv["order"]).mean() > 0.98
    assert cecib("predict", "m.cecib", "levels.csv", "--out", "again.csv").status == 0
    pd.testing.assert_frame_equal(pd.read_csv("again.csv"), out[found])


def test_a_column_whose_name_has_a_comma(cecib, levels_csv):
    """The exact name of a column wins over a list of columns."""
    levels_csv.rename(columns={"species": "order,species"}).to_csv("comma.csv", index=False)
    result = cecib("cluster", "comma.csv", "--labels", "order,species")
    assert (result.status, result.err) == (0, "")
    assert "categories: barn owl" in result.out


def test_levels_in_the_wrong_order_are_a_warning(cecib, levels_csv):
    result = cecib("cluster", "levels.csv", "--labels", "species,order")
    assert (result.status, result.err) == (0, "")
    assert "warning: Each category of 'species' lies in one of 'order', which has fewer" in result.out


def test_labels_of_several_levels_from_a_file(cecib, levels_csv):
    codes = np.column_stack([pd.factorize(levels_csv[name])[0] for name in ("order", "species")])
    np.save("y.npy", codes)
    result = cecib("cluster", "levels.csv", "--features", "wing,mass", "--labels", "y.npy")
    assert (result.status, result.err) == (0, "")
    assert "level 1: 0 80, 1 80" in result.out
