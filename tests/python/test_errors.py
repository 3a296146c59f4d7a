"""Every refusal raises the right subclass of `eights.Error` and changes nothing; nothing panics."""

from __future__ import annotations

import itertools
import json
import math
import pickle
import re
import string
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from soup import SOUP, few
from tables import nearest

import eights

CARDS = {"hands": ["8H 5C", "KD QD"], "pile": "TC"}
ERRORS = [
    eights.ActionError,
    eights.ArgumentError,
    eights.ArrayError,
    eights.BatchError,
    eights.BotError,
    eights.GameError,
    eights.PositionError,
    eights.RecordError,
    eights.ResampleError,
    eights.RulesetError,
]


def game(**options: Any) -> eights.Game:
    return eights.Game("crazy_eights", **{"players": 2, **options})


def position(**more: Any) -> eights.State:
    return game().position({**CARDS, **more})


def rare() -> eights.State:
    """Returns a state with a hand that allows a long turn, which hardly any other hand does."""
    going_on = {"cards": "all", "continue": {"with": "following", "most": "1 or all"}}
    overrides = {"special.eight": False, "follow": ["suit"], "special.turn": going_on}
    clubs = "2C 3C 4C 5C 6C 7C 9C TC JC QC KC"
    state = game(overrides=overrides).position({"hands": [clubs, "2H 3H"], "pile": "AC"})
    state.apply_action("play 2C")
    state.apply_action("play 3C")
    return state


def unexplained() -> eights.State:
    """Returns a state after a Joker acted under a hidden rule that no catalogue contains."""
    overrides = {"variant": "hidden-rules", "deck.jokers": 2}
    rule = {"cards": "*", "does": "nominate"}
    position = {"hands": ["*R 5C 6C", "2H 3H"], "pile": "*B", "created": [rule]}
    state = eights.Game("rose_mau", players=2, overrides=overrides).position(position)
    state.apply_action("play *R")
    return state


def misremembered() -> str:
    """Returns a record whose recent actions contain an invalid one."""
    state = game(history=3).position(CARDS)
    state.apply_action("draw")
    record = json.loads(state.resample(0, 1).record())
    record["start"]["recent"] = [[0, "drew"]]
    return json.dumps(record)


def overfull() -> eights.State:
    """Returns a state from bytes in which seat 0 remembers more than can have happened."""
    limited = game(max_decisions=5)
    saved = json.loads(limited.new_initial_state(1).resample(0, 1).serialize())
    saved["past"]["entries"] = saved["past"]["entries"] * 100
    return limited.deserialize_state(json.dumps(saved).encode())


def over() -> eights.State:
    return position(hands=["", "KD QD"], phase={"name": "over", "winners": [0]})


@pytest.mark.parametrize("error", ERRORS)
def test_the_hierarchy(error: type[eights.Error]) -> None:
    assert issubclass(error, eights.Error)
    assert issubclass(error, ValueError)
    assert issubclass(error, TypeError) == (error is eights.ArgumentError)
    assert error.__module__ == "eights"
    assert getattr(eights, error.__name__) is error
    assert error.__doc__
    again = pickle.loads(pickle.dumps(error("why")))
    assert type(again) is error
    assert again.args == ("why",)


