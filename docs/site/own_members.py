"""The page of a class has the members that cecib wrote, inherited ones too; the others are documented elsewhere."""


def setup(app):
    """Listen to what the reference is about to show."""
    app.connect("autodoc-skip-member", is_foreign)
    return {"parallel_read_safe": True}


def is_foreign(app, what, name, member, skip, options):
    """Leave a member out if another package defines it; fields of tuples are listed as attributes already."""
    for one in (member, getattr(member, "fget", None), getattr(member, "func", None)):
        if str(getattr(one, "__module__", None)).startswith("cecib"):
            return None
    return True
