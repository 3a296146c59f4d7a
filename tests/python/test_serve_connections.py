"""Idle connections, requests under other host names, and limits of logs."""

from __future__ import annotations

import contextlib
import http.client
import logging
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from commands import refused
from serving import WAIT, Client, Running, running
from websockets.exceptions import InvalidStatus

from eights.serve import ServeError
from eights.serve.connections import Limited, most_connections
from eights.serve.hosts import Hosts
from eights.serve.run import server as made_server

MOST = 6


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    limits = {"most": MOST, "patience": 1.0, "allowed": ["cards.example"]}
    with running(limits=limits) as made:
        yield made


@contextlib.contextmanager
def raw(server: Running) -> Iterator[socket.socket]:
    """Opens a connection and sends nothing."""
    at = urlsplit(server.home)
    with socket.create_connection((at.hostname, at.port), timeout=WAIT) as made:
        yield made


# ---- connections


def test_who_asks_nothing_does_not_lock_others_out(server: Running) -> None:
    with contextlib.ExitStack() as stack:
        idle = [stack.enter_context(raw(server)) for _ in range(5 * MOST)]
        for one in idle[::2]:
            with contextlib.suppress(OSError):  # it may be closed already
                one.sendall(b"GET / HTTP/1.1\r\nHost: ")
        for _ in range(3):
            assert server.ask("api/rulesets")[0] == 200
        table = server.table("person", "random")
        with table.sit(0) as client:
            more = [stack.enter_context(raw(server)) for _ in range(5 * MOST)]
            client.await_turn()
            client.act()
            client.look()
        closed = 0
        for one in (*idle, *more):
            with contextlib.suppress(ConnectionError):
                assert one.recv(1) == b""
            closed += 1
        assert closed == 10 * MOST


def test_who_asks_half_is_closed_and_who_plays_is_not(server: Running) -> None:
    table = server.table("person", "person")
    with table.sit(0) as client, raw(server) as first, raw(server) as second:
        first.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        host = urlsplit(server.home).netloc.encode()
        whole = b"GET /api/rulesets HTTP/1.1\r\nHost: " + host + b"\r\n\r\n"
        second.sendall(whole)
        assert second.recv(12) == b"HTTP/1.1 200"
        second.sendall(whole[:10])
        assert first.recv(100) == b""
        while second.recv(10_000):
            pass
        client.say(type="hint", version=99)
        assert client.refused()[0] == "moved-on"


def test_who_comes_when_all_are_busy_is_told_to_come_again(server: Running) -> None:
    table = server.table("person", "person")
    with contextlib.ExitStack() as stack:
        for at in range(MOST):
            stack.enter_context(table.sit(at % 2))
        with raw(server) as one:
            assert one.recv(12) == b"HTTP/1.1 503"
    while server.made.rooms:
        time.sleep(0.01)
    assert server.ask("api/rulesets")[0] == 200


def test_connections_are_fewer_than_files() -> None:
    resource = pytest.importorskip("resource")
    most = most_connections()
    assert 0 < most < resource.getrlimit(resource.RLIMIT_NOFILE)[0]


# ---- names


def asked(server: Running, host: str, origin: str | None = None, method: str = "GET") -> int:
    """Returns the status of a request under a host name."""
    at = urlsplit(server.home)
    connection = http.client.HTTPConnection(str(at.hostname), at.port, timeout=WAIT)
    headers = {"Host": host.replace("PORT", str(at.port))}
    if origin is not None:
        headers["Origin"] = origin.replace("PORT", str(at.port))
    with contextlib.closing(connection):
        connection.request(method, "/api/rulesets", headers=headers)
        return connection.getresponse().status


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("127.0.0.1:PORT", None, 200),
        ("127.0.0.1:PORT", "http://127.0.0.1:PORT", 200),
        ("LocalHost:PORT", "http://localhost:PORT", 200),
        ("localhost.:PORT", None, 200),
        ("[::1]:PORT", "http://[::1]:PORT", 200),
        ("192.168.7.7", "http://192.168.7.7", 200),
        ("table.localhost", None, 200),
        (socket.gethostname(), None, 200),
        ("cards.example", "https://cards.example", 200),
        ("127.0.0.1:PORT", "https://cards.example", 200),
        ("evil.example:PORT", None, 403),
        ("evil.example:PORT", "http://evil.example:PORT", 403),
        ("127.0.0.1.evil.example", None, 403),
        ("cards.example.evil.example", None, 403),
        ("127.0.0.1:PORT", "http://evil.example", 403),
        ("127.0.0.1:PORT", "http://127.0.0.1:1", 403),
        ("localhost:PORT", "http://localhost", 403),
        ("127.0.0.1:PORT", "null", 403),
        ("127.0.0.1:PORT", "http://[", 403),
        ("127.0.0.1:PORT", "file://127.0.0.1:PORT", 403),
        ("evil@127.0.0.1:PORT", None, 403),
        ("", None, 403),
    ],
)
def test_names_and_pages(server: Running, host: str, origin: str | None, status: int) -> None:
    assert asked(server, host, origin) == status


def test_sockets_of_other_pages_are_refused(server: Running) -> None:
    table = server.table("person", "random")
    with pytest.raises(InvalidStatus) as why, table.connect(origin="http://evil.example"):
        pass
    assert why.value.response.status_code == 403
    with table.connect(origin=server.home.rstrip("/")) as connected:
        client = Client(connected)
        client.say(type="join", secret=table.secrets[0])
        client.hear("joined")


def test_names_that_are_none() -> None:
    for name in ("", "http://cards.example", "cards.example:80", "a b", "x" * 300 + "/"):
        with pytest.raises(ServeError, match="is not the name of a host") as why:
            made_server(Hosts, [name])  # type: ignore[arg-type]
        assert len(str(why.value)) < 150
    for command in (["serve", "--db", ":memory:"], ["watch", "."]):
        message = refused(*command, "--port", "0", "--allow-host", "a/b")
        assert message == (
            "'a/b' is not the name of a host: write only the name, such as cards.example"
        )


# ---- logs


def test_logs_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    limited = Limited(most=2, seconds=0.0)
    lines = [logging.makeLogRecord({"msg": "no %s", "args": (n,)}) for n in range(9)]
    assert all(map(limited.filter, lines[:3]))
    now = 100.0
    monkeypatch.setattr("eights.serve.connections.time.monotonic", lambda: now)
    limited = Limited(most=2, seconds=10.0)
    assert [limited.filter(line) for line in lines[:5]] == [True, True, False, False, False]
    now = 110.0
    assert limited.filter(lines[5])
    assert lines[5].getMessage() == "no 5 (3 lines were left out before)"
