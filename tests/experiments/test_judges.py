"""Verdicts from results made by hand, one that holds and one that does not."""

import pytest

from cecib.experiments import judges
from cecib.experiments.claims import CLAIMS
from cecib.experiments.evidence import Evidence
from cecib.experiments.plan import BETA_0
from cecib.experiments.results import Results
from cecib.experiments.threshold import measured_thresholds


def evidence(experiment, rows, **shared):
    return Evidence({experiment: Results({"dataset": "wine", "draw": 0, **shared, **row} for row in rows)})


def test_nothing_run_means_no_verdict():
    for claim in CLAIMS:
        assert claim.judge(Evidence({})).word == "not run"


@pytest.mark.parametrize(("one", "word"), [(0.8, "held"), (0.6, "did not hold")])
def test_larger_weight(one, word):
    rows = [{"variant": "CEC-IB₁", "nmi": one}, {"variant": "CEC-IB₀", "nmi": 0.7}]
    verdict = judges.larger_weight_is_better(evidence("semi-supervised", rows, start="usual", fraction=0.2))
    assert verdict.word == word
    assert f"{one:.3f} against 0.700" in verdict.numbers


@pytest.mark.parametrize(("counts", "word"), [((3, 3, 4, 3), "held"), ((3, 3, 3, 3), "held")])
def test_cluster_counts(counts, word):
    rows = [{"fraction": f, "n_clusters": n} for f, n in zip((0.0, 0.1, 0.2, 0.3), counts, strict=True)]
    verdict = judges.cluster_counts_agree(evidence("semi-supervised", rows, start="usual", variant="CEC-IB₁"))
    assert verdict.word == word


@pytest.mark.parametrize(
    ("curve", "word"), [((0.5, 0.6, 0.7), "held"), ((0.5, 0.7, 0.6), "did not hold"), ((0.5, 0.5, 0.5), "did not hold")]
)
def test_rise(curve, word):
    rows = [{"fraction": i / 10, "nmi": value} for i, value in enumerate(curve)]
    assert judges.few_classes_rise(evidence("few-classes", rows, variant="CEC-IB₁")).word == word


def test_most_robust_looks_at_the_papers_methods_only():
    losses = {"CEC-IB₀": 0.1, "CEC-IB₁": 0.3, "spec": 0.2, "cecib₀": 0.0}
    rows = [
        {"variant": label, "noise": noise, "nmi": 0.8 - loss * (noise > 0)}
        for label, loss in losses.items()
        for noise in (0.0, 0.5)
    ]
    verdict = judges.small_weight_is_most_robust(evidence("noisy-labels", rows))
    assert verdict.word == "held"
    assert "cecib" not in verdict.numbers


@pytest.mark.parametrize(("many", "word"), [(0.72, "held"), (0.6, "did not hold")])
def test_weight_for_labels(many, word):
    rows = [{"fraction": 0.3, "beta": BETA_0, "nmi": many}, {"fraction": 0.1, "beta": 1.0, "nmi": 0.7}]
    assert judges.weight_makes_up_for_labels(evidence("weight", rows, method="CEC-IB", noise=0.0)).word == word


@pytest.mark.parametrize(("at_half", "word"), [(0.5, "held"), (0.4, "did not hold")])
def test_no_harm(at_half, word):
    rows = [{"beta": 0.0, "nmi": 0.5}, {"beta": 0.5, "nmi": at_half}, {"beta": 1.0, "nmi": 0.1}]
    shared = {"method": "CEC-IB", "fraction": 0.3, "noise": 0.3}
    assert judges.moderate_weight_does_no_harm(evidence("weight", rows, **shared)).word == word


@pytest.mark.parametrize("below", [0.0, None])
def test_threshold_is_found_between_the_steps(below):
    """Two clusters gain 2 (β − 0.27); below that, either they end as one (no gain) or stay and lose."""
    rows = []
    for beta in (0.2, 0.25, 0.3, 0.35):
        gain = 2 * (beta - 0.27)
        two = -gain if gain > 0 or below is None else below
        rows += [{"beta": beta, "n_start": 1, "cost": 0.0}, {"beta": beta, "n_start": 2, "cost": two}]
    results = evidence("threshold", rows).of("threshold")
    assert measured_thresholds(results) == pytest.approx([0.27])
