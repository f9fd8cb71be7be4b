"""Dask: the answer of the disk back end, wherever the blocks are and whatever happens to workers."""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from functools import partial

import numpy as np
import pytest

from backends.made_data import CHUNK, made_rows, pieces
from cecib import CECIB
from cecib.backends.dask import NAMES, Dask, Memory
from cecib.blocks import arrays
from cecib.input_errors import InputError
from cecib.whole import course, fitting

dask = pytest.importorskip("dask", reason="Dask is not installed: pip install 'cecib[dask]'")
da = pytest.importorskip("dask.array", reason="dask.array is not installed: pip install 'cecib[dask]'")
dd = pytest.importorskip("dask.dataframe", reason="dask.dataframe is not installed: pip install 'cecib[dask]'")
distributed = pytest.importorskip("distributed", reason="distributed is not installed: pip install 'cecib[dask]'")
pd = pytest.importorskip("pandas")

X, Y = made_rows()
NAMED = ["a", "b", "c"]
PATIENCE = 120.0  # seconds
made = partial(CECIB, beta=1.0, subspace=None, n_init=2, max_clusters=12, random_state=0)


@pytest.fixture(autouse=True)
def small_sample(monkeypatch):
    """A sample finds the model, so that passes over all rows have something to do."""
    monkeypatch.setattr(fitting, "sample_size", lambda n_features: 2_000)


@pytest.fixture(scope="module")
def client():
    """Two worker processes of one thread each."""
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as own,
    ):
        yield own


@pytest.fixture
def threads():
    with dask.config.set(scheduler="threads"):
        yield


@pytest.fixture(scope="module")
def on_disk():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fitting, "sample_size", lambda n_features: 2_000)
        return made().fit_blocks(arrays(pieces(X, Y)))


def chunked(array, chunk=CHUNK):
    return da.from_array(array, chunks=(chunk, *array.shape[1:]))


def frame_of(rows=X, labels=Y, n=10):
    frame = pd.DataFrame(rows, columns=NAMED)
    frame["diet"] = pd.Series(np.where(labels < 0, None, np.char.add("kind ", labels.astype(str))))
    return dd.from_pandas(frame, npartitions=n, sort=False)


def assert_same(one, other):
    assert one.n_iter_ == other.n_iter_ > 3
    assert one.cost_ == other.cost_
    assert one.clusters_ == other.clusters_
    np.testing.assert_array_equal(one.labels_, other.labels_)


def test_processes_give_the_answer_of_the_disk(client, on_disk):
    """Bit for bit: summaries are added up along the same tree."""
    assert_same(made().fit(chunked(X), chunked(Y)), on_disk)


@pytest.mark.parametrize("scheduler", ["threads", "sync"])
def test_threads_give_the_answer_of_the_disk(on_disk, scheduler):
    with dask.config.set(scheduler=scheduler):
        assert_same(made().fit(chunked(X), Y), on_disk)


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("missing", ["model", "drop"])
def test_missing_values_give_the_answer_of_the_disk(missing):
    """Each worker fills rows as its block has them; rows that take no part are put into clusters at the end."""
    rows, y = X[: 4 * CHUNK].copy(), Y[: 4 * CHUNK]
    rows[np.random.default_rng(0).random(rows.shape) < 0.05] = np.nan
    rows[[3, 2 * CHUNK]] = np.nan
    disk = made(missing=missing).fit_blocks(arrays(pieces(rows, y)))
    lazy, labels = chunked(rows), chunked(y)
    model = made(missing=missing).fit(lazy, labels)
    assert model.cost_ == disk.cost_
    assert model.clusters_ == disk.clusters_
    assert model.missing_ == disk.missing_
    np.testing.assert_array_equal(model.labels_, disk.labels_)
    np.testing.assert_array_equal(model.predict(lazy).compute(), disk.predict(rows))
    np.testing.assert_allclose(model.predict_proba(lazy).compute(), disk.predict_proba(rows), atol=1e-12)
    found, usual = model.findings(lazy, labels), disk.findings(rows, y)
    np.testing.assert_array_equal(found.labels.row, usual.labels.row)
    np.testing.assert_allclose(found.labels.probability_wrong, usual.labels.probability_wrong, atol=1e-9)


