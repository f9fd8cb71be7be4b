"""Downloads, from a real server on this machine that answers as UCI, OpenML and GitHub do."""

import http.server
import io
import json
import threading
import zipfile

import numpy as np
import pytest

from cecib.datasets import MissingDatasetError, load
from cecib.datasets.kinds.ligands import read_ligands
from cecib.datasets.sources import web
from cecib.datasets.sources.content import read_content, read_table
from cecib.datasets.sources.package import PackageSource


@pytest.fixture
def server(data, tmp_path, monkeypatch):
    """Pages by path, and the paths that were asked for; no data folder, no packages, an empty cache."""
    pages, asked = {}, []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            body = pages.get(self.path)
            self.send_response(404 if body is None else 200)
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        address = f"http://127.0.0.1:{running.server_port}"
        monkeypatch.setattr(web, "WEB", web.Web(f"{address}/uci", f"{address}/openml", f"{address}/github"))
        monkeypatch.setattr(PackageSource, "content", lambda self: None)
        monkeypatch.delenv("CECIB_DATA", raising=False)
        monkeypatch.setenv("CECIB_CACHE", str(tmp_path / "cache"))
        yield address, pages, asked
        running.shutdown()
        thread.join()


def zipped(**files):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        for name, text in files.items():
            opened.writestr(name.replace("__", "."), text)
    return archive.getvalue()


def lines(content, spelling, *, class_first=False, prefix="", separator=","):
    written = []
    for row, name in zip(content.features.tolist(), content.classes.tolist(), strict=True):
        cells = [prefix] * bool(prefix) + [f"{value:.10g}" for value in row]
        cells = [spelling(name), *cells] if class_first else [*cells, spelling(name)]
        written.append(separator.join(cells))
    return "\n".join(written) + "\n\n"


def test_uci_archive_then_cache(data, server):
    """Headers and comments are skipped; the second load asks nobody and gives the same."""
    _, pages, asked = server
    content = read_content(data("segmentation.csv"))
    text = "; header\nREGION-CENTROID-COL,HUE-MEAN\n\n" + lines(content, str.upper, class_first=True)
    pages["/uci/50/image+segmentation.zip"] = zipped(segmentation__data=text, segmentation__test="")
    first, again = load("segmentation"), load("segmentation")
    assert first.source.endswith("image+segmentation.zip")
    assert again.source.endswith("segmentation.csv.gz")
    assert len(asked) == 1
    assert np.array_equal(first.X, again.X)
    assert np.abs(np.abs(first.X) - np.abs(load("segmentation", data("iris.csv").parent).X)).max() < 1e-9


def test_blank_separated_rows_with_names(data, server):
    """UCI's files separated by blanks, with a name first, are read."""
    _, pages, _ = server
    content = read_content(data("ecoli.csv"))
    text = lines(content, str, prefix="AAT_ECOLI", separator="  ")
    pages["/uci/39/ecoli.zip"] = zipped(ecoli__data=text)
    assert load("ecoli").X.shape == (327, 5)


def test_uci_table_with_two_spellings(data, server):
    """Spellings of one class that differ in case and blanks are one class."""
    _, pages, _ = server
    content = read_content(data("user_modeling.csv"))
    text = "STG,SCG,STR,LPR,PEG,UNS\n" + lines(content, _user_spelling)
    pages["/uci/257/data.csv"] = text.encode()
    assert load("user_modeling").n_classes == 4


def _user_spelling(name):
    return {"very_low": "Very Low", "low": "Low", "middle": "Middle", "high": "High"}[name]


def test_openml_when_uci_is_down_with_numbered_classes(data, server):
    """OpenML is the second choice; classes that it only numbers are told by their sizes."""
    address, pages, asked = server
    content = read_content(data("vertebral.csv"))
    numbers = {"hernia": "1", "normal": "2", "spondylolisthesis": "3"}
    head = "".join(f"@attribute V{i} numeric\n" for i in range(1, 7))
    arff = f"% a comment\n@relation v\n{head}@attribute Class {{1,2,3}}\n@data\n{lines(content, numbers.get)}"
    about = {"url": f"{address}/files/v.arff", "default_target_attribute": "Class"}
    pages["/openml/1523"] = json.dumps({"data_set_description": about}).encode()
    pages["/files/v.arff"] = arff.encode()
    found = load("vertebral")
    assert asked == ["/uci/212/vertebral+column.zip", "/openml/1523", "/files/v.arff"]
    assert found.X.tolist() == content.features.tolist()
    assert (found.classes == content.classes).all()


def test_changed_content_is_refused_and_not_kept(data, server, tmp_path):
    """One changed number is another set: refused, and not cached."""
    _, pages, _ = server
    content = read_content(data("wine.csv"))
    content.features[5, 5] += 1
    pages["/uci/109/wine.zip"] = zipped(wine__data=lines(content, lambda name: name[-1], class_first=True))
    with pytest.raises(MissingDatasetError, match="another checksum"):
        load("wine")
    assert not (tmp_path / "cache").exists()


def test_a_spoilt_cache_is_downloaded_again(data, server, tmp_path):
    """A broken file in the cache is no set and no error."""
    _, pages, asked = server
    content = read_content(data("wine.csv"))
    pages["/uci/109/wine.zip"] = zipped(wine__data=lines(content, lambda name: name[-1], class_first=True))
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "wine.csv.gz").write_bytes(b"not gzip")
    assert load("wine").X.shape == (178, 13)
    assert len(asked) == 1


def test_ligands_from_their_source(data, server):
    """The rule that picks the paper's 284 ligands gives the stored set; both texts are kept."""
    _, pages, _ = server
    large = read_ligands(data("large/chem_5ht1a_3696.csv.gz"), {"class": "class"})
    codes = _class_codes(data)
    folder = "/github/mareksmieja/SEC/bfc007bd8a33e28997282f70a7cd74f5d731d1d4/dane/manual"
    pages[f"{folder}/KRFP_sparse.txt"] = "\n".join(["3696 4860", *large.bits]).encode()
    named = [f"({codes[name]}) {name}" for name in large.levels["class"].tolist()]
    pages[f"{folder}/maccs_with_class.csv"] = "".join(f"1,0,{name}\n" for name in named).encode()
    found = load("chem")
    assert np.abs(found.X - load("chem", data("chem_5ht1a.csv").parent).X).max() < 1e-9
    pages.clear()
    assert load("chem").X.shape == (284, 10)


def _class_codes(data):
    rows = read_table(data("large/chem_5ht1a_3696.csv.gz"))
    return {row["class"]: row["class_code"] for row in rows}


def test_all_sources_down_says_what_was_tried(data, server):
    """The message tells what was tried and how it failed."""
    with pytest.raises(MissingDatasetError) as caught:
        load("glass")
    assert "tried" in str(caught.value)
    assert "404" in str(caught.value)
