"""Settings: parameters, parsed and checked once."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cecib import CECIB
from cecib.cost import Prior
from cecib.families import Diagonal, FixedMean, Full
from cecib.input_errors import InputError, Named
from cecib.settings import Settings

PRIOR = Prior(mean=np.zeros(2), kappa=1.0, nu=4.0, scale=np.eye(2))


def test_defaults_are_those_of_the_estimator():
    """What is left out means the same as what `CECIB()` says."""
    assert Settings.read({}) == Settings.read(CECIB().get_params(deep=False))


@given(st.floats(0, 1e9) | st.integers(0, 10**9))
def test_every_beta_in_range_is_taken_at_its_word(beta):
    """As a float of the same value."""
    assert Settings.read({"beta": beta}).beta == float(beta)


@given(st.floats(max_value=-1e-300) | st.floats(min_value=1e9, exclude_min=True) | st.just(np.nan) | st.booleans())
def test_every_other_beta_is_refused(beta):
    """Negative, huge, infinite, not a number, or a truth value."""
    with pytest.raises(InputError, match="beta must be"):
        Settings.read({"beta": beta})


@pytest.mark.parametrize(
    ("parameters", "searches"),
    [
        ({}, True),
        ({"init": "random"}, True),
        ({"n_clusters": 3}, False),
        ({"init": [0, 1, 1]}, False),
        ({"init": [[0.0, 1.0]]}, False),
    ],
)
def test_the_number_is_searched_for_only_without_any_hint(parameters, searches):
    """A number, start labels and centres all say how many."""
    assert Settings.read(parameters).searches is searches


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("criterion", "bic"),
        ("criterion", ["entropy"]),
        ("n_clusters", 0),
        ("n_clusters", True),
        ("n_clusters", 2**31),
        ("n_init", "many"),
        ("n_init", 0),
        ("max_iter", 0),
        ("max_clusters", 1.5),
        ("min_cluster_size", 1.5),
        ("n_jobs", 0),
        ("n_jobs", 1.5),
        ("prior", "flat"),
        ("family", "round"),
        ("family", []),
    ],
)
def test_a_bad_parameter_is_named_first(name, value):
    """The sentence begins with the parameter, as a part that the command line can say in its own words."""
    with pytest.raises(InputError) as caught:
        Settings.read({name: value})
    assert caught.value.parts[0] == Named(name)
    if value != []:
        assert str(value) in str(caught.value)


def test_n_init_is_left_open_by_auto():
    """How many starts "auto" means depends on the data."""
    assert Settings.read({"n_init": "auto"}).n_init is None
    assert Settings.read({"n_init": np.int64(3)}).n_init == 3


def test_a_prior_is_for_evidence():
    """Under "entropy" it would be ignored, so it is refused."""
    assert Settings.read({"prior": PRIOR}).prior is PRIOR
    with pytest.raises(InputError, match="prior has no place under criterion='entropy'"):
        Settings.read({"prior": PRIOR, "criterion": "entropy"})


def test_families_are_objects():
    """One for all, or one for each start cluster."""
    assert Settings.read({"family": "full"}).families == (Full(),)
    assert Settings.read({"family": ["diag", Full()]}).families == (Diagonal(), Full())


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"n_clusters": 7}, "n_clusters"),
        ({"init": [0, 1]}, "init"),
        ({"init": [[0.0, 1.0, 2.0]]}, "init"),
        ({"init": ["a"] * 6}, "init"),
        ({"family": FixedMean([0])}, "mean"),
        ({"family": ["full", "full"], "n_clusters": 3}, "family"),
        ({"family": ["full", "full"], "init": [0, 0, 1, 1, 2, 2]}, "family"),
    ],
)
def test_settings_that_do_not_go_with_the_data(parameters, name):
    """Six rows of two features are too few, or other ones."""
    with pytest.raises(InputError) as caught:
        Settings.read(parameters).check_data(6, 2)
    assert caught.value.parts[0] == Named(name)


@pytest.mark.parametrize(
    "parameters",
    [
        {"n_clusters": 6},
        {"init": [0, 1, 0, 1, 0, 1]},
        {"init": [[0.0, 1.0]] * 3},
        {"family": ["full", "diag"], "init": [[0.0, 0.0], [1.0, 1.0]]},
    ],
)
def test_settings_that_go_with_the_data(parameters):
    """At the edge of what is allowed."""
    assert Settings.read(parameters).check_data(6, 2) is None


@pytest.mark.parametrize(
    "part",
    [
        {"mean": np.array([np.nan, 0.0])},
        {"scale": np.full((2, 2), np.nan)},
        {"scale": -np.eye(2)},
        {"scale": np.ones((2, 2)) * [[1.0, 2.0], [2.0, 1.0]]},
        {"kappa": 0.0},
        {"kappa": np.inf},
        {"nu": 1.0},
        {"nu": "many"},
        {"concentration": 0.0},
        {"concentration": np.nan},
    ],
)
def test_a_prior_that_is_none_is_refused(part):
    """What would make every cost infinite or not a number."""
    with pytest.raises(InputError, match="prior must have a finite mean"):
        Settings.read({"prior": replace(PRIOR, **part)})
