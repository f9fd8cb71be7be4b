"""Rounds of the Dask back end, timed one by one, with what they move and what workers hold."""

from __future__ import annotations

import pickle
import resource
import time
from dataclasses import dataclass
from functools import partial

import numpy as np

from cecib import CECIB
from cecib.backends.dask import Dask
from cecib.backends.merging import FAN_IN, merged
from cecib.backends.passes import Look
from cecib.blocks.dask_collections import DaskBlocks

CLOSE = 50_000  # rows that a pass of a fit keeps


@dataclass(frozen=True)
class Run:
    """One setting: so many rows in so many blocks, on so many workers."""

    rows: int
    features: int
    clusters: int
    blocks: int
    workers: int
    wall: float = 0.0  # seconds of a round; all figures are the least of several rounds
    work: float = 0.0  # seconds of processor that all workers take for it
    serial: float = 0.0  # seconds of processor that scheduler and client take, which are one process here
    merge: float = 0.0  # seconds of processor for one merge of eight, each with all rows that may be kept
    moved: float = 0.0  # bytes that workers send in a round, to each other and to the client
    down: int = 0  # bytes of the clusters
    up: int = 0  # bytes of what comes to the client

    @property
    def seconds(self) -> float:
        """What a round takes where each worker has a processor of its own, and the scheduler too."""
        return self.work / self.workers + self.serial + self.floors * self.merge

    @property
    def floors(self) -> int:
        """How high the tree of merges is."""
        return int(np.ceil(np.log(max(self.blocks, 2)) / np.log(FAN_IN)))


def part(rows: int, features: int, clusters: int, number: int) -> np.ndarray:
    centres = np.random.default_rng(7).uniform(-6, 6, (clusters, features))
    random = np.random.default_rng(number)
    X = random.standard_normal((rows, features), dtype=np.float32)
    X += centres[random.integers(clusters, size=rows)]
    return X


def made(run: Run):
    """Rows that the workers make themselves."""
    import dask
    import dask.array as da

    size = run.rows // run.blocks
    call = dask.delayed(partial(part, size, run.features, run.clusters), pure=False)
    shape = (size, run.features)
    return da.concatenate([da.from_delayed(call(i), shape, dtype=np.float32) for i in range(run.blocks)])


def timed(run: Run, client, repeats: int = 5) -> Run:
    """Time rounds with clusters that stand still, on rows that lie on the workers."""
    from distributed import wait

    X = client.persist(made(run))
    wait(X)
    sample = part(20_000, run.features, run.clusters, -1 % 10_000)
    model = CECIB(run.clusters, random_state=0, n_init=1, max_iter=20, subspace=None).fit(sample)
    backend = Dask(DaskBlocks(X))
    look = Look(model.clusters_, model.space_, np.arange(0), close=CLOSE)
    passed, seen = backend.pass_over(look)
    before, took = _moved(client), []
    for _ in range(repeats):
        begin = _clocks(client)
        passed, seen = backend.pass_over(look, passed)
        took.append(_clocks(client) - begin)
    wall, work, serial = np.min(took, axis=0).tolist()
    begin = time.process_time()
    merged([seen] * FAN_IN)
    merge = time.process_time() - begin
    return Run(
        seen.rows, run.features, model.n_clusters_, run.blocks, run.workers, wall, work, serial, merge,
        (_moved(client) - before) / repeats, len(pickle.dumps(look)), len(pickle.dumps(seen)),
    )  # fmt: skip


def _clocks(client) -> np.ndarray:
    """Give seconds by the clock, of processor of all workers, and of processor here."""
    workers = sum(client.run(time.process_time).values())
    return np.array([time.perf_counter(), workers, time.process_time()])


def _moved(client) -> float:
    return float(sum(client.run(_sent).values()))


def _sent(dask_worker) -> int:
    return int(dask_worker.transfer_outgoing_bytes_total)


def peak_of_workers(client) -> float:
    """Megabytes that the largest worker has held."""
    return max(client.run(_peak).values())


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
