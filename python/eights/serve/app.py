"""The server: routes, sockets, and which tables are in memory."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import html
import re
import secrets
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from markdown_it import MarkdownIt
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from eights import collect
from eights._eights import Error, Ruleset, _strength, _table_game, _table_setup, rulesets
from eights.replays import replay_page
from eights.serve.errors import Refusal, ServeError
from eights.serve.headers import REPLAY, SAFE
from eights.serve.messages import MOST_BYTES, Choices, Message, choices, message
from eights.serve.opponents import Opponents
from eights.serve.room import LOG, Connection, Room
from eights.serve.store import Store
from eights.serve.tables import PERSON, Table

__all__ = ["Server"]

STATUS = {
    Refusal.MALFORMED: 400,
    Refusal.OVERSIZED: 413,
    Refusal.UNKNOWN_TABLE: 404,
    Refusal.WRONG_SECRET: 403,
    Refusal.MOVED_ON: 409,
    Refusal.NOT_YOUR_TURN: 409,
    Refusal.ILLEGAL: 409,
    Refusal.NOT_OVER: 409,
    Refusal.BAD_SETUP: 422,
    Refusal.FULL: 503,
    Refusal.TOO_SLOW: 408,
    Refusal.OPPONENT_FAILED: 500,
    Refusal.STORE: 500,
    Refusal.UNWRITABLE: 503,
    Refusal.WRONG_HOST: 403,
}
"""The status of a refused request; a socket is closed with 4000 and this."""
MOST_TICKETS = 1000
"""Replays that can be open at a time; the oldest gives way to one more."""
MOST_MISTAKES = 20
"""Messages that are refused as malformed before a client is given up."""
HEADERS = SAFE | {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
}
FILES = resources.files("eights.serve")
_TYPES = {".css": "text/css", ".js": "text/javascript"}
KINDS = {
    file.name: _TYPES[Path(file.name).suffix]
    for file in FILES.iterdir()
    if Path(file.name).suffix in _TYPES
}
"""The media type of each file of the page."""
_NUMBER = re.compile("[0-9]{1,9}")
"""Of a game at a table."""
_Made = TypeVar("_Made")
Handler = Callable[[Request], Awaitable[Response]]


class Server:
    """Tables behind HTTP and WebSockets; `app` is what an ASGI server runs.

    Args:
        store: where tables are kept.
        opponents: who plays beside people.
        delay: seconds between two moves of opponents that people see.
        patience: seconds that a client may be silent before it has said who it is.
    """

    def __init__(
        self, store: Store, opponents: Opponents, delay: float = 0.8, patience: float = 10.0
    ) -> None:
        """Makes the routes."""
        self.store = store
        self.opponents = opponents
        self.delay = delay
        self.patience = patience
        self.rooms: dict[str, Room] = {}
        self._tickets: dict[str, tuple[str, int]] = {}
        """The games that pages of replays may show, by what stands in their addresses."""
        page = _asset("page.html", "text/html")
        routes = [
            Route("/", page),
            Route("/table/{name}", page),
            *(Route(f"/{name}", _asset(name, kind)) for name, kind in KINDS.items()),
            Route("/api/rulesets", _guarded(self._rulesets)),
            Route("/api/setup", _guarded(self._setup), methods=["POST"]),
            Route("/api/tables", _guarded(self._create), methods=["POST"]),
            Route("/api/tables/{name}/rules", _guarded(self._rules)),
            Route("/api/tables/{name}/games/{number}/record", _guarded(self._record)),
            Route("/api/tables/{name}/games/{number}/parquet", _guarded(self._parquet)),
            Route("/api/tables/{name}/games/{number}/replay", _guarded(self._ticket)),
            Route("/replay/{ticket}", _guarded(self._replay)),
            WebSocketRoute("/api/tables/{name}/socket", self._socket),
        ]
        self.app = Starlette(routes=routes, lifespan=self._lifespan)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        del app
        yield
        self.opponents.close()
        self.store.close()

    # ---- requests

    async def _rulesets(self, request: Request) -> Response:
        del request
        found = [Ruleset(name) for name in rulesets()]
        listed = [{"id": one.id, "title": one.title, "players": list(one.players)} for one in found]
        return JSONResponse(listed)

    async def _setup(self, request: Request) -> Response:
        """The choices for a table, after those that have been made."""
        chosen = choices(await self._body(request))
        game, setup = _chosen(chosen, _table_setup)
        opponents = await run_in_threadpool(self.opponents.names, game)
        setup["opponents"] = [{"name": name, "strength": _strength(name)} for name in opponents]
        setup["rules"] = _rendered(setup["rules"])
        return JSONResponse(setup)

    async def _create(self, request: Request) -> Response:
        """A new table; the answer holds the secrets of its people's seats, once."""
        chosen = choices(await self._body(request))
        game = _chosen(chosen, _table_game)
        known = [PERSON, *await run_in_threadpool(self.opponents.names, game)]
        for who in chosen.seats:
            if who not in known:
                raise ServeError(
                    Refusal.BAD_SETUP,
                    f"{who[:60]!r} cannot play here: there are {', '.join(known)}",
                )
        table, keys = Table.new(game, chosen.seats, chosen.names)
        self.store.add(table)
        secrets = [{"seat": seat, "secret": secret} for seat, secret in keys.items()]
        return JSONResponse({"table": table.name, "seats": secrets}, status_code=201)

    async def _body(self, request: Request) -> bytes:
        """The body of a request in JSON.

        Raises:
            ServeError: `MALFORMED`: it is of another type, as a form of another site's would be;
                `OVERSIZED`, or `TOO_SLOW`.
        """
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise ServeError(Refusal.MALFORMED, "the body must be application/json")
        try:
            return await asyncio.wait_for(_body(request), self.patience)
        except asyncio.TimeoutError:
            raise ServeError(
                Refusal.TOO_SLOW, f"the body did not come within {self.patience:g} seconds"
            ) from None

    async def _rules(self, request: Request) -> Response:
        """The rules of a table, which are no secret to whoever has its address."""
        table = self._table(request)
        return JSONResponse({"rules": _rendered(table.game.ruleset.describe())})

    async def _record(self, request: Request) -> Response:
        table = self._finished(request)
        return _download(table.state.record().encode(), table, "json", "application/json")

    async def _parquet(self, request: Request) -> Response:
        table = self._finished(request)
        record = table.state.record()
        data = await run_in_threadpool(_as_parquet, record)
        return _download(data, table, "parquet", "application/vnd.apache.parquet")

    async def _ticket(self, request: Request) -> Response:
        """The address of a finished game's replay; it holds no secret, and ends with the server."""
        table = self._finished(request)
        if len(self._tickets) >= MOST_TICKETS:
            del self._tickets[next(iter(self._tickets))]
        ticket = secrets.token_urlsafe(24)
        self._tickets[ticket] = (table.name, table.number)
        return JSONResponse({"path": f"/replay/{ticket}"})

    async def _replay(self, request: Request) -> Response:
        """The replay of a finished game as a page of its own."""
        found = self._tickets.get(request.path_params["ticket"])
        if found is None:
            message = "this replay has been closed: open it again from its table"
            raise ServeError(Refusal.UNKNOWN_TABLE, message)
        table = self.store.finished(*found)
        page = await run_in_threadpool(replay_page, table.state.record(), None, table.names)
        return Response(page, media_type="text/html", headers=REPLAY)

    def _table(self, request: Request) -> Table:
        name = request.path_params["name"]
        return self.rooms[name].table if name in self.rooms else self.store.load(name)

    def _finished(self, request: Request) -> Table:
        """A finished game, to whom the secret lets see it: its record shows all cards."""
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            raise ServeError(Refusal.WRONG_SECRET, "the header Authorization must be Bearer SECRET")
        self._table(request).seat_of(secret)
        number = request.path_params["number"]
        if not _NUMBER.fullmatch(number):
            raise ServeError(Refusal.UNKNOWN_TABLE, f"this table has no game {number[:40]!r}")
        return self.store.finished(request.path_params["name"], int(number))

    # ---- sockets

    async def _socket(self, socket: WebSocket) -> None:
        """Serves a client until it goes or is given up."""
        await socket.accept()
        try:
            room, connection = await self._joined(socket)
        except ServeError as error:
            await _close(socket, error)
            return
        except WebSocketDisconnect:
            return
        receiver = asyncio.create_task(self._receive(socket, room, connection))
        sender = asyncio.create_task(_send(socket, connection))
        ends: list[asyncio.Future[Any]] = [receiver, sender, connection.dropped]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(connection)
            if self.rooms.get(room.name) is room and (room.closed or not room.connections):
                del self.rooms[room.name]
            receiver.cancel()
            sender.cancel()
            ended = await asyncio.gather(receiver, sender, return_exceptions=True)
        for end in ended:
            # A client that is gone is seen by both; whatever else ends a task is a mistake of ours.
            if not isinstance(end, WebSocketDisconnect | asyncio.CancelledError):
                LOG.error("a connection has failed", exc_info=end)
        if connection.dropped.done():
            await _close(socket, connection.dropped.result())

    async def _joined(self, socket: WebSocket) -> tuple[Room, Connection]:
        """Waits for the secret, and seats the client."""
        try:
            given = await asyncio.wait_for(_text(socket), self.patience)
        except asyncio.TimeoutError:
            raise ServeError(
                Refusal.TOO_SLOW, f"no secret within {self.patience:g} seconds"
            ) from None
        said = message(given)
        if said.type != "join":
            raise ServeError(Refusal.MALFORMED, "the first message must be of type join")
        name = socket.path_params["name"]
        room = self.rooms.get(name)
        if room is None or room.closed:
            room = Room(name, self.store, self.opponents, self.delay)
        seat = room.table.seat_of(said.secret)
        self.rooms[name] = room
        connection = Connection(seat)
        room.join(connection)
        return room, connection

    async def _receive(self, socket: WebSocket, room: Room, connection: Connection) -> None:
        """Answers what a client says; what is refused changes nothing."""
        mistakes = 0
        while True:
            given = await _text(socket)
            try:
                _answer(room, connection, message(given))
            except ServeError as error:
                connection.refuse(error)
                mistakes += error.refusal in (Refusal.MALFORMED, Refusal.OVERSIZED)
                if mistakes >= MOST_MISTAKES:
                    connection.drop(error)


