"""The synthetic stories are what they say, and the same for the same seed."""

import pickle

import numpy as np
import pytest

from cecib.datasets import make_blobs, make_missing_classes, make_noisy_labels, make_subgroups


@pytest.mark.parametrize("make", [make_blobs, make_subgroups])
def test_same_seed_same_points(make):
    """A seed names a set."""
    assert np.array_equal(make(random_state=3).X, make(random_state=3).X)
    assert not np.array_equal(make(random_state=3).X, make(random_state=4).X)


def test_classes_are_apart():
    """The separation asked for is kept."""
    blobs = make_blobs(600, 6, 3, separation=8.0, random_state=0)
    means = np.array([blobs.X[blobs.target == k].mean(axis=0) for k in range(6)])
    distances = np.linalg.norm(means[:, None] - means[None], axis=2)[np.triu_indices(6, 1)]
    assert distances.min() > 7.5


def test_groups_are_unions_of_subgroups():
    """Coarse groups do not cut through a class."""
    story = make_subgroups(120, 3, 2, random_state=0)
    for subgroup in np.unique(story.classes):
        assert len(np.unique(story.coarser["top"][story.classes == subgroup])) == 1
    assert len(np.unique(story.coarser["top"])) == 3


def test_unknown_classes_have_no_labels():
    """The expert labels known classes only, all correctly."""
    story = make_missing_classes(400, 5, 2, fraction=0.5, random_state=0)
    assert set(story.y[story.is_labelled]) == {0, 1}
    assert (story.y[story.is_labelled] == story.dataset.target[story.is_labelled]).all()
    assert not story.is_wrong.any()


def test_wrong_labels_are_wrong_and_the_others_right():
    """is_wrong marks exactly the labels that differ from the class."""
    story = make_noisy_labels(300, 4, fraction=0.4, noise=0.25, random_state=0)
    assert story.is_labelled.sum() == 120
    assert story.is_wrong.sum() == 30
    agrees = story.y == story.dataset.target
    assert (agrees[story.is_labelled] == ~story.is_wrong[story.is_labelled]).all()


@pytest.mark.parametrize(
    ("make", "arguments", "word"),
    [
        (make_blobs, {"n_samples": 3, "n_classes": 4}, "n_classes"),
        (make_missing_classes, {"n_known": 9}, "n_known"),
        (make_noisy_labels, {"noise": 1.5}, "noise"),
        (make_noisy_labels, {"fraction": -0.1}, "fraction"),
    ],
)
def test_bad_arguments_are_named(make, arguments, word):
    """The message names the argument."""
    with pytest.raises(ValueError, match=word):
        make(**arguments)


def test_data_sets_can_be_pickled():
    """They travel to worker processes."""
    story = make_subgroups(random_state=0)
    assert np.array_equal(pickle.loads(pickle.dumps(story)).coarser["top"], story.coarser["top"])