def test_one_worker_gives_the_answer_of_two(client, on_disk):
    first = next(iter(client.scheduler_info(n_workers=-1)["workers"]))
    with dask.annotate(workers=[first], allow_other_workers=False):
        rows = client.persist(chunked(X), workers=[first])
    assert_same(made().fit(rows, Y), on_disk)


def test_a_killed_worker_does_not_change_the_answer(on_disk, monkeypatch):
    """Killed after the second pass; its names of rows are gone, and found anew."""
    count, whole, killed, found, failed = Counter(), Dask.pass_over, [], [], []

    def pass_over(self, *arguments):
        count["passes"] += 1
        seen = whole(self, *arguments)
        if count["passes"] == 2:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)
        return seen

    def run():
        try:
            found.append(made().fit(rows, Y))
        except Exception as error:
            failed.append(error)

    monkeypatch.setattr(Dask, "pass_over", pass_over)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        distributed.Client(cluster) as client,
    ):
        rows = client.persist(chunked(X))
        fit = threading.Thread(target=run, daemon=True)
        fit.start()
        fit.join(PATIENCE)
        if fit.is_alive() and killed and not any(client.processing().values()):
            pytest.skip(
                "the scheduler of Dask stands still after the death of a worker: it gives out no tasks any more"
            )
        assert not failed
        assert_same(*found, on_disk)
        assert killed
        client.wait_for_workers(2)
        assert killed[0] not in client.run(os.getpid).values()


def test_a_round_is_one_task_per_block_and_a_tree_of_merges(client):
    rows, labels = client.persist(chunked(X)), client.persist(chunked(Y))
    distributed.wait([rows, labels])
    with distributed.get_task_stream(client) as stream:
        model = made().fit(rows, labels)
    tasks = Counter(distributed.utils.key_split(task["key"]) for task in stream.data)
    rounds, blocks = model.n_iter_, rows.npartitions
    assert blocks == 10
    assert tasks["cecib-pass"] == rounds * blocks
    assert tasks["cecib-merge"] == (rounds + 1) * 3  # 10 → 2 → 1, and those of the survey
    assert tasks["cecib-survey"] == tasks["cecib-names"] == blocks
    assert tasks["cecib-look"] == rounds
    assert sum(tasks.values()) == (rounds + 2) * blocks + (rounds + 1) * 3 + rounds


def test_what_moves_does_not_grow_with_the_rows(client, monkeypatch):
    """Beyond the summaries there are rows that are kept, at most so many."""
    monkeypatch.setattr(course, "_CLOSE", 100)
    sizes = []
    for times in (1, 4):
        rows = client.persist(chunked(np.tile(X, (times, 1)), CHUNK * times))
        seen = []
        whole = Dask.pass_over

        def pass_over(self, look, before=None, seen=seen, whole=whole):
            passed, found = whole(self, look, before)
            seen.append(len(distributed.protocol.pickle.dumps(found)) if not look.misfits else 0)
            return passed, found

        with monkeypatch.context() as patch:
            patch.setattr(Dask, "pass_over", pass_over)
            model = made().fit(rows)
        sizes.append(max(seen) / model.n_clusters_)
    assert sizes[1] < 1.2 * sizes[0]


