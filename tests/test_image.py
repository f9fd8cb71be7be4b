"""cecib.image: what holds of regions from scribbles."""

import tracemalloc

import numpy as np
import pytest
from scipy.sparse import csr_array

pytest.importorskip("skimage", reason="pictures need scikit-image")

from cecib.image import Picture, segment
from cecib.image.edges import redrawn
from cecib.image.picture import _by_clusters
from cecib.image.reading import read_image
from cecib.image.superpixels import borders_of, find_superpixels, summarise
from cecib.image.walk import walk
from cecib.input_errors import InputError

SHAPE = (32, 48)
HALF = SHAPE[1] // 2


def two_halves(seed=0):
    """A dark blue half and a light red one, with noise; in 8 bits."""
    random = np.random.default_rng(seed)
    image = random.normal(0, 8, (*SHAPE, 3))
    image[:, :HALF] += (40, 60, 120)
    image[:, HALF:] += (210, 120, 90)
    return image.clip(0, 255).astype(np.uint8)


def two_scribbles(left=1, right=2):
    labels = np.zeros(SHAPE, dtype=np.int64)
    labels[10:14, 8:20], labels[24:28, HALF + 8 : HALF + 20] = left, right
    return labels


@pytest.fixture(scope="module")
def picture():
    return Picture(two_halves())


def test_regions_follow_the_colours(picture):
    found = picture.segment(two_scribbles())
    wanted = np.where(np.arange(SHAPE[1]) < HALF, 1, 2)
    assert (found == wanted).mean() > 0.99


def test_scribbles_stay_what_they_are(picture):
    """Also a single pixel amid the other category: whoever draws is believed."""
    labels = two_scribbles()
    labels[28, 5] = 2
    found = picture.segment(labels)
    assert (found[labels > 0] == labels[labels > 0]).all()


def test_categories_are_called_what_the_scribbles_call_them(picture):
    """Other integers, and in another order, make the same regions."""
    plain = picture.segment(two_scribbles(1, 2))
    other = picture.segment(two_scribbles(9, 4).astype(np.uint8))
    assert other.dtype == np.uint8
    assert (np.where(plain == 1, 9, 4) == other).all()


def test_answers_do_not_depend_on_earlier_ones(picture):
    first = picture.segment(two_scribbles())
    picture.segment(two_scribbles(2, 1))
    assert (picture.segment(two_scribbles()) == first).all()


def test_one_call_and_a_picture_agree(picture):
    regions, clusters = segment(two_halves(), two_scribbles(), return_clusters=True)
    answer = picture.answer(two_scribbles())
    assert (regions == answer.categories).all()
    assert (clusters == answer.clusters).all()


def test_inputs_are_left_as_they_are():
    image, labels = two_halves(), two_scribbles()
    image.setflags(write=False)
    labels.setflags(write=False)
    segment(image, labels)


@pytest.mark.parametrize("given", [lambda image: image / 255, lambda image: (image / 255).astype(np.float32)])
def test_floats_and_bytes_are_the_same_picture(picture, given):
    assert (segment(given(two_halves()), two_scribbles()) == picture.segment(two_scribbles())).all()


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int32, np.int64, np.uint64])
def test_bytes_in_wider_integers_are_the_same_picture(picture, kind):
    found = segment(two_halves().astype(kind), two_scribbles())
    assert (found == picture.segment(two_scribbles())).all()


def test_sixteen_bits_keep_their_scale(picture):
    wide = two_halves().astype(np.uint16) * 257
    assert (segment(wide, two_scribbles()) == picture.segment(two_scribbles())).all()
    np.testing.assert_allclose(read_image(wide, -1), two_halves() / 255, atol=1e-6)


def test_integers_of_measurements_may_be_negative():
    many = np.concatenate([two_halves(), two_halves(1)], axis=2).astype(np.int16) - 300
    assert (segment(many, two_scribbles()) == np.where(np.arange(SHAPE[1]) < HALF, 1, 2)).mean() > 0.99


