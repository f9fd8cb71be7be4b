"""cecib cluster --dask."""

import numpy as np
import pytest

pd = pytest.importorskip("pandas")
distributed = pytest.importorskip("distributed", reason="distributed is not installed: pip install 'cecib[dask]'")
pytest.importorskip("dask.dataframe", reason="dask.dataframe is not installed: pip install 'cecib[dask]'")

from cecib.cli import main  # noqa: E402


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def folder(tmp_path):
    random = np.random.default_rng(0)
    where = tmp_path / "birds"
    where.mkdir()
    for number in range(3):
        truth = random.integers(2, size=200)
        frame = pd.DataFrame(random.normal(size=(200, 2)) + 9.0 * truth[:, None], columns=["wing", "mass"])
        frame["diet"] = np.where(random.random(200) < 0.2, np.array(["seeds", "insects"])[truth], "")
        frame.to_parquet(where / f"part{number}.parquet")
    return where


def test_a_folder_is_read_by_the_workers(address, folder, tmp_path, capsys):
    out = tmp_path / "out.csv"
    assert main(["cluster", str(folder), "--labels", "diet", "--dask", address, "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "seeds" in printed
    assert "features: wing, mass" in printed
    table = pd.read_csv(out)
    assert len(table) == 600
    assert main(["cluster", str(folder), "--labels", "diet", "--out", str(tmp_path / "again.csv")]) == 0
    pd.testing.assert_frame_equal(table, pd.read_csv(tmp_path / "again.csv"), atol=1e-6)


@pytest.mark.parametrize("keep", ["all", "ids", "none"])
def test_what_is_written_is_the_same(address, folder, tmp_path, keep):
    """Order of rows, columns that are kept, labels that are numbers, and types: as without Dask."""
    for number, own in enumerate(sorted(folder.iterdir())):
        frame = pd.read_parquet(own)
        frame["diet"] = frame["diet"].map({"seeds": 1, "insects": 2}).astype("Int64")
        frame.insert(0, "bird", [f"bird {number}-{i}" for i in range(len(frame))])
        own.unlink()
        frame.to_parquet(folder / f"part.{9 + number}.parquet")
    frame[:0].to_parquet(folder / "part.0.parquet")
    command = ["cluster", str(folder), "--labels", "diet", "--keep", keep, "--out"]
    assert main([*command, str(tmp_path / "disk.parquet")]) == 0
    assert main([*command, str(tmp_path / "dask.parquet"), "--dask", address]) == 0
    disk, dask = (pd.read_parquet(tmp_path / f"{name}.parquet") for name in ("disk", "dask"))
    pd.testing.assert_frame_equal(dask, disk, atol=1e-6)
    assert {"all": "wing", "ids": "bird", "none": "diet"}[keep] in disk.columns
    assert ("bird" in disk.columns) == (keep != "none")
    assert disk["diet"].isna().sum() > 300
    assert disk["cluster"].dtype == np.int32


def test_what_is_refused_is_one_sentence(address, folder, capsys):
    assert main(["cluster", str(folder), "--dask", address, "--groups", "diet"]) == 2
    assert "--groups needs all rows in memory" in capsys.readouterr().err
    for name in ("no-such.parquet", "nope"):
        assert main(["cluster", name, "--dask", address]) == 2
        assert f"{name} does not exist" in capsys.readouterr().err
    (folder / "table.csv").write_text("wing,mass,diet\n1,2,seeds\n")
    assert main(["cluster", str(folder / "table.csv"), "--dask", address]) == 2
    assert ".parquet" in capsys.readouterr().err
    assert main(["cluster", str(folder), "--dask", address]) == 2
    with_dask = capsys.readouterr().err
    assert "files of several formats, such as part0.parquet and table.csv" in with_dask
    assert main(["cluster", str(folder)]) == 2
    assert capsys.readouterr().err == with_dask


def test_a_scheduler_that_is_not_there(folder, monkeypatch, capsys):
    from cecib.cli import dask

    monkeypatch.setattr(dask, "_SECONDS", 0.5)
    assert main(["cluster", str(folder), "--dask", "tcp://127.0.0.1:9"]) == 2
    assert "does not answer: start it with dask scheduler" in capsys.readouterr().err
