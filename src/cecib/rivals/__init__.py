"""The five methods the paper compares with, and its baselines.

All take the expert's labels as `CECIB` does, through `fit(X, y)`. Where the sources of a method are
silent, the choice made is documented with the parameter that makes it and in the page "Rivals".
"""

from cecib.rivals.constrained_gmm import ConstrainedGMM
from cecib.rivals.deterministic_ib import DeterministicIB
from cecib.rivals.em_gaussian_mixture import EMGaussianMixture
from cecib.rivals.fuzzy_cmeans import SemiSupervisedFuzzyCMeans
from cecib.rivals.hartigan_kmeans import HartiganKMeans
from cecib.rivals.lloyd_kmeans import LloydKMeans
from cecib.rivals.partially_labeled_gmm import PartiallyLabeledGMM
from cecib.rivals.partition_kmeans import PartitionKMeans
from cecib.rivals.roster import all_rivals
from cecib.rivals.spectral import ConstrainedSpectralClustering

__all__ = [
    "ConstrainedGMM",
    "ConstrainedSpectralClustering",
    "DeterministicIB",
    "EMGaussianMixture",
    "HartiganKMeans",
    "LloydKMeans",
    "PartiallyLabeledGMM",
    "PartitionKMeans",
    "SemiSupervisedFuzzyCMeans",
    "all_rivals",
]
