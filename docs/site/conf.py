"""The documentation site: `make docs` builds it into build/site, and takes every warning for an error."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

from runnable import runnable_pattern  # noqa: E402  # a neighbour

project = "cecib"
author = "The cecib developers"
project_copyright = author
version = release = version_of("cecib")

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_parser",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
    # ours, a file each in this folder
    "repository_links",
    "loose_names",
    "own_members",
    "commands",
    "formulas",
    "runnable",
    "offline",
]
exclude_patterns = ["site"]
templates_path = [str(HERE / "templates")]
nitpicky = True
default_role = "py:obj"

# Markdown: the pages read well in the repository too, so only what its pages know is switched on.
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 4

# The reference: docstrings are numpydoc's, types stand in them.
autosummary_generate = True
autodoc_typehints = "none"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

sphinx_gallery_conf = {
    "examples_dirs": str(ROOT / "examples" / "gallery"),
    "gallery_dirs": "gallery",
    "filename_pattern": runnable_pattern(),
    "abort_on_example_error": True,
    "within_subsection_order": "gallery_order.position",
    "capture_repr": ("_repr_html_", "__repr__"),
    "download_all_examples": False,
    "show_signature": False,
    "show_memory": False,
    "write_computation_times": False,
    "remove_config_comments": True,
    "reset_modules": ("matplotlib",),
    "backreferences_dir": None,
}

html_theme = "pydata_sphinx_theme"
html_title = "cecib"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_sidebars = {page: [] for page in ("start", "coming-from", "limits")}  # they have no pages below them
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "show_prev_next": True,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
