"""Rows for tests of back ends: clusters that overlap, so that a fit takes several passes, and labels on a few rows."""

import numpy as np

CHUNK = 1_200


def made_rows(n=12_000, d=3, k=5, seed=0):
    rng = np.random.default_rng(seed)
    own = rng.integers(0, k, n)
    X = (rng.normal(size=(k, d)) * 3.0)[own] + rng.normal(size=(n, d))
    y = np.where(rng.random(n) < 0.02, own // 2, -1)
    return X, y


def pieces(*arrays, chunk=CHUNK):
    return [tuple(array[i : i + chunk] for array in arrays) for i in range(0, len(arrays[0]), chunk)]
