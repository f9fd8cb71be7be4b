"""Data sets of the paper, and synthetic stories."""

from cecib.datasets.dataset import Dataset, Picture, Story
from cecib.datasets.loading import NAMES, load
from cecib.datasets.sources import MissingDatasetError
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
]
