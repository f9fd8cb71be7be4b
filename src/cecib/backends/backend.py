"""What every place for blocks can do: survey them, and pass over them with clusters that stand still."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cecib.backends.passes import Look, Names, Seen
from cecib.backends.survey import Plan, Survey

if TYPE_CHECKING:
    from cecib.blocks import Blocks


class Backend(ABC):
    """A place for blocks of rows.

    Attributes
    ----------
    names : list of str
        The names of the columns, or their positions.
    is_named : bool
        Whether they have names.
    blocks : Blocks
        The blocks.
    place : str
        Where the rows are, for checkpoints, in which places leave different things.
    n_rows : int or None
        How many rows there are, if that is known before they are read.
    watch : callable or None
        Called with the number of rows of each block that was surveyed or passed over, where that is known; what it
        raises ends the pass.
    """

    names: list[str]
    is_named: bool
    blocks: Blocks
    place: ClassVar[str]
    n_rows: int | None = None
    watch: Callable[[int], None] | None = None

    def take_missing(self, missing: str | None) -> None:
        """Let values be missing, or refuse that, as `missing` says."""
        self.blocks = self.blocks.with_missing(missing)

    @abstractmethod
    def survey(self, plan: Plan) -> Survey:
        """Count the rows, learn what the labels name, and draw a sample."""

    @abstractmethod
    def pass_over(self, look: Look, before: Any = None) -> tuple[Any, Seen]:
        """Put every row into its cheapest cluster.

        Parameters
        ----------
        look : Look
            The clusters, and what to keep.
        before : optional
            What the pass before gave for the clusters of the rows.

        Returns
        -------
        tuple
            The clusters of the rows, wherever this place has them, and what was seen.
        """

    @abstractmethod
    def renamed(self, passed: Any, numbers: NDArray[np.intp]) -> Any:
        """Give clusters other numbers in what a pass has left."""

    @abstractmethod
    def names_of(self, passed: Any, placing: Look | None = None) -> list[Names]:
        """Give the cluster of each row of each block, as a pass has left it.

        Rows that take no part are put into the clusters of `placing` by what they have; without it they are anywhere.
        """

    @abstractmethod
    def as_arrays(self, passed: Any) -> dict[str, NDArray[Any]]:
        """Give what a pass has left as arrays, for a checkpoint."""

    @abstractmethod
    def from_arrays(self, arrays: dict[str, NDArray[Any]], look: Look, k: int, sizes: Sequence[int]) -> Any:
        """Make of arrays what a pass has left.

        Parameters
        ----------
        arrays : dict
            What `as_arrays` gave, or anything, if somebody has altered a file.
        look : Look
            What all passes share.
        k : int
            How many clusters there are after the pass.
        sizes : sequence of int
            The rows of each block.

        Raises
        ------
        ValueError
            If these are not the arrays of such a pass.
        """


def is_below(array: NDArray[Any], limit: Any, least: int = 0) -> bool:
    """Whether an array holds whole numbers from the least to below the limit."""
    return bool(array.dtype.kind in "iu" and (array >= least).all() and (array < limit).all())
