"""The worker: one thread that answers the newest labels quickly, and has a full search made behind.

Actions that come while it answers are answered together. A full search that nobody wants any more, since labels have
changed, is given up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from cecib.explore import telling
from cecib.explore.background import Search
from cecib.explore.colours import Colours
from cecib.explore.messages import Message
from cecib.explore.standing import Ground

if TYPE_CHECKING:
    from cecib.explore.session import Session, Snapshot

_PAUSE = 0.15  # seconds without an action before findings are told
_REST = 0.7  # seconds without an action before a full search begins
_KEPT = 4  # full searches that are remembered, for undo
_LEAST_GAIN = 1.0  # nats in all, below which a partition is not offered

Task = Callable[[], None]


class Worker:
    """Answers what somebody does in a session.

    Parameters
    ----------
    session : Session
        The session.

    Attributes
    ----------
    model : Answer or None
        The newest answer: of a table a `CECIB`.
    ground : object or None
        The full search that it began from.
    is_live : bool
        Whether answers come by themselves; if not, only `search` asks for one.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.model: Any = None
        self.ground: Any = None
        self.is_live = True
        self._is_asked = False
        self._change = threading.Condition()  # taken before the lock of the session, never after
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._begun = self._answered = self._found = -1  # revisions
        self._acted = 0.0
        self._grounds: list[tuple[Ground, Any]] = []
        self._search: Search | None = None
        self._tried: Ground | None = None  # what was searched last
        self._offer: tuple[Ground, Any] | None = None
        self._failure: tuple[Ground, Exception] | None = None
        self._latest: tuple[Snapshot, Any, Any] | None = None
        self._colours = Colours()
        self._told: dict[str, Message] = {}

    def start(self) -> None:
        """Begin."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="cecib worker", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """End, without waiting for a search to come to anything."""
        with self._change:
            self._is_closed = True
            search = self._search
            self._change.notify_all()
        if search is not None:
            search.abandon()
            search.join()
        if self._thread is not None:
            self._thread.join()

    def wake(self) -> None:
        """Hear that something was done; a search or an offer that has become stale is dropped."""
        with self._change:
            self._acted = monotonic()
            now = self.session.snapshot()
            if self._search is not None and self._search.ground not in (now.ground, now.terms.ground):
                self._search.abandon()
            if self._offer is not None and (self._offer[0] != now.ground or now.ground == now.terms.ground):
                self._withdraw()
            self._change.notify_all()

    def search(self) -> None:
        """Answer and search in full now, also if that was done before, or if answers do not come by themselves."""
        with self._change:
            self._tried, self._failure, self._acted = None, None, 0.0
            self._is_asked = self._begun != self.session.revision
            now = self.session.snapshot()
            if now.ground == now.terms.ground:
                self._withdraw("This is what a full search with these labels has found.")
            self._change.notify_all()

    def live(self, is_live: bool) -> None:
        """Have answers come by themselves, or only on request."""
        with self._change:
            self.is_live = is_live
            self._change.notify_all()
        self.tell(telling.live(is_live))

    def answer(self) -> Any:
        """Wait for the answer to what stands now."""
        self.start()
        with self._change:
            self._is_asked = self._begun != self.session.revision
            self._change.notify_all()
            now = self.session.snapshot()
            self._change.wait_for(
                lambda: self._is_closed or self._failed(now) is not None or self._answered >= now.revision
            )
            failure = self._failed(now)
            if failure is not None:
                raise failure
            if self.model is None:
                raise RuntimeError("The session was closed before it had an answer.")
            return self.model

    def wait_for_search(self, seconds: float | None = None) -> bool:
        """Wait until the full search of what stands now has come to its end; False if it takes longer."""
        self.start()
        with self._change:
            return self._change.wait_for(
                lambda: self._is_closed or (self._search is None and self._tried == self.session.snapshot().ground),
                seconds,
            )

    def latest(self) -> tuple[Snapshot, Any, Any]:
        """Give the newest answer: what it answers, the model, and the full search that it began from."""
        if self._latest is None:
            raise RuntimeError("There is no answer yet.")
        return self._latest

    def offered(self, now: Snapshot) -> Any:
        """Give the better partition that can be applied now, if there is one."""
        offer = self._offer
        return offer[1] if offer is not None and offer[0] == now.ground else None

    def told(self) -> list[Message]:
        """Give what everybody was told last."""
        return [self._told[kind] for kind in ("partition", "findings", "offer", "live", "busy") if kind in self._told]

    def tell(self, message: Message) -> None:
        """Tell everybody."""
        self._told[message.header["type"]] = message
        self.session.publish(message)

    def has_searched(self, search: Search, found: Any) -> None:
        """Hear of the end of a search, in its thread; None: it was given up."""
        gain = 0.0
        if found is not None and not isinstance(found, Exception):
            try:
                gain = self._gain(search.ground, found)
            except Exception as error:
                found = error
        with self._change:
            self._search = None
            if found is not None:
                self._tried = search.ground
                self._take(search.ground, found, gain)
            self.tell(telling.busy(None))
            self._change.notify_all()

    def _failed(self, now: Snapshot) -> Exception | None:
        """Give the error that keeps this from being answered, if there is one."""
        failure = self._failure
        return failure[1] if failure is not None and failure[0] in (now.ground, now.terms.ground) else None

    def _gain(self, ground: Ground, found: Any) -> float:
        """Nats by which a search is better than the newest answer, if that is an answer to the same labels."""
        latest = self._latest
        if latest is None or latest[0].ground != ground:
            return 0.0
        return self.session.engine.gain(found, latest[1], latest[0])

    def _take(self, ground: Ground, found: Any, gain: float) -> None:
        """Keep what a search has found, as the ground of answers or as an offer."""
        now = self.session.snapshot()
        if isinstance(found, Exception):
            self._failure = (ground, found) if ground == now.terms.ground else None
            self.tell(telling.error(found))
        elif ground == now.terms.ground:
            self._keep(ground, found, now)
        elif ground == now.ground:
            if gain >= _LEAST_GAIN:
                self._offer = ground, found
                self._keep(ground, found, now)
                self.tell(telling.offer(gain, found, self.model))
            else:
                self._withdraw("A full search has found nothing better.")

    def _keep(self, ground: Ground, found: Any, now: Snapshot) -> None:
        """Remember a search, and the newest others; the one that answers begin from is never forgotten."""
        others = [own for own in self._grounds if own[0] != ground]
        kept = [own for i, own in enumerate(others) if i < _KEPT or own[0] == now.terms.ground]
        self._grounds = [(ground, found), *kept]

    def _withdraw(self, sentence: str | None = None) -> None:
        self._offer = None
        self.tell(telling.no_offer(sentence))

    # what the thread does

    def _run(self) -> None:
        while (task := self._next()) is not None:
            try:
                task()
            except Exception as error:  # a session goes on, whatever happens to one answer
                self.tell(telling.error(error))

    def _next(self) -> Task | None:
        """Wait for something to do; None: the end."""
        with self._change:
            while not self._is_closed:
                now = self.session.snapshot()
                ground = next((model for own, model in self._grounds if own == now.terms.ground), None)
                if ground is None:
                    self._begin(now.terms.ground)
                elif self._begun != now.revision and (self.is_live or self._is_asked):
                    self._begun, self._is_asked = now.revision, False
                    return partial(self._answer, now, ground)
                elif self._found != self._begun and self._acted + _PAUSE <= monotonic():
                    self._found = self._begun
                    return self._find
                elif (
                    self._begun == now.revision
                    and now.ground not in (now.terms.ground, self._tried)
                    and self._acted + _REST <= monotonic()
                ):
                    self._begin(now.ground)
                soon = [self._acted + pause - monotonic() for pause in (_PAUSE, _REST)]
                self._change.wait(min((pause for pause in soon if pause > 0), default=None))
        return None

    def _begin(self, ground: Ground) -> None:
        if self._search is None and (self._failure is None or self._failure[0] != ground):
            self._search = Search(self, ground)
            self.tell(telling.busy("searching"))

    def _answer(self, now: Snapshot, ground: Any) -> None:
        session = self.session
        try:
            model = session.engine.answered(ground, now)
            colours = self._colours.of(model.labels_, model.n_clusters_)
            message = session.engine.partition(model, now, colours)
        except Exception as error:
            with self._change:
                self._answered, self._failure = now.revision, (now.ground, error)
                self._change.notify_all()
            raise
        is_moved = ground is not self.ground
        self.model, self.ground, self._latest = model, ground, (now, model, ground)
        self.tell(message)
        if is_moved:
            session.publish(telling.moved())
        with self._change:
            self._answered, self._failure = now.revision, None
            self._change.notify_all()

    def _find(self) -> None:
        if self._latest is not None:
            now, model, ground = self._latest
            found = self.session.engine.findings(model, ground, now)
            if found is not None:
                self.tell(found)
