"""The tree of clusters: its sentences, and a drawing with the nats that merges add to the cost."""

from __future__ import annotations

import numpy as np

from cecib.cost import Floats
from cecib.reading.page.subject import Subject
from cecib.reading.page.svg import Frame, colour, line, text
from cecib.reading.page.words import paragraph, section, short
from cecib.reading.tree import Tree

_WIDTH, _NAMES, _ROW, _MARGIN = 880.0, 190.0, 22.0, 24.0
_MOST = 60  # clusters that are drawn
_MOST_SAID = 40  # sentences
_ABOUT = (
    "Numbers: what each merge adds to the cost, in nats; to the left: what all merges have added by then, on a "
    "scale of square roots."
)
_ABOUT_DASHES = " Dashed: across categories."


def tree_section(subject: Subject) -> str:
    """Draw the tree, and say what it says."""
    if subject.model.n_clusters_ < 2:
        return ""
    tree = subject.model.tree()
    said = tree.describe().splitlines()
    parts = [paragraph(short(words, 400)) for words in said[:_MOST_SAID]]
    if len(said) > _MOST_SAID:
        parts.append(paragraph(f"{len(said) - _MOST_SAID} more sentences are not shown.", "note"))
    if subject.model.n_clusters_ <= _MOST:
        about = _ABOUT if tree.within.all() else _ABOUT + _ABOUT_DASHES
        parts += [_drawn(subject, tree), paragraph(about, "note")]
    return section("Which clusters are near", *parts)


def _drawn(subject: Subject, tree: Tree) -> str:
    k = len(tree) + 1
    heights = np.concatenate([np.zeros(k), np.sqrt(np.asarray(tree)[:, 2])])
    rows, order = _rows(tree)
    height = _ROW * k + 2 * _MARGIN
    frame = Frame(np.array([0.0, 0.0]), np.array([heights[-1], 1.0]), _WIDTH - _NAMES, height, margin=_MARGIN)
    frame.width = _WIDTH
    right, y = _WIDTH - _NAMES - _MARGIN, _MARGIN + _ROW * (rows + 0.5)
    x = right - (right - _MARGIN) * heights / heights[-1]
    for i, (a, b) in enumerate(np.asarray(tree)[:, :2].astype(int).tolist()):
        kind = "branch" if tree.within[i] else "branch across"
        frame.add(line([(x[a], y[a]), (x[k + i], y[a]), (x[k + i], y[b]), (x[b], y[b])], kind))
        frame.add(
            text(x[k + i] - 4.0, (y[a] + y[b]) / 2 + 4.0, f"{tree.nats[i]:,.0f}".replace("-", "−"), "small", "end")
        )
    for cluster in order:
        one = subject.found.clusters[cluster]
        name = "" if not subject.has_labels else ", new" if one.is_new else f", {short(one.name, 20)}"
        frame.add(f'<circle class="label {colour(cluster)}" cx="{right:.1f}" cy="{y[cluster]:.1f}" r="5"/>')
        frame.add(text(right + 12.0, y[cluster] + 4.0, f"{cluster}{name} ({one.size:,})", "", "start"))
    return f"<figure>{frame.svg('The tree of clusters')}</figure>"


def _rows(tree: Tree) -> tuple[Floats, list[int]]:
    """Row of each cluster and merge, those that become one beside each other, and the clusters in that order."""
    k = len(tree) + 1
    members = [[c] for c in range(k)]
    for a, b in np.asarray(tree)[:, :2].astype(int).tolist():
        members.append(members[a] + members[b])
    rows = np.zeros(2 * k - 1)
    rows[members[-1]] = np.arange(k)
    for i, (a, b) in enumerate(np.asarray(tree)[:, :2].astype(int).tolist(), start=k):
        rows[i] = (rows[a] + rows[b]) / 2
    return rows, members[-1]
