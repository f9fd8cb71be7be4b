"""The mixture with constraints, the paper's "c-GMM", and the exact sums over assignments that it needs."""

from cecib.rivals.constrained_gmm.estimator import ConstrainedGMM

__all__ = ["ConstrainedGMM"]
