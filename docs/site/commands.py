"""``.. command:: cluster`` shows what ``cecib cluster --help`` prints."""

import argparse
import os
from unittest.mock import patch

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from cecib.cli.entry import make_parser


class Command(SphinxDirective):
    """The help of one command."""

    required_arguments = 1

    def run(self):
        """Ask the parser."""
        (commands,) = (one for one in make_parser()._actions if isinstance(one, argparse._SubParsersAction))
        with patch.dict(os.environ, {"COLUMNS": "80", "NO_COLOR": "1"}):
            text = commands.choices[self.arguments[0]].format_help()
        return [nodes.literal_block(text, text, language="text")]


def setup(app):
    """Make the directive known."""
    app.add_directive("command", Command)
    return {"parallel_read_safe": True}