@pytest.mark.parametrize("given", [np.uint8, np.int64, lambda image: image / 255])
def test_a_picture_without_transparent_pixels_is_its_colours(picture, given):
    """Opacity that is the same everywhere changes nothing; a channel that tells something is one like the others."""
    opaque = given(np.dstack([two_halves(), np.full(SHAPE, 255)]))
    assert read_image(opaque, -1).shape == (*SHAPE, 3)
    assert (segment(opaque, two_scribbles()) == picture.segment(two_scribbles())).all()
    opaque[0, 0, 3] = 0
    assert read_image(opaque, -1).shape == (*SHAPE, 4)


def test_four_measurements_stay_four():
    assert read_image(np.dstack([1000.0 * two_halves(), np.ones(SHAPE)]), -1).shape == (*SHAPE, 4)


def test_volumes_are_refused_with_the_way_to_go():
    with pytest.raises(ValueError, match="of a volume, which is not supported, give one slice"):
        segment(np.zeros((5, 6, 7)), np.zeros((5, 6), dtype=int), channel_axis=None)


@pytest.mark.parametrize("axis", [0, 1, -3])
def test_channels_may_be_on_any_axis(picture, axis):
    moved = np.moveaxis(two_halves(), -1, axis)
    assert (segment(moved, two_scribbles(), channel_axis=axis) == picture.segment(two_scribbles())).all()


def test_grey_pictures_have_no_axis_of_channels():
    grey = two_halves()[..., 0]
    found = segment(grey, two_scribbles(), channel_axis=None)
    assert (found == np.where(np.arange(SHAPE[1]) < HALF, 1, 2)).mean() > 0.99
    assert (segment(grey[..., None], two_scribbles()) == found).all()


def test_other_numbers_of_channels_are_measurements():
    image = two_halves()
    many = np.concatenate([image * 1000.0, image[..., :2] - 500.0], axis=2)
    assert (segment(many, two_scribbles()) == np.where(np.arange(SHAPE[1]) < HALF, 1, 2)).mean() > 0.99


@pytest.mark.parametrize("features", ["colour", "texture"])
@pytest.mark.parametrize("size", [1, 4, 30, 10_000])
def test_patches_of_any_size(features, size):
    found = segment(two_halves(), two_scribbles(), features=features, superpixel_size=size)
    assert (found == np.where(np.arange(SHAPE[1]) < HALF, 1, 2)).mean() > 0.95


def test_measurements_of_the_user_are_taken():
    image = two_halves()
    own = segment(image, two_scribbles(), features=image.astype(float))
    assert (own == np.where(np.arange(SHAPE[1]) < HALF, 1, 2)).mean() > 0.99


def test_without_scribbles_there_are_clusters_and_no_categories(picture):
    regions, clusters = picture.segment(np.zeros(SHAPE, dtype=int), return_clusters=True)
    assert not regions.any()
    assert clusters.shape == SHAPE
    assert not set(clusters[5:-5, 5 : HALF - 8].flat) & set(clusters[5:-5, HALF + 8 : -5].flat)
    assert not picture.answer(np.zeros(SHAPE, dtype=int)).certainty.any()


def test_one_category_is_everywhere(picture):
    labels = np.zeros(SHAPE, dtype=int)
    labels[10, 10] = 3
    assert (picture.segment(labels) == 3).all()


def test_all_pixels_labelled(picture):
    labels = np.where(np.arange(SHAPE[1]) % 2 == 0, 1, 2) * np.ones(SHAPE, dtype=int)
    assert (picture.segment(labels) == labels).all()


