"""The claims of the paper, in its order."""

from __future__ import annotations

from cecib.experiments import judges
from cecib.experiments.evidence import Claim

CLAIMS = (
    Claim(
        "threshold",
        "A halved Gaussian falls into its halves from β₀ ≈ 0.269 on.",
        "the measured threshold is within 0.02",
        judges.threshold_is_met,
    ),
    Claim(
        "semi-supervised",
        "With correct labels β = 1 usually does better than β₀.",
        "larger mean NMI over sets and shares of labels",
        judges.larger_weight_is_better,
    ),
    Claim(
        "semi-supervised",
        "CEC-IB ends with the numbers of clusters of Table 2.",
        "mean numbers within 1 of the paper's for all shares of labels, on all sets but one",
        judges.cluster_counts_agree,
    ),
    Claim(
        "few-classes",
        "CEC-IB rises steadily with labels when only two classes are labelled.",
        "mean NMI over sets never falls from one share of labels to the next",
        judges.few_classes_rise,
    ),
    Claim(
        "noisy-labels",
        "β₀ is the most robust to noise among all methods.",
        "smallest loss of mean NMI from 0 to 50 % wrong labels",
        judges.small_weight_is_most_robust,
    ),
    Claim(
        "noisy-labels",
        "β₀ overtakes β = 1 from 30 % wrong labels on.",
        "larger mean NMI at 30, 40 and 50 %",
        judges.small_weight_overtakes,
    ),
    Claim(
        "noisy-labels",
        "c-GMM, k-means and fc-means fall below their unlabelled result under noise.",
        "smaller mean NMI at 50 % wrong labels than without labels (section 5.2), each",
        judges.rivals_fall_below_no_labels,
    ),
    Claim(
        "weight",
        "β₀ with 30 % labels does about as well as β = 1 with 10 %.",
        f"mean NMI within {judges.SIMILAR}",
        judges.weight_makes_up_for_labels,
    ),
    Claim(
        "weight",
        "With 30 % wrong labels, any β < 0.6 is no worse than no labels.",
        f"mean NMI at least that of β = 0 less {judges.SLACK}",
        judges.moderate_weight_does_no_harm,
    ),
    Claim(
        "chemistry",
        "Without noise, CEC-IB with β = 1 is the best of all methods.",
        "largest mean NMI over 10, 20 and 30 % labels",
        judges.chemistry_is_best,
    ),
    Claim(
        "chemistry",
        "CEC-IB usually ends with 6 or 7 groups.",
        "more than half of the runs without noise",
        judges.chemistry_ends_with_six_or_seven,
    ),
    Claim(
        "image",
        "With five clusters, each of the two regions gets its own clusters, and one the boundary.",
        "in every run some cluster lies in the object, some in the background, and none is mixed",
        judges.regions_get_own_clusters,
    ),
    Claim(
        "convergence",
        "Hartigan's algorithm needs the fewest passes.",
        "fewer than EM for CEC and fewer than Lloyd for k-means, on every set",
        judges.hartigan_needs_fewest_passes,
    ),
)
