"""Signals that wait until a short piece of work is done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let Ctrl-C, and what else asks the process to end, wait until the block is left.

    Examples
    --------
    >>> import signal
    >>> from cecib.files.signals import undisturbed
    >>> try:
    ...     with undisturbed():
    ...         signal.raise_signal(signal.SIGINT)
    ...         print("done")
    ... except KeyboardInterrupt:
    ...     print("interrupted")
    done
    interrupted
    """
    if threading.current_thread() is not threading.main_thread():  # handlers never run in other threads
        yield
        return
    came: list[int] = []
    handlers = {which: signal.getsignal(which) for which in _ENDING}
    ours = {which: handler for which, handler in handlers.items() if handler is not None}
    for which in ours:
        signal.signal(which, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for which, handler in ours.items():
            signal.signal(which, handler)
        for number in came:
            signal.raise_signal(number)
