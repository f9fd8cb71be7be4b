"""Segmentation: UCI's 210 training rows."""

from __future__ import annotations

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.preparation import components, scaled, varying
from cecib.datasets.sources.content import Content
from cecib.datasets.sources.spelling import Spelling
from cecib.datasets.sources.uci import UCI_LICENCE, UciSource

FEATURES = (
    "region-centroid-col,region-centroid-row,region-pixel-count,short-line-density-5,short-line-density-2,"
    "vedge-mean,vedge-sd,hedge-mean,hedge-sd,intensity-mean,rawred-mean,rawblue-mean,rawgreen-mean,"
    "exred-mean,exblue-mean,exgreen-mean,value-mean,saturation-mean,hue-mean"
)
CITATION = "Vision Group, University of Massachusetts (1990), UCI Repository, doi:10.24432/C5GP4N."
SPELLING = Spelling(
    (
        ("brickface", "1"),
        ("sky", "2"),
        ("foliage", "3"),
        ("cement", "4"),
        ("window", "5"),
        ("path", "6"),
        ("grass", "7"),
    )
)


def prepare(content: Content) -> Content:
    """Drop the constant feature, standardise, take five principal components."""
    return components(scaled(varying(content)), 5)


ENTRY = TableEntry(
    title="Segmentation",
    file="segmentation.csv",
    description="Regions of seven outdoor images, UCI's 210 training rows, 19 features. The constant feature "
    "dropped, each column standardised (divisor n − 1), first five principal components.",
    licence=UCI_LICENCE,
    citation=CITATION,
    features=FEATURES,
    checksums=("e793065979a6e1f558646cdb55c87c8344292881993ea9d352d5be29da88cce8",),
    spelling=SPELLING,
    web=(UciSource("50/image+segmentation.zip", ("segmentation.data",), 1, 0),),
    prepare=prepare,
)