def _answer(room: Room, connection: Connection, said: Message) -> None:
    """Does what a message asks for.

    Raises:
        ServeError: it is refused.
    """
    if said.type == "act":
        room.act(connection, said.version, said.action)
    elif said.type == "hint":
        room.ask(connection, said.version)
    elif said.type == "again":
        room.again()
    elif said.type == "rename":
        room.rename(connection, said.name)
    elif said.type == "replace":
        room.replace(said.seat)
    else:
        raise ServeError(Refusal.MALFORMED, "this socket has joined already")


async def _text(socket: WebSocket) -> str | None:
    """The next message; `None` if it is binary.

    Raises:
        WebSocketDisconnect: the client is gone.
    """
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    text: str | None = event.get("text")
    return text


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Sends what waits, as fast as the client takes it."""
    while True:
        await socket.send_text(await connection.waiting.get())


async def _close(socket: WebSocket, error: ServeError) -> None:
    """Says why, and closes; a client that takes neither is not waited for."""
    with contextlib.suppress(asyncio.TimeoutError, RuntimeError, WebSocketDisconnect):
        told = {"type": "refused", "code": error.refusal.value, "message": str(error)}
        await asyncio.wait_for(socket.send_json(told), 1)
        await asyncio.wait_for(socket.close(4000 + STATUS[error.refusal]), 5)


def _guarded(handler: Handler) -> Handler:
    """A handler whose refusals are answers."""

    async def answer(request: Request) -> Response:
        try:
            response = await handler(request)
        except ServeError as error:
            told = {"code": error.refusal.value, "message": str(error)}
            response = JSONResponse(told, status_code=STATUS[error.refusal])
        response.headers.update({**HEADERS, **response.headers})
        return response

    return answer


async def _body(request: Request) -> bytes:
    """The body of a request.

    Raises:
        ServeError: `OVERSIZED`.
    """
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise ServeError(Refusal.OVERSIZED, f"a request has at most {MOST_BYTES} bytes")
    return body


def _chosen(chosen: Choices, read: Callable[[dict[str, Any]], _Made]) -> _Made:
    """The game, or more, that the engine makes of the choices for a table.

    Raises:
        ServeError: `BAD_SETUP`.
    """
    try:
        return read(dataclasses.asdict(chosen))
    except Error as why:
        raise ServeError(Refusal.BAD_SETUP, str(why)[:1000]) from why


def _rendered(rules: str) -> str:
    """The rules in English as HTML, in which the ruleset can put no markup of its own."""
    return str(MarkdownIt("commonmark", {"html": False}).render(rules))


def _as_parquet(record: str) -> bytes:
    """A record as a table of decisions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.parquet"
        collect.from_records([record], path)
        return path.read_bytes()


def _download(data: bytes, table: Table, ending: str, kind: str) -> Response:
    name = f"{table.game.ruleset.id}-{table.number}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{html.escape(name)}"'}
    return Response(data, media_type=kind, headers=headers)


def _asset(name: str, kind: str) -> Handler:
    """A file of the page."""
    text = FILES.joinpath(name).read_text(encoding="utf-8")

    async def answer(request: Request) -> Response:
        del request
        return Response(text, media_type=kind, headers=HEADERS)

    return answer
