"""What is known of each data set: its shape, licence, citation, ids and checksums."""

from __future__ import annotations

from dataclasses import dataclass

_UCI = "Creative Commons Attribution 4.0 (UCI Machine Learning Repository; see the page of the set)."
_CHEM = "No licence is stated at the source (github.com/mareksmieja/SEC): ask its authors before republishing."
_CHEM_CITATION = (
    "D. Warszycki et al. (2013), expert classes; M. Śmieja, D. Warszycki, J. Tabor, A. J. Bojarski, "
    "PLoS ONE 9(7) (2014) e102069; J. Klekota, F. P. Roth, Bioinformatics 24 (2008) 2518–2525."
)
_SEGMENTATION_FEATURES = (
    "region-centroid-col,region-centroid-row,region-pixel-count,short-line-density-5,short-line-density-2,"
    "vedge-mean,vedge-sd,hedge-mean,hedge-sd,intensity-mean,rawred-mean,rawblue-mean,rawgreen-mean,"
    "exred-mean,exblue-mean,exgreen-mean,value-mean,saturation-mean,hue-mean"
)
_PENDIGITS_FEATURES = ",".join(f"{axis}{i}" for i in range(1, 9) for axis in "xy")
_LETTER_FEATURES = "x-box,y-box,width,high,onpix,x-bar,y-bar,x2bar,y2bar,xybar,x2ybr,xy2br,x-ege,xegvy,y-ege,yegvx"
_WINE_FEATURES = (
    "alcohol,malic acid,ash,alcalinity,magnesium,phenols,flavanoids,nonflavanoid phenols,"
    "proanthocyanins,colour,hue,OD280/OD315,proline"
)
_VERTEBRAL_FEATURES = (
    "pelvic incidence,pelvic tilt,lumbar lordosis angle,sacral slope,pelvic radius,grade of spondylolisthesis"
)


@dataclass(frozen=True)
class Entry:
    """One data set.

    Attributes
    ----------
    file : str
        Name of its file in the data folder.
    description, licence, citation : str
        What `load` passes on.
    features : str
        Names of the source's features, separated by commas.
    checksums : tuple of str
        Accepted checksums of the content: more than one where a source leaves out rows that we drop
        (Ecoli) or has lost the last digit of some numbers (Segmentation).
    number_format : str
        How numbers are written for the checksum.
    """

    file: str
    description: str
    licence: str
    citation: str
    features: str = ""
    checksums: tuple[str, ...] = ()
    number_format: str = ".6g"


