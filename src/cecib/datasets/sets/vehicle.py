"""Vehicle."""

from __future__ import annotations

from cecib.datasets.kinds.table import TableEntry
from cecib.datasets.sources.keel import KEEL_CITATION, KEEL_LICENCE, keel

ENTRY = TableEntry(
    title="Vehicle",
    file="wide/vehicle.csv.gz",
    description="Silhouettes of four vehicles, 846 rows, 18 measures of shape, strongly correlated. Nothing changed.",
    licence=KEEL_LICENCE,
    citation=KEEL_CITATION,
    features="compactness,circularity,distance circularity,radius ratio,axis aspect ratio,maximum length aspect ratio,"
    "scatter ratio,elongatedness,axis rectangularity,maximum length rectangularity,scaled variance major,"
    "scaled variance minor,scaled radius of gyration,skewness major,skewness minor,kurtosis minor,kurtosis major,"
    "hollows ratio",
    checksums=("48e3a82e20eee48af5df5b7f06fdc90052cc449ccaf37bba43ebdf9bf71a0c46",),
    packages=(keel("vehicle"),),
)
