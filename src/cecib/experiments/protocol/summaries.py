"""Results on the UCI sets, for tables and figures: each set, and the average over sets."""

from __future__ import annotations

from collections.abc import Sequence

from cecib.datasets import title_of
from cecib.experiments.machinery.results import Curve, Results
from cecib.experiments.machinery.table import Table
from cecib.experiments.protocol.sets import UCI_SETS

IN_FIGURES = (
    "CEC-IB₁",
    "CEC-IB₀",
    "CEC-IB₀.₆",
    "cecib",
    "cecib, all directions",
    "mixmod",
    "c-GMM",
    "c-GMM, cannot-link",
    "k-means",
    "fc-means",
    "spec",
    "spec, cannot-link",
)
"""The methods of the paper and the default; further variants are in the tables."""


def panel(results: Results, along: str, labels: Sequence[str] = IN_FIGURES) -> dict[str, Curve]:
    """Return one curve of NMI per method."""
    present = results.distinct("variant")
    return {label: results.where(variant=label).curve("nmi", along) for label in labels if label in present}


def panels(results: Results, along: str, labels: Sequence[str] = IN_FIGURES) -> dict[str, dict[str, Curve]]:
    """Return one panel per data set, and last the average."""
    names = [name for name in UCI_SETS if name in results.distinct("dataset")]
    shown = {title_of(name): panel(results.where(dataset=name), along, labels) for name in names}
    return {**shown, "Average of sets": panel(results, along, labels)} if len(names) > 1 else shown


def average_table(results: Results, along: str, name: str, title: str) -> Table:
    """NMI averaged over sets, with standard errors: a row per method, a column per place."""
    places: Sequence[float] = sorted(results.distinct(along))
    rows = [
        [
            label,
            *(results.where(variant=label, **{along: place}).estimate("nmi") for place in places),
        ]
        for label in results.distinct("variant")
    ]
    n_sets = len(results.distinct("dataset"))
    sets = f"Mean NMI over {n_sets} data sets, each counting once" if n_sets > 1 else "Mean NMI"
    note = f"{sets}, and its standard error over draws; the largest of each column in bold."
    return Table(name, title, ["method", *(f"{place:.0%}" for place in places)], rows, note, best="column")


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
    header = ["data set", "method", *(f"{place:.0%}" for place in places)]
    return Table(name, title, header, rows, "The largest of each set and column in bold.", best="group")
