"""Loaded sets have the shapes of the paper's Table 1 and its preprocessing."""

import numpy as np
import pytest

from cecib.datasets import NAMES, MissingDatasetError, load
from cecib.datasets.catalogue import CATALOGUE
from cecib.datasets.content import read_content
from shared_data import folder_of, shared_data

SHAPES = {
    "ecoli": (327, 5, 5),
    "glass": (214, 9, 6),
    "iris": (150, 4, 3),
    "segmentation": (210, 5, 7),
    "user_modeling": (403, 5, 4),
    "vertebral": (310, 6, 3),
    "wine": (178, 13, 3),
    "chem": (284, 10, 6),
    "image": (3220, 5, 2),
    "pendigits": (10992, 16, 10),
    "letter": (20000, 16, 26),
    "segmentation_full": (2086, 5, 7),
    "chem_large": (3696, 50, 28),
}


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    """No data folder, an empty cache."""
    monkeypatch.delenv("CECIB_DATA", raising=False)
    monkeypatch.setenv("CECIB_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == "chem_large" else name for name in NAMES]
)
def test_shape_and_facts(name):
    found = load(name, folder_of(name))
    assert (*found.X.shape, found.n_classes) == SHAPES[name]
    assert found.X.dtype == np.float64
    assert found.X.flags.c_contiguous
    assert np.isfinite(found.X).all()
    assert len(found.feature_names) == found.X.shape[1]
    assert len(found.classes) == len(found.X)
    assert found.description
    assert found.licence
    assert found.citation


@pytest.mark.parametrize("name", [name for name in NAMES if CATALOGUE[name].features])
def test_folder_has_the_catalogued_checksum(name):
    content = read_content(shared_data(CATALOGUE[name].file))
    assert content.checksum(CATALOGUE[name].number_format) in CATALOGUE[name].checksums


def test_segmentation_is_the_authors_file_up_to_sign():
    authors = read_content(shared_data("segmentation_authors.csv"))
    found = load("segmentation", folder_of("segmentation"))
    assert np.abs(np.abs(found.X) - np.abs(authors.features)).max() < 1e-12
    assert (found.classes == authors.classes).all()


def test_ligands_are_the_stored_components():
    stored = read_content(shared_data("chem_5ht1a_pca10.csv"))
    found = load("chem", folder_of("chem"))
    assert np.abs(found.X - stored.features).max() < 1e-9
    assert (found.classes == stored.classes).all()
    assert {level: len(np.unique(names)) for level, names in found.coarser.items()} == {"mid": 4, "top": 2}


def test_components_are_centred_and_uncorrelated():
    found = load("ecoli", folder_of("ecoli"))
    covariance = np.cov(found.X, rowvar=False)
    assert np.abs(found.X.mean(axis=0)).max() < 1e-12
    assert np.abs(covariance - np.diag(np.diag(covariance))).max() < 1e-12
    assert (np.diff(np.diag(covariance)) < 0).all()


def test_picture():
    picture = load("image", folder_of("image")).picture
    assert picture.shape == (46, 70)
    assert [(picture.scribbles == code).sum() for code in (0, 1)] == [194, 144]
    assert picture.mask[picture.scribbles == 1].all()
    assert not picture.mask[picture.scribbles == 0].any()


def test_environment_names_the_folder(tmp_path, monkeypatch):
    (tmp_path / "iris.csv").write_text("f1,f2,f3,f4,class\n1,2,3,4,a\n5,6,7,8,b\n")
    monkeypatch.setenv("CECIB_DATA", str(tmp_path))
    found = load("iris")
    assert found.X.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert found.source == str(tmp_path / "iris.csv")


def test_scikit_learn_gives_iris_as_uci_has_it(nowhere):
    found = load("iris", download=False)
    assert found.source == "package sklearn"
    assert found.X[34].tolist() == [4.9, 3.1, 1.5, 0.1]
    assert found.X[37].tolist() == [4.9, 3.1, 1.5, 0.1]


@pytest.mark.parametrize("name", ["glass", "segmentation", "chem", "image"])
def test_missing_everywhere_names_the_three_ways(nowhere, name):
    with pytest.raises(MissingDatasetError) as caught:
        load(name, download=False)
    text = str(caught.value)
    assert "CECIB_DATA" in text
    assert "package" in text
    assert "download" in text
    assert CATALOGUE[name].file in text


def test_unknown_name_lists_the_names():
    with pytest.raises(ValueError, match="user_modeling"):
        load("irsi")


def test_a_malformed_file_says_what_is_expected(tmp_path):
    (tmp_path / "glass.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match=r"f1\.\.fN"):
        load("glass", tmp_path)
