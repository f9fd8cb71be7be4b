"""What the surroundings of the process may be like: streams that are closed, signals that end it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from types import FrameType
from typing import NoReturn

_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def open_streams() -> Iterator[None]:
    """Say nothing where standard output or standard error is closed."""
    with ExitStack() as stack:
        if sys.stdout is None or sys.stderr is None:
            silence = stack.enter_context(open(os.devnull, "w"))
            if sys.stdout is None:
                stack.enter_context(redirect_stdout(silence))
            if sys.stderr is None:
                stack.enter_context(redirect_stderr(silence))
        yield


@contextmanager
def orderly_end() -> Iterator[None]:
    """End by a signal as by an error: what is half done is cleared away, the status is 128 and the signal's number."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {which: signal.signal(which, _end) for which in _ENDING if signal.getsignal(which) is signal.SIG_DFL}
    try:
        yield
    finally:
        for which, handler in before.items():
            signal.signal(which, handler)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)
