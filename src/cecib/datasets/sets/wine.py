"""Wine."""

from __future__ import annotations

import numpy as np

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.content import Content
from cecib.datasets.sources.openml import OpenmlSource
from cecib.datasets.sources.package import PackageSource
from cecib.datasets.sources.spelling import Spelling
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource


def read_sklearn() -> Content:
    """Read scikit-learn's wine, which numbers the cultivars from 0."""
    from sklearn.datasets import load_wine

    bunch = load_wine()
    return Content(np.array(bunch.data, dtype=np.float64), np.array([str(code + 1) for code in bunch.target]))


ENTRY = TableEntry(
    title="Wine",
    file="wine.csv",
    description="Wines of three cultivars, 178 bottles, thirteen chemical measures. Nothing changed.",
    licence=UCI_LICENCE,
    citation="S. Aeberhard, M. Forina (1991), UCI Repository, doi:10.24432/C5PC7J.",
    features="alcohol,malic acid,ash,alcalinity,magnesium,phenols,flavanoids,nonflavanoid phenols,"
    "proanthocyanins,colour,hue,OD280/OD315,proline",
    checksums=("b464d50853c18c8125df09f49c8085a57fb11e7af8cceea26fbffe5ae346b0b3",),
    spelling=Spelling((("cultivar_1", "1"), ("cultivar_2", "2"), ("cultivar_3", "3"))),
    packages=(PackageSource("sklearn", "scikit-learn", (), read_sklearn),),
    web=(UciSource("109/wine.zip", ("wine.data",), 1, 0), OpenmlSource(187)),
)
