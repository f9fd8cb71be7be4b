"""Section 5.7: segment a picture from four scribbles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cecib.datasets import Picture
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.shelf import dataset
from cecib.experiments.machinery.table import Table
from cecib.experiments.machinery.trial import Situation, unpack
from cecib.experiments.report.segments import coloured, gallery

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "image"
DRAWS = 3
FIVE = 5
PURE = 0.9
REACH = 3
_CANNOT_LINK = {"constraints": "cannot-link"}
TWO_SEGMENTS = (
    Variant("CEC-IB", "CEC-IB", {"beta": 1.0, "n_start": 2}),
    Variant("cecib", "cecib", {"n_start": 2}),
    Variant("mixmod", "mixmod"),
    Variant("c-GMM", "c-GMM"),
    Variant("k-means", "k-means"),
    Variant("fc-means", "fc-means"),
    Variant("spec", "spec"),
)
FIVE_SEGMENTS = (
    Variant("CEC-IB", "CEC-IB", {"beta": 1.0, "n_start": 10}),
    Variant("c-GMM", "c-GMM", {"n_start": FIVE, **_CANNOT_LINK}),
    Variant("k-means", "k-means", {"n_start": FIVE}),
    Variant("fc-means", "fc-means", {"n_start": FIVE}),
    Variant("spec", "spec", {"n_start": FIVE, **_CANNOT_LINK}),
    Variant("cecib", "cecib"),
)


def jobs(plan: Plan) -> list[Job]:
    """Two segments, and five; a quick run leaves out spectral clustering and repeats nothing."""
    n_draws = 1 if plan.is_quick else min(DRAWS, plan.draws)
    listed: list[Job] = []
    for segments, variants in (("two", TWO_SEGMENTS), ("five", FIVE_SEGMENTS)):
        chosen = [v for v in variants if not (plan.is_quick and v.method == "spec")]
        listed += plan.jobs(NAME, ("image",), chosen, [{"segments": segments}], draws=n_draws)
    return listed


def situation(job: Job, data: str | None) -> Situation:
    """Scribbles as labels, object and background as classes."""
    found = dataset(job.dataset, data)
    return Situation(found.X, picture_of(data).scribbles.ravel(), found.classes, 2)


def agreement(clusters: NDArray[Any], mask: NDArray[np.bool_]) -> float:
    """Share of the pixels whose cluster lies mostly in the same region as they do.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.experiments.paper.image import agreement
    >>> agreement(np.array([0, 0, 1, 1]), np.array([True, True, True, False]))
    0.75
    """
    inside = np.bincount(clusters, weights=mask)
    outside = np.bincount(clusters, weights=~mask)
    return float(np.maximum(inside, outside).sum() / len(mask))


def near_boundary(mask: NDArray[np.bool_], reach: int = REACH) -> NDArray[np.bool_]:
    """Which pixels have both regions inside their window."""
    padded = np.pad(mask, reach, mode="edge")
    views = np.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1))
    return np.asarray(views.any(axis=(2, 3)) & ~views.all(axis=(2, 3)))


def role_of(clusters: NDArray[Any], mask: NDArray[np.bool_]) -> dict[int, str]:
    """Say of each cluster whether it lies in the object, in the background, on the boundary, or in both."""
    inside, edge = mask.ravel(), near_boundary(mask).ravel()
    found: dict[int, str] = {}
    for cluster in np.unique(clusters).tolist():
        rows = clusters == cluster
        share = float(inside[rows].mean())
        if share >= PURE:
            found[cluster] = "object"
        elif share <= 1 - PURE:
            found[cluster] = "background"
        else:
            found[cluster] = "boundary" if edge[rows].mean() >= 0.5 else "mixed"
    return found


def roles(clusters: NDArray[Any], mask: NDArray[np.bool_]) -> dict[str, int]:
    """Count the clusters of each role."""
    found = list(role_of(clusters, mask).values())
    return {role: found.count(role) for role in ("object", "background", "boundary", "mixed")}


def tables(results: Results, data: str | None) -> list[Table]:
    """Agreement with the mask, and where the clusters lie."""
    mask = picture_of(data).mask
    header = ["method", "NMI", "agreement", "clusters", "object", "background", "boundary", "mixed"]
    made = []
    for segments in results.distinct("segments"):
        rows = []
        for label in results.distinct("variant"):
            runs = results.where(segments=segments, variant=label)
            if not runs.values("labels"):
                continue
            first = unpack(runs.values("labels")[0])
            mean = float(np.mean([agreement(unpack(text), mask.ravel()) for text in runs.values("labels")]))
            counts = roles(first, mask).values()
            rows.append([label, runs.mean("nmi"), mean, runs.mean("n_clusters"), *counts])
        note = (
            f"Clusters of the first run by where they lie: at least {PURE:.0%} in a region; else, mostly on "
            f"pixels whose window reaches over the boundary; else mixed."
        )
        made.append(Table(f"image-{segments}", f"Segmentation, {segments} clusters", header, rows, note))
    return made


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """Return pictures side by side: the input, then each method's first run."""
    picture = picture_of(data)
    drawn: dict[str, Figure] = {}
    for segments in results.distinct("segments"):
        shown: dict[str, NDArray[Any]] = {
            "picture": picture.pixels,
            "scribbles": _with_scribbles(picture),
            "mask": picture.mask,
        }
        for label in results.distinct("variant"):
            texts = results.where(segments=segments, variant=label).values("labels")
            if texts:
                clusters = unpack(texts[0])
                lies = role_of(clusters, picture.mask)
                shown[_title(str(label), roles(clusters, picture.mask))] = coloured(clusters, lies, picture.shape)
        drawn[f"{NAME}-{segments}"] = gallery(shown)
    return drawn


def _title(label: str, counts: dict[str, int]) -> str:
    told = ", ".join(f"{n} {role}" for role, n in counts.items() if n)
    return f"{label}: {sum(counts.values())} clusters\n{told}"


def _with_scribbles(picture: Picture) -> NDArray[np.uint8]:
    drawn = picture.pixels.copy()
    drawn[picture.scribbles == 1] = 255
    drawn[picture.scribbles == 0] = 0
    return drawn


def picture_of(data: str | None) -> Picture:
    """Return the picture with its mask and scribbles."""
    picture = dataset("image", data).picture
    if picture is None:
        raise ValueError("the image set must hold a picture, got none.")
    return picture


EXPERIMENT = Experiment(
    name=NAME,
    section="5.7",
    title="Image segmentation",
    summary="A picture of a dog, 70 × 46 pixels, each described by the colours of the 7 × 7 window around it "
    "(147 features, five principal components). Four scribbles mark object and background. With two clusters "
    "all methods get the scribbles as they are; with five, c-GMM and spec get cannot-links only. CEC-IB then "
    "starts from ten clusters, cecib finds the number by itself.",
    sets=lambda plan: ("image",),
    jobs=jobs,
    situation=situation,
    tables=tables,
    figures=figures,
    keeps_labels=True,
    captions={
        f"{NAME}-two": "Figures 10 and 11 of the paper: the picture, the scribbles, and segments into foreground and "
        "background. First run of each method; the scribbles are not the paper's.",
        f"{NAME}-five": "Figure 12 of the paper: segments from cannot-links, five clusters where a method has to be "
        "told. First run of each method.",
    },
)
