"""Tables of the UCI Machine Learning Repository."""

from __future__ import annotations

from dataclasses import dataclass

from cecib.datasets.sources.content import Content, content_of
from cecib.datasets.sources.formats import archive_member, delimited_rows
from cecib.datasets.sources.web import Web

UCI_LICENCE = "Creative Commons Attribution 4.0 (UCI Machine Learning Repository; see the page of the set)."


@dataclass(frozen=True)
class UciSource:
    """Files of a set at UCI: a zip archive with members, or one table.

    Attributes
    ----------
    path : str
        Address below UCI's folder of public data; it starts with the id of the set.
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

    @property
    def label(self) -> str:
        """The id at UCI."""
        return f"UCI id {self.path.split('/')[0]}"

    def address(self, web: Web) -> str:
        """Return the address of the file."""
        return f"{web.uci}/{self.path}"

    def content(self, web: Web) -> Content:
        """Download and read the table."""
        raw = web.read(self.address(web))
        parts = [archive_member(raw, member) for member in self.members] or [raw]
        rows = [row for part in parts for row in delimited_rows(part.decode("utf-8-sig")) if _is_data(row)]
        last = len(rows[0]) if self.class_position == 0 else len(rows[0]) - 1
        return content_of((row[self.first_feature : last], row[self.class_position]) for row in rows)


def _is_data(row: list[str]) -> bool:
    """Whether a row is no header: its second to last but one fields are numbers."""
    try:
        [float(value) for value in row[1:-1]]
    except ValueError:
        return False
    return len(row) > 2
