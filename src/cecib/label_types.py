"""Labels that come in parts: numbers in one and texts in another would be two categories where one is meant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numpy.typing import NDArray

from cecib.input_errors import InputError, Named


def are_numbers(categories: NDArray[Any]) -> bool:
    """Whether categories are numbers, or yes and no."""
    return categories.dtype.kind in "biuf"


def check_one_type(categories: Iterable[NDArray[Any]]) -> None:
    """Refuse categories of blocks that are numbers in one and texts in another; an example has the same name in both.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.label_types import check_one_type
    >>> check_one_type([np.array([1, 2]), np.array([2.0, 3.5])])
    >>> check_one_type([np.array([1, 2]), np.array(["seeds", "2"])])
    Traceback (most recent call last):
    ...
    cecib.input_errors.InputError: labels of some blocks are numbers such as 2, of others texts such as '2': give all
    blocks labels of one type.
    """
    numbers: list[Any] = []
    texts: list[str] = []
    for own in categories:
        if are_numbers(own):
            numbers += own.tolist()
        elif all(isinstance(value, str) for value in own.tolist()):
            texts += own.tolist()
    if numbers and texts:
        written = {str(value): value for value in numbers}
        text = next((text for text in texts if text in written), texts[0])
        raise InputError(
            Named("labels"), f" of some blocks are numbers such as {written.get(text, numbers[0])!r}, of others texts "
            f"such as {text!r}: give all blocks labels of one type.",
        )  # fmt: skip
