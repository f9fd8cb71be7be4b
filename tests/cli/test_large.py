"""`cecib cluster` of a file that is read in blocks: what is written is what the model says of each row."""

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.cli import large, main
from cecib.whole import fitting


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr(large, "_LARGE", 10_000)
    monkeypatch.setattr(fitting, "_LEAST_ROWS", 2_000)
    monkeypatch.setattr(fitting, "_NUMBERS", 2_000)
    random = np.random.default_rng(0)
    group = random.integers(3, size=9_000)
    frame = pd.DataFrame(
        {
            "bird": np.arange(1, 9_001),
            "wing": 10.0 * group + random.normal(size=9_000),
            "mass": random.normal(size=9_000) - 20.0 * (group == 1),
            "diet": np.where(random.uniform(size=9_000) < 0.02, np.array(["seeds", "fish", "fish"])[group], None),
        }
    )
    frame.to_parquet(tmp_path / "birds.parquet", row_group_size=1_000)
    return tmp_path / "birds.parquet", frame, group


@pytest.mark.parametrize("format_", ["csv", "parquet"])
def test_all_that_is_asked_for_is_written(table, tmp_path, capsys, format_):
    path, _, group = table
    out, model = tmp_path / f"out.{format_}", tmp_path / "m.cecib"
    outputs = ["--out", str(out), "--model", str(model), "--plot", str(tmp_path / "p.png"), "--report"]
    assert main(["cluster", str(path), "--labels", "diet", *outputs, str(tmp_path / "r.html")]) == 0
    said = capsys.readouterr().out
    for size in np.bincount(group):
        assert f" {size} " in said
    assert "features: wing, mass" in said
    assert "not used: bird (row numbers)" in said
    assert "a sample of" not in said
    written = pd.read_csv(out) if format_ == "csv" else pd.read_parquet(out)
    loaded = CECIB.load(model)
    assert len(written) == 9_000
    assert np.array_equal(written["cluster"], loaded.labels_)
    assert pd.crosstab(written["cluster"], group).max(axis=1).sum() == 9_000
    assert set(written["category"].dropna()) <= {"seeds", "fish"}
    assert (tmp_path / "p.png").stat().st_size > 1_000
    assert "</html>" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_blocks_and_memory_agree(table, tmp_path, monkeypatch):
    path, _, _ = table
    for name, limit in (("blocks", 1), ("memory", 10**12)):
        monkeypatch.setattr(large, "_LARGE", limit)
        assert main(["cluster", str(path), "--labels", "diet", "--out", str(tmp_path / f"{name}.csv")]) == 0
    blocks, memory = (pd.read_csv(tmp_path / f"{name}.csv") for name in ("blocks", "memory"))
    assert list(blocks.columns) == list(memory.columns)
    assert np.array_equal(blocks["category"].fillna(""), memory["category"].fillna(""))


def test_a_folder(table, tmp_path, capsys):
    _, frame, _ = table
    folder = tmp_path / "parts"
    folder.mkdir()
    for number in range(3):
        frame[number * 3_000 : (number + 1) * 3_000].to_parquet(folder / f"part{number}.parquet")
    assert main(["cluster", str(folder), "--labels", "diet", "--features", "wing,mass", "--out", "-"]) == 0
    assert len(capsys.readouterr().out.strip().split("\n")) == 9_001


def test_a_sample_of_all_rows_is_not_spoken_of(table, capsys):
    path, frame, _ = table
    assert main(["cluster", str(path), "--labels", "diet"]) == 0
    assert "those of a sample of 2," in capsys.readouterr().out
    folder = path.parent / "few"
    folder.mkdir()
    frame[:300].to_parquet(folder / "few.parquet")
    assert main(["cluster", str(folder), "--labels", "diet"]) == 0
    assert "a sample of" not in capsys.readouterr().out


def test_standard_output_is_all_or_nothing(table, capsys):
    path, frame, _ = table
    frame.loc[8_888, "wing"] = np.nan
    frame.to_parquet(path)
    assert (
        main(["cluster", str(path), "--labels", "diet", "--features", "wing,mass", "--missing", "fail", "--out", "-"])
        == 2
    )
    out, err = capsys.readouterr()
    assert out == ""
    assert "'wing'" in err
    assert "8,889" in err or "8889" in err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--labels", "food"], "food"),
        (["--features", "wing,length"], "length"),
        (["--labels", "diet", "--features", "wing,diet"], "labels are not features"),
    ],
)
def test_bad_arguments(table, capsys, more, said):
    assert main(["cluster", str(table[0]), *more]) == 2
    assert said in capsys.readouterr().err


def test_what_needs_all_rows_has_them(table, tmp_path, capsys):
    path, frame, _ = table
    frame.assign(nest=np.arange(9_000) // 2).to_parquet(path)
    assert main(["cluster", str(path), "--groups", "nest", "--features", "wing,mass"]) == 0
    assert "a sample of" not in capsys.readouterr().out
    folder = tmp_path / "nests"
    folder.mkdir()
    frame.to_parquet(folder / "a.parquet")
    assert main(["cluster", str(folder), "--groups", "nest"]) == 2
    assert "is a folder" in capsys.readouterr().err