CATALOGUE = {
    "ecoli": Entry(
        "ecoli.csv",
        "Proteins of E. coli by the place in the cell. Rows of the five largest classes (327 of 336), "
        "seven features; centred, unscaled, first five principal components.",
        _UCI,
        "K. Nakai (1996), UCI Repository, doi:10.24432/C5388M.",
        "mcg,gvh,lip,chg,aac,alm1,alm2",
        (
            "b83e4574072e76a41d100959eedfde50c444fee11b8e04edf0067cadeb23d864",
            "8ac30da73b8fee6387bec1dabded245b45d78e31b4cd856331531083db8bf8e4",
        ),
    ),
    "glass": Entry(
        "glass.csv",
        "Glass fragments by their use, 214 rows: refractive index and eight oxides. Nothing changed.",
        _UCI,
        "B. German (1987), UCI Repository, doi:10.24432/C5WW2P.",
        "RI,Na,Mg,Al,Si,K,Ca,Ba,Fe",
        ("89e03bb9e1c0d349cfb2dd2f23a08afdb90a8f24149929fb4666b19426c91f21",),
    ),
    "iris": Entry(
        "iris.csv",
        "Three species of iris, 150 flowers, four lengths. UCI's file, in which three values differ "
        "from scikit-learn's. Nothing changed.",
        _UCI,
        "R. A. Fisher (1936), UCI Repository, doi:10.24432/C56C76.",
        "sepal length,sepal width,petal length,petal width",
        ("de52587e2b2960a846f077ed7d0c23aeb286e368caf42e340fbd0849c0338bc8",),
    ),
    "segmentation": Entry(
        "segmentation.csv",
        "Regions of seven outdoor images, UCI's 210 training rows, 19 features. The constant feature "
        "dropped, each column standardised (divisor n − 1), first five principal components.",
        _UCI,
        "Vision Group, University of Massachusetts (1990), UCI Repository, doi:10.24432/C5GP4N.",
        _SEGMENTATION_FEATURES,
        ("e793065979a6e1f558646cdb55c87c8344292881993ea9d352d5be29da88cce8",),
    ),
    "user_modeling": Entry(
        "user_modeling.csv",
        "Students' knowledge of a subject in four levels, 403 rows, five measures of study. Nothing changed.",
        _UCI,
        "H. T. Kahraman, S. Sagiroglu, I. Colak (2013), UCI Repository, doi:10.24432/C5231X.",
        "STG,SCG,STR,LPR,PEG",
        ("c63c3068f65df974f64e299e7f7237747f4dee5f2a4f139c0239cc1ea9f115eb",),
    ),
    "vertebral": Entry(
        "vertebral.csv",
        "Patients' spines: hernia, spondylolisthesis or normal, 310 rows, six angles and lengths "
        "with two decimals. Nothing changed.",
        _UCI,
        "G. Barreto, A. Neto (2011), UCI Repository, doi:10.24432/C5K89B.",
        _VERTEBRAL_FEATURES,
        ("7075ee407044acc658ee7fa6e563c2ccea08543299f04c8612460eb074a0ad51",),
        ".2f",
    ),
    "wine": Entry(
        "wine.csv",
        "Wines of three cultivars, 178 bottles, thirteen chemical measures. Nothing changed.",
        _UCI,
        "S. Aeberhard, M. Forina (1991), UCI Repository, doi:10.24432/C5PC7J.",
        _WINE_FEATURES,
        ("b464d50853c18c8125df09f49c8085a57fb11e7af8cceea26fbffe5ae346b0b3",),
    ),
    "pendigits": Entry(
        "large/pendigits.csv.gz",
        "Digits written with a pen by 44 people, 10992 rows, eight points of the stroke. Nothing changed.",
        _UCI,
        "E. Alpaydin, F. Alimoglu (1996), UCI Repository, doi:10.24432/C5MG6K.",
        _PENDIGITS_FEATURES,
        ("150b2bd8763d58fdb568ee52be7a479e59dac8d5b07614accff8156d8d062be5",),
    ),
    "letter": Entry(
        "large/letter.csv.gz",
        "Printed capital letters in many fonts, 20000 rows, sixteen integer features. Nothing changed.",
        _UCI,
        "D. Slate (1991), UCI Repository, doi:10.24432/C5ZP40.",
        _LETTER_FEATURES,
        ("81bb70144aa4327b17ba875d02a4c9d5c2396692f4553a25bdcb6f4e3018dab3",),
    ),
    "segmentation_full": Entry(
        "segmentation_full.csv",
        "All 2310 regions of the Segmentation set, of which 2086 are distinct and kept. The constant "
        "feature dropped, each column standardised, first five principal components.",
        _UCI,
        "Vision Group, University of Massachusetts (1990), UCI Repository, doi:10.24432/C5GP4N.",
        _SEGMENTATION_FEATURES,
        (
            "788deb59f1a922ff33c474dea5a1e32375e300f32e0b304ec6ffc934fc69128c",
            "f5cf8aa8f4bc343d611a31f24cbf8ffa7705c17693f299f4e774aa8778e0d5d5",
        ),
    ),
    "chem": Entry(
        "chem_5ht1a.csv",
        "284 ligands of the 5-HT1A receptor in six chemical classes under two (top) and four (mid) coarser "
        "ones: Klekota–Roth fingerprints, centred, unscaled, first ten principal components.",
        _CHEM,
        _CHEM_CITATION,
        checksums=("e938f290e061928640abf13b5c64886b1ffc5fc97c0733148f83f40fa4e1a29a",),
    ),
    "chem_large": Entry(
        "large/chem_5ht1a_3696.csv.gz",
        "3696 ligands of the 5-HT1A receptor in 28 chemical classes: Klekota–Roth fingerprints, centred, "
        "unscaled, first fifty principal components.",
        _CHEM,
        _CHEM_CITATION,
        checksums=("e5e0cb4ed1d3b48ee9eca4ec8b14331ce106fd7c4db2cc724aaffb5e54ca0e46",),
    ),
    "image": Entry(
        "bsds/247085_70x46.png",
        "A dog, picture 247085 of the Berkeley segmentation data set at 70 × 46 pixels: the colours of the "
        "7 × 7 window around each pixel (147 features), first five principal components. Classes: object "
        "and background, the majority of six annotators. Four scribbles as the expert's labels.",
        "Non-commercial research and education only (Berkeley Segmentation Data Set).",
        "D. Martin et al., ICCV 2001; P. Arbeláez et al., IEEE TPAMI 33(5) (2011) 898–916.",
    ),
}
