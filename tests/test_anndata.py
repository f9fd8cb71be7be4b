"""Cells in AnnData objects: what scanpy's tools do, ours does, and files keep it."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from cecib import CECIB
from cecib.anndata import cluster

anndata = pytest.importorskip("anndata", reason="these tests need anndata: make cells")


@pytest.fixture
def cells():
    """Three groups of 60 cells, ten of two of them labelled, in `obsm`; X is something else."""
    rng = np.random.default_rng(0)
    adata = anndata.AnnData(rng.poisson(1.0, (180, 8)).astype(np.float32))
    adata.obsm["X_pca"] = rng.normal(np.repeat([[0, 0, 0], [9, 0, 0], [0, 9, 0]], 60, axis=0))
    labels = np.full(180, None, dtype=object)
    labels[:10], labels[60:70] = "T cell", "B cell"
    adata.obs["cell_type"] = pd.Categorical(labels)
    return adata


def test_results_are_kept_as_scanpy_keeps_its_own(cells):
    """String categoricals in obs, tables in obsm, params in uns; what is there stays; nothing is returned."""
    before = cells.copy()
    assert cluster(cells, "cell_type") is None
    fitted = CECIB(random_state=0).fit(before.obsm["X_pca"], np.array(before.obs["cell_type"].astype(object)))
    assert cells.obs["cecib"].tolist() == [str(own) for own in fitted.labels_]
    assert cells.obs["cecib"].cat.categories.tolist() == ["0", "1", "2"]
    new = cells.obs["cecib_category"].isna().to_numpy()
    assert new.tolist() == [False] * 120 + [True] * 60
    assert cells.obs["cecib_category"].iloc[:120].tolist() == ["T cell"] * 60 + ["B cell"] * 60
    np.testing.assert_allclose(cells.obsm["cecib_proba"].sum(axis=1), 1)
    together = cells.obsm["cecib_category_proba"].sum(axis=1) + cells.obs["cecib_new_proba"]
    np.testing.assert_allclose(together, 1)
    assert cells.uns["cecib"]["categories"].tolist() == ["B cell", "T cell"]
    assert cells.uns["cecib"]["params"]["use_rep"] == "X_pca"
    assert cells.uns["cecib"]["clusters"]["is_new"].tolist().count(True) == 1
    assert np.isfinite(cells.obs["cecib_wrong_proba"]).sum() == 20
    np.testing.assert_array_equal(cells.X, before.X)
    pd.testing.assert_series_equal(cells.obs["cell_type"], before.obs["cell_type"])


@pytest.mark.parametrize("labels", [None, "cell_type", ["lineage", "cell_type"]])
def test_results_survive_a_file(cells, tmp_path, labels):
    cells.obs["lineage"] = ["lymphoid"] * 120 + [None] * 60
    cluster(cells, labels, key_added="own")
    cells.write_h5ad(tmp_path / "cells.h5ad")
    again = anndata.read_h5ad(tmp_path / "cells.h5ad")
    pd.testing.assert_frame_equal(again.obs, cells.obs)
    np.testing.assert_array_equal(again.obsm["own_proba"], cells.obsm["own_proba"])
    assert again.uns["own"].keys() == cells.uns["own"].keys()
    pd.testing.assert_frame_equal(again.uns["own"]["clusters"], cells.uns["own"]["clusters"], check_names=False)
    params, read = cells.uns["own"]["params"], again.uns["own"]["params"]
    assert {name: np.array(own).tolist() for name, own in read.items()} == {
        name: np.array(own).tolist() for name, own in params.items()
    }


@pytest.mark.parametrize("kind", [list, np.array, pd.Categorical, pd.Series])
def test_placeholders_are_no_labels(cells, kind):
    """What annotation tools write where they do not know is no category."""
    plain = cells.copy()
    cluster(plain, "cell_type")
    texts = cells.obs["cell_type"].astype(object).where(cells.obs["cell_type"].notna(), "Unknown").tolist()
    texts[20], texts[21], texts[22], texts[23] = "unassigned", "nan", "", "-1"
    cells.obs["cell_type"] = pd.Series(texts, index=cells.obs_names) if kind is pd.Series else kind(texts)
    cluster(cells, "cell_type")
    assert cells.uns["cecib"]["categories"].tolist() == ["B cell", "T cell"]
    assert cells.obs["cecib"].tolist() == plain.obs["cecib"].tolist()


def test_numbers_are_labels_too(cells):
    """Columns of whole numbers with gaps are floats in a data frame; their categories are written as they were."""
    cells.obs["stage"] = [4.0] * 10 + [np.nan] * 50 + [5.0] * 10 + [-1.0] * 110
    cluster(cells, "stage")
    assert cells.uns["cecib"]["categories"].tolist() == ["4", "5"]
    assert cells.obs["cecib_category"].iloc[0] == "4"


def test_a_copy_leaves_the_original_alone(cells):
    copied = cluster(cells, "cell_type", copy=True)
    assert "cecib" in copied.obs
    assert "cecib" not in cells.obs
    assert "cecib" not in cells.uns
    assert not cells.obsm.keys() & {"cecib_proba", "cecib_category_proba"}


def test_a_view_becomes_an_object_of_its_own(cells):
    view = cells[:120]
    with pytest.warns(anndata.ImplicitModificationWarning):
        cluster(view, "cell_type")
    assert not view.is_view
    assert len(view.obs["cecib"]) == 120
    assert "cecib" not in cells.obs
    assert "cecib" in cluster(cells[:120], copy=True).obs


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix, sparse.csr_array, sparse.csc_matrix])
def test_the_matrix_itself(cells, tmp_path, form):
    """X dense and sparse, in memory and in a file."""
    dense = cells.X.copy()
    dense[:60, :4] += 9
    expected = [str(own) for own in CECIB(random_state=0).fit(dense).labels_]
    cells.X = form(dense)
    cluster(cells, use_rep="X")
    assert cells.obs["cecib"].tolist() == expected
    assert "cecib_category" not in cells.obs
    del cells.obs["cecib"]
    cells.write_h5ad(tmp_path / "cells.h5ad")
    backed = anndata.read_h5ad(tmp_path / "cells.h5ad", backed="r")
    cluster(backed, use_rep="X")
    assert backed.obs["cecib"].tolist() == expected
    assert backed.isbacked
    with pytest.raises(ValueError, match=r"copy=True cannot copy what is backed by a file: .*to_memory"):
        cluster(backed, use_rep="X", copy=True)
    backed.file.close()


@pytest.mark.parametrize("form", [pd.DataFrame, sparse.csr_matrix])
def test_other_tables_of_obsm(cells, form):
    """Frames and sparse matrices may be there too."""
    cluster(cells)
    own = cells.obsm["X_pca"]
    cells.obsm["own"] = pd.DataFrame(own, index=cells.obs_names) if form is pd.DataFrame else form(own)
    cluster(cells, use_rep="own", key_added="again")
    assert cells.obs["again"].tolist() == cells.obs["cecib"].tolist()


def test_an_earlier_call_leaves_nothing_behind(cells):
    """Categories of labels that are no longer given would be taken for those of these clusters."""
    fresh = cluster(cells, copy=True)
    cluster(cells, "cell_type")
    cluster(cells)
    assert cells.obs.columns.tolist() == fresh.obs.columns.tolist()
    assert set(cells.obsm) == set(fresh.obsm)
    assert cells.uns["cecib"].keys() == fresh.uns["cecib"].keys()


@pytest.mark.parametrize(("labels", "key"), [("cecib", "cecib"), ("cecib_category", "cecib"), (["line", "own"], "own")])
def test_labels_are_not_overwritten(cells, labels, key):
    """Results that would be called as the labels are refused, before anything is fitted or written."""
    for name in [labels] if isinstance(labels, str) else labels:
        cells.obs[name] = cells.obs["cell_type"]
    before = cells.obs.copy()
    with pytest.raises(ValueError, match=f"key_added='{key}' would overwrite the labels in adata.obs"):
        cluster(cells, labels, key_added=key)
    pd.testing.assert_frame_equal(cells.obs, before)


def test_the_category_of_each_level(cells):
    """Each level has a column of its own, which another call takes away."""
    cells.obs["lineage"] = ["lymphoid"] * 120 + [None] * 60
    cluster(cells, ["lineage", "cell_type"])
    coarse, fine = cells.obs["cecib_category_lineage"], cells.obs["cecib_category_cell_type"]
    assert coarse.iloc[:120].tolist() == ["lymphoid"] * 120
    assert fine.iloc[:120].tolist() == ["T cell"] * 60 + ["B cell"] * 60
    cluster(cells, "cell_type")
    assert not {"cecib_category_lineage", "cecib_category_cell_type"} & set(cells.obs.columns)


def test_the_model_tells_more(cells):
    model = CECIB(2, random_state=1)
    cluster(cells, "cell_type", model=model)
    assert model.labels_.astype(str).tolist() == cells.obs["cecib"].tolist()
    assert cells.uns["cecib"]["params"]["n_clusters"] == 2
    assert "callback" not in cells.uns["cecib"]["params"]


def test_errors_name_what_there_is(cells):
    with pytest.raises(ValueError, match=r"^use_rep='X_umap' is not in adata.obsm: name one of 'X_pca', or give"):
        cluster(cells, use_rep="X_umap")
    with pytest.raises(ValueError, match=r"^labels_key='type' is not in adata.obs, which has 'cell_type'"):
        cluster(cells, "type")
    del cells.obsm["X_pca"]
    with pytest.raises(
        ValueError,
        match=r"run scanpy.pp.pca\(adata\) first, or give use_rep='X' for adata.X\.$",
    ):
        cluster(cells)
    with pytest.raises(ValueError, match=r"^use_rep='X' needs adata.X, which is empty"):
        cluster(anndata.AnnData(obs=cells.obs), use_rep="X")
    with pytest.raises(ValueError, match=r"^adata must be an AnnData object, got ndarray"):
        cluster(np.zeros((3, 2)))


def test_an_estimator_sends_cells_on(cells):
    """fit and predict take tables; of an AnnData object they say who takes it."""
    with pytest.raises(TypeError, match=r"^X is an AnnData object.*cecib.anndata.cluster\(adata\)"):
        CECIB().fit(cells)
    with pytest.raises(TypeError, match=r"cecib.anndata.cluster\(adata\)"):
        CECIB(random_state=0).fit(cells.obsm["X_pca"]).predict(cells)


def test_scanpy_goes_on_from_the_clusters(cells):
    """What its own tools write into obs, its other tools read; so they read ours."""
    scanpy = pytest.importorskip("scanpy", reason="this test needs scanpy: make cells")
    cluster(cells, "cell_type")
    scanpy.tl.rank_genes_groups(cells, "cecib", method="t-test")
    assert cells.uns["rank_genes_groups"]["names"].dtype.names == ("0", "1", "2")
