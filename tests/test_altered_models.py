"""Model files whose contents were altered and whose digest was made anew: refused by what they lack."""

import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from model_contents import alter


@pytest.fixture(scope="module")
def model():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(np.vstack([rng.normal(c, 1, (60, 2)) for c in (0, 9)]), columns=["length", "width"])
    y = [None] * 120
    y[0], y[70] = "oak", "elm"
    return CECIB(4, random_state=0, beta=0.7).fit(X, y), X


PARTS = ("weights_", "category_counts_", "summary_weights", "summary_means", "summary_scatters", "summary_counts")
PARTS += ("scaling_shift", "scaling_columns", "family_numbers", "states", "prior_mean", "prior_scale", "categories_")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("change", ["missing", "first", "flat", "twice"])
def test_arrays_that_do_not_go_together_are_refused(model, part, change, tmp_path):
    how = {
        "first": lambda a: a[:1],
        "flat": lambda a: a.reshape(1, 1, 1, -1),
        "twice": lambda a: np.concatenate([a, a]),
    }

    def spoil(header, arrays):
        own = arrays.pop(part)
        if change != "missing":
            arrays[part] = how[change](own)

    model[0].save(tmp_path / "whole.cecib")
    alter(tmp_path / "whole.cecib", tmp_path / "spoilt.cecib", spoil)
    if (part, change) == ("states", "missing"):
        assert CECIB.load(tmp_path / "spoilt.cecib").n_clusters_ == model[0].n_clusters_  # made from the summaries
        return
    with pytest.raises(ValueError, match=r"spoilt\.cecib is damaged"):
        CECIB.load(tmp_path / "spoilt.cecib")


@pytest.mark.parametrize("part", ["version", "parameters", "scalars", "prior", "families", "cost_terms", "resolution"])
def test_a_header_without_its_parts_is_refused(model, part, tmp_path):
    model[0].save(tmp_path / "whole.cecib")
    alter(tmp_path / "whole.cecib", tmp_path / "spoilt.cecib", lambda header, arrays: header.pop(part))
    with pytest.raises(ValueError, match=r"spoilt\.cecib is damaged"):
        CECIB.load(tmp_path / "spoilt.cecib")


@pytest.mark.parametrize("factor", [np.nan, -1.0, 0.0])
def test_clusters_of_no_weight_are_refused(model, factor, tmp_path):
    model[0].save(tmp_path / "whole.cecib")

    def spoil(header, arrays):
        arrays["summary_weights"] = factor * arrays["summary_weights"]

    alter(tmp_path / "whole.cecib", tmp_path / "spoilt.cecib", spoil)
    with pytest.raises(ValueError, match=r"spoilt\.cecib is damaged"):
        CECIB.load(tmp_path / "spoilt.cecib")


SPOILT = [
    ("prior_scale", lambda a: a[:1], r"prior_scale must have shape \(2, 2\), got \(1, 2\)"),
    ("prior_scale", lambda a: -a, "its prior is none for criterion='evidence'"),
    ("summary_scatters", lambda a: -a, "summary_scatters must hold positive semidefinite matrices"),
    ("summary_weights", lambda a: a.astype("M8[s]"), "summary_weights must be of type float64, got datetime64"),
    ("states", lambda a: np.full_like(a, 1e308), "states must hold numbers from -1e"),
    ("states", lambda a: a * 2, "differ in their weights"),
    ("states", lambda a: a[:, :3], "the state of a cluster must be finite, and have all of its numbers"),
    ("states", lambda a: np.where(np.arange(a.shape[1]) == 3, 0.0, a), "costs or densities are not finite"),
    ("family_numbers", lambda a: a + 1, "family_numbers must hold numbers from 0 to 0"),
    ("family_numbers", lambda a: a[:0], r"family_numbers must have shape \(2\), got \(0,\)"),
    ("labels_", lambda a: a - 1, "labels_ must hold numbers from 0 to 1"),
    ("scaling_columns", lambda a: a[::-1], "scaling_columns must hold rising numbers"),
    ("feature_names_in_", lambda a: a[[0, 0]], "feature_names_in_ must hold distinct names"),
    ("categories_", lambda a: a[[0, 0]], "categories_ must hold distinct categories"),
    ("categories_", lambda a: np.array(["[1]", "null"]), "categories_ must hold categories as cecib writes them"),
]


@pytest.mark.parametrize(("part", "change", "said"), SPOILT)
def test_altered_arrays_are_refused_by_name(model, part, change, said, tmp_path):
    """Whoever alters an array and makes the digest anew is told what the array must be, and what to do."""
    model[0].save(tmp_path / "whole.cecib")

    def spoil(header, arrays):
        arrays[part] = change(arrays[part])

    alter(tmp_path / "whole.cecib", tmp_path / "spoilt.cecib", spoil)
    with pytest.raises(ValueError, match=rf"spoilt\.cecib is damaged: .*{said}.*: fit and save the model again\."):
        CECIB.load(tmp_path / "spoilt.cecib")


