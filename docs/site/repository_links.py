"""Links that lead somewhere in the repository lead somewhere on the site too.

Pages link to files: an example, the contributing guide. Here the examples are pages of the gallery, and the guides that
lie outside of docs/ are borrowed: copied into docs/borrowed/, which git ignores.
"""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BORROWED = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "cpp/README.md": "engine.md",
    "web/README.md": "page.md",
}
_LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
_EXAMPLE = re.compile(r"examples/gallery/(plot_\w+)\.py")


def setup(app):
    """Borrow the guides, and translate links as pages are read."""
    app.connect("config-inited", lambda app, config: borrow())
    app.connect("source-read", translate)
    return {"parallel_read_safe": True}


def borrow():
    """Copy the guides, where they have changed."""
    folder = ROOT / "docs" / "borrowed"
    folder.mkdir(exist_ok=True)
    for name, borrowed in BORROWED.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        if not (copy := folder / borrowed).exists() or copy.read_text(encoding="utf-8") != text:
            copy.write_text(text, encoding="utf-8")


def translate(app, page, source):
    """Let the links of a page of Markdown lead to pages of the site."""
    place = ROOT / "docs" / f"{page}.md"
    if place.exists():
        origin = {f"borrowed/{Path(copy).stem}": name for name, copy in BORROWED.items()}.get(page, f"docs/{page}.md")
        source[0] = _LINK.sub(lambda found: found[1] + _target(found[2], origin, page) + found[3], source[0])


def _target(link, origin, page):
    """Where a link of a file of the repository leads on the site: a path from the page."""
    if "://" in link:
        return link
    file = Path(os.path.normpath(ROOT / Path(origin).parent / link)).relative_to(ROOT).as_posix()
    if example := _EXAMPLE.fullmatch(file):
        place = f"gallery/{example[1]}.rst"
    elif file == "examples/gallery":
        place = "gallery/index.rst"
    elif file == "README.md":
        place = "index.md"
    elif file in BORROWED:
        place = f"borrowed/{BORROWED[file]}"
    elif file.startswith("docs/"):
        place = file.removeprefix("docs/")
    else:
        place = f"../{file}"  # a file that can be downloaded
    return os.path.relpath(place, Path(page).parent).replace(os.sep, "/")
