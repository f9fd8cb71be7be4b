"""How far a survey or a pass over all rows is; and the end of a pass that is not waited for."""

from __future__ import annotations

from math import nan

from cecib.search.keeping import Keeper
from cecib.search.progress import Progress, Report


class Watch:
    """Called with the number of rows of each block that was seen.

    Parameters
    ----------
    report : callable or None
        Called with the progress.
    keeper : Keeper
        Whether the fit is to end with what it has.
    rows : int or None
        How many rows there are; None if that is not known yet.
    """

    def __init__(self, report: Report | None, keeper: Keeper, rows: int | None) -> None:
        self._report, self._keeper = report, keeper
        self._last = Progress(0, 1, 0, 0, 0, nan, "survey", 0, rows)
        self._may_stop = False

    def __call__(self, rows: int) -> None:
        """Take note of a block."""
        if self._may_stop:
            self._keeper.check()
        self._last = self._last._replace(rows_done=self._last.rows_done + rows)
        if self._report is not None and self._last.rows_done != self._last.rows:  # the end is told by itself
            self._report(self._last)

    def begin_survey(self) -> None:
        """Say that all rows are surveyed once more."""
        self._last = self._last._replace(rows_done=0)

    def end_survey(self, rows: int) -> None:
        """Say how many rows there are."""
        if self._report is not None:
            self._report(self._last._replace(rows_done=rows, rows=rows))

    def begin_passes(self, number: int, rows: int) -> None:
        """Say that the survey is over, and so many passes have been made."""
        self._last = self._last._replace(stage="passes", pass_=number + 1, rows_done=0, rows=rows)

    def end_pass(self, number: int, moves: int, n_clusters: int, cost: float) -> None:
        """Say what a pass has come to; the next one need not come to its end."""
        ended = self._last._replace(pass_=number, moves=moves, n_clusters=n_clusters, cost=cost)
        if self._report is not None:
            self._report(ended._replace(rows_done=ended.rows or 0))
        self._last = ended._replace(pass_=number + 1, rows_done=0)
        self.may_stop()

    def may_stop(self) -> None:
        """Say that there is a partition of all rows to keep."""
        self._may_stop = True
