"""Iris."""

from __future__ import annotations

import numpy as np

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.content import Content
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.package import PackageSource
from cecib.datasets.sources.spelling import Spelling
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource

_UCI_VALUES = ((34, 3, 0.1), (37, 1, 3.1), (37, 2, 1.5))


def read_sklearn() -> Content:
    """Read scikit-learn's iris, with the three values set back to those of UCI's file."""
    from sklearn.datasets import load_iris

    bunch = load_iris()
    features = np.array(bunch.data, dtype=np.float64)
    for row, column, value in _UCI_VALUES:
        features[row, column] = value
    return Content(features, np.array(bunch.target_names[bunch.target], dtype=np.str_))


ENTRY = TableEntry(
    title="Iris",
    file="iris.csv",
    description="Three species of iris, 150 flowers, four lengths. UCI's file, in which three values differ "
    "from scikit-learn's. Nothing changed.",
    licence=UCI_LICENCE,
    citation="R. A. Fisher (1936), UCI Repository, doi:10.24432/C56C76.",
    features="sepal length,sepal width,petal length,petal width",
    checksums=("de52587e2b2960a846f077ed7d0c23aeb286e368caf42e340fbd0849c0338bc8",),
    spelling=Spelling(
        (
            ("setosa", "Iris-setosa"),
            ("versicolor", "Iris-versicolor"),
            ("virginica", "Iris-virginica"),
        )
    ),
    packages=(PackageSource("sklearn", "scikit-learn", (), read_sklearn),),
    web=(UciSource("53/iris.zip", ("iris.data",)), OpenmlSource(61)),
)
