"""`cecib explore` with a picture in place of a table."""

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("skimage", reason="pictures need scikit-image")
pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from PIL import Image

from cecib.cli.explore import make_session

MISTAKES = {
    "no file": (["gone.png"], "gone.png does not exist: check the path of the picture."),
    "columns": (["photo.png", "--labels", "diet"], "--labels names columns, and photo.png is a picture: leave it out."),
    "no picture": (["torn.jpg"], "torn.jpg is no picture that can be read: give a PNG or JPEG file."),
    "a log that is the picture": (["photo.png", "--log", "photo.png"], "--log names photo.png, which is also"),
}


@pytest.fixture
def photo(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    Image.fromarray(random.integers(0, 255, (20, 30, 3), dtype=np.uint8)).save("photo.png")
    (tmp_path / "torn.jpg").write_text("no picture")
    return tmp_path / "photo.png"


@pytest.mark.parametrize(("arguments", "words"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_one_sentence(cecib, photo, arguments, words):
    result = cecib("explore", *arguments, "--no-browser")
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert words in result.err


def test_a_picture_is_opened_with_its_log_beside_it(photo):
    given = SimpleNamespace(
        data="photo.png", labels=None, features=None, exclude=None, one_hot=None, xy=None, log=None, seed=0
    )
    with make_session(given) as session:
        assert session.table.n == 600
        assert session.log.path.name == "photo.png.explore.jsonl"
        assert session.table.picture.width == 30
