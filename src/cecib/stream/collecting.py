"""A stream that has too few rows for its first clusters: what it says when it is asked for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sklearn.exceptions import NotFittedError

from cecib.in_words import counted


class Collecting:
    """An estimator that tells that its stream collects rows, where it has no clusters yet.

    Examples
    --------
    >>> from cecib import CECIB
    >>> CECIB(3).partial_fit([[1.0, 2.0]]).labels_
    Traceback (most recent call last):
    ...
    sklearn.exceptions.NotFittedError: partial_fit has collected 1 row, and the first clusters take 3: give it more \
rows.
    """

    _awaited: int  # rows, if they are more than have come

    def __sklearn_is_fitted__(self) -> bool:
        """Whether there are clusters; an error that says why not, if rows are collected for them."""
        is_fitted = "labels_" in self.__dict__
        if not is_fitted and "_awaited" in self.__dict__:
            raise _too_few(self)
        return is_fitted

    if not TYPE_CHECKING:  # types know which attributes there are

        def __getattr__(self, name: str) -> Any:
            is_collecting = "_awaited" in self.__dict__ and "labels_" not in self.__dict__
            if is_collecting and name.endswith("_") and not name.startswith("_"):
                raise _too_few(self)
            return object.__getattribute__(self, name)  # the error that there was


def _too_few(model: Any) -> NotFittedError:
    collected = counted(model._stream.n_seen, "row")
    return NotFittedError(
        f"partial_fit has collected {collected}, and the first clusters take {model._awaited:,}: give it more rows."
    )
