"""The estimator contract of scikit-learn, for every rival."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from cecib.rivals import (
    ConstrainedGMM,
    ConstrainedSpectralClustering,
    DeterministicIB,
    EMGaussianMixture,
    HartiganKMeans,
    LloydKMeans,
    PartiallyLabeledGMM,
    PartitionKMeans,
    SemiSupervisedFuzzyCMeans,
)

ESTIMATORS = [
    PartiallyLabeledGMM(),
    PartiallyLabeledGMM(covariance="Lk_Ck", reg_covar=1e-6),
    ConstrainedGMM(),
    ConstrainedGMM(constraints="cannot-link"),
    ConstrainedGMM(constraints="must-link"),
    PartitionKMeans(),
    SemiSupervisedFuzzyCMeans(),
    ConstrainedSpectralClustering(),
    HartiganKMeans(),
    HartiganKMeans(algorithm="hartigan-wong"),
    LloydKMeans(),
    EMGaussianMixture(),
    DeterministicIB(),
]
REFUSES_MORE_CATEGORIES_THAN_CLUSTERS = (PartiallyLabeledGMM, ConstrainedGMM, SemiSupervisedFuzzyCMeans)


def expected_failures(estimator):
    """One check labels three categories and asks for two clusters, which three methods must refuse.

    What the check is after, test_cross_method.py tests with labels that these methods take.
    """
    if not isinstance(estimator, REFUSES_MORE_CATEGORIES_THAN_CLUSTERS):
        return {}
    if getattr(estimator, "constraints", "") == "must-link":
        return {}
    return {"check_methods_sample_order_invariance": "three categories cannot go into two clusters"}


@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected_failures)
def test_estimator_follows_scikit_learn(estimator, check):
    check(estimator)
