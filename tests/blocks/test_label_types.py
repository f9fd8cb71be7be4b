"""A label that is a number in one part of the data and a text in another is not taken for two categories."""

import numpy as np
import pandas as pd
import pytest

from cecib import CECIB
from cecib.blocks import open_blocks
from cecib.input_errors import InputError

RANDOM = np.random.default_rng(0)
X = RANDOM.normal(size=(60, 2)) + 9.0 * (np.arange(60) % 2)[:, None]
NUMBERS = np.where(np.arange(60) < 20, np.arange(60) % 2 + 1, -1)
TEXTS = [None if number < 0 else str(number) for number in NUMBERS]
WORDS = "labels of some blocks are numbers such as 1, of others texts such as '1': give all blocks labels of one type"


def test_of_arrays():
    with pytest.raises(InputError, match=WORDS):
        CECIB().fit_blocks([(X, NUMBERS), (X, TEXTS)])


def test_equal_numbers_of_other_types_are_one_category():
    floats = np.where(NUMBERS < 0, np.nan, NUMBERS)
    model = CECIB(random_state=0).fit_blocks([(X, NUMBERS), (X, floats), (X, np.full(60, -1))])
    assert model.categories_.tolist() == [1, 2]


@pytest.mark.parametrize("rows", [None, 60])
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_of_files(tmp_path, rows, ending):
    for name, labels in (("a", pd.Series(NUMBERS).where(NUMBERS > 0).astype("Int64")), ("b", [*TEXTS[:-1], "none"])):
        frame = pd.DataFrame(X, columns=["wing", "mass"]).assign(diet=labels)
        path = tmp_path / f"{name}.{ending}"
        frame.to_csv(path, index=False) if ending == "csv" else frame.to_parquet(path)
    with pytest.raises(InputError, match=r"numbers such as 1.*, of others texts such as '"):
        CECIB().fit_blocks(open_blocks(tmp_path, labels="diet", rows=rows))


def test_of_dask():
    da = pytest.importorskip("dask.array")
    with pytest.raises(InputError, match=WORDS):
        CECIB().fit(
            da.from_array(np.vstack([X, X]), chunks=(60, 2)),
            da.from_array(np.array([*NUMBERS.tolist(), *TEXTS], dtype=object), chunks=60),
        )
