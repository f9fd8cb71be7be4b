"""Data sets from UCI, OpenML and GitHub, and the cache that keeps them."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cecib.datasets.content import Content, content_of
from cecib.datasets.formats import archive_member, arff_rows, delimited_rows
from cecib.datasets.spelling import our_spelling

_TIMEOUT_SECONDS = 30.0
_SEC_COMMIT = "bfc007bd8a33e28997282f70a7cd74f5d731d1d4"


@dataclass(frozen=True)
class Web:
    """Where the repositories are; a mirror has other addresses.

    Attributes
    ----------
    uci, openml, github : str
        Addresses without the final slash.
    """

    uci: str = "https://archive.ics.uci.edu/static/public"
    openml: str = "https://www.openml.org/api/v1/json/data"
    github: str = "https://raw.githubusercontent.com"

    def read(self, address: str) -> bytes:
        """Return what is at the address."""
        if not address.startswith(("https://", "http://")):
            raise ValueError(f"a download address must start with https:// or http://, got {address}.")
        request = urllib.request.Request(address, headers={"User-Agent": "cecib"})
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:
            return bytes(response.read())


@dataclass(frozen=True)
class UciFile:
    """Files of a set at UCI: a zip archive with members, or one table.

    Attributes
    ----------
    path : str
        Address below UCI's folder of public data.
    members : tuple of str
        Files in the archive, read one after the other; empty if the file is itself the table.
    first_feature : int
        Position of the first feature.
    class_position : int
        Position of the class, 0 or −1.
    """

    path: str
    members: tuple[str, ...] = ()
    first_feature: int = 0
    class_position: int = -1


UCI = {
    "ecoli": UciFile("39/ecoli.zip", ("ecoli.data",), 1),
    "glass": UciFile("42/glass+identification.zip", ("glass.data",), 1),
    "iris": UciFile("53/iris.zip", ("iris.data",)),
    "segmentation": UciFile("50/image+segmentation.zip", ("segmentation.data",), 1, 0),
    "segmentation_full": UciFile("50/image+segmentation.zip", ("segmentation.data", "segmentation.test"), 1, 0),
    "user_modeling": UciFile("257/data.csv"),
    "vertebral": UciFile("212/vertebral+column.zip", ("column_3C.dat",)),
    "wine": UciFile("109/wine.zip", ("wine.data",), 1, 0),
    "pendigits": UciFile("81/pen+based+recognition+of+handwritten+digits.zip", ("pendigits.tra", "pendigits.tes")),
    "letter": UciFile("59/letter+recognition.zip", ("letter-recognition.data",), 1, 0),
}
OPENML = {
    "ecoli": 39,
    "glass": 41,
    "iris": 61,
    "segmentation_full": 36,
    "user_modeling": 1508,
    "vertebral": 1523,
    "wine": 187,
    "pendigits": 32,
    "letter": 6,
}


def downloads(name: str, web: Web) -> Iterator[tuple[str, Callable[[], Content]]]:
    """Addresses to try for a set, best first, each with a function that downloads and reads it."""
    if name in UCI:
        address = f"{web.uci}/{UCI[name].path}"
        yield address, lambda: _read_uci(name, UCI[name], web.read(address))
    if name in OPENML:
        description = f"{web.openml}/{OPENML[name]}"
        yield description, lambda: _read_openml(name, description, web)


def download_fingerprints(web: Web) -> tuple[str, str]:
    """Fingerprints and expert classes of the 3696 ligands, as the two text files of their source."""
    folder = f"{web.github}/mareksmieja/SEC/{_SEC_COMMIT}/dane/manual"
    return (
        web.read(f"{folder}/KRFP_sparse.txt").decode(),
        web.read(f"{folder}/maccs_with_class.csv").decode(),
    )


def cache_folder() -> Path:
    """Folder of downloaded sets: ``CECIB_CACHE``, or ``cecib`` in the user's cache folder."""
    chosen = os.environ.get("CECIB_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cecib"


def _read_uci(name: str, file: UciFile, raw: bytes) -> Content:
    parts = [archive_member(raw, member) for member in file.members] or [raw]
    rows = [row for part in parts for row in delimited_rows(part.decode("utf-8-sig")) if _is_data(row)]
    last = len(rows[0]) if file.class_position == 0 else len(rows[0]) - 1
    classes = our_spelling(name, [row[file.class_position] for row in rows])
    return content_of(zip([row[file.first_feature : last] for row in rows], classes, strict=True))


def _is_data(row: list[str]) -> bool:
    """Whether a row is no header: its second to last but one fields are numbers."""
    try:
        [float(value) for value in row[1:-1]]
    except ValueError:
        return False
    return len(row) > 2


def _read_openml(name: str, description: str, web: Web) -> Content:
    about = json.loads(web.read(description))["data_set_description"]
    names, rows = arff_rows(web.read(about["url"]).decode("utf-8-sig"))
    target = names.index(about["default_target_attribute"])
    classes = our_spelling(name, [row[target] for row in rows])
    left_out = {target, *(i for i, label in enumerate(names) if label.casefold() == "id")}
    kept = [i for i in range(len(names)) if i not in left_out]
    return content_of(zip([[row[i] for i in kept] for row in rows], classes, strict=True))
