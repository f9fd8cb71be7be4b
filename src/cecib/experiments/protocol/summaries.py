"""Results on the UCI sets, for tables and figures: each set, and the average over sets."""

from __future__ import annotations

from collections.abc import Sequence

from cecib.datasets import title_of
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.table import Table
from cecib.experiments.protocol.sets import UCI_SETS
from cecib.experiments.report.curves import Curve


def panel(results: Results, along: str) -> dict[str, Curve]:
    """Return one curve of NMI per method."""
    return {str(label): results.where(variant=label).curve("nmi", along) for label in results.distinct("variant")}


def panels(results: Results, along: str) -> dict[str, dict[str, Curve]]:
    """Return one panel per data set, and last the average."""
    names = [name for name in UCI_SETS if name in results.distinct("dataset")]
    shown = {title_of(name): panel(results.where(dataset=name), along) for name in names}
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
            title_of(set_name),
            label,
            *(results.where(dataset=set_name, variant=label, **{along: place}).mean("nmi") for place in places),
        ]
        for set_name in results.distinct("dataset")
        for label in results.distinct("variant")
    ]
    return Table(name, title, ["data set", "method", *(f"{place:.0%}" for place in places)], rows)
