"""Data sets of the paper, larger and wider ones, and synthetic stories.

A folder of data, named by ``CECIB_DATA`` or given to `load`, holds any of these files:

=============================================  ==========================================================
file                                           columns
=============================================  ==========================================================
``ecoli.csv``, ``glass.csv``, ``iris.csv``,    features ``f1..fN`` in the order of UCI, ``class``;
``segmentation.csv``, ``user_modeling.csv``,   other columns are left out
``vertebral.csv``, ``wine.csv``,
``segmentation_full.csv``,
``large/pendigits.csv.gz``,
``large/letter.csv.gz``,
``wide/optdigits.csv.gz``,
``wide/texture.csv.gz``,
``wide/vehicle.csv.gz``,
``wide/vowel.csv.gz``
``chem_5ht1a.csv``                             ``leaf``, ``mid``, ``top``, ``krfp_on_bits`` (indices of
                                               the set bits, separated by blanks)
``large/chem_5ht1a_3696.csv.gz``               ``class``, ``krfp_on_bits``
``bsds/247085_70x46.png``                      the picture
``bsds/247085_scribbles.csv``                  ``y0,x0,y1,x1,label``: rectangles marked ``foreground``
                                               or ``background``
``bsds/247085_dogmask_70x46.csv``              0 or 1 for each pixel, no header
=============================================  ==========================================================

Each set is a module of `cecib.datasets.sets`, which holds all that is known of it; to add one, write such a module,
which is found by itself.

Downloads are kept in the folder ``CECIB_CACHE``, by default ``cecib`` in the user's cache folder.
"""

from cecib.datasets.catalogue import NAMES, title_of
from cecib.datasets.dataset import Dataset, Picture, Story
from cecib.datasets.loading import load
from cecib.datasets.sources.missing import MissingDatasetError
from cecib.datasets.synthetic import make_blobs, make_missing_classes, make_noisy_labels, make_subgroups

__all__ = [
    "NAMES",
    "Dataset",
    "MissingDatasetError",
    "Picture",
    "Story",
    "load",
    "make_blobs",
    "make_missing_classes",
    "make_noisy_labels",
    "make_subgroups",
    "title_of",
]
