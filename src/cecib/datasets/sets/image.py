"""Image: a dog, picture 247085 of the Berkeley segmentation data set."""

from __future__ import annotations

from cecib.datasets.kinds.picture import PictureEntry

ENTRY = PictureEntry(
    title="Image",
    file="bsds/247085_70x46.png",
    description="A dog, picture 247085 of the Berkeley segmentation data set at 70 × 46 pixels: the colours of the "
    "7 × 7 window around each pixel (147 features), first five principal components. Classes: object "
    "and background, the majority of six annotators. Four scribbles as the expert's labels.",
    licence="Non-commercial research and education only (Berkeley Segmentation Data Set).",
    citation="D. Martin et al., ICCV 2001; P. Arbeláez et al., IEEE TPAMI 33(5) (2011) 898–916.",
    scribbles="bsds/247085_scribbles.csv",
    mask="bsds/247085_dogmask_70x46.csv",
    n_components=5,
    advice="not done for you, for its licence allows research and education only: take picture 247085 from "
    "the Berkeley Segmentation Data Set, and mark it yourself",
)
