"""Where the repositories of data are, and what a source on the web is."""

from __future__ import annotations

import urllib.request
import zipfile
from dataclasses import dataclass
from typing import Protocol

from cecib.datasets.sources.content import Content

_TIMEOUT_SECONDS = 30.0
SOURCE_FAULTS = (OSError, KeyError, ValueError, IndexError, zipfile.BadZipFile)
"""What a source that has changed or is out of reach may raise."""


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


WEB = Web()


class WebSource(Protocol):
    """A place on the web that holds a table."""

    @property
    def label(self) -> str:
        """Name of the place, e.g. ``"UCI id 53"``."""

    def address(self, web: Web) -> str:
        """Return the address that is asked first."""

    def content(self, web: Web) -> Content:
        """Download and read it, with the class names of the source."""
