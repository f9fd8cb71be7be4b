"""Loaded sets have the shapes of the paper's Table 1 and its preprocessing."""

import numpy as np
import pytest

from cecib.datasets import NAMES, MissingDatasetError, load
from cecib.datasets.catalogue import CATALOGUE
from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.preprocessing import principal_components, standardised
from cecib.datasets.sources.content import read_content
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
    "chem_scaled": (284, 10, 6),
    "ecoli_scaled": (327, 5, 5),
    "segmentation_unscaled": (210, 5, 7),
    "segmentation_wide": (2086, 18, 7),
    "vehicle": (846, 18, 4),
    "vowel": (990, 10, 11),
    "optdigits": (5620, 62, 10),
    "texture": (5500, 40, 11),
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
    """Every set has the shape that its source and the paper tell, and says what it is and whom to cite."""
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


@pytest.mark.parametrize("name", [name for name, entry in CATALOGUE.items() if isinstance(entry, TableEntry)])
def test_folder_has_the_catalogued_checksum(name):
    """The files at hand are those that the checksums were taken from."""
    entry = CATALOGUE[name]
    assert entry.is_genuine(read_content(shared_data(entry.file)))


def test_segmentation_is_the_authors_file_up_to_sign():
    """Our preprocessing is the authors', to the last digits."""
    authors = read_content(shared_data("segmentation_authors.csv"))
    found = load("segmentation", folder_of("segmentation"))
    assert np.abs(np.abs(found.X) - np.abs(authors.features)).max() < 1e-12
    assert (found.classes == authors.classes).all()


def test_ligands_are_the_stored_components():
    """Our components of the fingerprints are those made elsewhere."""
    stored = read_content(shared_data("chem_5ht1a_pca10.csv"))
    found = load("chem", folder_of("chem"))
    assert np.abs(found.X - stored.features).max() < 1e-9
    assert (found.classes == stored.classes).all()
    assert {level: len(np.unique(names)) for level, names in found.coarser.items()} == {"mid": 4, "top": 2}


def test_components_are_centred_and_uncorrelated():
    """Principal components are what they are called."""
    found = load("ecoli", folder_of("ecoli"))
    covariance = np.cov(found.X, rowvar=False)
    assert np.abs(found.X.mean(axis=0)).max() < 1e-12
    assert np.abs(covariance - np.diag(np.diag(covariance))).max() < 1e-12
    assert (np.diff(np.diag(covariance)) < 0).all()


def test_picture():
    """The scribbles lie where the mask says that they belong."""
    picture = load("image", folder_of("image")).picture
    assert picture.shape == (46, 70)
    assert [(picture.scribbles == code).sum() for code in (0, 1)] == [194, 144]
    assert picture.mask[picture.scribbles == 1].all()
    assert not picture.mask[picture.scribbles == 0].any()


def test_environment_names_the_folder(tmp_path, monkeypatch):
    """CECIB_DATA is looked into, and the source tells the file."""
    (tmp_path / "iris.csv").write_text("f1,f2,f3,f4,class\n1,2,3,4,a\n5,6,7,8,b\n")
    monkeypatch.setenv("CECIB_DATA", str(tmp_path))
    found = load("iris")
    assert found.X.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert found.source == str(tmp_path / "iris.csv")


def test_scikit_learn_gives_iris_as_uci_has_it(nowhere):
    """Three values of scikit-learn's copy are set back to those the authors used."""
    found = load("iris", download=False)
    assert found.source == "package sklearn"
    assert found.X[34].tolist() == [4.9, 3.1, 1.5, 0.1]
    assert found.X[37].tolist() == [4.9, 3.1, 1.5, 0.1]


@pytest.mark.parametrize("name", ["glass", "segmentation", "chem", "image", "vehicle"])
def test_missing_everywhere_names_the_three_ways(nowhere, name):
    """Who lacks a set is told the file, the package and the download."""
    with pytest.raises(MissingDatasetError) as caught:
        load(name, download=False)
    text = str(caught.value)
    assert "CECIB_DATA" in text
    assert "package" in text
    assert "download" in text
    assert CATALOGUE[name].file in text


def test_unknown_name_lists_the_names():
    """A misspelled name is refused with the names that there are."""
    with pytest.raises(ValueError, match="user_modeling"):
        load("irsi")


def test_a_malformed_file_says_what_is_expected(tmp_path):
    """A file with other columns is refused, with the columns expected."""
    (tmp_path / "glass.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match=r"f1\.\.fN"):
        load("glass", tmp_path)


def test_another_number_of_features_is_refused(tmp_path):
    """A folder's file is taken at its word only if it has the features of the set; the message tells both numbers."""
    (tmp_path / "glass.csv").write_text("f1,f2,class\n1,2,a\n3,4,b\n")
    with pytest.raises(ValueError, match="glass must have 9 features, got 2"):
        load("glass", tmp_path)


def test_wide_segmentation_is_before_the_components():
    """It has the rows of the set in five components, and the features whose components those are."""
    wide, full = (load(name, folder_of(name)) for name in ("segmentation_wide", "segmentation_full"))
    assert (wide.classes == full.classes).all()
    assert "region-pixel-count" not in wide.feature_names
    scores = principal_components(standardised(wide.X), 5)
    assert np.abs(scores - full.X).max() < 1e-9
