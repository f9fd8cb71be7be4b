"""Names in single backticks are links where the reference has one thing of that name, and code where it does not.

Docstrings write `X`, `fit` and `CECIB.findings` alike. Only the default role is so lenient: a role that is written
out has to find its target.
"""

from docutils import nodes
from sphinx.util.nodes import make_refnode


def setup(app):
    """Listen for names that are not found as they stand."""
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True}


def resolve(app, env, node, content):
    """Look for the end of a name, and show it as code if it is none or several."""
    if node.get("reftype") != "obj" or node.get("refdomain") != "py":
        return None
    found = env.get_domain("py").find_obj(env, None, None, node["reftarget"], None, 1)
    if len(found) != 1:
        return nodes.literal(content.astext(), content.astext())
    name, entry = found[0]
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, content, name)
