"""Seeds that follow from names, so that no result depends on what else was run."""

from __future__ import annotations

import hashlib


def seed_for(*parts: object) -> int:
    """Seed that depends on the given words and numbers only, below 2³².

    Examples
    --------
    >>> from cecib.experiments.machinery.seeds import seed_for
    >>> seed_for("noisy-labels", "iris", 3) == seed_for("noisy-labels", "iris", 3)
    True
    """
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
