"""Determinants by elimination, column by column with row pivots, in the order in which the authors' program adds up.

NumPy's come from the same decomposition, with the sums in another order. The two differ in the last digits, which
matters only for matrices that are singular but for rounding.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def eliminated_determinants(matrices: Floats) -> Floats:
    """Return the determinant of each matrix of a stack.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.experiments.protocol.elimination import eliminated_determinants
    >>> eliminated_determinants(np.array([[[0.0, 2.0], [3.0, 1.0]], [[1.0, 0.0], [0.0, 5.0]]])).tolist()
    [-6.0, 5.0]
    """
    return np.array([_determinant(matrix) for matrix in matrices.tolist()])


def _determinant(rows: list[list[float]]) -> float:
    size, product = len(rows), 1.0
    for j in range(size):
        column = [row[j] for row in rows]
        for i, row in enumerate(rows):
            column[i] -= _dot(row, column, min(i, j))
            row[j] = column[i]
        pivot = max(range(j, size), key=lambda i: abs(column[i]))
        if pivot != j:
            rows[pivot], rows[j] = rows[j], rows[pivot]
            product = -product
        if rows[j][j] != 0.0:
            for i in range(j + 1, size):
                rows[i][j] /= rows[j][j]
    for j in range(size):
        product *= rows[j][j]
    return product


def _dot(row: list[float], column: list[float], n_terms: int) -> float:
    total = 0.0
    for k in range(n_terms):
        total += row[k] * column[k]
    return total
