"""Ctrl-C while the process starts and while it ends.

Python raises KeyboardInterrupt wherever the program happens to be. Inside of an import or of a callback it may be lost,
become another error, or be printed with a traceback. So as long as nothing is there to be cleared away, Ctrl-C ends
the process then and there. This module is imported before all others, and imports nothing that takes time.
"""

import _signal as signal  # type: ignore[import-not-found]  # `signal` itself makes enumerations, which takes time
import os
import sys

TYPE_CHECKING = False  # of typing, which takes time to import
if TYPE_CHECKING:
    from types import FrameType, TracebackType

INTERRUPTED = 130
SENTENCE = "cecib: interrupted, nothing was written.\n"
_PAUSE = 0.05  # seconds, after which an interruption that was lost comes again


class CtrlC:
    """What Ctrl-C does: it ends the process with a status, or raises KeyboardInterrupt if that is None.

    Attributes
    ----------
    status : int or None
        With which the process ends at once.
    sentence : str
        What it says then.
    is_heard : bool
        Whether anybody listens.
    """

    def __init__(self) -> None:
        self.status: int | None = None
        self.sentence, self.is_heard = SENTENCE, False

    def listen(self) -> None:
        """From now on Ctrl-C ends the process, unless it is ignored or somebody else hears it."""
        try:
            if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
                return
            self.status = INTERRUPTED
            signal.signal(signal.SIGINT, self._hear)
        except ValueError:  # only the main thread may
            return
        self.is_heard = True
        sys.unraisablehook = self._hear_again

    def end(self, status: int) -> None:
        """Let Ctrl-C only hasten the end: the work is done, or was given up, and all is said."""
        self.status, self.sentence = status, ""

    def _hear(self, number: int, frame: "FrameType | None") -> None:
        if self.status is None:
            raise KeyboardInterrupt
        try:
            os.write(2, self.sentence.encode())
        finally:
            os._exit(self.status)

    def _hear_again(self, lost: "sys.UnraisableHookArgs") -> None:
        """Let an interruption that came where nothing can be raised come again."""
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            sys.__unraisablehook__(lost)
            return
        from _thread import interrupt_main
        from threading import Timer

        again = Timer(_PAUSE, interrupt_main)
        again.daemon = True
        again.start()


class Loading:
    """A block in which modules are imported: Ctrl-C ends the process then and there."""

    def __enter__(self) -> None:
        self._before = ctrl_c.status
        if ctrl_c.is_heard:
            ctrl_c.status = INTERRUPTED

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        ctrl_c.status = self._before


ctrl_c = CtrlC()
