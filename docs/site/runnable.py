"""Which examples can run here: those whose packages are installed. The others are shown, with a note."""

import ast
import re
from importlib.util import find_spec
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "gallery"


def setup(app):
    """Say which examples do not run, in the log and on their pages."""
    from sphinx.util import logging

    lacking = {path.stem: missing for path in sorted(EXAMPLES.glob("plot_*.py")) if (missing := missing_packages(path))}
    for name, packages in lacking.items():
        logging.getLogger(__name__).info("%s.py is shown but not run: it needs %s", name, " and ".join(packages))
    app.connect("source-read", lambda app, page, source: note(lacking, page, source))
    return {"parallel_read_safe": True}


def runnable_pattern():
    """Match the examples that can run."""
    names = [re.escape(path.name) for path in sorted(EXAMPLES.glob("plot_*.py")) if not missing_packages(path)]
    return rf"[\\/](?:{'|'.join(names)})$"


def missing_packages(example):
    """List the packages that an example imports and that are not installed."""
    names = set()
    for node in ast.walk(ast.parse(example.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return sorted(name for name in names if find_spec(name) is None)


def note(lacking, page, source):
    """Tell the reader of an example that it was not run."""
    packages = lacking.get(page.removeprefix("gallery/"))
    if packages and page.startswith("gallery/"):
        words = f"This example was not run when the page was made: {' and '.join(packages)} was not installed."
        source[0] = f".. note::\n\n   {words}\n\n{source[0]}"
