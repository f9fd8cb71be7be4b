"""Blocks that are the partitions of Dask collections, passed over where they are.

A pass is one task for each block, and a tree of tasks that add up what they have seen. It depends on nothing but the
data, the clusters and the clusters of the pass before: the names that rows had then are remembered where they were
made, and found anew where they are not, such as after the death of a worker. So no chain of passes has to be repeated,
and no row moves.
"""

from __future__ import annotations

import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from cecib.backends.backend import Backend, is_below
from cecib.backends.memory import Block
from cecib.backends.merging import groups, merged
from cecib.backends.passes import Look, Names, Seen, placed, renamed, see
from cecib.backends.survey import Plan, Survey, survey
from cecib.clusters import Clusters
from cecib.search.threads import one_blas_thread
from cecib.summaries import ARRAYS, Summaries

if TYPE_CHECKING:
    from cecib.blocks.dask_collections import DaskBlocks

_FITS, _PASSES = 2, 2  # of which a process remembers the names of rows
Reader = Callable[..., Block]


@dataclass(frozen=True, eq=False)
class Passed:
    """A pass that was made: enough to make it again.

    Attributes
    ----------
    clusters : Clusters
        The clusters that rows were put into.
    look : object
        These and what to keep, delayed.
    key : str
        What this pass is called.
    numbers : ndarray or None
        Other numbers that clusters have been given since.
    """

    clusters: Clusters
    look: Any
    key: str
    numbers: NDArray[np.intp] | None = None


class Dask(Backend):
    """Partitions of Dask collections, on whatever scheduler Dask has: threads, or the workers of a client."""

    place = "dask"
    blocks: DaskBlocks

    def __init__(self, blocks: DaskBlocks) -> None:
        self.blocks = blocks
        self.names, self.is_named = list(blocks.names), blocks.is_named
        self._fit = uuid4().hex

    def survey(self, plan: Plan) -> Survey:
        """Count the rows, learn what the labels name, and draw a sample."""
        planned = plan.among(self.blocks.n_rows)
        (total,) = computed(self.total("survey", _survey, planned))
        if total is None:
            raise ValueError(f"{self.blocks.source} holds no rows: expected at least one.")
        known: Survey = replace(total, sizes=self.blocks.sizes)
        return known

    def pass_over(self, look: Look, before: Passed | None = None) -> tuple[Passed, Seen]:
        """Put every row into its cheapest cluster."""
        import dask

        key = uuid4().hex
        sent = _sent(look, key)
        known = (None, None, None) if before is None else (before.key, before.look, before.numbers)
        total = self.total("pass", _pass, self._fit, key, sent, *known)
        with plainly():  # the clusters stay where they are, for the next pass
            kept, whole = dask.persist(sent, total)
        (seen,) = computed(whole)
        if seen is None:
            raise ValueError(f"{self.blocks.source} has other rows than a moment ago: leave it alone during a fit.")
        return Passed(look.clusters, kept, key), seen

    def renamed(self, passed: Passed, numbers: NDArray[np.intp]) -> Passed:
        """Give clusters other numbers."""
        return replace(passed, numbers=numbers if passed.numbers is None else numbers[passed.numbers])

    def names_of(self, passed: Passed, placing: Look | None = None) -> list[Names]:
        """Give the cluster of each row of each block."""
        sent = None
        if placing is not None:
            sent = _sent(placing, uuid4().hex)
        tasks = self._tasks("names", _names, self._fit, passed.key, passed.look, passed.numbers, sent)
        return [np.array(own) for own in computed(*tasks)]  # copies: what comes over the wire cannot be written to

    def as_arrays(self, passed: Passed) -> dict[str, NDArray[Any]]:
        """Give the clusters that rows were put into: by them each row's is found anew."""
        own, summaries = passed.clusters, passed.clusters.summaries
        arrays = {f"before_{name}": getattr(summaries, name) for name in ARRAYS}
        arrays["before_family_numbers"] = own.family_numbers
        arrays["numbers"] = np.arange(len(own)) if passed.numbers is None else passed.numbers
        return arrays if own.states is None else arrays | {"before_states": own.states}

    def from_arrays(self, arrays: dict[str, NDArray[Any]], look: Look, k: int, sizes: Sequence[int]) -> Passed:
        """Let the clusters of rows be found anew where they are needed."""
        own, numbers, families = look.clusters, arrays["numbers"], arrays["before_family_numbers"]
        summaries = Summaries.from_arrays(*(arrays[f"before_{name}"] for name in ARRAYS))
        states, shapes = arrays.get("before_states"), [getattr(own.summaries, name).shape[1:] for name in ARRAYS]
        is_sound = (
            [getattr(summaries, name).shape[1:] for name in ARRAYS] == shapes
            and numbers.shape == families.shape == (len(summaries),)
            and is_below(numbers, k)
            and is_below(families, len(own.families))
            and all(np.isfinite(array).all() for array in arrays.values())
            and (states is None or states.shape[:1] == numbers.shape)
        )
        if not is_sound:
            raise ValueError("the clusters of its rows are not those of a fit")
        clusters, key = replace(own, summaries=summaries, states=states, family_numbers=families), uuid4().hex
        return Passed(clusters, _sent(replace(look, clusters=clusters), key), key, numbers)

    def total(self, name: str, work: Callable[..., Any], *shared: Any) -> Any:
        """Give one task for each block, and the tree of tasks that add up what they say.

        Parameters
        ----------
        name : str
            What the dashboard calls the tasks.
        work : callable
            Is given the reader, the number, rows, labels and weights of a block, and what all blocks share; None: says
            nothing.
        *shared : object
            What all blocks share, delayed if it is large.
        """
        import dask

        call = dask.delayed(merged, pure=False, traverse=False)
        items = self._tasks(name, work, *shared)
        while len(items) > 1:
            items = [call(list(group), dask_key_name=f"cecib-merge-{uuid4().hex}") for group in groups(items)]
        return items[0]

    def _tasks(self, name: str, work: Callable[..., Any], *shared: Any) -> list[Any]:
        """Give one task for each block."""
        import dask

        call, key = dask.delayed(work, pure=False, traverse=False), uuid4().hex
        return [
            call(self.blocks.reader, number, *part, *shared, dask_key_name=f"cecib-{name}-{key}-{number}")
            for number, part in enumerate(self.blocks.parts)
        ]


