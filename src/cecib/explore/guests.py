"""A guest of a session: a page, or a widget. What it asks for is answered, and what is wrong is said in a sentence."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from cecib.explore import telling
from cecib.explore.actions import ACTIONS, BadAction, read_action, read_row, shown
from cecib.explore.messages import Message
from cecib.explore.saving import read_kinds, save
from cecib.explore.views import View, positions, read_view, views_of
from cecib.input_errors import InputError
from cecib.side_information import UNLABELLED

if TYPE_CHECKING:
    from cecib.explore.session import Session

Send = Callable[[Message], None]
_ALIASES = {"scribble": "label"}


class Guest:
    """Whoever sees a session and does something in it.

    Parameters
    ----------
    session : Session
        The session.
    send : callable
        Sends a `Message` to the page; called from any thread.

    Examples
    --------
    >>> import numpy as np
    >>> from cecib.explore import Guest, Session
    >>> seen = []
    >>> with Session(np.zeros((3, 2))) as session:
    ...     guest = Guest(session, seen.append)
    ...     guest.receive({"type": "label", "id": 1, "category": "seeds", "rows": [7]})
    ...     guest.leave()
    >>> seen[0].header["sentence"]
    'rows must hold numbers from 0 to 2, got 7.'
    """

    def __init__(self, session: Session, send: Send) -> None:
        self.session, self._send = session, send
        self._view = View(views_of(session.table)[0]["kind"])
        self._leave: Callable[[], None] | None = None
        self._is_gone = False
        self._lock = threading.Lock()  # of these two

    def receive_text(self, text: str | bytes) -> None:
        """Take a message as text."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            self._send(telling.error("A message must be an object of JSON."))
            return
        self.receive(message)

    def receive(self, message: Any) -> None:
        """Take a message, an object of JSON, and answer it; whatever is wrong with it, the session goes on."""
        number = message.get("id") if isinstance(message, dict) else None
        number = number if _is_number_or_name(number) else None
        try:
            self._answer(message)
        except (BadAction, InputError, ValueError, OSError, ModuleNotFoundError) as problem:
            self._send(telling.error(problem, number))
        except Exception as problem:
            self._send(telling.error(f"{type(problem).__name__}: {problem} (a bug of cecib).", number))
        else:
            if number is not None:
                self._send(telling.done(number))

    def leave(self) -> None:
        """Hear nothing any more, also if it is being welcomed at this moment."""
        with self._lock:
            self._is_gone = True
        self._hear_by(None)

    def _answer(self, message: Any) -> None:
        if not isinstance(message, dict):
            raise BadAction(f"A message must be an object of JSON, got {shown(message)}.")
        kind = message.get("type")
        kind = _ALIASES.get(kind, kind) if isinstance(kind, str) else kind
        if isinstance(kind, str) and kind in ACTIONS:
            self.session.do(read_action({**message, "do": kind}, self.session.table.n))
            return
        answer = _ANSWERS.get(kind) if isinstance(kind, str) else None
        if answer is None:
            raise BadAction(f"There is no message of type {shown(kind)}: there are {', '.join([*ACTIONS, *_ANSWERS])}.")
        answer(self, message)

    def _hello(self, message: dict[str, Any]) -> None:
        self._hear_by(None)
        self._hear_by(self.session.welcome(self._hear, self._places()))

    def _hear_by(self, leave: Callable[[], None] | None) -> None:
        """Keep what ends a subscription, and end the one before; or this one too, if the guest has left meanwhile."""
        with self._lock:
            ended = [self._leave, leave] if self._is_gone else [self._leave]
            self._leave = None if self._is_gone else leave
        for end in ended:
            if end is not None:
                end()

    def _hear(self, message: Message) -> None:
        if message.header["type"] != "moved":
            self._send(message)
        elif self._view.kind == "plane":
            try:
                self._send(self._places())
            except Exception as problem:  # of this guest's view, and no matter of the others
                self._send(telling.error(problem))

    def _places(self) -> Message:
        where = positions(self._view, self.session.table, self.session.worker.ground)
        return telling.positions(self._view, where)

    def _choose_view(self, message: dict[str, Any]) -> None:
        self._view = read_view(message.get("view"), self.session.table)
        self._send(self._places())

    def _search(self, message: dict[str, Any]) -> None:
        self.session.worker.search()

    def _live(self, message: dict[str, Any]) -> None:
        if type(message.get("on")) is not bool:
            raise BadAction(f"on must be true or false, got {shown(message.get('on'))}.")
        self.session.worker.live(message["on"])

    def _column(self, message: dict[str, Any]) -> None:
        name, table = message.get("name"), self.session.table
        if not isinstance(name, str) or name not in table.names:
            raise BadAction(f"There is no column {shown(name)}: name a feature.")
        values = table.points[:, table.names.index(name)].astype(np.float32)
        self._send(Message({"type": "column", "name": name}, {"values": values}))

    def _row(self, message: dict[str, Any]) -> None:
        table, model = self.session.table, self.session.model
        row = read_row(message.get("row"), table.n)
        values = [(name, f"{value:.6g}") for name, value in zip(table.names, table.points[row].tolist(), strict=True)]
        more = table.details(row) if table.details is not None else []
        mark = int(self.session.standing.marks[row])
        surely = None
        if model is not None:
            told = {one.header["type"]: one for one in self.session.worker.told()}.get("partition")
            surely = None if told is None else round(float(told.buffers["certainty"][row]) / 255.0, 3)
        header = {
            "type": "row",
            "row": row,
            "values": [[name, text] for name, text in [*more, *values]],
            "cluster": None if model is None else int(model.labels_[row]),
            "category": None if mark == UNLABELLED else mark,
            "certainty": surely,
        }
        self._send(Message(header))

    def _save(self, message: dict[str, Any]) -> None:
        saved = save(self.session, read_kinds(message.get("what")))
        files = [[what, str(path)] for what, path in saved.files]
        self._send(Message({"type": "saved", "files": files, "python": saved.python, "shell": saved.shell}))


def _is_number_or_name(given: Any) -> bool:
    """Whether a page is told it again as it gave it: JSON knows no infinity."""
    return type(given) in (int, str) or (type(given) is float and math.isfinite(given))


_ANSWERS: dict[str, Callable[[Guest, dict[str, Any]], None]] = {
    "hello": Guest._hello,
    "view": Guest._choose_view,
    "search": Guest._search,
    "live": Guest._live,
    "column": Guest._column,
    "row": Guest._row,
    "save": Guest._save,
}
