"""Segmentation: UCI's 210 training rows, with unscaled principal components."""

from __future__ import annotations

from dataclasses import replace

from cecib.datasets.preparation import components, varying
from cecib.datasets.sets import segmentation
from cecib.datasets.sources.content import Content


def prepare(content: Content) -> Content:
    """Drop the constant feature, take five principal components."""
    return components(varying(content), 5)


ENTRY = replace(
    segmentation.ENTRY,
    title="Segmentation, unscaled",
    description="Regions of seven outdoor images, UCI's 210 training rows, 19 features. The constant feature dropped; "
    "centred, unscaled, first five principal components.",
    prepare=prepare,
)