def _sent(look: Look, key: str) -> Any:
    """Give what a pass has to know, delayed."""
    import dask

    return dask.delayed(_for_workers(look), name=f"cecib-look-{key}", traverse=False)


def _for_workers(look: Look) -> Look:
    """Leave out what a pass does not need; a task has one thread."""
    space = look.space
    if space is not None and look.missing is None:  # rows that lack values look at all directions
        space = replace(space, covariance=None)
    return replace(look, clusters=replace(look.clusters, n_jobs=1), space=space)


def _survey(reader: Reader, number: int, X: Any, y: Any, weights: Any, planned: Plan) -> Survey | None:
    block = reader(number, X, y, weights)
    return survey(block, number, planned) if len(block) else None


def _pass(
    reader: Reader, number: int, X: Any, y: Any, weights: Any,
    fit: str, key: str, look: Look, key_before: str | None, before: Look | None, numbers: NDArray[np.intp] | None,
) -> Seen | None:  # fmt: skip
    """Pass over one block, and remember the names of its rows here."""
    block = reader(number, X, y, weights)
    old = None
    if before is not None and key_before is not None:
        old = renamed(_found(fit, key_before, number, block, before), _or_same(numbers, before))
    names, seen = see(block, number, look, old)
    NAMES.put(fit, number, key, names)
    return seen


def _names(
    reader: Reader, number: int, X: Any, y: Any, weights: Any,
    fit: str, key: str, look: Look, numbers: NDArray[np.intp] | None, placing: Look | None,
) -> Names:  # fmt: skip
    """Give the names that a pass has left in one block, and forget them here."""
    names = NAMES.get(fit, number, key)
    NAMES.forget(fit, number)
    block = None if names is not None and placing is None else reader(number, X, y, weights)
    if names is None:
        assert block is not None
        names = see(block, number, _bare(look))[0]
    own = renamed(names, _or_same(numbers, look))
    return own if placing is None or block is None else placed(block, placing, own)


def _found(fit: str, key: str, number: int, block: Block, look: Look) -> Names:
    names = NAMES.get(fit, number, key)
    return see(block, number, _bare(look))[0] if names is None else names


def _bare(look: Look) -> Look:
    return replace(look, misfits=0, close=0, of_each=0)


def _or_same(numbers: NDArray[np.intp] | None, look: Look) -> NDArray[np.intp]:
    return np.arange(len(look.clusters)) if numbers is None else numbers


class Memory:
    """What this process remembers of the last passes of the last fits; what it has forgotten is found anew.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.backends.dask import Memory
    >>> memory = Memory()
    >>> memory.put("fit", 0, "pass", np.zeros(3, dtype=np.uint8))
    >>> memory.get("fit", 0, "pass"), memory.get("fit", 1, "pass")
    (array([0, 0, 0], dtype=uint8), None)
    """

    def __init__(self) -> None:
        self._fits: OrderedDict[str, dict[int, deque[tuple[str, Names]]]] = OrderedDict()
        self._lock = Lock()

    def put(self, fit: str, number: int, key: str, names: Names) -> None:
        """Remember the names of the rows of a block."""
        with self._lock:
            own = self._fits.setdefault(fit, {}).setdefault(number, deque(maxlen=_PASSES))
            own.append((key, names))
            while len(self._fits) > _FITS:
                self._fits.popitem(last=False)

    def get(self, fit: str, number: int, key: str) -> Names | None:
        """Give the names that a pass has left, if they are known here."""
        with self._lock:
            known = self._fits.get(fit, {}).get(number, ())
            return next((names for name, names in known if name == key), None)

    @property
    def n_bytes(self) -> int:
        """How much that is."""
        with self._lock:
            return sum(names.nbytes for fit in self._fits.values() for own in fit.values() for _, names in own)

    def forget(self, fit: str, number: int) -> None:
        """Forget a block."""
        with self._lock:
            self._fits.get(fit, {}).pop(number, None)


NAMES = Memory()


def computed(*tasks: Any) -> Sequence[Any]:
    """Compute tasks, with one thread for linear algebra in each."""
    import dask

    with plainly():
        results: Sequence[Any] = dask.compute(*tasks)
    return results


@contextmanager
def plainly() -> Iterator[None]:
    """Say in one sentence that a scheduler or its workers are gone."""
    try:
        with one_blas_thread():
            yield
    except Exception as error:
        distributed = sys.modules.get("distributed")
        if distributed is None:
            raise
        if isinstance(error, distributed.KilledWorker):
            raise RuntimeError(
                f"Workers of Dask have died again and again at {error.args[0]}: give them more memory, or the data "
                "smaller partitions."
            ) from error
        if isinstance(error, (distributed.CancelledError, distributed.comm.CommClosedError, TimeoutError)):
            raise ConnectionError(
                "The Dask scheduler does not answer any more: see that it runs, connect a new distributed.Client, and "
                "fit again."
            ) from error
        raise
