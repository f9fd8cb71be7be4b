"""The site needs no network: no page may load a script, a style, a font or a picture from anywhere else."""

import re
from html.parser import HTMLParser
from pathlib import Path

_LOADING = {
    "script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src", "embed": "src",
    "object": "data",
}  # fmt: skip
_LOADED_LINKS = {"stylesheet", "preload", "prefetch", "modulepreload", "preconnect", "icon", "manifest", "dns-prefetch"}
_FROM_A_STYLE = re.compile(r"(?:url\(\s*[\"']?|@import\s+[\"'])((?:https?:)?//[^\"')\s]+)")


def setup(app):
    """Look at the pages when they are written."""
    app.connect("build-finished", check, priority=900)
    return {"parallel_read_safe": True}


def check(app, exception):
    """End the build if anything would be fetched."""
    from sphinx.errors import SphinxError

    if exception is None and app.builder.format == "html":
        folder = Path(app.outdir)
        found = [f"{path.relative_to(folder)}: {url}" for path in sorted(folder.rglob("*")) for url in fetched(path)]
        if found:
            raise SphinxError("The site would load from the network:\n" + "\n".join(found))


def fetched(path):
    """Addresses elsewhere that a page or a style would load from."""
    if path.suffix == ".css":
        return _FROM_A_STYLE.findall(path.read_text(encoding="utf-8"))
    if path.suffix != ".html":
        return []
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page.addresses


class _Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.addresses = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        is_loaded = tag == "link" and set((given.get("rel") or "").split()) & _LOADED_LINKS
        address = given.get("href" if is_loaded else _LOADING.get(tag, ""), "") or ""
        if re.match(r"(https?:)?//", address):
            self.addresses.append(address)
        self.addresses += _FROM_A_STYLE.findall(given.get("style") or "")

    def handle_data(self, data):
        if self.get_starttag_text() and self.get_starttag_text().startswith("<style"):
            self.addresses += _FROM_A_STYLE.findall(data)
