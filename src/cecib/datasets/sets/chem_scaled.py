"""Chemistry: the paper's 284 ligands, with the bits standardised before the principal components are taken."""

from __future__ import annotations

from dataclasses import replace

from cecib.datasets.sets import chem

ENTRY = replace(
    chem.ENTRY,
    title="Chemistry, standardised",
    description="284 ligands of the 5-HT1A receptor in six chemical classes under two (top) and four (mid) coarser "
    "ones: Klekota–Roth fingerprints, each bit standardised (divisor n − 1), first ten principal components. The "
    "paper does not tell its recipe; its authors' file of the Segmentation set was made in this way.",
    is_standardised=True,
)
