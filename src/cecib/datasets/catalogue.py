"""All data sets by name, found in the modules of `cecib.datasets.sets`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from cecib.datasets import sets
from cecib.datasets.kinds.entry import Entry

CATALOGUE: dict[str, Entry] = {
    module.name: import_module(f"{sets.__name__}.{module.name}").ENTRY for module in iter_modules(sets.__path__)
}
NAMES = tuple(CATALOGUE)


def title_of(name: str) -> str:
    """Return the title of a set, for tables and figures; of one that is not ours, its name.

    Examples
    --------
    >>> from cecib.datasets.catalogue import title_of
    >>> title_of("user_modeling"), title_of("blobs")
    ('User Modeling', 'blobs')
    """
    return CATALOGUE[name].title if name in CATALOGUE else name
