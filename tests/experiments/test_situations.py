"""The two classes that are labelled in section 5.3."""

import numpy as np
import pytest

from cecib.datasets.labels import make_expert
from cecib.experiments.protocol.situations import two_classes

TRUTH = np.repeat([0, 1, 2, 3], [50, 30, 15, 5])


@pytest.mark.parametrize("seed", range(20))
def test_two_classes_cover_enough(seed):
    """The two labelled classes cover 30 % of the points, and only they are labelled."""
    pair = two_classes(TRUTH, seed)
    assert np.isin(TRUTH, pair).mean() >= 0.3
    y = make_expert(TRUTH, seed, known=pair).labels(0.3)
    assert set(y[y >= 0]) <= set(pair)
    assert (y >= 0).sum() == 30


def test_seven_equal_classes_as_in_segmentation():
    """Where no two classes cover 30 %, all pairs may be drawn."""
    truth = np.repeat(np.arange(7), 30)
    pairs = {two_classes(truth, seed) for seed in range(300)}
    assert len(pairs) == 21
    y = make_expert(truth, 0, known=(2, 5)).labels(0.3)
    assert (y >= 0).sum() == 60


def test_one_class_is_too_few():
    """One class cannot be two."""
    with pytest.raises(ValueError, match="two classes"):
        two_classes(np.zeros(20, dtype=int), 0)
