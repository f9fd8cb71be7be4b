"""The rows that a fit was given, as long as their owner has them: looked at, never kept alive, never written."""

from __future__ import annotations

from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from cecib.backends.memory import Block
from cecib.bonds import Bonds
from cecib.cost import Floats
from cecib.side_information import SideInformation


class GivenRows:
    """A weak reference to X, with a copy of the labels, weights and bonds that were read, which are small beside it.

    A copy or a pickle of it remembers nothing.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.backends.given_rows import GivenRows
    >>> X = np.zeros((3, 2))
    >>> given = GivenRows(X)
    >>> given.X is X
    True
    >>> del X
    >>> given.X is None
    True
    """

    def __init__(
        self,
        X: Any = None,
        side: SideInformation | None = None,
        weights: Floats | None = None,
        bonds: Bonds | None = None,
    ) -> None:
        try:
            self._reference = None if X is None else ref(X)
        except TypeError:  # such as a list
            self._reference = None
        self.side = side
        self.bonds = bonds
        self.weights = None if weights is None else np.array(weights)

    @property
    def X(self) -> Any:  # noqa: N802
        """What was given, or None if it is gone."""
        return None if self._reference is None else self._reference()

    def __reduce__(self) -> Any:
        return (GivenRows, ())


class Drawn:
    """The sample of a fit in blocks, and where its rows are in the data. A copy or a pickle of it remembers nothing."""

    def __init__(self, block: Block | None = None, rows: NDArray[np.intp] | None = None) -> None:
        self.block = block
        self.rows = rows

    def __reduce__(self) -> Any:
        return (Drawn, ())
