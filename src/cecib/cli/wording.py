"""The library's errors in the words of the command line."""

from __future__ import annotations

import shlex

from cecib.files.standard_output import visible
from cecib.files.whole_files import NO_ROOM
from cecib.input_errors import InputError, Named

_OPTIONS = {
    "apart": "--apart",
    "beta": "--beta",
    "checkpoint": "--checkpoint",
    "criterion": "--criterion",
    "exclude": "--exclude",
    "family": "--family",
    "features": "--features",
    "groups": "--groups",
    "labels": "--labels",
    "missing": "--missing",
    "min_cluster_size": "--min-size",
    "n_clusters": "--clusters",
    "n_init": "--restarts",
    "n_jobs": "--jobs",
    "one_hot": "--one-hot",
    "random_state": "--seed",
    "y": "--labels",
}
_COUNTS = {"n_samples": "row", "n_features": "column"}
_INPUTS = {"X": "the data"}


def as_sentence(error: Exception) -> str:
    """Say an error in one line, with options where the library has parameters.

    Examples
    --------
    >>> from cecib.cli.wording import as_sentence
    >>> from cecib.input_errors import InputError, Named
    >>> as_sentence(InputError("Column 'a' is constant: drop it, or use ", Named("criterion", "evidence"), "."))
    "Column 'a' is constant: drop it, or use --criterion evidence."
    >>> as_sentence(InputError(Named("n_clusters", 5), " is too many for ", Named("n_samples", 3), "."))
    '--clusters 5 is too many for 3 rows.'
    """
    text = str(error)
    if isinstance(error, InputError):
        text = "".join(in_own_words(part) if isinstance(part, Named) else part for part in error.parts)
    elif isinstance(error, OSError) and error.strerror:
        # files say themselves that they have no room
        where = error.filename or ("standard output" if error.errno in NO_ROOM else None)
        text = f"{where}: {error.strerror}." if where else f"{error.strerror}."
    return visible(" ".join(text.split()))


def in_own_words(parameter: Named) -> str:
    """Call a parameter of the library what it is called on the command line, or by its name if it has no other."""
    name, value = parameter
    if name in _COUNTS and not parameter.is_alone:
        return f"{value} {_COUNTS[name]}{'' if value == 1 else 's'}"
    if name in _OPTIONS:
        return _OPTIONS[name] if parameter.is_alone else f"{_OPTIONS[name]} {shlex.quote(str(value))}"
    return _INPUTS.get(name, str(parameter))
