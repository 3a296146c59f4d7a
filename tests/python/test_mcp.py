"""Games as tools by the Model Context Protocol."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

import eights
from eights.mcp import server
from eights.text import Tables
from eights.text.tables import MOST_GAMES, OPPONENTS

Call = Callable[..., Awaitable[tuple[str, bool]]]


def visit(source: Any, todo: Callable[[Call], Awaitable[None]]) -> None:
    """Connects a client, which does something."""

    async def main() -> None:
        async with Client(source) as client:

            async def call(name: str, **arguments: Any) -> tuple[str, bool]:
                result = await client.call_tool(name, arguments)
                [content] = result.content
                assert isinstance(content, TextContent)
                return content.text, bool(result.is_error)

            await todo(call)

    asyncio.run(main())


def test_the_tools_are_listed_with_what_they_take() -> None:
    async def main() -> None:
        async with Client(server()) as client:
            listed = (await client.list_tools()).tools
            found = {tool.name: tool for tool in listed}
            assert list(found) == ["rulesets", "rules", "begin", "look", "legal_actions", "play"]
            assert all(tool.description for tool in listed)
            assert found["begin"].input_schema["required"] == ["ruleset"]
            assert set(found["play"].input_schema["properties"]) == {"game", "action"}
            assert "heuristic" in str(client.instructions)

    asyncio.run(main())


def test_a_game_is_begun_played_and_ended() -> None:
    async def todo(call: Call) -> None:
        text, _ = await call("rulesets")
        assert text.splitlines()[0].startswith("crazy_eights: Crazy Eights")
        text, _ = await call("rules", ruleset="uno")
        assert text.startswith("# UNO")
        text, wrong = await call("begin", ruleset="uno", opponents=["greedy", "random"], seat=1)
        assert not wrong
        assert text.startswith("This is game 1.")
        assert "You are seat 1" in text
        for _ in range(2000):
            if "You may:" not in text:
                break
            listed, _ = await call("legal_actions", game=1)
            assert listed in text
            text, wrong = await call("play", game=1, action="1")
            assert not wrong, text
        assert re.search(r"The round is over: .+ wins", text)
        seen, _ = await call("look", game=1)
        assert seen.endswith(text.splitlines()[-1])
        text, wrong = await call("play", game=1, action="1")
        assert wrong
        assert text.endswith("the game is over: nobody is asked")

    visit(server(Tables(seed=3)), todo)


def test_what_is_refused_is_told() -> None:
    async def todo(call: Call) -> None:
        for name, arguments, why in (
            ("look", {"game": 1}, "there is no game 1: there are none: begin one"),
            ("rules", {"ruleset": "unno"}, 'no ruleset "unno"'),
            ("rules", {"ruleset": "uno", "variant": "x"}, "x"),
            ("begin", {"ruleset": "/etc/passwd"}, "no ruleset"),
            ("begin", {"ruleset": "uno", "seat": 2}, "seat = 2 is not in 0 … 1"),
            ("begin", {"ruleset": "uno", "opponents": []}, "players"),
            ("begin", {"ruleset": "uno", "opponents": ["gredy"]}, "there are " + '"random"'),
            ("begin", {"ruleset": "uno", "opponents": ["ismcts(iterations=9)"]}, "is unknown"),
        ):
            text, wrong = await call(name, **arguments)
            assert wrong
            assert why in text
        await call("begin", ruleset="crazy_eights")
        for action, why in (("", "the action is empty"), ("play the Ace of clubs", "possible")):
            text, wrong = await call("play", game=1, action=action)
            assert wrong
            assert why in text
        _, wrong = await call("play", game=1, action="draw")
        assert not wrong

    visit(server(Tables(seed=7)), todo)


def test_the_command_serves_on_standard_input_and_output() -> None:
    async def todo(call: Call) -> None:
        text, wrong = await call("begin", ruleset="crazy_eights")
        assert not wrong
        assert text == Tables(seed=5).begin("crazy_eights")

    command = [sys.executable, "-m", "eights", "mcp", "--seed", "5"]
    environment = {key: os.environ[key] for key in ("PATH", "PYTHONPATH") if key in os.environ}
    visit(StdioServerParameters(command=command[0], args=command[1:], env=environment), todo)


def test_a_visitor_is_told_what_its_seat_may_know_and_deals_differ() -> None:
    tables = Tables(seed=11)
    texts = [tables.begin("crazy_eights", seat=seat) for seat in (0, 1, 0)]
    hands = [re.findall(r"Your hand: (.+)\.", text)[0].split(", ") for text in texts]
    assert hands[0] != hands[2]
    for number, text in enumerate(texts, start=1):
        table = tables._games[number]  # noqa: SLF001 - the hidden cards are looked for
        state, seat = table.episode.state, table.seat
        # Another deal that the seat cannot tell apart; it has no events of its own.
        again = eights.text.prompt(state.resample(seat, 5), seat)
        assert tables.look(number).endswith(again.text(eights.text.Style()))
        assert text.endswith(tables.look(number))
    assert Tables().begin("uno") != Tables().begin("uno")


def test_the_oldest_games_are_dropped() -> None:
    tables = Tables(seed=1)
    for _ in range(MOST_GAMES + 1):
        tables.begin("crazy_eights", ["random"])
    with pytest.raises(eights.GameError, match="there is no game 1: there are 2, 3"):
        tables.look(1)
    assert tables.actions(2)


def test_every_opponent_plays() -> None:
    tables = Tables(seed=1)
    for name in OPPONENTS:
        assert "You may:" in tables.begin("crazy_eights", [name], seat=1)