def refusals() -> list[Any]:
    """Lists everything that can be refused, with its exception and the required words."""
    state, g = position, game
    table: dict[str, tuple[type[eights.Error], Callable[[], object], list[str]]] = {
        # Rulesets.
        "no such ruleset": (
            eights.RulesetError,
            lambda: eights.Ruleset("chess"),
            ["chess", "kings_reverse"],
        ),
        "no such ruleset for a game": (
            eights.RulesetError,
            lambda: eights.Game("chess"),
            ["chess"],
        ),
        "no TOML": (eights.RulesetError, lambda: eights.Ruleset.from_toml("= 3"), ["TOML"]),
        "unknown key": (
            eights.RulesetError,
            lambda: eights.Ruleset.from_toml('id = "a"\ntitle = "A"\ndeel = 3'),
            ["deel"],
        ),
        "wrong type": (
            eights.RulesetError,
            lambda: eights.Ruleset("crazy_eights").override({"deal.cards": "many"}),
            ["deal.cards", "many"],
        ),
        "no file": (
            eights.RulesetError,
            lambda: eights.Ruleset.from_file("/no/such/file.toml"),
            ["cannot read /no/such/file.toml"],
        ),
        "a folder": (eights.RulesetError, lambda: eights.Ruleset.from_file("/"), ["cannot read /"]),
        "NUL in a path": (eights.RulesetError, lambda: eights.Ruleset.from_file("a\0b"), ["read"]),
        "half a character in a path": (
            eights.ArgumentError,
            lambda: eights.Ruleset.from_file("\ud800"),
            ["path '\\ud800' is not Unicode text"],
        ),
        "half a character in a folder": (
            eights.ArgumentError,
            lambda: eights.Ruleset.from_toml("", Path("\ud800")),
            ["folder ", "is not Unicode text"],
        ),
        "path is not a path": (
            eights.ArgumentError,
            lambda: eights.Ruleset.from_file(3),  # type: ignore[arg-type]
            ["path", "int"],
        ),
        "no such variant": (
            eights.RulesetError,
            lambda: eights.Ruleset("kings_reverse").override({"variant": "x"}),
            ["variant"],
        ),
        "mapping is a list": (
            eights.ArgumentError,
            lambda: eights.Ruleset.from_dict([1]),  # type: ignore[arg-type]
            ["mapping", "list"],
        ),
        "mapping holds no data": (
            eights.RulesetError,
            lambda: eights.Ruleset.from_dict({"id": object()}),
            ["id: object", "plain data"],
        ),
        "mapping holds no number": (
            eights.RulesetError,
            lambda: eights.Ruleset.from_dict({"id": math.nan}),
            ["id: NaN", "plain data"],
        ),
        "ruleset is too large": (
            eights.RulesetError,
            lambda: eights.Ruleset.from_toml("#" * 1_000_001),
            ["more than 262144 bytes"],
        ),
        # Games.
        "too many players": (
            eights.GameError,
            lambda: g(players=11),
            ["11 players", "2 to 10", "crazy_eights"],
        ),
        "no players": (eights.GameError, lambda: g(players=0), ["0 players"]),
        "players below 0": (eights.GameError, lambda: g(players=-1), ["players = -1", "2 … 10"]),
        "very many players": (
            eights.GameError,
            lambda: g(players=10**100),
            ["players = 1000", "2 … 10"],
        ),
        "players beyond writing": (
            eights.GameError,
            lambda: g(players=1 << 100_000),
            ["players", "2 … 10"],
        ),
        "no match": (
            eights.GameError,
            lambda: eights.Game("crazy_eights_openspiel", episode="match"),
            ["crazy_eights_openspiel", "match"],
        ),
        "episode": (eights.GameError, lambda: g(episode="week"), ["week", '"round", "match"']),
        "reward": (eights.GameError, lambda: g(reward="gold"), ["gold", '"win", "points"']),
        "chance": (eights.GameError, lambda: g(chance="none"), ["none", '"sampled", "explicit"']),
        "truncation": (
            eights.GameError,
            lambda: g(truncation="lose"),
            ["lose", '"score", "bootstrap"'],
        ),
        "truncation is a number": (eights.ArgumentError, lambda: g(truncation=1), ["int"]),
        "layout": (
            eights.GameError,
            lambda: g(layout="big"),
            ["big", '"compact", "universal", "cards"'],
        ),
        "history": (eights.GameError, lambda: g(history=33), ["history = 33", "0 … 32"]),
        "history below 0": (eights.GameError, lambda: g(history=-1), ["history = -1"]),
        "no decisions": (
            eights.GameError,
            lambda: g(max_decisions=0),
            ["max_decisions = 0", "1 … 65535"],
        ),
        "many decisions": (eights.GameError, lambda: g(max_decisions=65536), ["65536", "65535"]),
        "players is a text": (eights.ArgumentError, lambda: g(players="2"), ["players", "str"]),
        "players is a half": (eights.ArgumentError, lambda: g(players=2.5), ["players", "float"]),
        "episode is a number": (eights.ArgumentError, lambda: g(episode=1), ["episode", "int"]),
        "ruleset is a number": (
            eights.ArgumentError,
            lambda: eights.Game(7),  # type: ignore[arg-type]
            ["ruleset", "int"],
        ),
        "seed below 0": (
            eights.GameError,
            lambda: g().new_initial_state(-1),
            ["seed = -1", str(2**64 - 1)],
        ),
        "seed too large": (
            eights.GameError,
            lambda: g().new_initial_state(2**64),
            [f"seed = {2**64}"],
        ),
        "seed is a half": (
            eights.ArgumentError,
            lambda: g().new_initial_state(0.5),  # type: ignore[arg-type]
            ["seed", "float"],
        ),
        "information state without a limit": (
            eights.GameError,
            lambda: g().information_state_tensor_size(),
            ["max_decisions"],
        ),
        # Actions.
        "illegal": (
            eights.ActionError,
            lambda: state().apply_action("play KD"),
            ["play KD", "draw", "play 8H"],
        ),
        "illegal by id": (
            eights.ActionError,
            lambda: state().apply_action(91),
            ["challenge", "legal"],
        ),
        "no action": (eights.ActionError, lambda: state().apply_action(100), ["100", "0 … 99"]),
        "negative": (eights.ActionError, lambda: state().apply_action(-1), ["-1", "0 … 99"]),
        "huge": (eights.ActionError, lambda: state().apply_action(2**70), ["0 … 99"]),
        "no text of an action": (
            eights.ActionError,
            lambda: state().apply_action("play 11X"),
            ["play 11X"],
        ),
        "half a character": (eights.ActionError, lambda: state().apply_action("\ud800"), []),
        "action is a list": (
            eights.ArgumentError,
            lambda: state().apply_action([54]),  # type: ignore[arg-type]
            ["action", "list"],
        ),
        "action is nothing": (
            eights.ArgumentError,
            lambda: state().apply_action(None),  # type: ignore[arg-type]
            ["action", "NoneType"],
        ),
        "the end": (eights.ActionError, lambda: over().apply_action("draw"), ["draw", "over"]),
        "chance decides": (
            eights.ActionError,
            lambda: g(chance="explicit").new_initial_state(0).apply_action("draw"),
            ["draw", "chance 0", "chance 1"],
        ),
        "no such outcome": (
            eights.ActionError,
            lambda: g(chance="explicit").new_initial_state(0).apply_action(7),
            ["outcome 7", "chance 1"],
        ),
        "chance does not decide": (
            eights.ActionError,
            lambda: state().apply_action("chance 8H"),
            ["chance 8H"],
        ),
        "text of no id": (eights.ActionError, lambda: state().action_to_string(100), ["100"]),
        "id of no text": (eights.ActionError, lambda: state().string_to_action("go"), ["go"]),
        "words of no action": (eights.ActionError, lambda: state().describe_action("go"), ["go"]),
        "no seat": (eights.ActionError, lambda: state().observation_tensor(2), ["2", "0 … 1"]),
        "no seat below 0": (eights.ActionError, lambda: state().resample(-1, 0), ["-1", "0 … 1"]),
        "no seat of legal actions": (eights.ActionError, lambda: state().legal_actions(5), ["5"]),
        "seat is a text": (
            eights.ArgumentError,
            lambda: state().observation_string("me"),  # type: ignore[arg-type]
            ["player", "str"],
        ),
        "seed of a resample": (eights.ActionError, lambda: state().resample(0, -1), ["seed = -1"]),
        "cards too rare to be drawn": (
            eights.ResampleError,
            lambda: rare().resample(1, 0),
            ["seat 1", "phase continue"],
        ),
        "no history where one is required": (
            eights.ResampleError,
            lambda: unexplained().resample(0, 0, require_history=True),
            ["seat 0", "no history", "created rules"],
        ),
        "rules too rare to be drawn": (
            eights.ResampleError,
            lambda: unexplained().resample(1, 0),
            ["seat 1", "phase nominate", "catalogue"],
        ),
        "more than an information state holds": (
            eights.GameError,
            lambda: overfull().information_state_tensor(0),
            ["seat 0", "slots", "max_decisions"],
        ),
        "a colour of a table": (
            eights.ArgumentError,
            lambda: state().render(color="red"),  # type: ignore[arg-type]
            ["color", "True or False", "str"],
        ),
        # Positions.
        "nobody wins": (
            eights.PositionError,
            lambda: state(phase={"name": "over", "truncated": True}),
            ["phase.winners", "nobody has won"],
        ),
        "somebody wins what is left open": (
            eights.PositionError,
            lambda: g(truncation="bootstrap").position(
                {**CARDS, "phase": {"name": "over", "winners": [0], "truncated": True}}
            ),
            ["phase.winners", "bootstrap"],
        ),
        "unknown card": (
            eights.PositionError,
            lambda: g().position({"hands": ["8X", ""], "pile": "TC"}),
            ["8X"],
        ),
        "unknown key of a position": (eights.PositionError, lambda: state(colour=1), ["colour"]),
        "impossible": (
            eights.PositionError,
            lambda: g().position({"hands": ["8H 8H", "KD"], "pile": "TC"}),
            ["8H"],
        ),
        "what cannot be recent": (
            eights.PositionError,
            lambda: state(recent=[[0, "draw"], [2, "draw"], [1, "jump"], "pass"]),
            ["recent.1", "2 is not a seat", "recent.2", "jump", "recent.3", "pass"],
        ),
        "recent is a text": (eights.PositionError, lambda: state(recent="draw"), ["recent"]),
        "every reason": (
            eights.PositionError,
            lambda: g().position({"hands": ["8H 8H"], "pile": "XX", "seat": 9}),
            ["8H", "XX", "seat", "hands"],
        ),
        "position is a list": (
            eights.PositionError,
            lambda: g().position([]),  # type: ignore[arg-type]
            ["mapping"],
        ),
        "position is not plain data": (
            eights.ArgumentError,
            lambda: g().position({"hands": {1, 2}}),
            ["position", "plain data"],
        ),
        "no bytes of a state": (
            eights.PositionError,
            lambda: g().deserialize_state(b"no state"),
            ["not a serialized state"],
        ),
        "bytes of another game": (
            eights.PositionError,
            lambda: g(players=3).deserialize_state(state().serialize()),
            ["another game"],
        ),
        "bytes are a text": (
            eights.ArgumentError,
            lambda: g().deserialize_state("x"),  # type: ignore[arg-type]
            ["bytes", "str"],
        ),
        # Records.
        "no record": (eights.RecordError, lambda: eights.replay("no record"), ["not a record"]),
        "another format": (eights.RecordError, lambda: eights.replay('{"format": "pgn"}'), ["pgn"]),
        "another version": (
            eights.RecordError,
            lambda: eights.replay(state().record().replace('"version": 1', '"version": 9')),
            ["9", "reads version 1"],
        ),
        "what cannot be recent in a record": (
            eights.RecordError,
            lambda: eights.replay(misremembered()),
            ["start", "recent.0", "drew"],
        ),
        "record is a mapping": (
            eights.ArgumentError,
            lambda: eights.replay({}),  # type: ignore[arg-type]
            ["record", "dict"],
        ),
        # Bots.
        "no such bot": (eights.BotError, lambda: state().bot_action("hal"), ["hal", "random"]),
        "no such bot in the arena": (
            eights.BotError,
            lambda: eights.arena(g(), ["hal", "random"]),
            ["hal", "random"],
        ),
        "an arena that tells nobody": (
            eights.ArgumentError,
            lambda: eights.arena(g(), ["random"] * 2, progress=3),  # type: ignore[arg-type]
            ["progress", "int"],
        ),
        "an interval of nothing": (
            eights.BotError,
            lambda: eights.win_rate_interval([]),
            ["at least 1 game"],
        ),
        "an interval of too much": (
            eights.BotError,
            lambda: eights.win_rate_interval([0, 1.5]),
            ["game 1", "1.5", "0 … 1"],
        ),
        "an interval of half a deal": (
            eights.BotError,
            lambda: eights.win_rate_interval([0, 1, 0], games_per_deal=2),
            ["3 games", "deals of 2 games"],
        ),
        "an interval of words": (
            eights.ArgumentError,
            lambda: eights.win_rate_interval(["won"]),  # type: ignore[list-item]
            ["a share", "str"],
        ),
        "an interval of a word": (
            eights.ArgumentError,
            lambda: eights.win_rate_interval("won"),  # type: ignore[arg-type]
            ["shares", "str"],
        ),
        "an arena for one": (eights.BotError, lambda: eights.arena(g(), ["random"]), ["2", "1"]),
        "an arena without deals": (
            eights.BotError,
            lambda: eights.arena(g(), ["random"] * 2, deals=0),
            ["deals = 0"],
        ),
        "an arena of no precision": (
            eights.BotError,
            lambda: eights.arena(g(), ["random"] * 2, precision=0),
            ["the precision is 0", "at most 0.5"],
        ),
        "a policy's arena of no precision": (
            eights.BotError,
            lambda: eights.arena(g(), ["random", lambda _, m: m.argmax(1)], precision=0.6),
            ["the precision is 0.6", "at most 0.5"],
        ),
        "an arena of a precision in words": (
            eights.ArgumentError,
            lambda: eights.arena(g(), ["random"] * 2, precision="high"),  # type: ignore[arg-type]
            ["precision", "str"],
        ),
        "an arena of times in words": (
            eights.ArgumentError,
            lambda: eights.arena(g(), ["random"] * 2, timing="yes"),  # type: ignore[arg-type]
            ["timing", "str"],
        ),
        "an arena that is stopped at once": (
            eights.BotError,
            lambda: eights.arena(
                eights.Game("crazy_eights", players=3),
                ["random", lambda _, m: m.argmax(1)],
                progress=lambda _: False,
            ),
            ["the arena was stopped"],
        ),
        "looks at nothing": (
            eights.BotError,
            lambda: eights.arena_looks(0, 0.1),
            ["deals = 0"],
        ),
        "looks for no precision": (
            eights.BotError,
            lambda: eights.arena_looks(10, float("nan")),
            ["NaN", "at most 0.5"],
        ),
        "the time of nobody": (
            eights.BotError,
            lambda: eights.decision_time(g(), "hal"),
            ["hal", "random"],
        ),
        "an arena of many threads": (
            eights.BotError,
            lambda: eights.arena(g(), ["random"] * 2, threads=2000),
            ["threads = 2000", "1024"],
        ),
        "a part of an arena before its first deal": (
            eights.BotError,
            lambda: eights.arena_games(g(), "random", "greedy", first=-1),
            ["first = -1"],
        ),
        "a part of an arena with nobody": (
            eights.ArgumentError,
            lambda: eights.arena_games(g(), "random", None),  # type: ignore[arg-type]
            ["a bot's name", "NoneType"],
        ),
        "an arena of no game": (
            eights.ArgumentError,
            lambda: eights.arena("crazy_eights", ["random"] * 2),  # type: ignore[arg-type]
            ["game", "str"],
        ),
        # Objects of the package that its functions in Python take.
        "a searcher in no game": (
            eights.ArgumentError,
            lambda: eights.Searcher().validate("uno"),  # type: ignore[arg-type]
            ["game must be a Game", "str"],
        ),
        "a strategy of no solver": (
            eights.ArgumentError,
            lambda: eights.solve.Strategy(g(), np.zeros(1)),  # type: ignore[arg-type]
            ["solver must be a Tabular", "Game"],
        ),
        "iterations of no solver": (
            eights.ArgumentError,
            lambda: eights.solve.cfr(None, 1),  # type: ignore[arg-type]
            ["solver must be a Tabular", "NoneType"],
        ),
        "a policy of no solver": (
            eights.ArgumentError,
            lambda: eights.solve.policy_of(3, "random"),  # type: ignore[arg-type]
            ["solver must be a Tabular", "int"],
        ),
        "a prompt of no state": (
            eights.ArgumentError,
            lambda: eights.text.prompt(g(), 0),  # type: ignore[arg-type]
            ["state must be a State", "Game"],
        ),
        "the rules of no game": (
            eights.ArgumentError,
            lambda: eights.text.rules("uno"),  # type: ignore[arg-type]
            ["game must be a Game", "str"],
        ),
        "a run of no item": (
            eights.ArgumentError,
            lambda: eights.text.run(g(), "greedy"),  # type: ignore[arg-type]
            ["exchange must be an item of a task", "Game"],
        ),
        "the differences of no reports": (
            eights.ArgumentError,
            lambda: eights.reports.differences({}, 3),  # type: ignore[arg-type]
            ["a report must be a mapping", "int"],
        ),
        "legal actions by no masks": (
            eights.ArrayError,
            lambda: eights.policies.illegal(np.array([54]), np.ones(100, np.bool_)),
            ["action_masks", "(100,)"],
        ),
        # Arrays (those of a batch: test_batch.py).
        "out is too short": (
            eights.ArrayError,
            lambda: state().observation_tensor(out=np.zeros(3, np.float32)),
            ["(3,)", "float32 or uint8"],
        ),
        "out is of another dtype": (
            eights.ArrayError,
            lambda: state().privileged_tensor(out=np.zeros(3)),  # type: ignore[type-var]
            ["float64"],
        ),
        "out is a list": (
            eights.ArrayError,
            lambda: state().legal_actions_mask(out=[True] * 100),  # type: ignore[arg-type]
            ["list", "(100,)"],
        ),
        "a mask of numbers": (
            eights.ArrayError,
            lambda: state().legal_actions_mask(out=np.zeros(100, np.int8)),
            ["int8", "bool"],
        ),
        # Batches (more in test_batch.py).
        "a batch of nothing": (eights.BatchError, lambda: eights.Batch(g(), 0), ["num_envs = 0"]),
        "a batch of no game": (
            eights.ArgumentError,
            lambda: eights.Batch("crazy_eights", 1),  # type: ignore[call-overload]
            ["game", "str"],
        ),
        "env of a seed": (
            eights.BatchError,
            lambda: eights.episode_seed(0, -1, 0),
            ["env = -1"],
        ),
    }
    return [pytest.param(*row, id=name) for name, row in table.items()]


