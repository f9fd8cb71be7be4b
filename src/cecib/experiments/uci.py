"""What the experiments on the UCI sets share: situations, panels, averages."""

from __future__ import annotations

from collections.abc import Sequence

from cecib.experiments.curves import Curve
from cecib.experiments.job import Job
from cecib.experiments.plan import TITLES
from cecib.experiments.protocol import make_expert, seed_for, two_classes
from cecib.experiments.results import Results
from cecib.experiments.shelf import dataset
from cecib.experiments.table import Table
from cecib.experiments.trial import Situation

FRACTIONS = (0.0, 0.1, 0.2, 0.3)
LEAST_FRACTION = 0.1


def situation(job: Job, data: str | None) -> Situation:
    """Labels of all classes, for the job's fraction and noise."""
    found = dataset(job.dataset, data)
    seed = seed_for(job.experiment, job.dataset, job.draw, "expert")
    expert = make_expert(found.target, seed, least_fraction=LEAST_FRACTION)
    y = expert.labels(_number(job, "fraction"), _number(job, "noise"))
    return Situation(found.X, y, found.classes, found.n_classes)


def two_class_situation(job: Job, data: str | None) -> Situation:
    """Labels of two classes, the same for all fractions of a draw."""
    found = dataset(job.dataset, data)
    known = two_classes(found.target, seed_for(job.experiment, job.dataset, job.draw, "classes"))
    seed = seed_for(job.experiment, job.dataset, job.draw, "expert")
    expert = make_expert(found.target, seed, known=known, least_fraction=LEAST_FRACTION)
    return Situation(found.X, expert.labels(_number(job, "fraction")), found.classes, found.n_classes)


def panel(results: Results, along: str) -> dict[str, Curve]:
    """Return one curve of NMI per method."""
    return {str(label): results.where(variant=label).curve("nmi", along) for label in results.distinct("variant")}


def panels(results: Results, along: str) -> dict[str, dict[str, Curve]]:
    """Return one panel per data set, and last the average."""
    names = [name for name in TITLES if name in results.distinct("dataset")]
    shown = {TITLES[name]: panel(results.where(dataset=name), along) for name in names}
    return {**shown, "Average of sets": panel(results, along)} if len(names) > 1 else shown


def average_table(results: Results, along: str, name: str, title: str) -> Table:
    """NMI averaged over sets: a row per method, a column per place."""
    places: Sequence[float] = sorted(results.distinct(along))
    rows = [
        [
            label,
            *(results.where(variant=label, **{along: place}).average("nmi") for place in places),
        ]
        for label in results.distinct("variant")
    ]
    n_sets = len(results.distinct("dataset"))
    return Table(
        name,
        title,
        ["method", *(f"{place:.0%}" for place in places)],
        rows,
        f"Mean NMI over {n_sets} data sets, each counting once.",
    )


def set_table(results: Results, along: str, name: str, title: str) -> Table:
    """NMI of each set: a row per set and method, a column per place."""
    places: Sequence[float] = sorted(results.distinct(along))
    rows = [
        [
            TITLES.get(set_name, set_name),
            label,
            *(results.where(dataset=set_name, variant=label, **{along: place}).mean("nmi") for place in places),
        ]
        for set_name in results.distinct("dataset")
        for label in results.distinct("variant")
    ]
    return Table(name, title, ["data set", "method", *(f"{place:.0%}" for place in places)], rows)


def _number(job: Job, name: str) -> float:
    return float(job.conditions.get(name) or 0.0)
