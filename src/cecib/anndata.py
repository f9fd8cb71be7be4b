"""Cells: the clusters of an AnnData object, kept in it as scanpy's tools keep what they find.

Labels that an atlas or an expert gives to some cells go in by their column of `adata.obs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from cecib.estimator import CECIB
from cecib.extras import require
from cecib.input_errors import InputError, Named
from cecib.reading.categories import NO_NAMES
from cecib.reading.findings import Findings
from cecib.reading.levels import path_text
from cecib.validation import FEW_COLUMNS

if TYPE_CHECKING:
    import pandas as pd
    from anndata import AnnData

_NO_LABEL = NO_NAMES | {"unassigned"}  # how columns of text say that a cell has none, in small letters


def cluster(
    adata: AnnData,
    labels_key: str | Sequence[str] | None = None,
    *,
    use_rep: str = "X_pca",
    key_added: str = "cecib",
    copy: bool = False,
    model: CECIB | None = None,
) -> AnnData | None:
    """Find the clusters of cells, from the labels of some of them.

    Parameters
    ----------
    adata : AnnData
        The cells; also one that is backed by a file. A view becomes an object of its own, as with scanpy's tools.
    labels_key : str or list of str, optional
        The column of `adata.obs` that has the labels; several are levels, from coarse to fine (docs/levels.md). Cells
        are unlabelled where it has a gap, −1, or a text that says so: "unknown", "unlabelled", "unassigned", "nan".
    use_rep : str, default="X_pca"
        The name of the table in `adata.obsm` in which clusters are sought; "X" is `adata.X` itself.
    key_added : str, default="cecib"
        What the results are called. They may not be called as labels are.
    copy : bool, default=False
        Whether to leave `adata` alone and give a copy that has the results.
    model : CECIB, default=None
        What is fitted: it tells more afterwards (`model.tree()`, `model.ask(…)`). None: `CECIB(random_state=0)`.

    Returns
    -------
    AnnData or None
        The copy, or None. It has

        - ``.obs[key_added]``: the cluster of each cell, a categorical of texts, "0" the largest;
        - ``.obsm[key_added + "_proba"]``: the probability of each cluster;
        - ``.uns[key_added]``: ``"params"``, the table ``"clusters"`` (size; with labels category, purity, whether it is
          new) and the ``"warnings"`` of the findings;

        and with labels

        - ``.obs[key_added + "_category"]``: the category of the cell's cluster, missing where no label reaches it;
        - ``.obs[key_added + "_wrong_proba"]``: how probable it is that the cell's label is wrong, NaN without one;
        - ``.obs[key_added + "_new_proba"]``: how probable it is that the cell is of a class that no label names;
        - ``.obsm[key_added + "_category_proba"]``: the probability of each category of
          ``.uns[key_added]["categories"]``, of several levels the finest.

        Labels are texts there, those at several levels paths such as "T cell / CD8"; then the category of each level is
        in ``.obs[key_added + "_category_" + labels_key[level]]``.

    Examples
    --------
    >>> import numpy as np
    >>> from anndata import AnnData
    >>> from cecib.anndata import cluster
    >>> rng = np.random.default_rng(0)
    >>> adata = AnnData(rng.normal(np.repeat([[0, 0], [9, 0], [0, 9]], 50, axis=0)))
    >>> adata.obs["cell_type"] = ["T cell"] * 5 + [None] * 45 + ["B cell"] * 5 + [None] * 95
    >>> cluster(adata, "cell_type", use_rep="X")
    >>> adata.obs["cecib"].value_counts().to_dict()
    {'0': 50, '1': 50, '2': 50}
    >>> adata.obs["cecib_category"].value_counts(dropna=False).to_dict()
    {'B cell': 50, 'T cell': 50, nan: 50}
    """
    require("anndata", "anndata")
    if not hasattr(adata, "obsm"):
        raise InputError(
            Named("adata"), f" must be an AnnData object, got {type(adata).__name__}: use CECIB for tables."
        )
    if copy and adata.isbacked:
        raise InputError(
            Named("copy", True), " cannot copy what is backed by a file: use ", Named("copy", False),
            ", or give adata.to_memory().",
        )  # fmt: skip
    keys = _keys(labels_key)
    _check_names(keys, key_added)
    X, y = _representation(adata, use_rep), _labels(adata, keys)
    model = CECIB(random_state=0) if model is None else model
    found = model.fit(X, y).findings(X, y)
    own = adata.copy() if copy else adata
    _forget(own, key_added)
    _keep_clusters(own, model, X, key_added)
    own.uns[key_added] = {"params": _params(model, labels_key, use_rep), **_told(found)}
    if found.labels.n_rows:
        _keep_categories(own, model, X, found, key_added, keys)
    return own if copy else None


def _representation(adata: AnnData, use_rep: str) -> Any:
    """Find the table in which clusters are sought, in memory."""
    X: Any = adata.X if use_rep == "X" else adata.obsm.get(use_rep)
    if X is None:
        raise _missing(adata, use_rep)
    if use_rep == "X" and adata.isbacked:
        X = X.to_memory() if hasattr(X, "to_memory") else X[:]
    is_sparse: bool = sparse.issparse(X)
    if is_sparse and X.shape[1] > FEW_COLUMNS:
        return X
    return X.toarray() if is_sparse else np.asarray(X)


def _missing(adata: AnnData, use_rep: str) -> InputError:
    """Say what there is instead."""
    if use_rep == "X":
        return InputError(Named("use_rep", "X"), " needs adata.X, which is empty: name a table of adata.obsm.")
    ways = ["run scanpy.pp.pca(adata) first"] if use_rep == "X_pca" else []
    ways += [f"name one of {', '.join(map(repr, adata.obsm))}"] if len(adata.obsm) else []
    return InputError(
        Named("use_rep", use_rep), f" is not in adata.obsm: {', '.join([*ways, 'or give '])}", Named("use_rep", "X"),
        " for adata.X.",
    )  # fmt: skip


def _keys(labels_key: str | Sequence[str] | None) -> list[str]:
    """Name the columns of the labels, from coarse to fine."""
    return [labels_key] if isinstance(labels_key, str) and labels_key else list(labels_key or ())


def _columns_of_results(key: str, levels: Sequence[str]) -> list[str]:
    """Name the columns of `obs` that are written, those with labels last."""
    by_level = [f"category_{level}" for level in levels] if len(levels) > 1 else []
    return [key, *(f"{key}_{name}" for name in ("category", "wrong_proba", "new_proba", *by_level))]


def _check_names(keys: list[str], key_added: str) -> None:
    """Refuse to write results over labels."""
    for own in set(keys) & set(_columns_of_results(key_added, keys)):
        raise InputError(
            Named("key_added", key_added), f" would overwrite the labels in adata.obs[{own!r}]: choose another name."
        )


def _labels(adata: AnnData, keys: list[str]) -> Any:
    """Find the labels, None where a cell has none."""
    if not keys:
        return None
    for key in keys:
        if key not in adata.obs.columns:
            there = ", ".join(repr(str(name)) for name in adata.obs.columns) or "no column"
            raise InputError(Named("labels_key", key), f" is not in adata.obs, which has {there}: name one of these.")
    columns = [_without_placeholders(adata.obs[key]) for key in keys]
    return columns[0] if len(columns) == 1 else np.column_stack(columns)


def _without_placeholders(column: pd.Series) -> NDArray[Any]:
    """Give labels as texts, None where there is none."""
    texts = [_text(value) for value in column.astype(object)]
    is_none = np.asarray(column.isna()) | [text.strip().casefold() in _NO_LABEL for text in texts]
    labels = np.array(texts, dtype=object)
    labels[is_none] = None
    return labels


def _text(label: Any) -> str:
    """Write a label; whole numbers, which are floats in a column with gaps, as such."""
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)


def _forget(adata: AnnData, key: str) -> None:
    """Remove what an earlier call has left that this one need not write."""
    earlier = adata.uns.get(key, {}).get("params", {}).get("labels_key", ())
    for name in _columns_of_results(key, () if isinstance(earlier, str) else list(earlier))[1:]:
        if name in adata.obs.columns:
            del adata.obs[name]
    if f"{key}_category_proba" in adata.obsm:
        del adata.obsm[f"{key}_category_proba"]


def _keep_clusters(adata: AnnData, model: CECIB, X: Any, key: str) -> None:
    """Write the cluster of each cell."""
    import pandas as pd

    names = pd.Index([str(number) for number in range(model.n_clusters_)])
    adata.obs[key] = pd.Categorical.from_codes(model.labels_, categories=names)
    adata.obsm[f"{key}_proba"] = model.predict_proba(X)


def _keep_categories(adata: AnnData, model: CECIB, X: Any, found: Findings, key: str, keys: Sequence[str]) -> None:
    """Write what labels say of each cell."""
    import pandas as pd

    of_cells = model.predict_category(X).tolist()
    adata.obs[f"{key}_category"] = pd.Categorical([_path(own) for own in of_cells])
    for level, name in enumerate(keys if model.levels_ is not None else ()):
        adata.obs[f"{key}_category_{name}"] = pd.Categorical([own[level] for own in of_cells])
    wrong = np.full(adata.n_obs, np.nan)
    np.fmax.at(wrong, found.labels.row, found.labels.probability_wrong)  # of several levels the worst
    adata.obs[f"{key}_wrong_proba"] = wrong
    adata.obs[f"{key}_new_proba"] = model.predict_new_proba(X)
    adata.obsm[f"{key}_category_proba"] = model.predict_category_proba(X)
    finest = model.categories_ if model.levels_ is None else model.categories_[-1]
    adata.uns[key]["categories"] = np.array(finest, dtype=object)


def _path(category: str | Sequence[str | None] | None) -> str | None:
    """Write a category, of several levels as a path; None if there is none."""
    return category if category is None or isinstance(category, str) else path_text(category) or None


def _told(found: Findings) -> dict[str, Any]:
    """Give the findings in types that h5ad files keep; without labels there is nothing to say of categories."""
    import pandas as pd

    own = found.clusters
    columns: dict[str, list[Any]] = {"size": [one.size for one in own]}
    if found.labels.n_rows:
        columns |= {
            "category": [_path(one.category) or "" for one in own],
            "n_labelled": [float(one.n_labelled) for one in own],
            "purity": [float(one.purity) for one in own],
            "new_share": [float(one.new_share) for one in own],
            "is_new": [bool(one.is_new) for one in own],
        }
    table = pd.DataFrame(columns, index=pd.Index([str(one.cluster) for one in own], name="cluster"))
    return {"clusters": table, "warnings": np.array(found.warnings, dtype=object)}


def _params(model: CECIB, labels_key: str | Sequence[str] | None, use_rep: str) -> dict[str, Any]:
    """Name what the clusters were made with; None stays out, and what is neither number nor text goes by its text."""
    keys = labels_key if labels_key is None or isinstance(labels_key, str) else np.array(labels_key, dtype=object)
    given = {"use_rep": use_rep, "labels_key": keys, **model.get_params(deep=False)}
    kept = bool | int | float | str | np.ndarray
    return {name: own if isinstance(own, kept) else str(own) for name, own in given.items() if own is not None}