@pytest.mark.parametrize(("error", "call", "named"), refusals())
def test_a_refusal_says_what_was_wrong_and_what_was_possible(
    error: type[eights.Error], call: Callable[[], object], named: list[str]
) -> None:
    with pytest.raises(eights.Error) as refused:
        call()
    assert type(refused.value) is error
    message = str(refused.value)
    for text in named:
        assert text in message
    assert not re.match(r"[A-Z][a-z]", message), f"it begins in lower case: {message}"
    assert not message.endswith("."), message


def test_problems_of_a_ruleset_one_by_one() -> None:
    with pytest.raises(eights.RulesetError) as refused:
        eights.Ruleset("crazy_eights").override({"deal.card": 7, "draw.most": "many"})
    assert len(refused.value.problems) == 2
    calls: list[tuple[Callable[[str], object], str]] = [
        (eights.Ruleset, "chess"),
        (eights.Ruleset.from_toml, "="),
        (eights.Ruleset.from_file, "/no/such/file.toml"),
    ]
    for call, text in calls:
        with pytest.raises(eights.RulesetError) as one:
            call(text)
        assert one.value.problems == [str(one.value)]


def test_an_illegal_move_of_a_record_is_named() -> None:
    state = position()
    state.apply_action("draw")
    for bad in ("play KC", "fly", "chance 8H"):
        with pytest.raises(eights.RecordError, match="move 1 of the record"):
            eights.replay(f'"{bad}"'.join(state.record().rsplit('"draw"', 1)))


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(eights.RulesetError, match="cannot read"):
        eights.Ruleset.from_file(path)


