"""What an expert says: as much as asked for, as wrong as asked for, and nested."""

import numpy as np
import pytest

from cecib.datasets.labels import draw_labels, make_expert

TRUTH = np.repeat([0, 1, 2, 3], [50, 30, 15, 5])


@pytest.mark.parametrize("fraction", [0.0, 0.1, 0.2, 0.3, 1.0])
def test_labels_are_as_many_as_asked_and_right(fraction):
    """Without noise every label is the class, and there are as many as asked for."""
    y = make_expert(TRUTH, 1).labels(fraction)
    assert (y >= 0).sum() == round(fraction * 100)
    assert (y[y >= 0] == TRUTH[y >= 0]).all()


def test_more_labels_contain_fewer():
    """Who labels more has labelled the same points first, so curves compare like with like."""
    expert = make_expert(TRUTH, 1)
    few, many = expert.labels(0.1) >= 0, expert.labels(0.3) >= 0
    assert (many[few]).all()


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.3, 0.5])
def test_exactly_the_asked_share_is_wrong(noise):
    """The share of wrong labels is exact, not expected."""
    y = make_expert(TRUTH, 2).labels(0.4, noise)
    wrong = (y >= 0) & (y != TRUTH)
    assert wrong.sum() == round(noise * 40)


def test_more_noise_contains_less_and_names_real_classes():
    """Wrong labels stay wrong in the same way when more become wrong."""
    expert = make_expert(TRUTH, 3)
    little, much = expert.labels(0.5, 0.2), expert.labels(0.5, 0.4)
    assert (much[little != expert.labels(0.5)] == little[little != expert.labels(0.5)]).all()
    assert set(much[much >= 0]) <= {0, 1, 2, 3}


def test_wrong_classes_are_drawn_evenly():
    """No class is the favourite mistake, and none is its own mistake."""
    expert = make_expert(np.repeat([0, 1, 2], 1000), 4)
    assert np.abs(np.bincount(expert.mistakes[:1000], minlength=3) - [0, 500, 500]).max() < 80


@pytest.mark.parametrize("seed", range(20))
def test_every_class_is_named_at_the_least_fraction(seed):
    """mixmod needs a label of every class."""
    y = make_expert(TRUTH, seed, least_fraction=0.1).labels(0.1)
    assert set(y) == {-1, 0, 1, 2, 3}


def test_too_few_labels_for_the_classes_is_an_error():
    """Fewer labels than classes are refused, not tried for ever."""
    with pytest.raises(ValueError, match="larger fraction"):
        make_expert(TRUTH, 0, least_fraction=0.02)


@pytest.mark.parametrize(("fraction", "noise"), [(0.0, 0.0), (0.3, 0.0), (0.3, 0.5), (1.0, 1.0)])
def test_drawn_labels_are_as_many_and_as_wrong_as_asked(fraction, noise):
    """The shares are exact, and a wrong label names another class that there is."""
    y = draw_labels(TRUTH, fraction, noise, random_state=5)
    is_labelled = y >= 0
    assert is_labelled.sum() == round(100 * fraction)
    assert (y[is_labelled] != TRUTH[is_labelled]).sum() == round(noise * is_labelled.sum())
    assert set(y) <= {-1, 0, 1, 2, 3}


def test_drawn_labels_follow_from_the_seed():
    """Seeds may be numbers, lists of numbers or a generator; the same one draws the same, another one another."""
    seeds = (7, [7, 1], [7, 2])
    draws = [draw_labels(TRUTH, 0.3, 0.2, seed).tolist() for seed in seeds]
    assert draws == [draw_labels(TRUTH, 0.3, 0.2, np.random.default_rng(seed)).tolist() for seed in seeds]
    assert draws[0] != draws[1] != draws[2]


@pytest.mark.parametrize(("arguments", "word"), [((1.5,), "fraction"), ((0.3, -0.1), "noise")])
def test_shares_outside_0_to_1_are_refused(arguments, word):
    """The message names the share that is wrong."""
    with pytest.raises(ValueError, match=word):
        draw_labels(TRUTH, *arguments)
