"""Verdicts from results made by hand, one that holds and one that does not."""

import pytest

from cecib.experiments import CLAIMS
from cecib.experiments.machinery.claim import Evidence
from cecib.experiments.machinery.results import Results
from cecib.experiments.paper import beta, few_classes, noisy_labels, semi_supervised
from cecib.experiments.paper.threshold import measured_thresholds
from cecib.experiments.protocol.variants import BETA_0


def evidence(experiment, rows, **shared):
    return Evidence({experiment: Results({"dataset": "wine", "draw": 0, **shared, **row} for row in rows)})


def test_nothing_run_means_no_verdict():
    """Without results a claim neither holds nor fails."""
    for claim in CLAIMS:
        assert claim.judge(Evidence({})).word == "not run"


@pytest.mark.parametrize(("one", "word"), [(0.8, "held"), (0.6, "did not hold")])
def test_larger_beta(one, word):
    """Larger NMI at β = 1 than at β₀ holds, smaller does not, and the numbers are told."""
    rows = [{"variant": "CEC-IB₁", "nmi": one}, {"variant": "CEC-IB₀", "nmi": 0.7}]
    verdict = semi_supervised.larger_beta_is_better(evidence("semi-supervised", rows, start="usual", fraction=0.2))
    assert verdict.word == word
    assert f"{one:.3f} against 0.700" in verdict.numbers


@pytest.mark.parametrize(("far", "word"), [((), "held"), (("wine",), "held"), (("wine", "iris"), "did not hold")])
def test_cluster_counts(far, word):
    """One set may be more than one cluster off the paper's Table 2, two may not."""
    rows = [
        {"dataset": name, "fraction": fraction, "n_clusters": printed + (2 if name in far else 1)}
        for name in ("wine", "iris", "glass")
        for fraction, printed in semi_supervised.CLUSTER_COUNTS[name][1].items()
    ]
    given = evidence("semi-supervised", rows, start="usual", variant="CEC-IB₁")
    assert semi_supervised.cluster_counts_agree(given).word == word


@pytest.mark.parametrize(
    ("curve", "word"), [((0.5, 0.6, 0.7), "held"), ((0.5, 0.7, 0.6), "did not hold"), ((0.5, 0.5, 0.5), "did not hold")]
)
def test_rise(curve, word):
    """A fall, or no rise at all, does not hold."""
    rows = [{"fraction": i / 10, "nmi": value} for i, value in enumerate(curve)]
    assert few_classes.few_classes_rise(evidence("few-classes", rows, variant="CEC-IB₁")).word == word


def test_most_robust_looks_at_the_papers_methods_only():
    """Our own variants lose less still, and do not count."""
    losses = {"CEC-IB₀": 0.1, "CEC-IB₁": 0.3, "spec": 0.2, "cecib₀": 0.0}
    rows = [
        {"variant": label, "noise": noise, "nmi": 0.8 - loss * (noise > 0)}
        for label, loss in losses.items()
        for noise in (0.0, 0.5)
    ]
    verdict = noisy_labels.small_beta_is_most_robust(evidence("noisy-labels", rows))
    assert verdict.word == "held"
    assert "cecib" not in verdict.numbers


@pytest.mark.parametrize(("many", "word"), [(0.72, "held"), (0.6, "did not hold")])
def test_beta_for_labels(many, word):
    """Means that are near hold, means that are apart do not."""
    rows = [{"fraction": 0.3, "beta": BETA_0, "nmi": many}, {"fraction": 0.1, "beta": 1.0, "nmi": 0.7}]
    assert beta.small_beta_needs_more_labels(evidence("beta", rows, method="CEC-IB", noise=0.0)).word == word


@pytest.mark.parametrize(("at_half", "word"), [(0.5, "held"), (0.4, "did not hold")])
def test_no_harm(at_half, word):
    """Only β below 0.6 count, and a loss there does not hold."""
    rows = [{"beta": 0.0, "nmi": 0.5}, {"beta": 0.5, "nmi": at_half}, {"beta": 1.0, "nmi": 0.1}]
    shared = {"method": "CEC-IB", "fraction": 0.3, "noise": 0.3}
    assert beta.moderate_beta_does_no_harm(evidence("beta", rows, **shared)).word == word


@pytest.mark.parametrize("below", [0.0, None])
def test_threshold_is_found_between_the_steps(below):
    """Two clusters gain 2 (β − 0.27); below that, either they end as one (no gain) or stay and lose."""
    rows = []
    for value in (0.2, 0.25, 0.3, 0.35):
        gain = 2 * (value - 0.27)
        two = -gain if gain > 0 or below is None else below
        rows += [{"beta": value, "n_start": 1, "cost": 0.0}, {"beta": value, "n_start": 2, "cost": two}]
    results = evidence("threshold", rows).of("threshold")
    assert measured_thresholds(results) == pytest.approx([0.27])
