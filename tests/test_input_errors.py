"""Errors in parts: the library's sentence, and the same in the words of the command line."""

import pickle

import pytest

from cecib import CECIB
from cecib.cli.wording import as_sentence
from cecib.input_errors import InputError, Named

SENTENCE = InputError(
    Named("n_clusters", 5), " is too many for ", Named("n_samples", 3), ": lower ", Named("n_clusters"), "."
)


def test_the_sentence_is_that_of_its_parts():
    """In Python's words: name=value."""
    assert str(SENTENCE) == "n_clusters=5 is too many for n_samples=3: lower n_clusters."
    assert (
        str(InputError(Named("criterion", "entropy"), " or ", Named("prior", None)))
        == "criterion='entropy' or prior=None"
    )


def test_it_is_a_value_error():
    """So that whoever catches those catches it."""
    with pytest.raises(ValueError, match="beta must be"):
        CECIB(beta=-1).fit([[0.0], [1.0]])


def test_it_comes_through_other_processes():
    """joblib pickles what a worker raises."""
    copy = pickle.loads(pickle.dumps(SENTENCE))
    assert str(copy) == str(SENTENCE)
    assert copy.parts == SENTENCE.parts
    assert copy.parts[-2].is_alone


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (Named("criterion", "entropy"), "--criterion entropy"),
        (Named("criterion"), "--criterion"),
        (Named("n_clusters", 5), "--clusters 5"),
        (Named("n_clusters"), "--clusters"),
        (Named("n_samples", 3), "3 rows"),
        (Named("n_samples", 1), "1 row"),
        (Named("n_features", 2), "2 columns"),
        (Named("n_init"), "--restarts"),
        (Named("min_cluster_size"), "--min-size"),
        (Named("n_jobs"), "--jobs"),
        (Named("random_state"), "--seed"),
        (Named("beta"), "--beta"),
        (Named("family"), "--family"),
        (Named("X"), "the data"),
        (Named("y"), "--labels"),
        (Named("max_iter", 3), "max_iter=3"),
    ],
)
def test_the_command_line_has_its_own_words(part, words):
    """Options for parameters, rows and columns for their numbers; what it does not have keeps its name."""
    assert as_sentence(InputError("Say ", part, ".")) == f"Say {words}."


def test_text_is_never_taken_for_a_parameter():
    """A column that is called as a parameter is a column."""
    message = "Column 'n_clusters=5' of criterion='x' is constant."
    assert as_sentence(InputError(message)) == message
    assert as_sentence(ValueError(message)) == message


def test_one_line():
    """Whatever a library puts into its messages."""
    assert as_sentence(ValueError("two\n  lines")) == "two lines"
    assert as_sentence(OSError(28, "No space left on device", "p.png")) == "p.png: No space left on device."


def test_every_option_of_the_command_line_is_known():
    """A parameter of `CECIB` that the command line has is called by its option in errors too."""
    from cecib.cli import wording
    from cecib.cli.entry import make_parser

    commands = make_parser()._subparsers._group_actions[0].choices
    options = {option for action in commands["cluster"]._actions for option in action.option_strings}
    assert set(wording._OPTIONS.values()) <= options
    assert set(wording._OPTIONS) <= set(CECIB().get_params()) | {
        *("y", "groups", "apart", "features", "exclude", "one_hot", "labels", "checkpoint")
    }
