"""The order of the gallery: what everybody meets, then what some need; examples that are not named here follow."""

_FIRST = (
    "few_labels", "new_classes", "wrong_labels", "number_of_clusters", "levels", "pairs", "whom_to_ask", "odd_shapes",
    "many_columns", "large_files", "stream", "picture",
)  # fmt: skip


def position(filename):
    """Where an example stands."""
    name = filename.removeprefix("plot_").removesuffix(".py")
    return (_FIRST.index(name) if name in _FIRST else len(_FIRST), name)
