"""What is reported while a fit is under way."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Literal, NamedTuple

Stage = Literal["survey", "search", "passes"]


class Progress(NamedTuple):
    """What is reported after each pass over the data; of a fit in blocks after each block as well.

    Attributes
    ----------
    restart, n_init : int
        Which start it is, counted from 0, and how many there may be.
    pass_ : int
        The number of the pass, counted from 1; of a fit in blocks the pass that is under way.
    moves : int
        How many rows have changed their cluster in the last pass that has ended.
    n_clusters : int
        How many clusters there were after it.
    cost : float
        What they cost, in nats per point; NaN before the first pass.
    stage : {"survey", "search", "passes"}
        Of a fit in blocks: "survey" while rows are counted and a sample is drawn, "search" while clusters are
        searched for in it, "passes" while all rows pass by. Of other fits "search".
    rows_done : int
        How many rows the survey or this pass over all rows has seen.
    rows : int or None
        How many rows there are; None if that is not known.

    Examples
    --------
    >>> from cecib.search import Progress
    >>> Progress(restart=0, n_init=4, pass_=3, moves=17, n_clusters=6, cost=1.5).ends_pass
    True
    """

    restart: int
    n_init: int
    pass_: int
    moves: int
    n_clusters: int
    cost: float
    stage: Stage = "search"
    rows_done: int = 0
    rows: int | None = None

    @property
    def ends_pass(self) -> bool:
        """Whether a pass has ended, and not merely a block of it."""
        return self.stage == "search" or (self.stage == "passes" and self.rows_done == self.rows)


Report = Callable[[Progress], None]


def reporter(verbose: int, callback: Report | None) -> Report | None:
    """Make what is called after each pass: it prints a line if `verbose`, and calls the user's callback if any."""
    if not verbose:
        return callback

    def report(progress: Progress) -> None:
        if progress.ends_pass:
            what = f"restart {progress.restart + 1}/{progress.n_init}" if progress.stage == "search" else "all rows"
            sys.stdout.write(
                f"{what}  pass {progress.pass_:3d}  "
                f"moves {progress.moves:6d}  clusters {progress.n_clusters:3d}  cost {progress.cost:.6f}\n"
            )
        if callback is not None:
            callback(progress)

    return report
