"""Formulas: MathJax, from the package sphinx-mathjax-offline, lies beside the pages, and nothing is fetched.

One file is enough: with SVG for output there are no fonts. Its menu would fetch a speech engine, so it is left out.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from sphinx.errors import SphinxError

NAME = "tex-svg.js"
DIGEST = "d4295dc33744836935c1399feece5159577b34c5c8ffb9f1c6324cd82e03a882"  # of MathJax 3.2.2


def setup(app):
    """Use the file in place of a server."""
    app.setup_extension("sphinx.ext.mathjax")
    app.config.mathjax_path = f"mathjax/{NAME}"
    app.config.mathjax3_config = {"options": {"enableMenu": False}}
    app.connect("build-finished", place)
    return {"parallel_read_safe": True}


def place(app, exception):
    """Put MathJax beside the pages."""
    if exception is not None or app.builder.format != "html":
        return
    (package,) = find_spec("sphinx-mathjax-offline").submodule_search_locations
    script = (Path(package) / "static" / "mathjax" / NAME).read_bytes()
    if (digest := hashlib.sha256(script).hexdigest()) != DIGEST:
        raise SphinxError(f"{NAME} of sphinx-mathjax-offline is not the one we know (sha256 {digest}): look at it.")
    folder = Path(app.outdir) / "_static" / "mathjax"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NAME).write_bytes(script)
