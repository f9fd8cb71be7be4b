"""How it was made, so that it can be made again: what was used and left out, settings, seed, versions, command."""

from __future__ import annotations

import platform
from html import escape
from importlib.metadata import version

import numpy as np

from cecib.in_words import listed
from cecib.reading.fitted_rows import given_rows
from cecib.reading.page.subject import Subject, has_labels
from cecib.reading.page.words import number, section, short, table

_PACKAGES = ("cecib", "numpy", "scipy", "scikit-learn")
_NAMED = 40
_UNTOLD = ("callback", "verbose")


def making_section(subject: Subject) -> str:
    """Tell how it was made."""
    notes = [*subject.found.warnings, *subject.notes]
    told = f"<ul>{''.join(f'<li>{escape(short(note, 400))}</li>' for note in notes)}</ul>" if notes else ""
    rows = [[escape(name), value] for name, value in _facts(subject).items()]
    return section("How it was made", told, table(["what", "value"], rows, "facts"))


def _facts(subject: Subject) -> dict[str, str]:
    model, names = subject.model, subject.features
    used = {int(j) for j in (model.clusters_.scaling.columns if model.space_ is None else model.space_.columns)}
    facts = {"features used": escape(listed([names[j] for j in sorted(used)], _NAMED))}
    if len(used) < len(names):
        left = [name for j, name in enumerate(names) if j not in used]
        facts["features that say nothing new"] = escape(listed(left, _NAMED))
    facts["cost"] = f"{model.cost_:.6g} nats per row, after {number(model.n_iter_, 'pass', 'passes')}"
    if subject.command is None:
        facts["Python"] = f"<code>{escape(_call(subject))}</code>"
    else:
        facts["command"] = f"<code>{escape(subject.command)}</code>"
    facts["seed"] = escape(_setting(model.random_state))
    facts["versions"] = escape(
        ", ".join(f"{name} {version(name)}" for name in _PACKAGES) + f", Python {platform.python_version()}"
    )
    return facts


def _call(subject: Subject) -> str:
    settings = sorted(subject.model.get_params(deep=False).items())
    said = ", ".join(f"{name}={_setting(value)}" for name, value in settings if name not in _UNTOLD)
    given = given_rows(subject.model)
    rest = "" if given.weights is None else ", sample_weight"
    rest += "" if given.bonds is None else ", groups=…, apart=…"
    return f"CECIB({said}).fit(X{', y' if has_labels(subject.model) else ''}{rest})"


def _setting(value: object) -> str:
    return f"<array of shape {value.shape}>" if isinstance(value, np.ndarray) else short(repr(value))
