"""One page to hand on: what a fit has found, in a single HTML file that needs neither network nor scripts.

`report.py` puts the sections together; each section is a function from the `Subject` to HTML. Pictures are SVG.
"""

from cecib.reading.page.report import PAGES, write_report

__all__ = ["PAGES", "write_report"]
