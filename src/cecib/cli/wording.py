"""The library's errors in the words of the command line."""

from __future__ import annotations

import re

_WORDS = (
    (r"criterion='(\w+)'", r"--criterion \1"),
    (r"\bn_clusters=(\d+)", r"--clusters \1"),
    (r"\bn_clusters\b", "--clusters"),
    (r"\bn_samples=(\d+)", r"\1 rows"),
    (r"\bn_features=(\d+)", r"\1 columns"),
    (r"\bn_init\b", "--restarts"),
    (r"\bmin_cluster_size\b", "--min-size"),
    (r"\bn_jobs\b", "--jobs"),
    (r"\brandom_state\b", "--seed"),
    (r"^(beta|criterion|family) must", r"--\1 must"),
    (r"^All rows of X", "All rows of the data"),
)


def as_sentence(error: Exception) -> str:
    """Turn an error of the library into one line.

    Examples
    --------
    >>> from cecib.cli.wording import as_sentence
    >>> as_sentence(ValueError("Column 'a' is constant: drop it, or use criterion='evidence'."))
    "Column 'a' is constant: drop it, or use --criterion evidence."
    """
    text = str(error)
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."
    for pattern, words in _WORDS:
        text = re.sub(pattern, words, text)
    return " ".join(text.split())
