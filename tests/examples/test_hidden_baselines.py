"""The players of examples/hidden_rules_baselines.py."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest

import eights
import hidden_rules_baselines
from hidden_rules_baselines import (
    PLAYERS,
    Attempt,
    InformedPlayer,
    Table,
    compare,
    contexts,
    play,
)

TABLE = Table(phase="play", upcards=("5H",), suit="")


def actions(text: str) -> list[int]:
    return [eights.string_to_action(action) for action in text.split(", ")]


def test_who_knows_plays_what_may_be_played() -> None:
    player = InformedPlayer(1)
    player.tell(actions("play 2C, draw"))
    legal = actions("play 2C, play 7H, draw")
    assert eights.action_to_string(player.choose(TABLE, legal)) == "play 2C"
    player.tell(actions("draw"))
    assert player.choose(TABLE, legal) == eights.string_to_action("draw")


def test_who_plays_plainly_follows_suit_and_rank() -> None:
    plain = PLAYERS["plain"](1)
    for legal, suit, chosen in [
        ("play 2C, play 7H, draw", "", "play 7H"),
        ("play 2C, play 5S, draw", "", "play 5S"),
        ("play 2C, play 7H, draw", "C", "play 2C"),
        ("play 2C, play 3S, draw", "", "draw"),
    ]:
        table = Table("play", ("5H",), suit)
        assert eights.action_to_string(plain.choose(table, actions(legal))) == chosen


def test_who_remembers_tries_nothing_twice_and_learns_from_others() -> None:
    player = PLAYERS["remembers"](1)
    legal = actions("play 7H, play 9H, draw")
    first = player.choose(TABLE, legal)
    player.see(Attempt(eights.action_to_string(first)[5:], TABLE, refused=True))
    second = player.choose(TABLE, legal)
    assert {first, second} == set(actions("play 7H, play 9H"))
    for card in ("7H", "9H", "JH", "KH", "2H", "5C", "5S"):
        player.see(Attempt(card, TABLE, refused=True))
    for card in ("2C", "3S", "7D", "8C"):
        player.see(Attempt(card, TABLE, refused=False))
    chosen = player.choose(TABLE, actions("play 7H, play 9C, draw"))
    assert eights.action_to_string(chosen) == "play 9C", "all is the other way round on a Five"


def test_contexts_narrow() -> None:
    assert contexts("7H", "5H", "") == [
        (True,),
        (True, "5"),
        (True, "5", "7"),
        (True, "5H", "7H"),
    ]


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_plays_matches_to_their_end(name: str) -> None:
    game = eights.hidden_rules(players=3, rules=3, rounds=2, split="all")
    for seed in range(4):
        outcome = play(game, [PLAYERS[name](seed) for _ in range(3)], seed)
        assert sum(outcome.shares) == pytest.approx(1)
        counts = zip(outcome.refused, outcome.attempts, strict=True)
        assert all(0 <= refused <= tried for refused, tried in counts)
        if name == "knows":
            assert outcome.refused == (0, 0, 0)


def test_knowing_is_worth_more_than_trying() -> None:
    game = eights.hidden_rules(players=3, rules=2, rounds=2)
    results = compare(game, games=30, seed=1, field="random")
    assert [result.name for result in results] == list(PLAYERS)
    by_name = {result.name: result for result in results}
    assert by_name["knows"].refused == 0
    assert by_name["knows"].win_rate > by_name["random"].win_rate
    assert by_name["remembers"].refused < by_name["random"].refused
    for result in results:
        assert 0 <= result.low <= result.win_rate <= result.high <= 1
        assert result.low < result.high, "thirty games tell little"
    assert results == compare(game, games=30, seed=1, field="random")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(Path(hidden_rules_baselines.__file__)), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)


def test_the_script_prints_a_table_or_json() -> None:
    common = ("--games", "3", "--rounds", "1", "--players", "3", "--split", "test")
    done = run(*common)
    assert done.returncode == 0, done.stderr
    assert all(name in done.stdout for name in PLAYERS)
    report = json.loads(run(*common, "--field", "random", "--json").stdout)
    assert report["grammar"] == 1
    hidden = inspect.signature(eights.hidden_rules).parameters
    assert json.loads(run(*common[:4], "--json").stdout)["split"] == hidden["split"].default
    assert [result["name"] for result in report["results"]] == list(PLAYERS)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "0"), "--games 0 is not 1 or greater"),
        (("--rules", "4"), "rules = 4 is not in 1 … 3"),
        (("--ruleset", "chess"), "chess"),
    ],
)
def test_what_the_script_refuses(arguments: tuple[str, ...], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
