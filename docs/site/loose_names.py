"""Names in single backticks are links where the reference has them, and code where it does not.

Docstrings write `X`, `fit` and `cecib.levels` alike. Only the default role is so lenient: a role that is written
out has to find its target.
"""

from docutils import nodes


def setup(app):
    """Listen for names that lead nowhere."""
    app.connect("missing-reference", as_code)
    return {"parallel_read_safe": True}


def as_code(app, env, node, content):
    """Show a name that is none of the reference as code."""
    if node.get("reftype") == "obj" and node.get("refdomain") == "py":
        return nodes.literal(content.astext(), content.astext())
    return None
