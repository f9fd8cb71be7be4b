"""From the content of a source to what is clustered: steps that an entry puts together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cecib.datasets.preprocessing import first_occurrences, principal_components, standardised
from cecib.datasets.sources.content import Content


def as_it_is(content: Content) -> Content:
    """Change nothing."""
    return content


def distinct(content: Content) -> Content:
    """Keep the first of equal rows."""
    return content.keep(first_occurrences(content.features))


def varying(content: Content) -> Content:
    """Drop the features that have the same value in all rows.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.datasets.preparation import varying
    >>> from cecib.datasets.sources.content import Content
    >>> varying(Content(np.array([[1.0, 2.0], [1.0, 3.0]]), np.array(["a", "b"]), ("same", "other"))).names
    ('other',)
    """
    kept = np.flatnonzero(np.ptp(content.features, axis=0) > 0)
    names = tuple(content.names[i] for i in kept) if content.names else ()
    return replace(content, features=content.features[:, kept], names=names)


def scaled(content: Content) -> Content:
    """Standardise each feature (divisor n − 1)."""
    return replace(content, features=standardised(content.features))


def components(content: Content, n_components: int) -> Content:
    """Take the leading principal components, ``PC1``, ``PC2`` and so on, for the features."""
    features = principal_components(content.features, n_components)
    return replace(content, features=features, names=component_names(n_components))


def component_names(n_components: int) -> tuple[str, ...]:
    """Names of principal components."""
    return tuple(f"PC{i + 1}" for i in range(n_components))
