"""The page's server: on this machine only, for whoever knows the token.

The page itself holds no data and is given to anybody on this machine. The session is behind a WebSocket whose
subprotocols have to name the token; it comes in the fragment of the address, which browsers never send, and is never
written anywhere. Host and Origin have to be this server's, so that no other page in the browser reaches it.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cecib.explore import telling
from cecib.explore.guests import Guest
from cecib.explore.messages import Message
from cecib.explore.outbox import Outbox
from cecib.explore.session import Session
from cecib.extras import require

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.websockets import WebSocket

HOST = "127.0.0.1"
PROTOCOL = "cecib"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
LARGEST_MESSAGE = 32 * 1024 * 1024  # bytes from a page: a list of some million rows
MOST_GUESTS = 16
_MOST_THREADS = 2 * MOST_GUESTS  # each page takes one at a time, and some may have left amid what they asked for
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
}
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_REFUSED, _TOO_MANY = 4403, 4429  # how the WebSocket is closed


class Server:
    """Serves the page of a session.

    Parameters
    ----------
    session : Session
        The session.
    port : int
        The port; 0: one that is free.

    Attributes
    ----------
    token : str
        Whoever knows it may come in.
    address : str
        The address of the page, token included.
    """

    def __init__(self, session: Session, port: int = 0) -> None:
        require("explore", "starlette", "uvicorn", "websockets")
        self.session = session
        self.token = secrets.token_urlsafe(24)
        self._socket = _listening(port)
        self.port: int = self._socket.getsockname()[1]
        self._guests = 0
        self._threads = ThreadPoolExecutor(_MOST_THREADS, "cecib page")
        self._server: Any = None

    @property
    def address(self) -> str:
        """The address of the page, with the token in its fragment."""
        return f"http://{HOST}:{self.port}/#{self.token}"

    def run(self) -> None:
        """Serve until `stop` is called or the process is interrupted."""
        import uvicorn

        config = uvicorn.Config(
            self.application(),
            access_log=False,
            log_level="error",
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        try:
            self._server.run(sockets=[self._socket])
        finally:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._socket.close()

    def stop(self) -> None:
        """End; from any thread."""
        if self._server is not None:
            self._server.should_exit = True

    def application(self) -> Starlette:
        """Make the application."""
        from starlette.applications import Starlette
        from starlette.routing import Route, WebSocketRoute

        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/static/{name}", self._static),
                WebSocketRoute("/session", self._converse),
            ]
        )

    # the page

    async def _page(self, request: Request) -> Response:
        return self._file(request, "index.html")

    async def _static(self, request: Request) -> Response:
        return self._file(request, str(request.path_params["name"]))

    def _file(self, request: Request, name: str) -> Response:
        from starlette.responses import PlainTextResponse, Response

        headers = {**_HEADERS, "Content-Security-Policy": _POLICY.format(port=self.port)}
        if not self._is_own(request.headers.get("host")):
            return PlainTextResponse("This is another host.", 421, headers)
        content = static_files().get(name)
        if content is None:
            return PlainTextResponse("There is no such file.", 404, headers)
        return Response(content.read_bytes(), 200, headers, _TYPES[content.suffix])

    # the session

    async def _converse(self, socket_: WebSocket) -> None:
        from starlette.websockets import WebSocketDisconnect

        if not self._may_enter(socket_):
            await socket_.close(_REFUSED)  # before it is accepted: the browser is told 403
            return
        if self._guests >= MOST_GUESTS:
            await socket_.accept(PROTOCOL)  # a browser tells its page the code only of what was open
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket_.close(_TOO_MANY)
            return
        self._guests += 1
        try:
            await socket_.accept(PROTOCOL)
            await self._serve(socket_)
        except asyncio.CancelledError:
            if self._server is None or not self._server.should_exit:
                raise  # else the server ends, and waits no longer for this page
        finally:
            self._guests -= 1

    def _may_enter(self, socket_: WebSocket) -> bool:
        """Whether it is this server's page, and knows the token."""
        protocols = [part.strip() for part in socket_.headers.get("sec-websocket-protocol", "").split(",")]
        knows = any(secrets.compare_digest(part.encode(), self.token.encode()) for part in protocols[1:])
        origin = socket_.headers.get("origin")
        is_ours = origin is not None and origin.startswith("http://") and self._is_own(origin.removeprefix("http://"))
        return protocols[0] == PROTOCOL and knows and is_ours and self._is_own(socket_.headers.get("host"))

    def _is_own(self, host: str | None) -> bool:
        return host in (f"{HOST}:{self.port}", f"localhost:{self.port}")

    async def _serve(self, socket_: WebSocket) -> None:
        from starlette.websockets import WebSocketDisconnect

        loop, waiting = asyncio.get_running_loop(), Outbox()

        def put(message: Message) -> None:
            waiting.put(message)
            if waiting.is_full:
                writer.cancel()

        def send(message: Message) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(put, message)

        writer = asyncio.ensure_future(_write(socket_, waiting))
        guest = Guest(self.session, send)
        reader = asyncio.ensure_future(_read(socket_, guest, self._threads))
        try:
            done, _ = await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                with suppress(WebSocketDisconnect, asyncio.CancelledError, RuntimeError):
                    task.result()
        finally:
            guest.leave()
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket_.close()


async def _read(socket_: WebSocket, guest: Guest, threads: Executor) -> None:
    """Hand messages of a page on, one after the other, without holding up the others."""
    loop = asyncio.get_running_loop()
    while True:
        message = await socket_.receive()
        if message["type"] == "websocket.disconnect":
            return
        content = message.get("text") or message.get("bytes") or ""
        await loop.run_in_executor(threads, guest.receive_text, content)


async def _write(socket_: WebSocket, waiting: Outbox) -> None:
    while True:
        message = await waiting.get()
        try:
            frame = message.encode()
        except (TypeError, ValueError) as problem:  # of this message, and no matter of the next
            words = f"{message.header['type']} cannot be sent: {problem} (a bug of cecib)."
            frame = telling.error(words).encode()
        await socket_.send_bytes(frame)


def static_folder() -> Path:
    """Name the folder with the files of the page."""
    return Path(__file__).with_name("static")


def static_files() -> dict[str, Path]:
    """Find the files of the page, by name."""
    folder = static_folder()
    return {file.name: file for file in folder.glob("*") if file.suffix in _TYPES} if folder.is_dir() else {}


def _listening(port: int) -> socket.socket:
    own = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own.bind((HOST, port))
        own.listen()  # a browser may come before the server does
    except OSError:
        own.close()
        raise OSError(f"--port {port} is in use or may not be used: choose another, or leave it out.") from None
    return own
