"""How each claim of the paper is judged, from the results of a run."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping
from itertools import pairwise

from cecib.experiments import image, threshold, uci
from cecib.experiments.evidence import NOT_RUN, Evidence, Verdict
from cecib.experiments.plan import BETA_0
from cecib.experiments.printed import CLUSTER_COUNTS, THRESHOLD
from cecib.experiments.shelf import dataset
from cecib.experiments.trial import unpack

SIMILAR = 0.05
SLACK = 0.01
_LABELLED = uci.FRACTIONS[1:]


def larger_weight_is_better(evidence: Evidence) -> Verdict:
    """β = 1 against β₀ with correct labels."""
    runs = evidence.of("semi-supervised").where(start="usual", fraction=_LABELLED)
    one, zero = (runs.where(variant=label) for label in ("CEC-IB₁", "CEC-IB₀"))
    means = one.average("nmi"), zero.average("nmi")
    names = one.distinct("dataset")
    better = sum(one.where(dataset=n).mean("nmi") > zero.where(dataset=n).mean("nmi") for n in names)
    return _judged(
        means,
        means[0] > means[1],
        f"NMI {means[0]:.3f} against {means[1]:.3f}; {better} of {len(names)} sets",
    )


def cluster_counts_agree(evidence: Evidence) -> Verdict:
    """Table 2 against ours, criterion of the paper."""
    runs = evidence.of("semi-supervised").where(start="usual", variant="CEC-IB₁")
    differences = {
        name: max(
            abs(runs.where(dataset=name, fraction=f).mean("n_clusters") - CLUSTER_COUNTS[name][1][f])
            for f in uci.FRACTIONS
        )
        for name in runs.distinct("dataset")
    }
    near = sum(value <= 1.0 for value in differences.values())
    numbers = ", ".join(f"{name} {value:.1f}" for name, value in differences.items())
    is_held = near >= len(differences) - 1
    return _judged(differences.values(), is_held, f"{near} of {len(differences)} sets; largest difference: {numbers}")


def few_classes_rise(evidence: Evidence) -> Verdict:
    """NMI of CEC-IB over the share of labels, two classes labelled."""
    curve = evidence.of("few-classes").where(variant="CEC-IB₁").curve("nmi", "fraction")[1]
    if not curve:
        return NOT_RUN
    rises = all(later >= earlier for earlier, later in pairwise(curve))
    return _judged(curve, rises and curve[-1] > curve[0], "NMI " + " → ".join(f"{value:.3f}" for value in curve))


def small_weight_is_most_robust(evidence: Evidence) -> Verdict:
    """Loss of NMI from no to half wrong labels, CEC-IB₀ against all methods of the paper."""
    runs = evidence.of("noisy-labels")
    losses = {
        str(label): runs.where(variant=label, noise=0.0).average("nmi")
        - runs.where(variant=label, noise=0.5).average("nmi")
        for label in runs.distinct("variant")
        if not str(label).startswith("cecib")
    }
    is_held = "CEC-IB₀" in losses and min(losses, key=losses.__getitem__) == "CEC-IB₀"
    return _judged(losses.values(), is_held, "loss: " + _listed(losses))


def small_weight_overtakes(evidence: Evidence) -> Verdict:
    """β₀ against β = 1 from 30 % wrong labels on."""
    runs = evidence.of("noisy-labels")
    gaps = {
        f"{noise:.0%}": runs.where(variant="CEC-IB₀", noise=noise).average("nmi")
        - runs.where(variant="CEC-IB₁", noise=noise).average("nmi")
        for noise in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
    }
    is_held = all(gaps[noise] > 0 for noise in ("30%", "40%", "50%"))
    return _judged(gaps.values(), is_held, "NMI of β₀ minus that of β = 1: " + _listed(gaps))


def rivals_fall_below_no_labels(evidence: Evidence) -> Verdict:
    """c-GMM, k-means and fc-means with half the labels wrong against no labels."""
    noisy = evidence.of("noisy-labels").where(noise=0.5)
    without = evidence.of("semi-supervised").where(start="usual", fraction=0.0)
    gaps = {
        label: noisy.where(variant=label).average("nmi") - without.where(variant=label).average("nmi")
        for label in ("c-GMM", "k-means", "fc-means")
    }
    is_held = all(value < 0 for value in gaps.values())
    return _judged(gaps.values(), is_held, "NMI at 50 % wrong minus NMI without labels: " + _listed(gaps))


def weight_makes_up_for_labels(evidence: Evidence) -> Verdict:
    """β₀ with 30 % labels against β = 1 with 10 %."""
    runs = evidence.of("weight").where(method="CEC-IB", noise=0.0)
    many, few = (
        runs.where(fraction=fraction, beta=beta).average("nmi") for fraction, beta in ((0.3, BETA_0), (0.1, 1.0))
    )
    return _judged((many, few), abs(many - few) <= SIMILAR, f"NMI {many:.3f} and {few:.3f}")


def moderate_weight_does_no_harm(evidence: Evidence) -> Verdict:
    """Every β below 0.6 with 30 % wrong labels against β = 0."""
    runs = evidence.of("weight").where(method="CEC-IB", fraction=0.3, noise=0.3)
    betas, curve = runs.curve("nmi", "beta")
    below = {f"β = {b:.3g}": value for b, value in zip(betas, curve, strict=True) if b < 0.6}
    unlabelled = below.get("β = 0", math.nan)
    is_held = len(below) > 1 and all(value >= unlabelled - SLACK for value in below.values())
    return _judged([unlabelled, *below.values()], is_held, "NMI: " + _listed(below))


def chemistry_is_best(evidence: Evidence) -> Verdict:
    """CEC-IB₁ against all methods of the paper, correct labels."""
    runs = evidence.of("chemistry").where(noise=0.0, fraction=_LABELLED)
    means = {
        str(label): runs.where(variant=label).average("nmi")
        for label in runs.distinct("variant")
        if not str(label).startswith("cecib")
    }
    ranked = dict(sorted(means.items(), key=lambda item: -item[1]))
    return _judged(means.values(), next(iter(ranked), "") == "CEC-IB₁", "NMI: " + _listed(ranked))


def chemistry_ends_with_six_or_seven(evidence: Evidence) -> Verdict:
    """Clusters of CEC-IB₁ on the chemistry set."""
    runs = evidence.of("chemistry").where(noise=0.0, variant="CEC-IB₁")
    counts = runs.values("n_clusters")
    if not counts:
        return NOT_RUN
    middle = statistics.median(counts)
    share = sum(count in (6, 7) for count in counts) / len(counts)
    return Verdict(share > 0.5, f"median {middle:g}; 6 or 7 in {share:.0%} of {len(counts)} runs")


def regions_get_own_clusters(evidence: Evidence) -> Verdict:
    """Clusters of CEC-IB in the picture: in the object, in the background, on the boundary."""
    texts = evidence.of("image").where(segments="five", variant="CEC-IB").values("labels")
    picture = dataset("image", evidence.data).picture if texts else None
    if picture is None:
        return NOT_RUN
    counts = [image.roles(unpack(text), picture.mask) for text in texts]
    is_held = all(each["object"] and each["background"] and not each["mixed"] for each in counts)
    return Verdict(is_held, "; ".join(_listed(each, "d") for each in counts))


def hartigan_needs_fewest_passes(evidence: Evidence) -> Verdict:
    """Hartigan against EM for CEC, and against Lloyd for k-means, on each set."""
    runs = evidence.of("convergence")
    pairs = (("Hartigan CEC", "EM"), ("Hartigan k-means", "Lloyd k-means"))
    numbers, held = [], []
    for fast, slow in pairs:
        for name in runs.distinct("dataset"):
            here = [runs.where(dataset=name, variant=label).mean("n_iter") for label in (fast, slow)]
            held.append(here[0] < here[1])
        means = [runs.where(variant=label).average("n_iter") for label in (fast, slow)]
        numbers += means
    shown = [f"{value:.1f}" for value in numbers]
    if not held or any(math.isnan(value) for value in numbers):
        return NOT_RUN
    text = f"CEC {shown[0]} against EM {shown[1]}, k-means {shown[2]} against Lloyd {shown[3]}"
    return Verdict(all(held), f"{text}; fewer in {sum(held)} of {len(held)} comparisons")


def threshold_is_met(evidence: Evidence) -> Verdict:
    """Return the measured β₀ against 0.269."""
    found = threshold.measured_thresholds(evidence.of("threshold"))
    if not found:
        return NOT_RUN
    mean = math.fsum(found) / len(found)
    return Verdict(abs(mean - THRESHOLD) <= 0.02, f"measured {mean:.3f}, from {min(found):.3f} to {max(found):.3f}")


def _judged(values: Iterable[float], is_held: bool, numbers: str) -> Verdict:
    """Return the verdict, or NOT_RUN if a number it rests on is missing."""
    known = list(values)
    if not known or any(math.isnan(value) for value in known):
        return NOT_RUN
    return Verdict(is_held, numbers)


def _listed(numbers: Mapping[str, float], form: str = ".3f") -> str:
    return ", ".join(f"{name} {value:{form}}" for name, value in numbers.items())
