"""A server of tables on loopback, and its clients."""

from __future__ import annotations

import contextlib
import itertools
import json
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from background import served
from eights.serve import Opponents, Server, Store
from eights.serve.run import listen

WAIT = 20
"""Seconds after which a test gives up."""


class Running:
    """A server that runs in a thread."""

    def __init__(self, made: Server, home: str) -> None:
        self.made = made
        self.home = home

    def ask(
        self, path: str, body: Any = None, *, secret: str | None = None, kind: str | None = None
    ) -> tuple[int, Any]:
        """Sends a request and returns status and data; a body other than bytes is sent as JSON."""
        headers = {}
        if body is not None:
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            headers["Content-Type"] = kind or "application/json"
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        request = urllib.request.Request(self.home + path, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=WAIT) as answer:
                status, data, found = answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                status, data, found = error.code, error.read(), error.headers
        is_json = found.get_content_type() == "application/json"
        return status, json.loads(data) if is_json else data

    def table(self, *seats: str, ruleset: str = "crazy_eights", **options: Any) -> Table:
        """Opens a new table."""
        chosen = choices(*seats, ruleset=ruleset, **options)
        status, data = self.ask("api/tables", chosen)
        assert status == 201, data
        return Table(self, data["table"], {one["seat"]: one["secret"] for one in data["seats"]})


class Table:
    """A table of a server, with the secrets of its seats."""

    def __init__(self, running: Running, name: str, secrets: dict[int, str]) -> None:
        self.running = running
        self.name = name
        self.secrets = secrets

    def link(self, seat: int = 0) -> str:
        """Returns the address that opens a seat in a browser."""
        return f"{self.running.home}table/{self.name}#{self.secrets[seat]}"

    def connect(self, **options: Any) -> ClientConnection:
        """Opens a socket and sends nothing."""
        home = self.running.home.replace("http", "ws", 1)
        path = f"{home}api/tables/{self.name}/socket"
        made: ClientConnection = connect(path, open_timeout=WAIT, **options)
        return made

    @contextlib.contextmanager
    def sit(self, seat: int) -> Iterator[Client]:
        """Connects a client to a seat."""
        with self.connect() as connected:
            client = Client(connected)
            client.say(type="join", secret=self.secrets[seat])
            client.joined = client.hear("joined")
            client.look()
            yield client


class Client:
    """A person at a table."""

    def __init__(self, connected: ClientConnection) -> None:
        self.socket = connected
        self.heard: list[dict[str, Any]] = []
        self.joined: dict[str, Any] = {}
        self.view: dict[str, Any] = {}

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self, seconds: float = WAIT) -> dict[str, Any]:
        """Receives the next message; stores views and checks that none is missing."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=seconds))
        self.heard.append(message)
        if message["type"] == "view":
            assert message["version"] == self.view.get("version", 0) + 1
            self.view = message
        return message

    def hear(self, kind: str) -> dict[str, Any]:
        """Receives messages until one of this type."""
        while (message := self.next())["type"] != kind:
            pass
        return message

    def look(self) -> dict[str, Any]:
        """Receives the next view."""
        return self.hear("view")

    def await_turn(self) -> bool:
        """Waits until this seat is to act and returns true, or false when the game is over."""
        while not (self.view["actions"] or self.view["over"]):
            self.look()
        return not self.view["over"]

    def act(self, action: str | None = None) -> None:
        """Takes the given action; by default a call if possible, else the first action."""
        offered = [one["text"] for one in self.view["actions"]]
        action = action or ("say 0" if "say 0" in offered else offered[0])
        self.say(type="act", version=self.view["version"], action=action)

    def refused(self) -> tuple[str, str]:
        """Returns code and message of the next refusal."""
        message = self.hear("refused")
        return message["code"], message["message"]

    def closed(self) -> tuple[int, str]:
        """Waits for the socket to close, and returns the code and the reason."""
        with pytest.raises(ConnectionClosed) as end:
            self.hear("nothing more")
        assert end.value.rcvd is not None
        return end.value.rcvd.code, self.heard[-1].get("code", "")

    def await_online(self, *online: bool) -> None:
        """Waits until these seats are online and the others are not."""
        while [seat["online"] for seat in self.hear("seats")["seats"]] != list(online):
            pass

    def poll(self) -> None:
        """Receives all waiting messages."""
        with contextlib.suppress(TimeoutError):
            while True:
                self.next(0.005)

    def play(self) -> None:
        """Plays to the end of the game."""
        while self.await_turn():
            self.act()
            self.look()


def play_together(clients: Sequence[Client], moves: int = 10_000) -> None:
    """Plays all seats until the game is over or `moves` moves are made."""
    while moves and not all(client.view["over"] for client in clients):
        for client in clients:
            if client.view["actions"] and moves:
                client.act()
                client.look()
                moves -= 1
            else:
                client.poll()


def choices(*seats: str, ruleset: str = "crazy_eights", **options: Any) -> dict[str, Any]:
    """Returns the request for a new table."""
    asked = {"ruleset": ruleset, "players": len(seats), "match": False, "variants": []}
    return asked | {"overrides": {}, "seats": list(seats), "names": []} | options


@contextlib.contextmanager
def running(
    path: str | Path = ":memory:",
    opponents: Opponents | None = None,
    buffer: int | None = None,
    port: int = 0,
    limits: dict[str, Any] | None = None,
    **options: Any,
) -> Iterator[Running]:
    """Runs a server that stores its tables in a file, deals the same every time and never waits.

    `buffer` is the number of bytes that the system keeps for a client that reads nothing; `limits`
    are the limits of connections for `server`.
    """
    made = Server(Store(path), opponents or Opponents(), **{"delay": 0.0, **options})
    listening = listen("127.0.0.1", port)
    if buffer is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    seeds = itertools.count(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("eights.serve.tables.secrets.randbits", lambda _: next(seeds))
        with served(made.app, listening, **(limits or {})) as home:
            yield Running(made, home)
