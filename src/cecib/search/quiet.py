"""Fits that warn of nothing, for whoever tells what is to be known in another way; of each thread by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_quiet: ContextVar[bool] = ContextVar("cecib_is_quiet", default=False)


@contextmanager
def quietly() -> Iterator[None]:
    """Keep fits of this thread from warning; filters of `warnings` would hold for all threads.

    Examples
    --------
    >>> from cecib.search.quiet import is_quiet, quietly
    >>> with quietly():
    ...     is_quiet()
    True
    """
    token = _is_quiet.set(True)
    try:
        yield
    finally:
        _is_quiet.reset(token)


def is_quiet() -> bool:
    """Whether fits of this thread are not to warn."""
    return _is_quiet.get()
