"""The table of --out: what is kept of the data, the label that was given, what was found; and the list of suspects."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cecib.cli.columns import find_column
from cecib.reading.findings import Findings

if TYPE_CHECKING:
    import pandas as pd

    from cecib.estimator import CECIB

KEPT = ("all", "ids", "none")
GIVEN = "label"  # what labels of a file of their own are called


def add_keep_option(add: Any, **former: Any) -> None:
    """Add the option that says which columns of the data are written too; what else it was is given by `former`."""
    add(
        "--keep",
        **former,
        default="ids",
        type=_kept,
        metavar="|".join(KEPT),
        help="columns of the data to write too: all, those that name rows, or none [ids]",
    )


def _kept(text: str) -> str:
    if text not in (*KEPT, "best"):
        raise argparse.ArgumentTypeError(
            f"must be {', '.join(KEPT[:-1])} or {KEPT[-1]}, got {text!r}; to end a search with the best so far at "
            "Ctrl-C give --keep-best"
        )
    return text


def kept_columns(
    arguments: argparse.Namespace, names: Sequence[str], ids: Sequence[str], labels: Sequence[str] = ()
) -> list[str]:
    """Name the columns of the data that are written too, in their order; the labels that were given always are."""
    own = getattr(arguments, "ids", None)
    ids = ids if own is None else [find_column(own, names, "--ids")]
    wanted = {"all": names, "none": []}.get(arguments.keep, ids)
    return [name for name in names if name in wanted or name in labels]


def kept_of(
    arguments: argparse.Namespace, frame: pd.DataFrame, ids: Sequence[str], labels: Sequence[str], y: Any
) -> pd.DataFrame:
    """Take these columns out of a table, with labels that came from a file of their own."""
    import pandas as pd

    kept = frame[kept_columns(arguments, list(frame.columns), ids, labels)]
    if y is None or labels:
        return kept
    return with_kept(kept, pd.DataFrame(y) if np.ndim(y) == 2 else pd.DataFrame({GIVEN: y}))


def with_kept(kept: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """Put columns of the data before those that were found; one that is called the same is marked as the data's."""
    import pandas as pd

    own = kept.reset_index(drop=True)
    own.columns = pd.Index([f"{name} (data)" if name in table.columns else name for name in own.columns])
    own.attrs = {}
    return pd.concat([own, table.reset_index(drop=True)], axis=1)


def flags_of(found: Findings, clusters: Any) -> dict[str, Any]:
    """Say of each row whether its label looks wrong, its cluster is new, and no cluster explains it."""
    flags = {}
    if found.labels.n_rows:
        flags["looks_wrong"] = _marked(found.suspects, len(clusters))
        flags["new"] = np.isin(clusters, found.new_clusters)
    return flags | {"outlier": _marked(found.outliers, len(clusters))}


def _marked(rows: Any, n_rows: int) -> Any:
    marks = np.zeros(n_rows, dtype=bool)
    marks[rows] = True
    return marks


def suspect_table(model: CECIB, found: Findings, kept: Callable[[Any], pd.DataFrame]) -> pd.DataFrame:
    """List all labels that look wrong, the most doubtful first; rows are counted from 1.

    Parameters
    ----------
    model : CECIB
        Fitted.
    found : Findings
        In the rows of the fit.
    kept : function
        Gives what is kept of the data for some rows.
    """
    table = found.table("suspects").reset_index(drop=True)
    rows = table["row"].to_numpy(dtype=np.intp)
    table["row"] = rows + 1
    for name in ("given", "suggested"):
        table[name] = table[name].map(str, na_action="ignore").astype("str")
    table = table.round({"score": 3, "probability_wrong": 3}).assign(cluster=model.labels_[rows].astype(np.int32))
    return with_kept(kept(rows), table)
