"""Pictures in a session: read from files, answered by regions, saved with the lines that do the same."""

import numpy as np
import pytest

pytest.importorskip("skimage", reason="pictures need scikit-image")

from PIL import Image

from cecib.explore import Clear, Guest, Label, Undo
from cecib.explore.picture_engine import picture_session
from cecib.explore.pixels import read_pixels
from cecib.explore.saving import save
from cecib.image import segment

WIDTH, HEIGHT = 60, 40


def colours():
    image = np.random.default_rng(0).normal(0, 6, (HEIGHT, WIDTH, 3))
    image[:, : WIDTH // 2] += (40, 60, 120)
    image[:, WIDTH // 2 :] += (210, 120, 90)
    return image.clip(0, 255).astype(np.uint8)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "halves.png"
    Image.fromarray(colours()).save(path)
    return path


def block(y, x, size=4):
    return tuple((y + i) * WIDTH + x + j for i in range(size) for j in range(size))


def scribbled(session):
    session.do(Label("sea", block(5, 5)))
    session.do(Label("sand", block(30, 50)))
    return session.answer()


def test_colours_come_as_they_are(file):
    found = read_pixels(file)
    assert found.size == found.full_size == (WIDTH, HEIGHT)
    assert (found.rgba[..., :3] == colours()).all()
    assert (found.rgba[..., 3] == 255).all()
    np.testing.assert_allclose(found.values, colours() / 255)


def test_a_camera_may_say_how_to_turn_it(tmp_path):
    """Orientation 6: what was photographed upright lies on its side in the file."""
    path, exif = tmp_path / "turned.png", Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(colours()).save(path, exif=exif)
    found = read_pixels(path)
    assert found.size == (HEIGHT, WIDTH)
    assert (found.rgba[..., :3] == np.rot90(colours(), -1)).all()


def test_what_is_transparent_is_white(tmp_path):
    path = tmp_path / "clear.png"
    rgba = np.dstack([colours(), np.full((HEIGHT, WIDTH), 255, dtype=np.uint8)])
    rgba[:10, :, 3] = 0
    Image.fromarray(rgba).save(path)
    found = read_pixels(path)
    assert (found.values[:10] == 1).all()
    assert (found.rgba == rgba).all()


@pytest.mark.parametrize(
    ("made", "channels"),
    [
        (lambda: Image.fromarray(colours()[..., 0]), 1),
        (lambda: Image.fromarray(colours()[..., 0].astype(np.uint16) * 257), 1),
        (lambda: Image.fromarray(colours()).convert("P"), 3),
        (lambda: Image.fromarray(colours()[..., 0]).convert("LA"), 1),
        (lambda: Image.fromarray(colours()[..., 0] > 128), 1),
    ],
)
def test_kinds_of_png(tmp_path, made, channels):
    path = tmp_path / "kind.png"
    made().save(path)
    found = read_pixels(path)
    assert found.values.shape == (HEIGHT, WIDTH, channels)
    assert found.rgba.shape == (HEIGHT, WIDTH, 4)
    assert found.values.min() >= 0
    assert found.values.max() <= 1


def test_sixteen_bits_are_kept(tmp_path):
    """Two greys that eight bits cannot tell apart stay two."""
    path = tmp_path / "deep.png"
    Image.fromarray(np.array([[30_000, 30_001]], dtype=np.uint16)).save(path)
    assert np.diff(read_pixels(path).values.ravel())[0] > 0


@pytest.mark.parametrize("ending", [".jpg", ".tif", ".bmp", ".gif", ".webp"])
def test_other_formats(tmp_path, ending):
    path = tmp_path / f"picture{ending}"
    Image.fromarray(colours()).save(path)
    assert read_pixels(path).size == (WIDTH, HEIGHT)


def test_large_pictures_are_made_smaller_and_the_title_says_so(file, monkeypatch):
    assert read_pixels(file, WIDTH * HEIGHT // 4).size == (WIDTH // 2, HEIGHT // 2)
    monkeypatch.setattr("cecib.explore.picture_engine.read_pixels", lambda path: read_pixels(path, 600))
    with picture_session(file) as session:
        assert session.table.title == "halves.png (30 × 20 of 60 × 40 pixels)"
        assert session.table.n == 600


def test_what_is_too_large_is_refused(file, monkeypatch):
    monkeypatch.setattr("cecib.explore.pixels._LARGEST", 100)
    with pytest.raises(ValueError, match=r"halves.png has 2,400 pixels, and 100 are the most"):
        read_pixels(file)


@pytest.mark.parametrize(("content", "words"), [(b"", "no picture"), (b"<html>", "no picture"), (None, "damaged")])
def test_what_is_no_picture_is_told_in_a_sentence(file, content, words):
    file.write_bytes(file.read_bytes()[:2_000] if content is None else content)
    with pytest.raises(ValueError, match=rf"^halves.png .*{words}.*\.$"):
        read_pixels(file)


def test_scribbles_are_answered_with_regions(file):
    with picture_session(file) as session:
        found = scribbled(session)
    assert found.labels_.shape == (WIDTH * HEIGHT,)
    regions = found.categories[found.labels_].reshape(HEIGHT, WIDTH)
    assert (regions == (np.arange(WIDTH) >= WIDTH // 2)).mean() > 0.99


def test_the_page_hears_of_regions_pixel_by_pixel(file):
    """Each region has one category, so that what is told of clusters says the category of each pixel."""
    heard = []
    with picture_session(file) as session:
        scribbled(session)
        guest = Guest(session, heard.append)
        for message in (
            {"type": "hello"},
            {"type": "view", "view": {"kind": "plane"}},
            {"type": "view", "view": {"kind": "features", "x": "lightness", "y": "roughness"}},
            {"type": "row", "row": 5},
            {"type": "column", "name": "lightness"},
            {"type": "search"},
        ):
            guest.receive(message)
        guest.leave()
    kinds = [message.header["type"] for message in heard]
    assert "error" not in kinds
    told = {message.header["type"]: message for message in heard}
    assert told["session"].header["picture"] == {"width": WIDTH, "height": HEIGHT}
    assert len(told["session"].buffers["rgba"]) == 4 * WIDTH * HEIGHT
    partition = told["partition"]
    categories = np.array([one["category"] for one in partition.header["clusters"]])
    assert set(categories) == {0, 1}
    assert sum(one["size"] for one in partition.header["clusters"]) == WIDTH * HEIGHT
    regions = categories[partition.buffers["clusters"]].reshape(HEIGHT, WIDTH)
    assert (regions == (np.arange(WIDTH) >= WIDTH // 2)).mean() > 0.99


def test_before_any_scribble_there_are_clusters(file):
    with picture_session(file) as session:
        found = session.answer()
    assert found.n_clusters_ > 1
    assert (found.categories == -1).all()


def test_undo_and_the_eraser_give_what_was_there(file):
    with picture_session(file) as session:
        scribbled(session)
        session.do(Label("sand", block(5, 20)))
        session.answer()
        session.do(Undo())
        once = session.answer().labels_
        session.do(Label("sand", block(5, 20)))
        session.do(Clear(block(5, 20)))
        assert (session.answer().labels_ == once).all()


def test_the_log_brings_everything_back(file, tmp_path):
    log = tmp_path / "halves.explore.jsonl"
    with picture_session(file, log=log) as session:
        before = scribbled(session).labels_
    with picture_session(file, log=log) as session:
        assert session.standing.n_labelled == 32
        assert (session.answer().labels_ == before).all()


def test_a_picture_of_one_colour(tmp_path):
    path, heard = tmp_path / "plain.png", []
    Image.fromarray(np.full((20, 30), 7, dtype=np.uint8)).save(path)
    with picture_session(path) as session:
        session.do(Label("a", (0,)))
        assert (session.answer().categories == 0).all()
        Guest(session, heard.append).receive({"type": "view", "view": {"kind": "plane"}})
    assert heard[0].header["sentence"].startswith("All pixels look the same")


def test_saved_lines_give_the_same_regions(file, tmp_path):
    with picture_session(file, log=tmp_path / "halves.explore.jsonl") as session:
        answer = scribbled(session).answer
        saved = save(session)
    assert {kind for kind, _ in saved.files} == {"labels", "clusters", "model", "script"}
    assert all(path.is_file() for _, path in saved.files)
    names = {}
    exec(saved.python, names)
    assert names["categories"] == {1: "sea", 2: "sand"}
    assert (names["regions"] == answer.categories).all()
    folder = tmp_path / "halves.explored"
    assert (np.asarray(Image.open(folder / "regions.png")) == answer.categories).all()
    labels = np.asarray(Image.open(folder / "labels.png")).astype(int)
    assert (segment(colours(), labels) == answer.categories).all()