def test_out_must_be_writable_contiguous_and_aligned() -> None:
    state = position()
    d = state.game.observation_tensor_size()
    read_only = np.zeros(d, np.float32)
    read_only.flags.writeable = False
    cases: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {
        "read-only": read_only,
        "not contiguous": np.zeros(2 * d, np.float32)[::2],
        "not aligned": np.zeros(4 * d + 1, np.uint8)[1:].view(np.float32),
        f"({d}, 1)": np.zeros((d, 1), np.float32),
    }
    for why, out in cases.items():
        for method in (state.observation_tensor,):
            with pytest.raises(eights.ArrayError) as refused:
                method(out=out)
            text = str(refused.value)
            assert why in text or (why == "read-only" and "cannot be written" in text)


def test_numpy_integers_are_integers() -> None:
    for kind in (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64):
        one = kind(1)
        state = game(players=kind(2)).new_initial_state(seed=one)
        state.observation_tensor(one)
        state.privileged_tensor(one)
        state.observation_string(one)
        state.information_state_string(one)
        state.render(one)
        state.events(one)
        state.legal_actions(one)
        state.legal_actions_mask(one)
        state.resample(one, one)
        state.bot_action("random", one)
        state.action_to_string(one)
        state.describe_action(one)
        assert state.game.new_initial_state(1) == state
    limited = game(max_decisions=np.int16(9)).new_initial_state(0)
    limited.information_state_tensor(np.int64(1))


