"""Ecoli, with the features standardised before the principal components are taken."""

from __future__ import annotations

from dataclasses import replace

from cecib.datasets.preparation import components, scaled, varying
from cecib.datasets.preprocessing import largest_classes
from cecib.datasets.sets import ecoli
from cecib.datasets.sources.content import Content


def prepare(content: Content) -> Content:
    """Keep the five largest classes, drop the constant feature, standardise, take five principal components."""
    return components(scaled(varying(content.keep(largest_classes(content.classes, 5)))), 5)


ENTRY = replace(
    ecoli.ENTRY,
    title="Ecoli, standardised",
    description="Proteins of E. coli by the place in the cell. Rows of the five largest classes (327 of 336), seven "
    "features, of which one is constant and dropped; each column standardised (divisor n − 1), first five principal "
    "components.",
    prepare=prepare,
)
