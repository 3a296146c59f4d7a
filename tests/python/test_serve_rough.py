"""Clients that are slow, silent or send nonsense are refused clearly, and harm nobody else."""

from __future__ import annotations

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from serving import WAIT, Client, Running, choices, play_together, running
from websockets.exceptions import ConnectionClosed

from eights.serve.app import MOST_MISTAKES
from eights.serve.messages import MOST_BYTES
from eights.serve.room import MOST_WINDOWS


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(patience=0.3) as made:
        yield made


def test_a_hint_in_the_largest_game_comes_soon(server: Running) -> None:
    table = server.table("person", *["heuristic"] * 7, ruleset="thirty_eights")
    with table.sit(0) as one:
        one.await_turn()
        begin = time.perf_counter()
        one.say(type="hint", version=one.view["version"])
        hint = one.hear("hint")
        assert hint["action"] in [action["text"] for action in one.view["actions"]]
        assert time.perf_counter() - begin < 4


# ---- before a client has joined


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ('{"type": "join", "secret": "x"}', 4403, "wrong-secret"),
        ('{"type": "join", "secret": ""}', 4403, "wrong-secret"),
        ('{"type": "join", "secret": "\\ud800"}', 4403, "wrong-secret"),
        ('{"type": "join"}', 4400, "malformed"),
        ('{"type": "join", "secret": 1}', 4400, "malformed"),
        ('{"type": "hint", "version": 1}', 4400, "malformed"),
        ("nonsense", 4400, "malformed"),
        ("[" * 5000, 4400, "malformed"),
        ("1e999", 4400, "malformed"),
        (b"\x00\xff", 4400, "malformed"),
        (None, 4408, "too-slow"),
    ],
)
def test_who_does_not_say_who_it_is(
    server: Running, said: str | bytes | None, status: int, code: str
) -> None:
    table = server.table("person", "random")
    with table.connect() as connected:
        if said is not None:
            connected.send(said)
        assert Client(connected).closed() == (status, code)
    assert table.name not in server.made.rooms


def test_a_table_that_there_is_not(server: Running) -> None:
    table = server.table("person", "random")
    table.name = "none"
    with table.connect() as connected:
        connected.send('{"type": "join", "secret": "x"}')
        assert Client(connected).closed() == (4404, "unknown-table")


def test_a_socket_that_is_no_websocket(server: Running) -> None:
    at = urlsplit(server.home)
    with socket.create_connection((at.hostname, at.port), timeout=WAIT) as raw:
        raw.sendall(b"\x16\x03\x01\x00garbage\r\n\r\n")
        assert b"400" in raw.recv(1000)


@pytest.mark.parametrize("number", ["9" * 5000, "-1", "1.0", "0x1", "٣", "%ff", "0", "999999999"])
def test_games_of_absurd_numbers(server: Running, number: str) -> None:
    table = server.table("person", "random")
    for kind in ("record", "parquet"):
        path = f"api/tables/{table.name}/games/{quote(number, safe='%')}/{kind}"
        status, data = server.ask(path, secret=table.secrets[0])
        assert (status, data["code"]) == (404, "unknown-table")
        assert len(data["message"]) < 100


@pytest.mark.parametrize("name", ["%00", "%ff%fe", "%ed%a0%80", "x" * 5000, "%F0%9F%82%A1"])
def test_tables_of_absurd_names(server: Running, name: str) -> None:
    status, data = server.ask(f"api/tables/{name}/rules")
    assert (status, data["code"]) == (404, "unknown-table")


@pytest.mark.parametrize(
    "change",
    [
        {"ruleset": "\ud800"},
        {"players": 10**400},
        {"players": -1},
        {"variants": ["\ud800"]},
        {"overrides": {"\ud800": 1}},
        {"overrides": {"deal.cards": "\ud800"}},
        {"overrides": {"deal.cards": 10**400}},
        {"overrides": {"deal": [[[[[[[[[[[]]]]]]]]]]]}},
        {"overrides": {"deal.cards": 1e300}},
        {"seats": ["person", "\ud800"]},
    ],
)
def test_tables_of_absurd_choices(server: Running, change: dict[str, Any]) -> None:
    for path in ("api/tables", "api/setup"):
        status, _ = server.ask(path, choices("person", "random") | change)
        assert status == 422 or (path == "api/setup" and "seats" in change and status == 200)


def test_a_body_that_does_not_come(server: Running) -> None:
    at = urlsplit(server.home)
    head = f"POST /api/tables HTTP/1.1\r\nHost: {at.netloc}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((at.hostname, at.port), timeout=WAIT) as raw:
        raw.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
        assert raw.recv(1000).startswith(b"HTTP/1.1 408")


# ---- afterwards


