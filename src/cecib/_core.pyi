from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Matrix = NDArray[np.float64] | NDArray[np.float32]

def column_statistics(X: Matrix, weights: Floats | None) -> tuple[Floats, Floats, Floats]: ...

class Points:
    def __init__(
        self, X: Matrix, columns: Sequence[int], shift: Floats, scale: Floats, weights: Floats | None
    ) -> None: ...

class Code: ...

def full_code(d: int, kappa: float, nu: float, mean: Floats, scale: Floats) -> Code: ...
def dependent_column(points: Points, resolution: float) -> int: ...

class CancelFlag:
    def __init__(self) -> None: ...
    def set(self) -> None: ...
    @property
    def is_set(self) -> bool: ...

class Partition:
    def __init__(
        self,
        points: Points,
        codes: NDArray[np.int32],
        n_categories: int,
        labels: NDArray[np.int32],
        n_clusters: int,
        code: Code,
        beta: float,
        min_weight: float,
        forbids_small: bool,
        resolution: float,
    ) -> None: ...
    @property
    def labels(self) -> NDArray[np.int32]: ...
    @property
    def n_clusters(self) -> int: ...
    def cost(self) -> tuple[float, float, float]: ...
    def change(self, i: int, c: int) -> float: ...
    def move(self, i: int, c: int) -> bool: ...
    def refresh(self) -> None: ...
    def summaries(self) -> tuple[Floats, Floats, Floats, Floats, Floats]: ...
    def descend(
        self,
        max_passes: int,
        block: int,
        threads: int,
        cancel: CancelFlag,
        on_pass: Callable[[int, int, int, float], None] | None,
    ) -> tuple[int, bool, list[float]]: ...
    def search(
        self,
        max_passes: int,
        block: int,
        threads: int,
        max_clusters: int,
        metric: Floats,
        cancel: CancelFlag,
        on_pass: Callable[[int, int, int, float], None] | None,
    ) -> tuple[int, bool, list[float]]: ...

class ClusterSet:
    def __init__(self, code: Code, states: Floats, weights: Floats, counts: Floats, beta: float) -> None: ...
    def changes_with(self, points: Points) -> Floats: ...
    def log_densities(self, points: Points) -> Floats: ...

def spread_start(
    points: Points, metric: Floats, k: int, trials: int, uniforms: Floats, threads: int
) -> NDArray[np.int32]: ...
def nearest_centres(points: Points, metric: Floats, centres: Floats, threads: int) -> NDArray[np.int32]: ...
