"""Names of categories that look like mistakes, and those that do not."""

import pytest

from cecib.reading.categories import CategoryFinding, category_warnings, is_misspelling


def warnings_of(**counts):
    return category_warnings([CategoryFinding(name, float(n)) for name, n in counts.items()])


@pytest.mark.parametrize(
    ("name", "of", "expected"),
    [
        ("insects", "insect", True),  # one too many
        ("seds", "seeds", True),  # one too few
        ("seads", "seeds", True),  # changed
        ("esed", "seed", True),  # swapped
        ("cat", "bat", False),  # short words differ in one letter
        ("group 1", "group 2", False),  # numbers count things
        ("seeds", "insects", False),
        ("m", "f", False),
    ],
)
def test_one_slip_of_the_pen(name, of, expected):
    """Either way round."""
    assert is_misspelling(name, of) is expected
    assert is_misspelling(of, name) is expected


def test_only_a_rare_name_is_a_slip():
    """Both frequent: two categories. One in ten or less: a question, which names the rare one first."""
    assert warnings_of(seeds=100, seads=11) == []
    (sentence,) = warnings_of(seeds=100, seads=10)
    assert sentence.startswith("The category 'seads' (10 labels) is nearly spelled like 'seeds' (100 labels)")


def test_case_and_spaces():
    """Asked about however frequent they are."""
    (sentence,) = warnings_of(Blue_tit=5, **{"blue tit": 6})
    assert sentence.startswith("The categories 'blue tit' (6 labels) and 'Blue_tit' (5 labels) differ only in case")


def test_one_category():
    """It cannot tell clusters apart."""
    (sentence,) = category_warnings([CategoryFinding(3, 10.0)])
    assert sentence.startswith("All labels name one category, 3")


def test_numbers_are_no_names():
    """Nothing is said about categories that are not texts."""
    assert category_warnings([CategoryFinding(111, 90.0), CategoryFinding(112, 1.0)]) == []
