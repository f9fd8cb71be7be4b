"""The page to hand on: whole, self-contained, text from the data never markup, and right about what it says."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from cecib import CECIB
from cecib.reading.page.words import number, short
from cecib.reading.planes import separating_plane

VOID = {"meta", "circle", "path", "ellipse", "polyline"}


class Reader(HTMLParser):
    """Checks that elements are closed in order, and keeps tags, attributes and text."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.text = [], [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def blobs(n=120, d=3, k=3, seed=0):
    truth = np.arange(n) % k
    X = np.random.default_rng(seed).normal(size=(n, d))
    X[:, 0] += 9.0 * truth
    return X, truth


def page_of(tmp_path, X, y=None, model=None, **options):
    own = CECIB(random_state=0).fit(X, y) if model is None else model
    own.report(X, y, tmp_path / "fit.html", **options)
    html = (tmp_path / "fit.html").read_text(encoding="utf-8")
    return html, Reader(html)


def test_it_says_what_was_found(tmp_path):
    """Three clusters, of which no label reaches the third; one wrong label; the features that set clusters apart."""
    X, truth = blobs()
    y = np.where(np.arange(len(X)) < 60, np.array(["cat", "dog", None], dtype=object)[truth], None)
    y[3] = "dog"
    html, reader = page_of(tmp_path, X, y)
    text = " ".join(reader.text)
    assert "120 rows of 3 features fall into 3 clusters; their categories are cat and dog; cluster " in text
    assert "is new: no label reaches it" in text
    assert "1 label of 40 looks wrong." in text
    assert re.search(r"x0 |\b0 [+−]1\.\d", text)
    row = re.search(r"<td>4</td>\s*<td>dog</td>\s*<td>cat</td>", html)
    assert row, "the wrong label, its row counted from 1"
    assert "CECIB(" in text


def test_labels_of_the_fit_are_those_of_its_rows(tmp_path):
    """As for `ask`: the rows of the fit have its labels; of other rows none were given, which is said."""
    X, truth = blobs()
    y = np.where(np.arange(len(X)) < 60, np.array(["cat", "dog", None], dtype=object)[truth], None)
    model = CECIB(random_state=0).fit(X, y)
    model.report(X, path=tmp_path / "own.html")
    model.report(X, y, tmp_path / "given.html")
    assert (tmp_path / "own.html").read_text() == (tmp_path / "given.html").read_text()
    model.report(X[:50], path=tmp_path / "other.html")
    other = (tmp_path / "other.html").read_text()
    assert "Labels were not given to this report" in other
    assert ".fit(X, y)" in other
    assert "Dashed: across categories" in other
    unlabelled = page_of(tmp_path, X)[0]
    assert "No row is labelled" in unlabelled
    assert "Dashed" not in unlabelled


def test_other_endings_are_refused(tmp_path):
    X, _ = blobs()
    with pytest.raises(ValueError, match=r"fit\.pdf \(path\) must end in \.html or \.htm"):
        CECIB(random_state=0).fit(X).report(X, None, tmp_path / "fit.pdf")


def test_it_fetches_and_runs_nothing(tmp_path):
    """No scripts, no links, nothing from elsewhere, and a policy that forbids it."""
    X, truth = blobs()
    html, reader = page_of(tmp_path, X, truth)
    assert {tag for tag, _ in reader.tags}.isdisjoint({"script", "link", "img", "iframe", "object", "a"})
    assert "http" not in re.sub("http-equiv", "", html)
    assert "url(" not in html
    assert "default-src 'none'" in html


def test_names_from_the_data_are_text(tmp_path):
    """A category, a column and a title that look like markup."""
    pandas = pytest.importorskip("pandas")
    evil = "<img src=x onerror=alert(1)>&\"'\x1b[31m"
    X, truth = blobs()
    y = np.where(np.arange(len(X)) < 60, np.array([evil, "dog\n<b>", None], dtype=object)[truth], None)
    frame = pandas.DataFrame(X, columns=[f"<i>{evil}", "b\u202e", "c"])
    html, reader = page_of(tmp_path, frame, y, title=f"</title><script>{evil}")
    assert {tag for tag, _ in reader.tags}.isdisjoint({"script", "img", "i", "b"})
    assert not any(name.startswith("on") for _, attributes in reader.tags for name in attributes)
    assert "\x1b" not in html
    assert "\u202e" not in html
    assert any(evil[:20] in text for text in reader.text)


