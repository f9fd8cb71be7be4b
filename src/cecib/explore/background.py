"""A full search in a thread of its own, that can be given up."""

from __future__ import annotations

import threading
from time import monotonic
from typing import TYPE_CHECKING, Any

from cecib.explore import telling
from cecib.explore.standing import Ground
from cecib.search.keeping import Abandoned, Keeper, keeping
from cecib.search.progress import Progress

if TYPE_CHECKING:
    from cecib.explore.worker import Worker

_REPORT = 0.25  # seconds between reports


class Search:
    """A full search that is under way.

    Parameters
    ----------
    worker : Worker
        Who is told of its end.
    ground : Ground
        What it is made with.
    """

    def __init__(self, worker: Worker, ground: Ground) -> None:
        self.ground = ground
        self._worker, self._keeper = worker, Keeper()
        self._reported = monotonic()
        self._thread = threading.Thread(target=self._run, name="cecib full search", daemon=True)
        self._thread.start()

    def abandon(self) -> None:
        """Give it up; it ends within a tenth of a second or so."""
        self._keeper.abandon()

    def join(self) -> None:
        """Wait for its end."""
        self._thread.join()

    def _run(self) -> None:
        found: Any = None
        try:
            with keeping(self._keeper):
                found = self._worker.session.engine.searched(self.ground, self._report)
        except Abandoned:
            pass
        except Exception as error:
            found = error
        self._worker.has_searched(self, None if self._keeper.is_abandoned else found)

    def _report(self, progress: Progress) -> None:
        if monotonic() > self._reported + _REPORT:
            self._reported = monotonic()
            self._worker.tell(telling.busy("searching", progress))
