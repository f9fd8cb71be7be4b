"""The verdict: what was found, in two sentences."""

from __future__ import annotations

from cecib.in_words import listed
from cecib.reading.page.subject import Subject
from cecib.reading.page.words import number, paragraph, short


def verdict_section(subject: Subject) -> str:
    """Say what was found."""
    about = [_clusters(subject), *_categories(subject)]
    return paragraph("; ".join(about) + ".", "verdict") + paragraph(_labels(subject), "verdict")


def _clusters(subject: Subject) -> str:
    rows, features = number(len(subject.clusters), "row"), number(subject.model.n_features_in_, "feature")
    return f"{rows} of {features} fall into {number(subject.model.n_clusters_, 'cluster')}"


def _categories(subject: Subject) -> list[str]:
    if not subject.has_labels:
        return []
    named, new = (
        sorted({short(one.name) for one in subject.found.clusters if one.n_labelled}),
        subject.found.new_clusters,
    )
    said = [f"their {'category is' if len(named) == 1 else 'categories are'} {listed(named, 12)}"] if named else []
    leading = {one.category for one in subject.found.clusters if one.n_labelled}
    others = [short(one.category) for one in subject.found.categories if one.category not in leading]
    if others and not subject.found.levels:
        said.append(f"no cluster is mostly {listed(others, 8)}")
    if len(new) == 1:
        said.append(f"cluster {new[0]} is new: no label reaches it")
    elif new:
        said.append(f"clusters {listed([str(c) for c in new], 8)} are new: no label reaches them")
    return said


def _labels(subject: Subject) -> str:
    found = subject.found
    wrong, outside = len(found.suspects), len(found.outliers)
    said = "Labels were not given to this report" if subject.lacks_labels else "No row is labelled"
    if found.labels.n_rows:
        said = f"{number(wrong, 'label')} of {found.labels.n_rows:,} look{'s' if wrong == 1 else ''} wrong"
    return said + (f", and {number(outside, 'row')} fit{'s' if outside == 1 else ''} no cluster." if outside else ".")