@pytest.mark.parametrize("criterion", ["evidence", "entropy"])
@pytest.mark.parametrize("shape", [(60, 1, 2), (60, 2, 1), (60, 5, 1), (90, 4, 2), (80, 40, 2), (12, 30, 2)])
def test_any_shape(tmp_path, criterion, shape):
    """One column, one cluster, two, more columns than rows; without labels."""
    n, d, k = shape
    if criterion == "entropy" and d > 5:
        pytest.skip("the paper's criterion needs more rows than columns")
    X, _ = blobs(n, d, k)
    html, reader = page_of(tmp_path, X, model=CECIB(criterion=criterion, random_state=0).fit(X))
    assert "No row is labelled" in " ".join(reader.text)
    assert "nan" not in html.lower().replace("nanobind", "")


def test_constant_and_huge_columns(tmp_path):
    """A column that says nothing is named; 1e150 does not overflow."""
    X, truth = blobs()
    X[:, 1], X[:, 2] = 7.0, 1e150 * X[:, 2]
    html, reader = page_of(tmp_path, X, truth)
    assert "features that say nothing new" in reader.text
    assert "nan" not in html
    assert "inf" not in html.replace("information", "")


def test_many_rows_and_clusters_stay_below_a_megabyte(tmp_path):
    """Rows are drawn as a sample; every label that looks wrong and many others are shown."""
    rng = np.random.default_rng(0)
    truth = rng.integers(60, size=100_000)
    X = rng.normal(size=(100_000, 6)) + 30.0 * rng.normal(size=(60, 6))[truth]
    y = np.where(rng.random(len(X)) < 0.1, truth, -1)
    model = CECIB(prior=CECIB(random_state=0).fit(X[:6_000]).prior_, init=truth, beta=1.0, random_state=0).fit(X, y)
    html, _ = page_of(tmp_path, X, y, model)
    assert len(html.encode()) < 1_000_000
    assert "12,000 of 100,000 rows are drawn" in html


def test_given_coordinates(tmp_path):
    """Rows lie where the user says; ellipses, which would be somewhere else, are not drawn."""
    X, truth = blobs()
    _html, reader = page_of(tmp_path, X, truth, xy=np.random.default_rng(1).normal(size=(120, 2)))
    assert "In the coordinates that were given." in reader.text
    assert "ellipse" not in {tag for tag, _ in reader.tags}


@pytest.mark.parametrize(
    ("xy", "words"),
    [(np.zeros((5, 2)), "two numbers for each of the 120 rows"), (np.full((120, 2), np.nan), "row 0 has none")],
)
def test_wrong_coordinates(tmp_path, xy, words):
    """One sentence, and no file."""
    X, truth = blobs()
    with pytest.raises(ValueError, match=words):
        page_of(tmp_path, X, truth, xy=xy)
    assert not (tmp_path / "fit.html").exists()


def test_the_same_page_for_the_same_data(tmp_path):
    X, truth = blobs()
    assert page_of(tmp_path, X, truth)[0] == page_of(tmp_path, X, truth)[0]


def test_a_folder_that_is_not_there(tmp_path):
    X, _ = blobs()
    with pytest.raises(FileNotFoundError):
        page_of(tmp_path / "no", X)


def test_words():
    assert (number(1, "row"), number(2_000, "row"), number(0, "pass", "passes")) == ("1 row", "2,000 rows", "0 passes")
    assert short("x" * 100) == "x" * 59 + "…"


def test_the_plane_separates_and_one_far_cluster_does_not_hide_the_others():
    """Three near clusters along one noisy-free direction, one far away along another: both are seen."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 6)) * [1, 1, 1, 5, 5, 5]
    truth = np.arange(400) % 4
    X[:, 0] += 7.0 * np.minimum(truth, 2)
    X[truth == 3, 1] += 500.0
    model = CECIB(init=truth, prior=CECIB(random_state=0).fit(X).prior_, subspace=None).fit(X)
    plane = separating_plane(model.clusters_)
    means, widths = plane.means(), np.sqrt(np.diagonal(plane.covariances(), axis1=1, axis2=2)).max(axis=0)
    gaps = np.abs(means[:, None, :] - means[None, :, :]) / widths
    apart = gaps.max(axis=2)[np.triu_indices(len(means), 1)]
    assert apart.min() > 4.0


def test_the_plane_of_two_clusters_has_two_directions():
    """Places of rows agree with those of the means."""
    X, _ = blobs(k=2, d=5)
    model = CECIB(random_state=0).fit(X)
    plane = separating_plane(model.clusters_)
    assert np.linalg.matrix_rank(plane.axes) == 2
    means = [plane.places(X)[model.labels_ == c].mean(axis=0) for c in range(2)]
    np.testing.assert_allclose(means, plane.means(), atol=1e-9)
