"""What a page is still to be sent: of what is told again and again only the newest."""

from __future__ import annotations

import asyncio

from cecib.explore.messages import Message

_TOLD_AGAIN = ("labels", "partition", "findings", "positions", "busy", "offer", "live")
_MOST = 1_000  # messages to a page that does not listen


class Outbox:
    """Messages that wait for a page, in order; one that a newer one of its type has made stale is left out.

    So a page that is slow, or asleep, costs little, and is up to date as soon as it listens again.

    Examples
    --------
    >>> import asyncio
    >>> from cecib.explore.messages import Message
    >>> from cecib.explore.outbox import Outbox
    >>> async def sent():
    ...     box = Outbox()
    ...     for number in range(3):
    ...         box.put(Message({"type": "busy", "number": number}))
    ...         box.put(Message({"type": "done", "number": number}))
    ...     return [(await box.get()).header["number"] for _ in range(4)]
    >>> asyncio.run(sent())
    [0, 1, 2, 2]
    """

    def __init__(self) -> None:
        self._waiting: list[Message] = []
        self._has_some = asyncio.Event()

    @property
    def is_full(self) -> bool:
        """Whether so many wait that nobody can be listening."""
        return len(self._waiting) >= _MOST

    def put(self, message: Message) -> None:
        """Add a message."""
        kind = message.header["type"]
        if kind in _TOLD_AGAIN:
            self._waiting = [other for other in self._waiting if other.header["type"] != kind]
        self._waiting.append(message)
        self._has_some.set()

    async def get(self) -> Message:
        """Take the first, as soon as there is one."""
        await self._has_some.wait()
        first = self._waiting.pop(0)
        if not self._waiting:
            self._has_some.clear()
        return first
