"""Gaussian families: what shape a cluster may have.

One object for all clusters, or a list with one for each start cluster. What each is for: docs/families.md.
"""

from cecib.families.family import Family
from cecib.families.knowledge import Eigenvalues, Fixed, FixedMean, FixedSpherical
from cecib.families.naming import FAMILIES, as_families, decode_family, encode_family
from cecib.families.shapes import Auto, Diagonal, Full, Spherical

__all__ = [
    "FAMILIES",
    "Auto",
    "Diagonal",
    "Eigenvalues",
    "Family",
    "Fixed",
    "FixedMean",
    "FixedSpherical",
    "Full",
    "Spherical",
    "as_families",
    "decode_family",
    "encode_family",
]