FIELDS = [
    (("scalars", "n_clusters_"), 2.0, "n_clusters_ must be an integer from 1 to"),
    (("scalars", "n_features_in_"), 10**9, r"means_ must have shape \(2, 1000000000\)"),
    (("parameters", "beta"), -1, "beta must be 'auto' or a number"),
    (("parameters", "family"), {"name": "fixed"}, "family must be a family with its parameters"),
    (("parameters", "family"), {"name": "fixed-mean", "mean": [1.0]}, "mean is for 1 features, but X has 2"),
    (("parameters", "other"), 1, "CECIB has no parameter 'other'"),
    (("calibration",), [0.0, 0.0, 0.0], "calibration must be a list of a number from 0.01"),
    (("prior",), None, "which models have not"),
    (("resolution",), float("nan"), "resolution must be a number from 0 to .*, got nan"),
    (("category_kind",), "pickle", "category_kind must be one of"),
]


@pytest.mark.parametrize(("keys", "value", "said"), FIELDS)
def test_altered_headers_are_refused_by_name(model, keys, value, said, tmp_path):
    model[0].save(tmp_path / "whole.cecib")

    def spoil(header, arrays):
        for key in keys[:-1]:
            header = header[key]
        header[keys[-1]] = value

    alter(tmp_path / "whole.cecib", tmp_path / "spoilt.cecib", spoil)
    with pytest.raises(ValueError, match=rf"spoilt\.cecib is damaged: .*{said}"):
        CECIB.load(tmp_path / "spoilt.cecib")


def test_a_file_that_would_fill_the_memory_is_refused(model, tmp_path):
    """Labels that pack a thousandfold are told by the sizes that the archive declares."""
    path = tmp_path / "m"
    model[0].save(path)
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if name != "labels_.npy"}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        with archive.open("labels_.npy", "w", force_zip64=True) as file:
            np.lib.format.write_array_header_1_0(file, {"descr": "<i4", "fortran_order": False, "shape": (2**24,)})
            for _ in range(64):
                file.write(bytes(2**20))
    with pytest.raises(ValueError, match=r"labels_\.npy is 67108\d+ bytes, packed into \d+"):
        CECIB.load(path)


@pytest.mark.parametrize("value", [-1.0, 0.0, -1e99])
def test_a_matrix_that_is_none_is_refused(value, tmp_path):
    """Of a cluster of coarse values; it was read beyond its end."""

    def spoil(header, arrays):
        arrays["states"][0, -1] = value

    path = tmp_path / "spoilt.cecib"
    alter(Path(__file__).parent / "golden" / "version_3_coarse.cecib", path, spoil)
    with pytest.raises(ValueError, match="positive definite"):
        CECIB.load(path)


@pytest.mark.parametrize("value", [-1, 1.5, "three", None, 2**40])
def test_a_number_of_hidden_clusters_that_is_none_is_refused(value, tmp_path):
    path = tmp_path / "spoilt.cecib"
    good = Path(__file__).parent / "golden" / "version_3_coarse.cecib"
    alter(good, path, lambda header, arrays: header.update(hidden_clusters=value))
    with pytest.raises(ValueError, match="hidden_clusters"):
        CECIB.load(path)


PATHS = {
    "beta_path": ([[0.0, 2.0], [-0.1, -0.1], [0.0, 0.0], [3.0, 3.0]], "a table of 4 rows|one of those in beta_path"),
    "space_path": ([[16.0, 2.0], [-0.1, -0.1], [0.0, 0.0], [0.0, 1.0]], "a table of 4 rows|1 for the space that was"),
}
CHANGES = {
    "empty": lambda rows: [[] for _ in rows],
    "uneven": lambda rows: [rows[0][:1], *rows[1:]],
    "too few": lambda rows: rows[:3],
    "texts": lambda rows: [["x", "y"], *rows[1:]],
    "not a number": lambda rows: [rows[0], [float("nan"), 0.0], *rows[2:]],
    "negative errors": lambda rows: [*rows[:2], [-1.0, 0.0], rows[3]],
    "infinite": lambda rows: [*rows[:3], [float("inf"), 0.0]],
    "of others": lambda rows: [[5.0, 6.0], *rows[1:3], [1.0, 1.0]],
}


@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("change", CHANGES)
def test_altered_paths_are_refused(model, name, change, tmp_path):
    """What was tried on the way to β and to the space is drawn by reports."""
    rows, said = PATHS[name]

    def spoil(header, arrays):
        header["scalars"]["beta_"] = 2.0
        header[name] = CHANGES[change](rows)

    def keep(header, arrays):
        header["scalars"]["beta_"] = 2.0
        header[name] = rows

    model[0].save(tmp_path / "whole.cecib")
    alter(tmp_path / "whole.cecib", tmp_path / "good.cecib", keep)
    CECIB.load(tmp_path / "good.cecib").report(model[1], ["oak", "elm"] * 60, tmp_path / "report.html")
    alter(tmp_path / "whole.cecib", tmp_path / "spoilt.cecib", spoil)
    with pytest.raises(ValueError, match=rf"spoilt\.cecib is damaged: .*({said})"):
        CECIB.load(tmp_path / "spoilt.cecib")
