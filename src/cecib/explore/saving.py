"""Saving: labels, clusters, the model, the report, and the lines that give the same result without the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cecib.explore.actions import BadAction, shown
from cecib.explore.lines import Recipe
from cecib.extras import require
from cecib.files.tables import write_table_as
from cecib.files.whole_files import whole_files
from cecib.reading.assignments import make_assignments
from cecib.reading.page import write_report
from cecib.side_information import UNLABELLED

if TYPE_CHECKING:
    from cecib.estimator import CECIB
    from cecib.explore.session import Session

KINDS = ("labels", "clusters", "model", "report", "script")
Temporary = Callable[[Path], Path]


class Saved(NamedTuple):
    """What was written, and the lines that give the same.

    Attributes
    ----------
    files : list of (str, Path)
        What each file is, and where.
    python, shell : str
        The lines.
    """

    files: list[tuple[str, Path]]
    python: str
    shell: str


def folder_of(session: Session) -> Path:
    """Name the folder that is written to: beside the log."""
    if session.log is None:
        return Path("explored")
    name = session.log.path.name
    return session.log.path.with_name(f"{name.removesuffix('.explore.jsonl').removesuffix('.jsonl')}.explored")


def read_kinds(given: Any) -> list[str]:
    """Read what is to be saved."""
    if not isinstance(given, list) or not given or len(given) > len(KINDS):
        raise BadAction(f"what must be a list of some of {', '.join(KINDS)}, got {shown(given)}.")
    for one in given:
        if one not in KINDS:
            raise BadAction(f"There is nothing called {shown(one)} to save: there are {', '.join(KINDS)}.")
    return [kind for kind in KINDS if kind in given]


def save(session: Session, kinds: Sequence[str] = KINDS) -> Saved:
    """Write what is asked for, of the labels as they are now; files appear together, whole or not at all.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import numpy as np
    >>> from cecib.explore import Label, Session
    >>> from cecib.explore.saving import save
    >>> X = np.random.default_rng(0).normal(size=(90, 2)) + 9 * (np.arange(90) % 3)[:, None]
    >>> with tempfile.TemporaryDirectory() as folder, Session(X, log=Path(folder) / "x.explore.jsonl") as session:
    ...     _ = session.do(Label("near", (0, 3)))
    ...     [(what, path.name) for what, path in save(session, ["labels", "model"]).files]
    [('labels', 'labels.csv'), ('model', 'model.cecib')]
    """
    session.answer()
    folder = folder_of(session)
    folder.mkdir(parents=True, exist_ok=True)
    return session.engine.save(folder, kinds, *session.worker.latest())


def write_files(recipe: Recipe, model: CECIB, kinds: Sequence[str]) -> Saved:
    """Write what is asked for of a table."""
    files: list[tuple[str, Path]] = []
    with whole_files() as temporary:
        for kind in kinds:
            files += _WRITERS[kind](recipe, model, temporary)
    return Saved(files, recipe.python(), recipe.shell())


def _write_labels(recipe: Recipe, model: CECIB, temporary: Temporary) -> list[tuple[str, Path]]:
    require("cli", "pandas")
    import pandas as pd

    path, labelling = recipe.folder / "labels.csv", recipe.now.labelling
    rows = np.flatnonzero(labelling.marks != UNLABELLED)
    frame = pd.DataFrame({"row": rows + 1, "category": labelling.texts()[rows]})
    write_table_as(frame, temporary(path), ".csv")
    return [("labels", path)]


def _write_clusters(recipe: Recipe, model: CECIB, temporary: Temporary) -> list[tuple[str, Path]]:
    require("cli", "pandas")
    path = recipe.folder / "clusters.csv"
    write_table_as(make_assignments(model, recipe.table.X, model.labels_), temporary(path), ".csv")
    return [("clusters", path)]


def _write_model(recipe: Recipe, model: CECIB, temporary: Temporary) -> list[tuple[str, Path]]:
    path = recipe.folder / "model.cecib"
    model.save(temporary(path))
    return [("model", path)]


def _write_page(recipe: Recipe, model: CECIB, temporary: Temporary) -> list[tuple[str, Path]]:
    path, table = recipe.folder / "report.html", recipe.table
    notes = [f"Labelled with cecib explore: {(recipe.now.labelling.marks != UNLABELLED).sum():,} rows have a label."]
    title = f"Clusters in {table.title}"
    y = recipe.now.labelling.texts()
    write_report(model, table.X, y, temporary(path), xy=table.xy, title=title, notes=notes)
    return [("report", path)]


def _write_lines(recipe: Recipe, model: CECIB, temporary: Temporary) -> list[tuple[str, Path]]:
    written = []
    for name, ground in recipe.files().items():
        texts = np.array([text or "" for text in ground.labelling.texts().tolist()])
        with open(temporary(recipe.folder / name), "wb") as file:
            np.save(file, texts)
        written.append(("script", recipe.folder / name))
    for name, lines in (("again.py", recipe.python()), ("again.sh", recipe.shell())):
        if lines:
            temporary(recipe.folder / name).write_text(lines, encoding="utf-8")
            written.append(("script", recipe.folder / name))
    return written


_WRITERS = {
    "labels": _write_labels,
    "clusters": _write_clusters,
    "model": _write_model,
    "report": _write_page,
    "script": _write_lines,
}
