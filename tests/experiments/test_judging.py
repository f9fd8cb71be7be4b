"""Clear differences, and how answers about several of them are put together."""

import math

import pytest

from cecib.experiments.machinery.contrast import Pick
from cecib.experiments.machinery.evidence import Evidence
from cecib.experiments.machinery.judging import any_holds, is_larger, is_near, most_hold
from cecib.experiments.machinery.results import Results
from cecib.experiments.machinery.rule import Differences, Together
from cecib.experiments.machinery.sample import Estimate, Sample


def evidence(**scores):
    """Scores by variant: for each set a list, one entry per draw."""
    return Evidence(
        {
            "e": Results(
                {"dataset": name, "draw": i, "variant": variant, "nmi": value, "error": None}
                for variant, by_set in scores.items()
                for name, values in by_set.items()
                for i, value in enumerate(values)
            )
        }
    )


A_MINUS_B = {"a − b": Pick("e", {"variant": "a"}) - Pick("e", {"variant": "b"})}


def test_the_error_is_that_of_paired_differences():
    """Draws that are hard for both do not blur a difference: 0.1 in each, though the scores spread by 0.4."""
    a, b = ({("iris", i): base + shift for i, base in enumerate((0.2, 0.4, 0.6))} for shift in (0.1, 0.0))
    difference = (Sample(a) - Sample(b)).estimate()
    assert difference.mean == pytest.approx(0.1)
    assert difference.error == pytest.approx(0.0, abs=1e-12)
    assert Sample(a).estimate().error == pytest.approx(0.2 / math.sqrt(3))


def test_sets_count_once_and_their_errors_add_in_squares():
    """A set with more draws counts no more; the error of two sets is half the root of the sum of squares."""
    values = {("a", 0): 0.0, ("a", 1): 2.0, **{("b", i): 5.0 for i in range(4)}}
    estimate = Sample(values).estimate()
    assert estimate.mean == pytest.approx(3.0)
    assert estimate.error == pytest.approx(math.sqrt(1.0**2 + 0.0) / 2)


def test_draws_that_one_side_lacks_are_left_out():
    """A failed fit takes its pair with it."""
    assert (Sample({("a", 0): 1.0, ("a", 1): 5.0}) - Sample({("a", 1): 3.0})).values == {("a", 1): 2.0}


def test_one_draw_decides_nothing():
    """Without a standard error no difference is clear, however large."""
    assert is_larger(Sample({("a", 0): 100.0}).estimate()) is None
    assert is_near(Sample({("a", 0): 0.0}).estimate(), 1.0) is None


@pytest.mark.parametrize(("mean", "answer"), [(0.0, True), (0.05, None), (0.069, None), (0.071, False), (-0.08, False)])
def test_near_needs_the_whole_interval(mean, answer):
    """Two standard errors of 0.01 have to lie within the margin of 0.05, or without."""
    assert is_near(Estimate(mean, 0.01), 0.05) is answer


def test_some_and_most():
    """One yes is some; half is not most; what is open could still turn it."""
    assert any_holds([None, True, False]) is True
    assert any_holds([False, False]) is False
    assert any_holds([False, None]) is None
    assert most_hold([True, False]) is False
    assert most_hold([True, True, None, None]) is None


@pytest.mark.parametrize(
    ("a", "word"),
    [((0.8, 0.81, 0.79), "held"), ((0.6, 0.61, 0.59), "did not hold"), ((0.7, 0.9, 0.52), "undecided")],
)
def test_each_verdict_comes_out(a, word):
    """Above, below, or neither clearly; the numbers are told in each case."""
    verdict = Differences(A_MINUS_B)(evidence(a={"iris": a}, b={"iris": (0.7, 0.7, 0.7)}))
    assert verdict.word == word
    assert "a − b" in verdict.numbers


def test_without_results_there_is_no_verdict():
    """A side that was not run is no evidence, and neither is an empty run."""
    rule = Differences(A_MINUS_B)
    assert rule(Evidence({})).word == "not run"
    assert rule(evidence(a={"iris": (0.7, 0.8)})).word == "not run"
    held = Differences({"a": Pick("e", {"variant": "a"})})
    assert Together([held, rule])(evidence(a={"iris": (0.7, 0.8)})).word == "not run"


@pytest.mark.parametrize(
    ("over", "word"), [("average", "held"), ("every set", "did not hold"), ("some set", "held"), ("most sets", "held")]
)
def test_sets_one_by_one(over, word):
    """Two sets up by much, one down by little: on average and mostly yes, not on every set."""
    ups = {"iris": (0.9, 0.91), "wine": (0.9, 0.91), "glass": (0.6, 0.61)}
    verdict = Differences(A_MINUS_B, over=over)(evidence(a=ups, b=dict.fromkeys(ups, (0.7, 0.7))))
    assert verdict.word == word


def test_a_slight_difference_is_neither_none_nor_large():
    """Slightly better: better, and by the margin at most."""
    rule = Differences(A_MINUS_B, 0.05, "slight")
    words = [rule(evidence(a={"iris": (a, a + 0.002)}, b={"iris": (0.7, 0.7)})).word for a in (0.72, 0.8, 0.6, 0.6999)]
    assert words == ["held", "did not hold", "did not hold", "undecided"]


def test_other_methods_are_judged_by_the_same_rule():
    """Renamed, a rule asks the same of another method, and says so."""
    given = evidence(a={"iris": (0.6, 0.61)}, b={"iris": (0.7, 0.7)}, ours={"iris": (0.8, 0.81)})
    rule = Differences(A_MINUS_B)
    assert rule(given).word == "did not hold"
    renamed = rule.renamed({"a": "ours"})(given)
    assert renamed.word == "held"
    assert renamed.numbers.startswith("ours − b")
