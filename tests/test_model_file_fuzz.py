"""Altered model files, a few of those that ``python tests/fuzz_model_files.py`` makes by the thousand."""

import pytest

from fuzz_model_files import run

BOUNDS = {"suite": (0, 60), "slow": (60, 2_940)}


@pytest.mark.parametrize("part", ["suite", pytest.param("slow", marks=pytest.mark.slow)])
def test_altered_files_are_refused_in_a_sentence_or_usable(part):
    verdicts = run(*BOUNDS[part])
    assert len(verdicts) == BOUNDS[part][1]
    assert {seed: verdict for seed, verdict in verdicts.items() if verdict not in ("refused", "usable")} == {}
    assert set(verdicts.values()) == {"refused", "usable"}
