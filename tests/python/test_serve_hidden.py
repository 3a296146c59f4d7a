"""The view of a seat contains nothing that the seat may not know."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from serving import Client, running
from tables import nearest, redrawn

import eights
from eights.serve import room
from eights.serve.tables import PERSON
from eights.serve.view import content, seat_view


def test_a_view_is_the_same_whatever_is_hidden(ruleset: str) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3), max_decisions=60)
    for state, other, seat in redrawn(game, seeds=3, every=7):
        shown, seen = (content(seat_view(one, seat)) for one in (other, state))
        assert shown | {"played_by": None} == seen | {"played_by": None}


def test_a_view_has_nothing_but_what_is_listed() -> None:
    state = eights.Game("crazy_eights", players=2).new_initial_state(seed=1)
    assert set(content(seat_view(state, 0))) == {
        "board",
        "status",
        "line",
        "hand",
        "actions",
        "sizes",
        "acting",
        "progress",
        "notes",
        "scores",
        "winners",
        "over",
        "hands",
        "open_board",
        "played_by",
    }


def told(client: Client) -> str:
    """Returns all messages that a client received, as text."""
    return json.dumps(client.heard)


def test_two_people_see_their_own_hands_only() -> None:
    with running() as server:
        table = server.table("person", "person")
        with table.sit(0) as one, table.sit(1) as two:
            state = server.made.rooms[table.name].table.state
            for client, seat in ((one, 0), (two, 1)):
                own = [f"play {card}" for card in state.to_dict()["hands"][seat].split()]
                assert sorted(card["text"] for card in client.view["hand"]) == sorted(own)
                for card in state.to_dict()["hands"][1 - seat].split():
                    assert f'"play {card}"' not in told(client)
                assert all(key not in told(client) for key in table.secrets.values())
            acts, waits = (one, two) if one.view["actions"] else (two, one)
            assert acts.view["actions"]
            assert not waits.view["actions"]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "view", "seat": 1}, "malformed"),
        ({"type": "view"}, "malformed"),
        ({"type": "join", "secret": "x", "seat": 1}, "malformed"),
        ({"type": "act", "version": 1, "action": "draw", "seat": 1}, "malformed"),
        ({"type": "hint", "version": 1, "seat": 1}, "malformed"),
        ({"type": "act", "version": 1, "action": "draw"}, "not-your-turn"),
        ({"type": "hint", "version": 1}, "not-your-turn"),
    ],
)
def test_nobody_can_ask_for_another_seat(message: dict[str, Any], code: str) -> None:
    with running() as server:
        table = server.table("person", "person")
        with table.sit(0) as one, table.sit(1) as two:
            acts, waits = (one, two) if one.view["actions"] else (two, one)
            waits.say(**message)
            assert waits.refused()[0] == code
            acts.act()
            acts.look()


def test_the_other_secret_joins_the_other_seat_and_no_second_one() -> None:
    with running() as server:
        table = server.table("person", "person")
        with table.sit(1) as client:
            assert client.joined["seat"] == 1
            client.say(type="join", secret=table.secrets[0])
            assert client.refused() == ("malformed", "this socket has joined already")


def test_secrets_are_in_no_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with running(path) as server:
        table = server.table("person", "person")
        with table.sit(0):
            pass
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert table.name.encode() in kept
    assert all(secret.encode() not in kept for secret in table.secrets.values())


def test_what_nobody_sees_makes_no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pause would reveal that an opponent has a hidden choice."""
    pauses: list[float] = []
    moves: list[tuple[float, bool]] = []

    class Timeless:
        """The module asyncio with a sleep that takes no time."""

        def __getattr__(self, name: str) -> Any:
            return getattr(asyncio, name)

        async def sleep(self, seconds: float) -> None:
            pauses.append(seconds)
            await asyncio.sleep(0)

    take = room.Room.take

    def took(self: room.Room, seat: int, action: str | int) -> None:
        before = [one.version for one in self.connections]
        take(self, seat, action)
        if self.table.seats[seat].who != PERSON:
            moves.append((pauses.pop(), before != [one.version for one in self.connections]))

    monkeypatch.setattr(room, "asyncio", Timeless())
    monkeypatch.setattr(room.Room, "take", took)
    with running(delay=600.0) as server:
        table = server.table("person", "random", "random", ruleset="larbys_switch")
        with table.sit(0) as client:
            client.play()
    assert not pauses
    assert all(pause > 500 for pause, seen in moves if seen)
    assert all(pause == 0 for pause, seen in moves if not seen)
    assert {seen for _, seen in moves} == {True, False}
