"""Tables of OpenML."""

from __future__ import annotations

import json
from dataclasses import dataclass

from cecib.datasets.sources.content import Content, content_of
from cecib.datasets.sources.formats import arff_rows
from cecib.datasets.sources.web import Web


@dataclass(frozen=True)
class OpenmlSource:
    """A set at OpenML.

    Attributes
    ----------
    number : int
        Its id.
    """

    number: int

    @property
    def label(self) -> str:
        """The id at OpenML."""
        return f"OpenML id {self.number}"

    def address(self, web: Web) -> str:
        """Return the address of the description, which tells that of the table."""
        return f"{web.openml}/{self.number}"

    def content(self, web: Web) -> Content:
        """Download and read the table; a column ``id`` is left out."""
        about = json.loads(web.read(self.address(web)))["data_set_description"]
        names, rows = arff_rows(web.read(about["url"]).decode("utf-8-sig"))
        target = names.index(about["default_target_attribute"])
        left_out = {target, *(i for i, label in enumerate(names) if label.casefold() == "id")}
        kept = [i for i in range(len(names)) if i not in left_out]
        return content_of(([row[i] for i in kept], row[target]) for row in rows)