@pytest.mark.parametrize(
    ("said", "code", "part"),
    [
        ("nonsense", "malformed", "the message is not JSON"),
        ("[]", "malformed", "the message must be an object, not []"),
        ("{}", "malformed", "type is None: it must be one of join, act, hint, again"),
        ('{"type": ["act"]}', "malformed", "type is ['act']"),
        ('{"type": "act"}', "malformed", "the field version is missing"),
        ('{"type": "act", "version": 1}', "malformed", "the field action is missing"),
        ('{"type": "act", "version": true, "action": "draw"}', "malformed", "of type int"),
        ('{"type": "act", "version": 1.0, "action": "draw"}', "malformed", "of type int"),
        ('{"type": "again", "now": 1}', "malformed", "no field 'now' here: there are none"),
        ('{"type": "act", "version": 1, "action": "fly"}', "illegal", '"fly" is not an action'),
        ('{"type": "act", "version": 1, "action": "play 99"}', "illegal", "play 99"),
        ('{"type": "act", "version": 1, "action": "challenge"}', "illegal", "challenge"),
        ('{"type": "act", "version": 0, "action": "draw"}', "moved-on", "it is number 1, not 0"),
        ('{"type": "act", "version": 7, "action": "draw"}', "moved-on", "it is number 1, not 7"),
        ('{"type": "hint", "version": 7}', "moved-on", "the position has moved on"),
        (b"\x00\xff", "malformed", "the message is not text"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    server: Running, said: str | bytes, code: str, part: str
) -> None:
    table = server.table("person", "person")
    with table.sit(0) as one, table.sit(1) as two:
        acts = one if one.view["actions"] else two
        before = server.made.rooms[table.name].table.state.clone()
        acts.socket.send(said)
        found = acts.refused()
        assert found[0] == code
        assert part in found[1]
        assert server.made.rooms[table.name].table.state == before
        acts.act()
        assert acts.look()["version"] == 2


def test_a_position_that_has_moved_on(server: Running) -> None:
    table = server.table("person", "heuristic")
    with table.sit(0) as one, table.sit(0) as other:
        one.await_turn()
        other.await_turn()
        while other.view["actions"] != one.view["actions"]:
            other.look()
        one.act()
        other.look()
        stale = other.view["version"] - 1
        other.say(type="act", version=stale, action="draw")
        assert other.refused()[0] == "moved-on"


def test_who_talks_nonsense_on_and_on_is_given_up(server: Running) -> None:
    table = server.table("person", "person")
    with table.sit(0) as one, table.sit(1) as two:
        for _ in range(MOST_MISTAKES):
            one.socket.send("nonsense")
            one.refused()
        assert one.closed() == (4400, "malformed")
        two.await_online(False, True)
    with table.sit(0) as again:
        assert again.view["hand"] == one.view["hand"]


def test_text_that_is_no_text(
    server: Running, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    table = server.table("person", "person")
    with table.sit(0) as one:
        one.socket.send(b'{"type": "\xff\xfe"}', text=True)
        with pytest.raises(ConnectionClosed) as end:
            one.hear("nothing more")
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 1007
    with table.sit(0):
        pass
    assert caplog.text == ""
    assert capfd.readouterr().err == ""


def test_oversized_messages_end_the_connection_and_nothing_else(server: Running) -> None:
    table = server.table("person", "person")
    with table.sit(0) as one, table.sit(1) as two:
        one.socket.send(json.dumps({"type": "act", "action": "x" * MOST_BYTES, "version": 1}))
        with pytest.raises(ConnectionClosed) as end:
            one.hear("nothing more")
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 1009
        two.await_online(False, True)
    with table.sit(0) as again:
        assert again.view["hand"] == one.view["hand"]


def test_a_slow_client_is_dropped_and_can_come_again() -> None:
    with running(buffer=4096) as server:
        drop_the_slow(server)


def drop_the_slow(server: Running) -> None:
    """Plays until a client that reads nothing is dropped, and connects it again."""
    table = server.table("person", "person", "heuristic")
    at = urlsplit(server.home)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect((at.hostname, at.port))
    with table.sit(0) as quick, table.connect(sock=raw, max_queue=1, close_timeout=1) as slow:
        slow.send(json.dumps({"type": "join", "secret": table.secrets[1]}))
        with table.sit(1) as second:  # plays the slow client's seat, which only watches
            room = server.made.rooms[table.name]
            while len(room.connections) == 3:
                play_together([quick, second])
                quick.say(type="again")
                while quick.view["over"] or second.view["over"]:
                    quick.poll()
                    second.poll()
            assert [one.seat for one in room.connections] == [0, 1]
    with table.sit(1) as back:
        assert back.view["hand"]


def test_the_oldest_window_of_a_seat_gives_way(server: Running) -> None:
    table = server.table("person", "random")
    with contextlib.ExitStack() as stack:
        clients = []
        for _ in range(MOST_WINDOWS + 1):
            client = Client(stack.enter_context(table.connect()))
            client.say(type="join", secret=table.secrets[0])
            client.hear("joined")
            clients.append(client)
        assert clients[0].closed() == (4503, "full")
        assert len(server.made.rooms[table.name].connections) == MOST_WINDOWS