def test_a_region_of_one_colour_is_divided_by_the_way_to_the_scribbles():
    """In a picture of one colour nothing but the place tells categories apart."""
    labels = np.zeros((40, 60), dtype=int)
    labels[:, 0], labels[:, -1] = 1, 2
    regions, clusters = segment(np.full((40, 60), 7, dtype=np.uint8), labels, channel_axis=None, return_clusters=True)
    assert (regions[:, :25] == 1).all()
    assert (regions[:, 35:] == 2).all()
    assert not clusters.any()


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 1), (1, 9), (3, 3), (5, 40)])
def test_tiny_pictures(shape):
    random = np.random.default_rng(0)
    labels = np.zeros(shape, dtype=int)
    labels.flat[0] = 1
    labels.flat[-1] = 2
    found = segment(random.integers(0, 255, (*shape, 3), dtype=np.uint8), labels)
    assert found.flat[-1] == 2
    assert set(np.unique(found)) <= {1, 2}


def test_certainty_is_a_probability(picture):
    answer = picture.answer(two_scribbles())
    assert (answer.certainty[two_scribbles() > 0] == 1).all()
    assert ((answer.certainty >= 0) & (answer.certainty <= 1)).all()
    assert answer.certainty[:, 5:20].mean() > 0.9


def test_three_categories():
    image = two_halves()
    image[4:14, HALF + 10 : HALF + 20] = (20, 200, 20)
    labels = two_scribbles()
    labels[8:10, HALF + 13 : HALF + 17] = 5
    found = segment(image, labels)
    assert (found[5:13, HALF + 11 : HALF + 19] == 5).mean() > 0.9
    assert (found[:, : HALF - 2] == 1).all()


