"""Keeping the best so far of a fit that is stopped before its end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType


class Stopped(Exception):  # noqa: N818
    """A search was stopped, and has nothing of its own to keep."""


class Abandoned(Exception):  # noqa: N818
    """A fit was given up: nothing of it is kept."""


class Keeper:
    """Whether a fit is to stop, and whether it has come to something that can be kept.

    Attributes
    ----------
    is_asked : bool
        Whether fits are to stop.
    has_something : bool
        Whether the fit that is under way could be kept as it is.
    is_abandoned : bool
        Whether nobody wants it any more, whatever it has come to.
    """

    def __init__(self) -> None:
        self.is_asked = False
        self.has_something = False
        self.is_abandoned = False
        self._cancels: list[Callable[[], None]] = []

    def stop(self) -> None:
        """Let the fit that is under way, and each later one, end as soon as it has something; from any thread."""
        self.is_asked = True

    def abandon(self) -> None:
        """Give the fit that is under way up, and each later one: it raises `Abandoned` soon; from any thread."""
        self.is_abandoned = True
        for cancel in tuple(self._cancels):
            cancel()

    @contextmanager
    def cancelling(self, cancel: Callable[[], None]) -> Iterator[None]:
        """Have something called if the fit is given up inside of the block."""
        self._cancels.append(cancel)
        try:
            yield
        finally:
            self._cancels.remove(cancel)

    def refuse_abandoned(self) -> None:
        """Raise `Abandoned` if nobody wants the fit any more."""
        if self.is_abandoned:
            raise Abandoned

    def offer(self) -> None:
        """Say that there is something to keep."""
        self.has_something = True

    @property
    def must_stop(self) -> bool:
        """Whether to end now, with what there is."""
        return self.is_asked and self.has_something

    def check(self) -> None:
        """Raise `Stopped` if the fit is to end now."""
        if self.must_stop:
            raise Stopped


_current: ContextVar[Keeper | None] = ContextVar("cecib_keeper", default=None)


def keeper_here() -> Keeper:
    """Give whoever keeps what fits of this thread have come to; one that never asks, if nobody does."""
    return _current.get() or Keeper()


@contextmanager
def one_fit() -> Iterator[None]:
    """Let a keeper know that a fit is under way: before and after there is nothing to keep."""
    keeper = keeper_here()
    keeper.has_something = False
    try:
        yield
    finally:
        keeper.has_something = False


@contextmanager
def keeping(keeper: Keeper | None = None) -> Iterator[Keeper]:
    """Let fits that are stopped keep the best so far.

    Inside of the block the first Ctrl-C ends a fit with the best that it has come to, if there is something: of `fit` a
    start that has come to its end, of `fit_blocks` a pass over all rows, or a start in the sample, and then one pass
    is made. The model is whole, `converged_` is False, and a ConvergenceWarning says so. If there is nothing yet, and
    at the second Ctrl-C, KeyboardInterrupt is raised as ever, and the estimator is as it was before.

    `Keeper.stop` of what the block is given does the same from any thread, such as that of a timer or of the
    `callback` of a fit; if there is nothing yet, the fit ends as soon as there is. It holds for fits in the thread that
    has entered the block. Ctrl-C reaches the main thread alone. `Keeper.abandon` gives a fit up instead: `Abandoned` is
    raised, and the estimator is as it was before.

    Parameters
    ----------
    keeper : Keeper, optional
        Who is to keep, if somebody has one already.

    Examples
    --------
    A fit that is told to stop in its first pass keeps the first start that comes to its end:

    >>> import warnings
    >>> import numpy as np
    >>> from cecib import CECIB
    >>> from cecib.search import keeping
    >>> X = np.random.default_rng(0).normal(size=(300, 2)) + 9 * (np.arange(300) % 3)[:, None]
    >>> with keeping() as keeper, warnings.catch_warnings(action="ignore"):
    ...     model = CECIB(3, n_init=5000, random_state=0, callback=lambda progress: keeper.stop()).fit(X)
    >>> model.converged_, model.labels_.shape
    (False, (300,))
    """
    keeper = Keeper() if keeper is None else keeper
    token = _current.set(keeper)
    former = signal.getsignal(signal.SIGINT)
    is_heard = threading.current_thread() is threading.main_thread() and callable(former)

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        if keeper.has_something and not keeper.is_asked:
            keeper.stop()
        elif callable(former):
            former(number, frame)

    if is_heard:
        signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield keeper
    finally:
        if is_heard:
            signal.signal(signal.SIGINT, former)
        _current.reset(token)
