"""A session: data, labels, the log, β and the model, whatever it is shown with."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cecib.cost import Floats
from cecib.estimator import CECIB
from cecib.explore import telling
from cecib.explore.actions import Action, Apply, BadAction, read_action
from cecib.explore.engine import Engine, TableEngine
from cecib.explore.log import Fingerprint, Log
from cecib.explore.messages import Message
from cecib.explore.standing import MOST_CATEGORIES, Ground, Labelling, Standing, Terms
from cecib.explore.worker import Worker
from cecib.label_columns import read_labels
from cecib.search.scaling import Matrix

Callback = Callable[[Message], None]
_OPEN = "open"  # a line of the log that says how the session was opened


@dataclass(frozen=True)
class Picture:
    """A picture whose pixels, or groups of them, are the rows.

    Attributes
    ----------
    width, height : int
        Its size.
    rgba : ndarray of uint8
        Its colours, row by row.
    """

    width: int
    height: int
    rgba: NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Table:
    """The data of a session.

    Attributes
    ----------
    X : array-like of shape (n, d)
        As they were given; fits get this.
    points : ndarray of shape (n, d)
        The same as an array.
    names : tuple of str
        What the features are called.
    title : str
        What the data are called.
    estimator : CECIB
        What is fitted, but for β.
    xy : ndarray of shape (n, 2) or None
        Coordinates of the user's, and what they are called.
    picture : Picture or None
        The picture, if it is one.
    details : callable or None
        Gives names and texts of a row that are no features.
    source : str or None
        The file that the data are from, and `columns` the names of its columns.
    """

    X: Any
    points: Matrix
    names: tuple[str, ...]
    title: str
    estimator: CECIB
    xy: NDArray[Any] | None = None
    xy_names: tuple[str, str] = ("x", "y")
    picture: Picture | None = None
    details: Callable[[int], list[tuple[str, str]]] | None = field(default=None, repr=False)
    source: str | None = None
    columns: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.points)

    @cached_property
    def mean(self) -> Floats:
        """Mean of each feature."""
        return np.asarray(self.points.mean(axis=0, dtype=float))

    @cached_property
    def deviation(self) -> Floats:
        """Standard deviation of each feature; 1 where it is constant."""
        spread = np.asarray(self.points.std(axis=0, dtype=float))
        return np.where(spread > 0, spread, 1.0)


class Snapshot(NamedTuple):
    """What stands at a revision."""

    revision: int
    terms: Terms
    labelling: Labelling

    @property
    def ground(self) -> Ground:
        """What a full search would be made with now."""
        return Ground(self.labelling, self.terms.beta)


class Session:
    """Somebody looks at data, labels a little, and looks again.

    Parameters
    ----------
    X : array-like of shape (n, d)
        The rows: an array, or a data frame.
    names : sequence of str, optional
        What the features are called.
    labels : array-like of shape (n,), optional
        The labels to begin with, as for `CECIB.fit`.
    title : str
        What the data are called.
    xy : array-like of shape (n, 2), optional
        Where the user draws the rows, such as their UMAP; `xy_names` says what these are.
    picture : Picture, optional
        The picture whose pixels the rows are.
    log : path-like, optional
        The file in which everything is kept; what is in it already is done again. None: nothing is kept.
    random_state : int
        Seed of the searches.
    data : Fingerprint, optional
        What tells the data from others in the log; by default the numbers themselves.
    begin : dict, optional
        What the log says beside of how it was begun.
    estimator : CECIB, optional
        What to fit, if not the default.
    details : callable, optional
        Gives, for a row, names and texts that are no features.
    engine : Engine, optional
        How labels are answered, if not by clusters of the rows (`cecib.explore.engine`).
    source : str, optional
        The file that the data are from, and `columns` the names of its columns; for the lines that do the same.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.explore import Label, Session, Undo
    >>> X = np.random.default_rng(0).normal(size=(90, 2)) + 9 * (np.arange(90) % 3)[:, None]
    >>> with Session(X, title="three groups") as session:
    ...     _ = session.do(Label("near", (0, 3)))
    ...     _ = session.do(Label("far", (2, 5)))
    ...     model = session.answer()
    >>> sorted(model.predict_category(X[:3]).tolist(), key=str)
    [None, 'far', 'near']
    """

    def __init__(
        self,
        X: ArrayLike,
        *,
        names: Sequence[str] | None = None,
        labels: ArrayLike | None = None,
        title: str = "data",
        xy: ArrayLike | None = None,
        xy_names: tuple[str, str] = ("x", "y"),
        picture: Picture | None = None,
        log: str | os.PathLike[str] | None = None,
        random_state: int = 0,
        data: Fingerprint | None = None,
        begin: dict[str, Any] | None = None,
        estimator: CECIB | None = None,
        details: Callable[[int], list[tuple[str, str]]] | None = None,
        source: str | None = None,
        columns: Sequence[str] = (),
        engine: Engine | None = None,
    ) -> None:
        own = CECIB(random_state=random_state) if estimator is None else estimator
        points = np.asarray(X) if np.asarray(X).dtype == np.float32 else np.asarray(X, dtype=np.float64)
        given = getattr(X, "columns", None) if names is None else names
        called = tuple(map(str, given)) if given is not None else tuple(f"feature {j}" for j in range(points.shape[1]))
        if points.ndim != 2:
            raise ValueError(
                f"X must have rows and columns, got {points.ndim} dimensions: reshape it, or open a picture "
                "with cecib.explore.picture_engine.picture_session."
            )
        if np.isnan(points).any():
            row, column = (int(place) for place in np.argwhere(np.isnan(points))[0])
            raise ValueError(
                f"X lacks a value in column {called[column]!r}, row {row}, and the page shows whole rows: fill or drop "
                "such rows, for example with sklearn.impute.SimpleImputer."
            )
        places = None if xy is None else np.asarray(xy, dtype=float)
        self.table = Table(X, points, called, title, own, places, xy_names, picture, details, source, tuple(columns))
        marks, categories = _marks(labels, len(points))
        self.standing = Standing(marks, categories, own.beta)
        self.revision = 0
        self.log: Log | None = None
        if log is not None:
            seen = data or Fingerprint.of_bytes(title, [np.ascontiguousarray(points).data])
            given_labels = Fingerprint.of_bytes("labels", [marks.tobytes(), "\n".join(categories).encode()]).digest
            self.log = Log(log, seen, {**(begin or {}), "begun_with": given_labels[:16]})
            try:
                self._replay(self.log)
                self.log.append({"do": _OPEN, "features": list(called), "fit": repr(own), "cecib": version("cecib")})
            except BaseException:
                self.log.close()
                raise
        self._lock = threading.RLock()
        self._callbacks: list[Callback] = []
        self.engine: Engine = TableEngine(self.table) if engine is None else engine
        self.worker = Worker(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def model(self) -> Any:
        """The newest answer; None before the first."""
        return self.worker.model

    def start(self) -> None:
        """Begin to search and to answer, in a thread."""
        self.worker.start()

    def close(self) -> None:
        """End the thread and let go of the log; what was done is kept there."""
        self.worker.close()
        if self.log is not None:
            self.log.close()

    def do(self, action: Action) -> bool:
        """Do an action, and tell whether it has changed anything; it is on the disk when this returns.

        Raises
        ------
        BadAction
            If it cannot be done.
        OSError
            If it cannot be kept; then it is not done.
        """
        with self._lock:
            if isinstance(action, Apply) and self.worker.offered(self.snapshot()) is None:
                raise BadAction("There is no better partition to apply: the full search has found none so far.")
            if not self.standing.check(action):
                return False
            if self.log is not None:
                self.log.append(action.to_json())
            self.standing.do(action)
            self.revision += 1
            self.publish(telling.labels(self.revision, self.standing))
        self.worker.wake()
        return True

    def snapshot(self) -> Snapshot:
        """Give what stands now."""
        with self._lock:
            return Snapshot(self.revision, self.standing.terms, self.standing.labelling())

    def answer(self) -> Any:
        """Wait for the model of the labels as they are now: of a table a `CECIB`."""
        return self.worker.answer()

    def subscribe(self, callback: Callback) -> Callable[[], None]:
        """Have a callback called with each message for everybody, from any thread, until what is returned is called."""
        with self._lock:
            self._callbacks.append(callback)

        def leave() -> None:
            with self._lock:
                if callback in self._callbacks:
                    self._callbacks.remove(callback)

        return leave

    def publish(self, message: Message) -> None:
        """Send a message to everybody."""
        with self._lock:
            callbacks = list(self._callbacks)
            for callback in callbacks:
                callback(message)

    def welcome(self, callback: Callback, *first: Message) -> Callable[[], None]:
        """Subscribe, and have the callback told all that stands, so that it misses nothing and hears nothing stale."""
        with self._lock:
            for message in (telling.session(self.table, self.standing), *first):
                callback(message)
            for message in (telling.labels(self.revision, self.standing), *self.worker.told()):
                callback(message)
            return self.subscribe(callback)

    def _replay(self, log: Log) -> None:
        for number, entry in enumerate(log.entries, start=2):
            if entry.get("do") == _OPEN:
                continue
            try:
                self.standing.do(read_action(entry, self.table.n))
            except BadAction as error:
                raise ValueError(f"{log.path} is damaged in line {number}: {error}") from None
            self.revision += 1


def _marks(labels: ArrayLike | None, n: int) -> tuple[NDArray[np.int16], list[str]]:
    side = read_labels(labels, n)
    if side.levels is not None:
        raise ValueError("labels must be of one level: give one column.")
    texts = [str(name).strip() for name in side.categories.tolist()]
    names = list(dict.fromkeys(texts))
    if len(names) > MOST_CATEGORIES:
        raise ValueError(
            f"labels name {len(names):,} categories, and {MOST_CATEGORIES:,} is the most: give a column of categories."
        )
    place = np.array([*map(names.index, texts), -1], dtype=np.int16)
    return place[side.index], names