@pytest.mark.parametrize(
    ("image", "labels", "settings", "words"),
    [
        (two_halves()[..., 0], two_scribbles(), {}, "image must have 3 axes, .*channel_axis=None"),
        (two_halves(), two_scribbles(), {"channel_axis": None}, "image must have 2 axes, .*channel_axis"),
        (two_halves(), two_scribbles(), {"channel_axis": 3}, "channel_axis must be None or an axis"),
        (two_halves()[:0], two_scribbles(), {}, "image must have pixels"),
        (two_halves().astype(float), two_scribbles(), {}, "between 0 and 1.* divide"),
        (two_halves().astype(np.int16) - 100, two_scribbles(), {}, "of integers must be 0 or more, got -"),
        (np.full((*SHAPE, 3), np.nan), two_scribbles(), {}, "image has values that are not finite"),
        (np.full((*SHAPE, 3), "a"), two_scribbles(), {}, "image must hold numbers"),
        (np.ma.masked_less(two_halves(), 50), two_scribbles(), {}, "image has masked pixels"),
        (two_halves(), np.ma.masked_less(two_scribbles(), 1), {}, "labels has masked pixels"),
        (two_halves(), two_scribbles() > 0, {}, "labels must be integers.* got bool"),
        (two_halves(), two_scribbles() * 1.0, {}, "labels must be integers.* got float64"),
        (two_halves(), -two_scribbles(), {}, "labels must be 0 or positive, got -2"),
        (two_halves(), two_scribbles()[:-1], {}, r"labels must have the shape of the picture, \(32, 48\)"),
        (two_halves(), two_scribbles(), {"features": "hue"}, "features must be 'texture' or 'colour'"),
        (two_halves(), two_scribbles(), {"features": np.zeros((3, 3))}, r"features .* shape \(32, 48, d\)"),
        (two_halves(), two_scribbles(), {"features": np.full(SHAPE, np.inf)}, "features has values"),
        (two_halves(), two_scribbles(), {"superpixel_size": 0}, "superpixel_size must be a number of pixels"),
        (two_halves(), two_scribbles(), {"superpixel_size": 2.5}, "superpixel_size must be a number of pixels"),
        (two_halves(), two_scribbles(), {"random_state": -1}, "random_state must be None, an integer .* got -1"),
        (
            two_halves(),
            two_scribbles(),
            {"random_state": 2**32},
            "random_state must be None, an integer .* got 4294967296",
        ),
        (two_halves(), two_scribbles(), {"random_state": "a"}, "random_state must be None, an integer .* got 'a'"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(image, labels, settings, words):
    with pytest.raises(InputError, match=words) as caught:
        segment(image, labels, **settings)
    assert str(caught.value).endswith(".")


def test_many_categories_take_little_memory():
    random = np.random.default_rng(0)
    members, known = random.uniform(size=(40, 3)), np.where(np.arange(40) % 2 == 0, random.integers(0, 5_000, 40), -1)
    tracemalloc.start()
    found = _by_clusters(members, known, 5_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6  # bytes; a square of all categories has 200e6
    counts = np.zeros((3, 5_000))
    for own, category in zip(members[::2], known[::2], strict=True):
        counts[:, category] += own
    np.testing.assert_allclose(found, members @ ((counts + 1 / 5_000) / (counts.sum(axis=1, keepdims=True) + 1)))


def test_too_many_categories_are_refused(picture):
    labels = np.arange(SHAPE[0] * SHAPE[1]).reshape(SHAPE)
    with pytest.raises(
        InputError, match=r"labels name 1,535 categories, and 1,000 is the most: give few integers, .*\.$"
    ):
        picture.segment(labels)


def test_patches_have_the_scatter_of_their_pixels():
    """Rows that stand for a patch have its weight, mean and scatter, so a cluster of patches is that of its pixels."""
    random = np.random.default_rng(1)
    values, patches = random.normal(size=(12, 15, 3)), np.repeat(np.arange(6, dtype=np.int32), 30).reshape(12, 15)
    points, weights, own = summarise(values, patches).rows(1.0)
    for patch in range(6):
        pixels, rows = values[patches == patch], own == patch
        np.testing.assert_allclose(weights[rows].sum(), len(pixels))
        np.testing.assert_allclose(np.average(points[rows], axis=0, weights=weights[rows]), pixels.mean(axis=0))
        np.testing.assert_allclose(np.cov(points[rows].T, bias=True), np.cov(pixels.T, bias=True), atol=1e-12)


def test_superpixels_cover_the_picture_and_know_their_neighbours():
    image = two_halves() / 2.55
    patches = find_superpixels(image, 30)
    assert np.array_equal(np.unique(patches), np.arange(patches.max() + 1))
    borders = borders_of(patches)
    assert (borders.first < borders.second).all()
    steps = (np.diff(patches, axis=0) != 0).sum() + (np.diff(patches, axis=1) != 0).sum()
    assert borders.lengths.sum() == steps


def test_a_walk_gives_probabilities():
    random = np.random.default_rng(0)
    own = np.triu(random.uniform(size=(30, 30)) * (random.uniform(size=(30, 30)) < 0.3) + 1e-3, 1)
    known = np.full(30, -1)
    known[:3] = 0, 1, 2
    found = walk(csr_array(own + own.T), known, 3)
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    assert (found >= 0).all()


def test_edges_stay_where_nothing_is_to_be_seen():
    """In a picture of one colour the edge of two halves stays in the middle."""
    regions = np.zeros((9, 12), dtype=np.intp)
    regions[:, 6:] = 1
    assert (redrawn(np.zeros((9, 12, 1)), regions, np.full((9, 12), -1), 2) == regions).all()


def test_what_is_thin_does_not_vanish():
    """A line of three pixels is nowhere far from its edges; its middle stays all the same."""
    picture, regions = np.zeros((40, 40, 1)), np.zeros((40, 40), dtype=np.intp)
    picture[:, 18:21], regions[:, 18:21] = 80.0, 1
    assert (redrawn(picture, regions, np.full((40, 40), -1), 2) == regions).all()


def test_a_missing_library_is_told(monkeypatch):
    monkeypatch.setattr("cecib.extras.find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'cecib\[image\]'"):
        segment(two_halves(), two_scribbles())