def test_a_data_frame_of_unknown_sizes(client, on_disk):
    """Labels are texts in a column; some partitions are empty."""
    frame = frame_of()
    frame = dd.concat([frame, frame[frame["a"] > 1e9]])
    frame = frame.repartition(npartitions=frame.npartitions)
    model = made().fit(frame[NAMED], frame["diet"])
    assert model.categories_.tolist() == ["kind 0", "kind 1", "kind 2"]
    assert model.feature_names_in_.tolist() == NAMED
    np.testing.assert_array_equal(model.labels_, on_disk.labels_)
    lazy = model.predict(frame[NAMED])
    assert isinstance(lazy, da.Array)
    np.testing.assert_array_equal(lazy.compute(), model.predict(pd.DataFrame(X, columns=NAMED)))


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize(
    "labels",
    [
        pd.Series(Y),
        pd.Series(Y).where(Y >= 0).astype("Int64"),
        pd.Series(Y).where(Y >= 0).astype("category"),
        pd.Series(Y).where(Y >= 0).astype(float),
        pd.DataFrame({"only": Y}),
    ],
    ids=["int", "nullable", "category", "float", "frame"],
)
def test_labels_of_any_type(labels, on_disk):
    frame = dd.from_pandas(pd.DataFrame(X, columns=NAMED), npartitions=10, sort=False)
    given = dd.from_pandas(labels, npartitions=10, sort=False)
    model = made().fit(frame, given)
    assert [float(value) for value in model.categories_] == [0.0, 1.0, 2.0]
    np.testing.assert_array_equal(model.labels_, on_disk.labels_)


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("as_given", [np.asarray, lambda own: chunked(own, 4_000)], ids=["array", "other chunks"])
def test_weights(as_given):
    weights = np.where(np.arange(len(X)) % 3 == 0, 2.0, 1.0)
    expected = made().fit_blocks(arrays(pieces(X, Y, weights)))
    assert_same(made().fit(chunked(X), Y, as_given(weights)), expected)


@pytest.mark.usefixtures("threads")
def test_one_weight_for_all_rows(on_disk):
    model = made().fit(chunked(X), Y, 1.0)
    np.testing.assert_array_equal(model.labels_, on_disk.labels_)


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize(
    "method",
    ["predict", "predict_proba", "predict_category", "predict_category_proba", "predict_new_proba", "score_samples"],
)
def test_answers_are_lazy(on_disk, method):
    lazy = getattr(on_disk, method)(chunked(X))
    expected = getattr(on_disk, method)(X)
    assert isinstance(lazy, da.Array)
    assert (lazy.shape, lazy.dtype) == (expected.shape, expected.dtype)
    np.testing.assert_allclose(lazy.compute(), expected, rtol=1e-12)
    assert lazy.chunks[0] == (CHUNK,) * 10


@pytest.mark.usefixtures("threads")
def test_score_and_fit_predict(on_disk):
    assert on_disk.score(chunked(X)) == pytest.approx(on_disk.score(X))
    np.testing.assert_array_equal(made().fit_predict(chunked(X), Y), on_disk.labels_)


@pytest.mark.usefixtures("threads")
def test_findings_are_those_of_rows_in_memory(on_disk):
    rows = X.copy()
    rows[7], rows[9_000] = 60.0, -50.0
    labels = Y.copy()
    labels[np.flatnonzero(Y == 0)[:3]] = 2
    found, expected = on_disk.findings(chunked(rows), chunked(labels)), on_disk.findings(rows, labels)
    assert found.clusters == expected.clusters
    assert found.warnings == expected.warnings
    assert found.categories == expected.categories
    assert found.outliers.tolist() == expected.outliers.tolist() != []
    assert len(found.suspects)
    pd.testing.assert_frame_equal(found.table("labels"), expected.table("labels"))


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize(
    ("rows", "labels", "weights", "sentence"),
    [
        ("nan", None, None, r"Column 'b' must hold finite numbers, got an empty cell or NaN in block 3, row 11"),
        ("good", Y[:-1], None, r"y must have 12,?000 entries"),
        ("good", da.zeros(11_999, chunks=CHUNK), None, r"y must have 12,000 entries, one per row of X, got 11,999"),
        ("good", np.column_stack([Y, Y]), None, r"labels of blocks have one level, got 2 columns"),
        ("good", None, -np.ones(len(X)), r"sample_weight must hold finite numbers, 0 or more"),
    ],
    ids=["nan", "few", "other", "levels", "weights"],
)
def test_bad_input_is_one_sentence(rows, labels, weights, sentence):
    own = X.copy()
    if rows == "nan":
        own[2 * CHUNK + 10, 1] = np.nan
    frame = dd.from_pandas(pd.DataFrame(own, columns=NAMED), npartitions=10, sort=False)
    with pytest.raises(InputError, match=sentence):
        made(missing="fail").fit(frame, labels, weights)