def test_python_exceptions_of_others_pass_through() -> None:
    class Odd:
        def __index__(self) -> int:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        position().apply_action(Odd())
    with pytest.raises(KeyboardInterrupt):
        game().new_initial_state(Odd())


# ---- Fuzzing ------------------------------------------------------------------------------------


def soup(rng: np.random.Generator) -> Any:
    return SOUP[int(rng.integers(len(SOUP)))]


def attempt(call: Callable[..., object], *arguments: Any) -> bool:
    """True if the call was accepted; a refusal must be an `eights.Error`."""
    try:
        call(*arguments)
    except eights.Error:
        return False
    return True


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_entry_point_refuses_soup_with_an_error_of_ours(rng: np.random.Generator) -> None:
    state = position()
    explicit = game(chance="explicit").new_initial_state(0)
    batch = eights.Batch(game(), num_envs=2)
    before, chance_before = state.clone(), explicit.clone()
    entries: list[tuple[Any, int]] = [
        (eights.Ruleset, 1),
        (eights.Ruleset.from_toml, 1),
        (eights.Ruleset.from_dict, 1),
        (eights.Ruleset("kings_reverse").override, 1),
        (eights.Ruleset.sample, 2),
        (eights.describe_rule, 1),
        (eights.Ruleset.from_file, 1),
        (eights.Game, 1),
        (lambda a, b: eights.Game("crazy_eights", a, b), 2),
        (lambda a: eights.Game("crazy_eights", episode=a), 1),
        (lambda a: eights.Game("crazy_eights", reward=a), 1),
        (lambda a: eights.Game("crazy_eights", chance=a), 1),
        (lambda a: eights.Game("crazy_eights", layout=a), 1),
        (lambda a: eights.Game("crazy_eights", history=a), 1),
        (lambda a: eights.Game("crazy_eights", max_decisions=a), 1),
        (lambda a: eights.Game("crazy_eights", truncation=a), 1),
        (lambda a: eights.Game("crazy_eights", overrides=a), 1),
        (game().deserialize_batch_state, 1),
        (eights.win_rate_interval, 2),
        (game().new_initial_state, 1),
        (game().position, 2),
        (game().deserialize_state, 1),
        (eights.replay, 1),
        (eights.action_to_string, 1),
        (eights.string_to_action, 1),
        (eights.episode_seed, 3),
        (lambda a, b, c: eights.arena(game(), a, 1, b, few(c)), 3),
        (lambda a: eights.arena(a, ["random", "greedy"], 1), 1),
        (lambda a, b, c: eights.arena_games(game(), "random", a, 1, b, c), 3),
        *(
            (getattr(s, name), count)
            for s in (state, explicit)
            for name, count in [
                ("legal_actions", 1),
                ("legal_actions_mask", 2),
                ("action_to_string", 1),
                ("string_to_action", 1),
                ("describe_action", 1),
                ("observation_tensor", 2),
                ("privileged_tensor", 2),
                ("observation_string", 1),
                ("render", 3),
                ("information_state_string", 1),
                ("information_state_tensor", 2),
                ("events", 1),
                ("bot_action", 2),
                ("resample", 2),
            ]
        ),
        (lambda a: state.clone().apply_action(a), 1),
        (lambda a: explicit.clone().apply_action(a), 1),
        (lambda a: eights.Batch(a, 1), 1),
        (lambda a: eights.Batch(game(), few(a)), 1),
        (lambda a: eights.Batch(game(), 2, seed=a), 1),
        (lambda a: eights.Batch(game(), 2, threads=few(a)), 1),
        (lambda a: eights.Batch(game(), 2, dtype=a), 1),
        (lambda a: eights.Batch(game(), 2, controllers=a), 1),
        (lambda a: eights.Batch(game(), 2, autoreset=a), 1),
        (lambda a: eights.Batch(game(), 2, buffers=a), 1),
        (lambda a: eights.Batch(game(), 2, buffers={"rewards": a}), 1),
        (batch.step, 1),
        (batch.sample, 1),
        (batch.reset, 2),
        (batch.set_controllers, 1),
        (batch.state, 1),
        (batch.episode_seed, 1),
        (batch.set_state, 1),
    ]
    accepted = refused = 0
    for entry, count in entries:
        # Every value occurs at every place, among random others.
        for place, value in itertools.product(range(count), SOUP):
            arguments = [soup(rng) for _ in range(count)]
            arguments[place] = value
            try:
                ok = attempt(entry, *arguments)
            except BaseException as error:
                pytest.fail(f"{entry}({arguments!r}) raised {error!r}")
            accepted += ok
            refused += not ok
    assert accepted > 100
    assert refused > 3000
    assert state == before
    assert explicit == chance_before


