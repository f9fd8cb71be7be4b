"""Claims of section 5.7: a picture from four scribbles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cecib.experiments.claims.terms import claim, larger
from cecib.experiments.machinery.cache import Record
from cecib.experiments.machinery.claim import Claim
from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.trial import unpack
from cecib.experiments.machinery.verdict import NOT_RUN, Verdict, spelled_out
from cecib.experiments.paper import sensitivity_image
from cecib.experiments.paper.image import picture_of, roles

QUITE_WELL = 0.5
"""NMI with the mask from which on regions are called separated quite well."""

_REASONABLE = ("CEC-IB", "mixmod", "c-GMM", "spec")
_POOR = ("k-means", "fc-means")


def segmented(label: str, segments: str, **conditions: Any) -> Pick:
    """Return the results of a method on the picture."""
    return Pick("image", {"variant": label, "segments": segments, **conditions})


def padded(padding: str) -> Pick:
    """Return the results of CEC-IB with the scribbles as they are, for a padding."""
    conditions = {"variant": "CEC-IB from 10", "scribbles": sensitivity_image.SCRIBBLES[0], "padding": padding}
    return Pick(sensitivity_image.NAME, conditions)


def is_five(record: Record) -> float:
    """1 if a fit ended with five clusters, else 0."""
    return float(record["n_clusters"] == 5)


def placed(label: str, is_so: Callable[[dict[str, int]], bool]) -> Callable[[Evidence], Verdict]:
    """Judge by where the clusters of a method lie, in every run with five segments."""

    def judge(evidence: Evidence) -> Verdict:
        texts = evidence.of("image").where(segments="five", variant=label).values("labels")
        if not texts:
            return NOT_RUN
        mask = picture_of(evidence.data).mask
        counts = [roles(unpack(text), mask) for text in texts]
        told = dict.fromkeys(spelled_out(each, "d") for each in counts)
        return Verdict(all(is_so(each) for each in counts), "; ".join(told))

    return judge


CLAIMS = (
    claim(
        "5.7",
        "CEC-IB, mixmod, c-GMM and spec provided reasonable results [with two clusters]",
        larger(
            {
                f"{good} − {poor}": segmented(good, "two") - segmented(poor, "two")
                for good in _REASONABLE
                for poor in _POOR
            }
        ),
        "NMI with the mask, above that of the two methods that are not named",
    ),
    claim(
        "5.7",
        "we ran CEC-IB with 10 initial groups, which was finally reduced to 5 clusters",
        larger({"share of runs": segmented("CEC-IB", "five").of(is_five)}, than=0.5),
        "share of the runs that end with 5",
    ),
    Claim(
        "5.7",
        "CEC-IB separated the background from the foreground quite well. Each of these two regions was described "
        "by two "
        "clusters, while the fifth group was used for detecting the boundary between them",
        "in every run two clusters or more lie in the object, two or more in the background, one or more on the "
        "boundary, "
        "and none is mixed",
        placed(
            "CEC-IB",
            lambda found: (
                found["object"] > 1 and found["background"] > 1 and found["boundary"] > 0 and not found["mixed"]
            ),
        ),
    ),
    *(
        Claim(
            "5.7",
            f"{label} also allocated one group for the boundary. Nevertheless, it created clusters which mixed "
            "some elements "
            "from the background and foreground",
            "in every run a cluster lies on the boundary, and one is mixed",
            placed(label, lambda found: found["boundary"] > 0 and found["mixed"] > 0),
        )
        for label in ("c-GMM", "k-means")
    ),
    Claim(
        "5.7",
        "The result returned by fc-means separated the two main parts of the image",
        "in every run clusters lie in the object and in the background, and none is mixed",
        placed("fc-means", lambda found: found["object"] > 0 and found["background"] > 0 and not found["mixed"]),
    ),
    claim(
        "5.7",
        "CEC-IB separated the background from the foreground quite well: whatever the padding",
        larger({padding: padded(padding) for padding in sensitivity_image.PADDINGS}, than=QUITE_WELL),
        "NMI of CEC-IB from ten clusters with the mask",
    ),
    claim(
        "5.7",
        "spec was not able to achieve reasonable results with cannot-link constraints only",
        larger({"CEC-IB − spec": segmented("CEC-IB", "five") - segmented("spec", "five")}),
        "NMI with the mask",
    ),
)
