"""Section 5.7: how much the segments depend on padding and scribbles, of which the paper does not tell."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, get_args

import numpy as np
from numpy.typing import NDArray

from cecib.datasets import Picture
from cecib.datasets.preprocessing import Padding, principal_components, windows
from cecib.experiments.machinery.experiment import Experiment
from cecib.experiments.machinery.job import Job, Variant
from cecib.experiments.machinery.plan import Plan
from cecib.experiments.machinery.results import Curve, Results
from cecib.experiments.machinery.shelf import dataset
from cecib.experiments.machinery.table import Cell, Table
from cecib.experiments.machinery.trial import Situation
from cecib.experiments.paper.image import picture_of
from cecib.experiments.protocol.variants import OURS
from cecib.experiments.report.curves import curve_grid
from cecib.side_information import UNLABELLED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME = "sensitivity-image"
SET = "image"
DRAWS = 3
N_COMPONENTS = 5
PADDINGS: tuple[Padding, ...] = get_args(Padding)
SCRIBBLES = ("as they are", "every other pixel", "left half of them", "as many pixels at random")
VARIANTS = (
    Variant("CEC-IB from 2", "CEC-IB", {"beta": 1.0, "n_start": 2}),
    Variant("CEC-IB from 10", "CEC-IB", {"beta": 1.0, "n_start": 10}),
    OURS,
)


def jobs(plan: Plan) -> list[Job]:
    """Each padding with the scribbles as they are, and other scribbles with the usual padding."""
    places = [{"padding": padding, "scribbles": SCRIBBLES[0]} for padding in PADDINGS]
    places += [{"padding": PADDINGS[0], "scribbles": scribbles} for scribbles in SCRIBBLES[1:]]
    return plan.jobs(NAME, (SET,), VARIANTS, places, draws=1 if plan.is_quick else min(DRAWS, plan.draws))


def situation(job: Job, data: str | None) -> Situation:
    """Pixels by the windows of one padding, labels by one way to scribble."""
    y = scribbled(picture_of(data), str(job.conditions["scribbles"]), job.seed_of("scribbles"))
    classes = dataset(job.dataset, data).classes
    return Situation(described(str(job.conditions["padding"]), data), y.ravel(), classes, 2)


@lru_cache(maxsize=8)
def described(padding: str, data: str | None) -> NDArray[np.float64]:
    """Principal components of the windows around the pixels."""
    chosen = next(own for own in PADDINGS if own == padding)
    return principal_components(windows(picture_of(data).pixels, padding=chosen), N_COMPONENTS)


def scribbled(picture: Picture, how: str, seed: int) -> NDArray[np.int64]:
    """Return the labels of the pixels: the scribbles, fewer of them, or as many pixels of each region by lot."""
    given = picture.scribbles
    kept = np.full_like(given, UNLABELLED)
    if how == "as they are":
        return given
    if how == "every other pixel":
        chosen = np.add.outer(np.arange(given.shape[0]), np.arange(given.shape[1])) % 2 == 0
        return np.where(chosen, given, UNLABELLED)
    rng = np.random.default_rng(seed)
    for category, region in ((1, picture.mask), (0, ~picture.mask)):
        own = given == category
        if how == "left half of them":
            own &= np.arange(given.shape[1]) <= np.median(np.nonzero(own)[1])
            kept[own] = category
        else:
            kept.ravel()[rng.permutation(np.flatnonzero(region))[: own.sum()]] = category
    return kept


def tables(results: Results, data: str | None) -> list[Table]:
    """NMI with the mask and number of clusters: a row per padding and way to scribble."""
    labels = results.distinct("variant")
    places = list(dict.fromkeys((record["padding"], record["scribbles"]) for record in results))
    rows: list[list[Cell]] = []
    for padding, scribbles in places:
        here = results.where(padding=padding, scribbles=scribbles)
        means = (here.where(variant=label).mean(field) for label in labels for field in ("nmi", "n_clusters"))
        rows.append([padding, scribbles, *means])
    header = ["padding", "scribbles", *(f"{label}, {what}" for label in labels for what in ("NMI", "clusters"))]
    note = "The paper tells neither how windows go on beyond the border nor where its scribbles are."
    return [Table(NAME, "Image: padding and scribbles", header, rows, note)]


def figures(results: Results, data: str | None) -> dict[str, Figure]:
    """NMI of each method along the ways to pad and to scribble."""
    places = list(dict.fromkeys((record["padding"], record["scribbles"]) for record in results))
    numbers = [float(i + 1) for i in range(len(places))]
    shown = {}
    for label in results.distinct("variant"):
        own = [results.where(variant=label, padding=padding, scribbles=how).estimate("nmi") for padding, how in places]
        shown[str(label)] = Curve(numbers, [each.mean for each in own], [each.error for each in own])
    return {NAME: curve_grid({"NMI with the mask": shown}, x_label="row of the table", is_percent=False)}


EXPERIMENT = Experiment(
    name=NAME,
    section="5.7",
    title="Image segmentation: padding and scribbles",
    summary="The picture of section 5.7 with other windows at the border and other scribbles: every other pixel of "
    "them, the left half of each region's, or as many pixels of each region by lot.",
    sets=lambda plan: (SET,),
    jobs=jobs,
    situation=situation,
    tables=tables,
    figures=figures,
    captions={
        NAME: "NMI with the mask by padding and scribbles; the numbers are the rows of the table below.",
    },
)
