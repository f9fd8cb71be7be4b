"""Model files: whole, versioned, harmless."""

import json
import pickle
import zipfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from cecib import CECIB


@pytest.fixture(scope="module")
def model():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(np.vstack([rng.normal(c, 1, (60, 2)) for c in (0, 9)]), columns=["length", "width"])
    y = [None] * 120
    y[0], y[70] = "oak", "elm"
    return CECIB(4, random_state=0, beta=0.7).fit(X, y), X


def test_round_trip(model, tmp_path):
    fitted, X = model
    fitted.save(tmp_path / "model.cecib")
    loaded = CECIB.load(tmp_path / "model.cecib")
    assert loaded.get_params() == fitted.get_params()
    for name, value in vars(fitted).items():
        if name.endswith("_"):
            np.testing.assert_array_equal(getattr(loaded, name), value)
    np.testing.assert_array_equal(loaded.predict_proba(X), fitted.predict_proba(X))
    assert loaded.predict_category(X).tolist() == fitted.predict_category(X).tolist()
    assert loaded.score(X) == fitted.score(X)


@pytest.mark.parametrize("seed", range(4))
def test_weighted_rows_that_have_gone_leave_no_negative_squares(tmp_path, seed):
    """Equal rows of weights that do not add up exactly: what rounding leaves of their scatter was refused at load."""
    rng = np.random.default_rng(seed)
    X = (rng.random((390, 3)) < 0.3).astype(float)
    model = CECIB(4, family="diag", n_init=1, max_iter=2, random_state=seed).fit(X, sample_weight=rng.random(390))
    assert model.clusters_.summaries.scatters.min() >= 0.0
    model.save(tmp_path / "model.cecib")
    np.testing.assert_array_equal(CECIB.load(tmp_path / "model.cecib").predict(X), model.predict(X))


def test_numbers_of_other_libraries_are_saved(tmp_path):
    X = np.random.default_rng(0).normal(size=(60, 2))
    CECIB(np.int64(2), beta=Fraction(1, 2), random_state=np.int32(0)).fit(X).save(tmp_path / "m")
    assert CECIB.load(tmp_path / "m").get_params()["beta"] == 0.5


@pytest.mark.parametrize("seed", range(3))
def test_sums_of_weights_that_round_survive(seed, tmp_path):
    """Entropies of labels are kept up to date on the way and computed from the counts in a file: the same bits."""
    rng = np.random.default_rng(seed)
    X, y, weights = rng.normal(size=(60, 2)), rng.integers(3, size=60), rng.exponential(size=60) + 0.1
    model = CECIB(3, criterion="entropy", random_state=0).fit(X, y, weights)
    model.save(tmp_path / "model")
    np.testing.assert_array_equal(CECIB.load(tmp_path / "model").predict_proba(X), model.predict_proba(X))


def test_an_array_of_starts_survives(tmp_path):
    X = np.random.default_rng(0).normal(size=(60, 2))
    CECIB(init=np.arange(60) % 2).fit(X).save(tmp_path / "m")
    np.testing.assert_array_equal(CECIB.load(tmp_path / "m").init, np.arange(60) % 2)


def rewrite(path, change):
    """Write the archive again with another header."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with np.load(path) as arrays:
        header = json.loads(arrays["header"].tobytes())
    change(header)
    contents = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            if name != "header.npy":
                archive.writestr(name, data)
        with archive.open("header.npy", "w") as file:
            np.save(file, contents)


def test_a_newer_file_is_refused(model, tmp_path):
    path = tmp_path / "m"
    model[0].save(path)
    rewrite(path, lambda header: header.update(version=99))
    with pytest.raises(ValueError, match=r"format version 99.*upgrade cecib"):
        CECIB.load(path)


def test_a_file_that_does_not_match_its_digest_is_refused(model, tmp_path):
    path = tmp_path / "m"
    model[0].save(path)
    rewrite(path, lambda header: header.update(digest="0" * 64))
    with pytest.raises(ValueError, match="do not match their digest"):
        CECIB.load(path)


@pytest.mark.parametrize("size", [0, 1, 100, -100])
def test_a_truncated_file_is_refused(model, tmp_path, size):
    path = tmp_path / "m"
    model[0].save(path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ValueError, match="damaged or not a model"):
        CECIB.load(path)


def test_flipped_bytes_are_refused(model, tmp_path):
    path = tmp_path / "m"
    model[0].save(path)
    data = bytearray(path.read_bytes())
    for at in range(0, len(data), max(1, len(data) // 40)):
        bad = data.copy()
        bad[at] ^= 0xFF
        path.write_bytes(bytes(bad))
        try:
            loaded = CECIB.load(path)
        except ValueError:
            continue
        np.testing.assert_array_equal(loaded.labels_, model[0].labels_)


def test_a_pickle_is_refused_and_not_run(model, tmp_path):
    class Trap:
        def __reduce__(self):
            return (pytest.fail, ("the file was executed",))

    path = tmp_path / "m"
    path.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(ValueError, match="damaged or not a model"):
        CECIB.load(path)
    np.savez(tmp_path / "n.npz", header=np.array([Trap()], dtype=object))
    with pytest.raises(ValueError, match="damaged or not a model"):
        CECIB.load(tmp_path / "n.npz")


def test_a_missing_file_and_an_unfitted_model(tmp_path):
    with pytest.raises(FileNotFoundError):
        CECIB.load(tmp_path / "absent")
    with pytest.raises(ValueError, match="not fitted"):
        CECIB().save(tmp_path / "m")
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize(
    ("name", "probabilities", "cost"),
    [
        ("evidence", [0.29535201400428673, 0.7046479859957133], 3.7386562049422496),
        ("entropy", [0.01611937250042079, 0.006208960393615718, 0.9776716671059634], 3.488961042065144),
        ("mixed", [0.9003426243139026, 0.09965737568609738], 3.7418999708013407),
    ],
)
def test_files_of_version_1_still_load(name, probabilities, cost):
    """Models written by cecib 0.1.0 predict as they did then."""
    model = CECIB.load(Path(__file__).parent / "data" / f"version_1_{name}.cecib")
    np.testing.assert_allclose(model.predict_proba([[4.5, 4.5]])[0], probabilities, rtol=1e-9)
    assert model.cost_ == cost
    assert len(model.clusters_) == model.n_clusters_


def test_large_arrays_come_back(model, tmp_path):
    """One cluster of very many rows, which would compress a thousandfold, is what a model may be."""
    fitted = clone(model[0]).fit(model[1])
    fitted.labels_ = np.zeros(5_000_000, dtype=np.int32)
    fitted.save(tmp_path / "m")
    np.testing.assert_array_equal(CECIB.load(tmp_path / "m").labels_, fitted.labels_)


def test_the_same_model_makes_the_same_bytes(model, tmp_path):
    for name in "ab":
        model[0].save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