def test_a_bad_value_is_named_by_processes_too(client):
    rows = X.copy()
    rows[2 * CHUNK + 10, 1] = np.inf
    with pytest.raises(InputError, match=r"Column '1' must hold finite numbers, got .* in block 3, row 11"):
        made().fit(chunked(rows))


@pytest.mark.usefixtures("threads")
def test_what_is_refused():
    with pytest.raises(InputError, match="groups is for rows in memory"):
        CECIB().fit(chunked(X), groups=[(0, 1)])
    with pytest.raises(InputError, match=r"Column 'diet' of X holds .*: features must be numbers"):
        CECIB().fit(frame_of())
    with pytest.raises(InputError, match="X must be a Dask array of shape"):
        CECIB().fit(chunked(Y))
    with pytest.raises(InputError, match="y has 5 partitions, X 10: they need the same"):
        CECIB().fit(frame_of()[NAMED], frame_of(n=5)["diet"])


@pytest.mark.usefixtures("threads")
def test_columns_in_several_chunks(on_disk):
    assert_same(made().fit(da.from_array(X, chunks=(CHUNK, 2)), Y), on_disk)


@pytest.mark.usefixtures("threads")
def test_progress_is_reported(capsys):
    told = []
    model = made(verbose=1, callback=told.append).fit(chunked(X), Y)
    assert [one.pass_ for one in told[-model.n_iter_ :]] == list(range(1, model.n_iter_ + 1))
    assert "pass   1" in capsys.readouterr().out


@pytest.mark.usefixtures("threads")
def test_names_are_forgotten_after_a_fit():
    before = NAMES.n_bytes
    made().fit(chunked(X), Y)
    assert NAMES.n_bytes <= before


def test_a_process_remembers_two_passes_of_two_fits():
    memory = Memory()
    for fit in "abc":
        for key in "123":
            memory.put(fit, 0, key, np.zeros(1_000, dtype=np.uint8))
    assert memory.n_bytes == 4_000
    assert memory.get("a", 0, "3") is None
    assert memory.get("c", 0, "1") is None
    assert memory.get("c", 0, "2") is not None


def test_a_dead_scheduler_is_one_sentence(tmp_path, monkeypatch):
    where = str(tmp_path / "scheduler.json")

    def started(role, *more):
        command = [sys.executable, "-m", f"distributed.cli.dask_{role}", "--scheduler-file", where, "--no-dashboard"]
        return subprocess.Popen([*command, *more], stderr=subprocess.DEVNULL, cwd=tmp_path)

    scheduler = started("scheduler", "--port", "0")
    worker = started("worker", "--nthreads", "1")
    whole, count = Dask.pass_over, Counter()

    def pass_over(self, *arguments):
        count["passes"] += 1
        if count["passes"] == 2:
            scheduler.kill()
        return whole(self, *arguments)

    monkeypatch.setattr(Dask, "pass_over", pass_over)
    try:
        with distributed.Client(scheduler_file=where, timeout=30, set_as_default=False) as own, own.as_current():
            model = made()
            with dask.config.set(scheduler=own), pytest.raises(ConnectionError, match="scheduler does not answer"):
                model.fit(chunked(X))
            assert not hasattr(model, "labels_")
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()


def test_dask_is_not_imported_unless_it_is_used():
    code = "import sys, numpy as np; from cecib import CECIB; CECIB(random_state=0).fit(np.eye(9)[:, :3]); "
    code += "print('dask' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.usefixtures("threads")
def test_labels_of_a_parquet_file_are_read_with_the_rows(tmp_path, on_disk, threads):
    """Dask may read several parts of a column at once, so that its partitions are not those of the other columns."""
    frame_of().compute().reset_index(drop=True).to_parquet(tmp_path / "birds.parquet", row_group_size=CHUNK)
    frame = dd.read_parquet(tmp_path / "birds.parquet", split_row_groups=True)
    model = made().fit(frame[NAMED], frame["diet"], frame["a"] * 0 + 1.0)
    assert model.categories_.tolist() == ["kind 0", "kind 1", "kind 2"]
    np.testing.assert_array_equal(model.labels_, on_disk.labels_)
    found = model.findings(frame[NAMED], frame["diet"])
    assert sum(one.n_labelled for one in found.clusters) == (Y >= 0).sum()