def test_random_texts_and_ids_are_refused_or_legal(rng: np.random.Generator) -> None:
    letters = string.ascii_letters + string.digits + " *+-\n\tö♥"
    words = ["play", "draw", "pass", "suit", "rank", "seat", "say", "challenge", "option", "chance"]
    for ruleset in eights.rulesets():
        for chance in ("sampled", "explicit"):
            state = eights.Game(
                ruleset, players=nearest(ruleset, 3), chance=chance
            ).new_initial_state(1)
            for _ in range(300):
                if state.is_terminal():
                    break
                before = state.clone()
                tail = "".join(rng.choice(list(letters), size=int(rng.integers(4))))
                given: Any = (
                    f"{rng.choice(words)} {tail}"
                    if rng.random() < 0.5
                    else int(rng.integers(-5, 105))
                )
                legal = state.legal_actions()
                if attempt(state.apply_action, given):
                    assert state != before
                    assert before.history() == state.history()[:-1]
                    assert state.history()[-1] in legal
                else:
                    assert state == before
                    if rng.random() < 0.3:
                        state.apply_action(int(rng.choice(legal)))


def mutate(value: Any, rng: np.random.Generator) -> Any:
    """Returns the same data with one change."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = list(value)[int(rng.integers(len(value)))]
        changed = dict(value)
        how = rng.random()
        if how < 0.1:
            del changed[key]
        elif how < 0.2:
            changed[f"{key}x"] = changed.pop(key)
        else:
            changed[key] = mutate(value[key], rng)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        i = int(rng.integers(len(value)))
        how = rng.random()
        if how < 0.15:
            return value[:i] + value[i + 1 :]
        if how < 0.3:
            return [*value, value[i]]
        return [*value[:i], mutate(value[i], rng), *value[i + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.7:
        i = int(rng.integers(len(value)))
        return value[:i] + str(rng.choice(list("89TJQKA*CDHS x"))) + value[i + 1 :]
    if isinstance(value, int) and rng.random() < 0.8:
        return value + int(rng.choice([-1, 1, 100, 2**31, 2**62, -(2**40)]))
    return [None, 0, -1, "", "8H", [], {}, 1.5, True, [1, 2], {"a": 1}][int(rng.integers(11))]


def some(legal: list[int], rng: np.random.Generator) -> int:
    """A legal action; `rng.choice` takes longer than a move."""
    return legal[int(rng.integers(len(legal)))]


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_mutated_positions_are_refused_or_playable(
    ruleset: str, chance: Any, rng: np.random.Generator
) -> None:
    g = eights.Game(ruleset, players=nearest(ruleset, 3), chance=chance, max_decisions=300)
    accepted = 0
    for seed in range(40):
        state = g.new_initial_state(seed)
        for _ in range(int(rng.integers(60))):
            if not state.is_terminal():
                state.apply_action(some(state.legal_actions(), rng))
        value = state.to_dict()
        for _ in range(5):
            value = mutate(value, rng)
            if not attempt(g.position, value):
                continue
            accepted += 1
            there = g.position(value)
            assert g.position(there.to_dict()).to_dict() == there.to_dict()
            for _ in range(30):
                if there.is_terminal():
                    break
                there.observation_tensor()
                str(there)
                there.apply_action(some(there.legal_actions(), rng))
    assert accepted > 1


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_mutated_rulesets_are_refused_or_playable(ruleset: str, rng: np.random.Generator) -> None:
    whole = eights.Ruleset(ruleset).to_dict()
    accepted = 0
    for seed in range(25):
        value = mutate(whole, rng)
        if not attempt(eights.Ruleset.from_dict, value):
            continue
        r = eights.Ruleset.from_dict(value)
        assert eights.Ruleset.from_toml(r.to_toml()) == r
        assert r.describe()
        g = eights.Game(r, max_decisions=40)
        state = g.new_initial_state(seed)
        while not state.is_terminal():
            state.observation_tensor()
            state.apply_action(some(state.legal_actions(), rng))
        accepted += 1
    assert accepted > 1


def test_mutated_bytes_and_records_are_refused_or_states(rng: np.random.Generator) -> None:
    g = game(players=3)
    state = g.new_initial_state(5)
    for _ in range(12):
        state.apply_action(int(rng.choice(state.legal_actions())))
    saved, record = state.serialize(), state.record()
    for _ in range(600):
        data = bytearray(saved)
        for _ in range(int(rng.integers(1, 4))):
            data[int(rng.integers(len(data)))] = int(rng.integers(256))
        cut = bytes(data[: int(rng.integers(len(data) + 1))]) if rng.random() < 0.3 else bytes(data)
        if attempt(g.deserialize_state, cut):
            there = g.deserialize_state(cut)
            str(there)
            there.observation_tensor()
    for _ in range(300):
        i = int(rng.integers(len(record)))
        changed = record[:i] + str(rng.choice(list('{}[]",:09aZ'))) + record[i + 1 :]
        attempt(eights.replay, changed)


@pytest.mark.parametrize("text", ["[" * 100_000, "a = " + "[" * 50_000, "a." * 50_000 + "b = 1"])
def test_deep_texts_are_refused(text: str) -> None:
    with pytest.raises(eights.RulesetError):
        eights.Ruleset.from_toml(text)
    with pytest.raises(eights.RecordError):
        eights.replay(text)


def test_deep_mappings_are_refused() -> None:
    deep: Any = {}
    for _ in range(sys.getrecursionlimit() * 3):
        deep = {"a": deep}
    less: Any = {}
    for _ in range(200):
        less = {"a": less}
    circle: dict[str, Any] = {}
    circle["a"] = circle
    for value in (deep, less, circle):
        with pytest.raises(eights.Error):
            eights.Ruleset.from_dict(value)
        with pytest.raises(eights.Error):
            eights.Ruleset("crazy_eights").override(value)
        with pytest.raises(eights.Error):
            game().position(value)


def test_long_keys_of_overrides_are_refused() -> None:
    for key in ("a." * 20_000 + "b", ".", "..", "", "deal.", ".deal", "deal..cards"):
        with pytest.raises(eights.RulesetError):
            eights.Ruleset("crazy_eights").override({key: 1})


HALF = "\ud800"
"""Half of a surrogate pair, which valid Unicode text cannot contain."""


@pytest.mark.parametrize(
    "call",
    [
        lambda: eights.replay(HALF),
        lambda: eights.Game(HALF),
        lambda: eights.Ruleset.from_toml(HALF),
        lambda: eights.Ruleset.from_dict({"id": HALF}),
        lambda: game().position({"pile": HALF}),
        lambda: game().new_initial_state(seed=1).apply_action(HALF),
        lambda: game().new_initial_state(seed=1).bot_action(HALF),
        lambda: game().new_initial_state(seed=1).record([{"move": 1, "note": HALF}]),
        lambda: eights.Batch(game(), 2, controllers=[None, HALF]),
        lambda: eights.Batch(game(), 2, dtype=HALF),  # type: ignore[call-overload]
        lambda: eights.arena(game(), [HALF, "random"], deals=1),
        lambda: eights.arena(game(), {HALF: "greedy", "other": "random"}, deals=1),
        lambda: eights.arena_games(game(), HALF, "random", deals=1),
        lambda: eights.decision_time(game(), HALF),
        lambda: eights.search(game().new_initial_state(seed=1), rollout=HALF),
        lambda: eights.Searcher.named(f"ismcts({HALF}=1)"),
        lambda: eights.Pool().add(HALF),
        lambda: eights.Pool().add("random", name=HALF),
    ],
)
def test_a_text_that_is_no_unicode_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(eights.Error) as refused:
        call()
    str(refused.value).encode()
