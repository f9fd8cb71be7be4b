"""The protocol: what the expert of a draw says depends on names and numbers only, and is nested."""

import subprocess
import sys

import numpy as np
import pytest

from cecib.experiments.protocol import make_expert, seed_for, two_classes

TRUTH = np.repeat([0, 1, 2, 3], [50, 30, 15, 5])


def test_seeds_do_not_depend_on_the_process():
    code = "from cecib.experiments.protocol import seed_for; print(seed_for('a', 'b', 3))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(told.stdout) == seed_for("a", "b", 3)
    assert seed_for("a", "b", 3) != seed_for("a", "b3")


@pytest.mark.parametrize("fraction", [0.0, 0.1, 0.2, 0.3, 1.0])
def test_labels_are_as_many_as_asked_and_right(fraction):
    y = make_expert(TRUTH, 1).labels(fraction)
    assert (y >= 0).sum() == round(fraction * 100)
    assert (y[y >= 0] == TRUTH[y >= 0]).all()


def test_more_labels_contain_fewer():
    expert = make_expert(TRUTH, 1)
    few, many = expert.labels(0.1) >= 0, expert.labels(0.3) >= 0
    assert (many[few]).all()


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.3, 0.5])
def test_exactly_the_asked_share_is_wrong(noise):
    y = make_expert(TRUTH, 2).labels(0.4, noise)
    wrong = (y >= 0) & (y != TRUTH)
    assert wrong.sum() == round(noise * 40)


def test_more_noise_contains_less_and_names_real_classes():
    expert = make_expert(TRUTH, 3)
    little, much = expert.labels(0.5, 0.2), expert.labels(0.5, 0.4)
    assert (much[little != expert.labels(0.5)] == little[little != expert.labels(0.5)]).all()
    assert set(much[much >= 0]) <= {0, 1, 2, 3}


def test_wrong_classes_are_drawn_evenly():
    expert = make_expert(np.repeat([0, 1, 2], 1000), 4)
    assert np.abs(np.bincount(expert.mistakes[:1000], minlength=3) - [0, 500, 500]).max() < 80


@pytest.mark.parametrize("seed", range(20))
def test_every_class_is_named_at_the_least_fraction(seed):
    y = make_expert(TRUTH, seed, least_fraction=0.1).labels(0.1)
    assert set(y) == {-1, 0, 1, 2, 3}


def test_too_few_labels_for_the_classes_is_an_error():
    with pytest.raises(ValueError, match="larger fraction"):
        make_expert(TRUTH, 0, least_fraction=0.02)


@pytest.mark.parametrize("seed", range(20))
def test_two_classes_cover_enough(seed):
    pair = two_classes(TRUTH, seed)
    assert np.isin(TRUTH, pair).mean() >= 0.3
    y = make_expert(TRUTH, seed, known=pair).labels(0.3)
    assert set(y[y >= 0]) <= set(pair)
    assert (y >= 0).sum() == 30


def test_seven_equal_classes_as_in_segmentation():
    truth = np.repeat(np.arange(7), 30)
    pairs = {two_classes(truth, seed) for seed in range(300)}
    assert len(pairs) == 21
    y = make_expert(truth, 0, known=(2, 5)).labels(0.3)
    assert (y >= 0).sum() == 60


def test_one_class_is_too_few():
    with pytest.raises(ValueError, match="two classes"):
        two_classes(np.zeros(20, dtype=int), 0)
