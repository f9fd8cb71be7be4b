"""Where something stands in the paper: its abstract, a section, an appendix."""

from __future__ import annotations

ABSTRACT = "abstract"


def place_of(section: str) -> str:
    """Name the place.

    Examples
    --------
    >>> from cecib.experiments.machinery.sections import place_of
    >>> place_of("abstract"), place_of("5.2"), place_of("C")
    ('Abstract', 'Section 5.2', 'Appendix C')
    """
    if section == ABSTRACT:
        return "Abstract"
    return f"{'Appendix' if section.isalpha() else 'Section'} {section}"


def order_of(section: str) -> tuple[bool, bool, tuple[str, ...]]:
    """Return what sorts as the paper does: the abstract, sections by number, appendices by letter.

    Examples
    --------
    >>> from cecib.experiments.machinery.sections import order_of
    >>> sorted(["C", "5.10", "abstract", "5.2", "4"], key=order_of)
    ['abstract', '4', '5.2', '5.10', 'C']
    """
    return section != ABSTRACT, section.isalpha(), tuple(part.zfill(3) for part in section.split("."))
