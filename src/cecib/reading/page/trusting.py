"""How far labels and features were trusted: the directions of the space, and the path of β."""

from __future__ import annotations

import numpy as np

from cecib.in_words import listed
from cecib.reading.page.subject import Subject
from cecib.reading.page.svg import Frame, line, text
from cecib.reading.page.words import number, paragraph, section
from cecib.trust import BetaPath, SpacePath

_FEATURES, _LEAST_SHARE = 6, 0.01
_ABOUT = (
    "Higher: hidden labels are more probable (mean logarithm, standard error). The filled one was chosen: the plainer "
    "one, unless another is clearly better."
)
_WIDTH, _HEIGHT, _MARGIN = 600.0, 240.0, 52.0


def trust_section(subject: Subject) -> str:
    """Tell how far labels and features were trusted."""
    return section("How far features and labels were trusted", *_space(subject), *_beta(subject))


def _space(subject: Subject) -> list[str]:
    model, said = subject.model, []
    path = model.space_path_
    if model.space_ is not None and not model.space_.is_whole:
        own = number(model.space_.dimension, "direction")
        said.append(f"Clusters are told apart in {own} of {number(model.n_features_in_, 'feature')}.")
    if model.n_clusters_ > 1:
        shares = model.feature_shares_
        order = [j for j in np.argsort(-shares, kind="stable")[:_FEATURES] if shares[j] >= _LEAST_SHARE]
        top = [f"{subject.features[j]} ({shares[j]:.0%})" for j in order]
        said.append(f"Features that tell clusters apart: {listed(top) or 'many, none of them by itself'}.")
    parts = [paragraph(words) for words in said]
    if path is not None:
        names = [f"{q:g}" for q in path.directions]
        below = ["first look", *(["by labels"] * (len(names) - 1))]
        title = "How many directions were chosen"
        parts.append(_drawn(title, path, names, below, int(path.is_chosen.argmax())))
    return parts


def _beta(subject: Subject) -> list[str]:
    model = subject.model
    if not subject.has_labels:
        return []
    words = f"A label counts {model.beta_:g} times as much as a measurement (β)"
    if model.beta_path_ is None:
        return [paragraph(f"{words}: it was given, or labels are too few to choose it.")]
    if model.beta_ == 0:
        words = "Clusters were found without the labels (β = 0): labels that were hidden in turn are as probable so."
    else:
        words += ": labels that were hidden in turn are clearly more probable at no other."
    path = model.beta_path_
    names, below = [f"β = {beta:g}" for beta in path.beta], [f"{k:.3g} clusters" for k in path.n_clusters]
    return [paragraph(words), _drawn("How β was chosen", path, names, below, path.beta.tolist().index(model.beta_))]


def _drawn(title: str, path: BetaPath | SpacePath, names: list[str], below: list[str], chosen: int) -> str:
    """Draw the score of each choice, with its standard error."""
    low, high = path.score - path.standard_error, path.score + path.standard_error
    steps = np.arange(len(names), dtype=float)
    frame = Frame(np.array([-0.5, low.min()]), np.array([steps[-1] + 0.5, high.max()]), _WIDTH, _HEIGHT, margin=_MARGIN)
    spots, bottoms, tops = (frame.places(np.column_stack([steps, values])) for values in (path.score, low, high))
    for value in sorted({float(low.min()), float(high.max())}):
        height = frame.places(np.array([0.0, value]))[1] + 4.0
        frame.add(text(_MARGIN, height, f"{value:.3f}".replace("-", "−"), "small", "end"))
    frame.add(line(map(tuple, spots), "curve"))
    for i, (x, y) in enumerate(spots):
        frame.add(line(map(tuple, (bottoms[i], tops[i])), "curve"))
        frame.add(f'<circle class="mark{" chosen" if i == chosen else ""}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        frame.add(text(x, _HEIGHT - 26.0, names[i], "name" if i == chosen else ""))
        frame.add(text(x, _HEIGHT - 10.0, below[i], "small"))
    return f'<figure class="small">{frame.svg(title)}<figcaption>{title}. {_ABOUT}</figcaption></figure>'
