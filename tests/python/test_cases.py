"""Runs every case of tests/data/cases as its README says, like tests/rust/cases.rs.

`EIGHTS_CASES_DIR` names another folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eights

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
FOLDER = Path(os.environ.get("EIGHTS_CASES_DIR", HERE.parent / "data" / "cases"))
FILES = sorted(FOLDER.glob("*.toml"))

LISTS = ("calls", "out", "known", "piles", "suits", "created", "offered", "said", "overdue")
CASE_KEYS = {"name", "source", "players", "overrides", "options", "position", "do", "expect"}
# Keys of the state's mapping, with what they are where the mapping leaves them out.
DEFAULTS: dict[str, Callable[[int], Any]] = {
    **{
        key: lambda _: None
        for key in ("hands", "pile", "seat", "dealer", "actor", "stock", "aside", "deal")
    },
    "direction": lambda _: 1,
    **{
        key: lambda _: ""
        for key in ("suit", "second", "under", "went_out", "hat", "first", "named")
    },
    **{
        key: lambda _: False
        for key in ("last_round", "fresh", "open", "first_nominates", "owed_from_pile")
    },
    "params": lambda _: {},
    "pending": lambda _: {"draw": 0},
    "phase": lambda _: {"name": "play"},
    "turn": lambda _: {},
    "beside": lambda _: {},
    **{key: lambda _: [] for key in LISTS},
    **{key: lambda _: 0 for key in ("row", "at", "passes", "round", "plays", "decisions", "turns")},
    **{
        key: lambda players: [0] * players
        for key in ("scores", "placed", "owed", "paid", "paid_total")
    },
}


def cases() -> list[Any]:
    return [
        pytest.param(file.stem, case, id=f"{file.stem}: {case['name']}")
        for file in FILES
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    ]


def test_there_are_cases_for_every_ruleset() -> None:
    assert {file.stem for file in FILES} == set(eights.rulesets())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_names_are_unique_and_sources_are_named(file: Path) -> None:
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    assert read.keys() == {"case"}
    names = [case["name"] for case in read["case"]]
    assert len(set(names)) == len(names)
    for case in read["case"]:
        assert case.keys() <= CASE_KEYS, case["name"]
        assert case["source"], case["name"]


@pytest.mark.parametrize(("ruleset", "case"), cases())
def test_case(ruleset: str, case: dict[str, Any]) -> None:
    game = eights.Game(
        ruleset,
        players=case["players"],
        overrides=case.get("overrides"),
        **case.get("options", {}),
    )
    expect = dict(case["expect"])
    wanted_error = expect.pop("error", None)
    actions = case.get("do", [])
    if wanted_error is not None and not actions:
        with pytest.raises(eights.PositionError) as refused:
            game.position(case["position"])
        assert wanted_error in str(refused.value)
        return
    state = game.position(case["position"])
    for action in actions[:-1]:
        state.apply_action(action)
    if wanted_error is not None:
        before = state.clone()
        with pytest.raises(eights.ActionError) as refused_action:
            state.apply_action(actions[-1])
        assert wanted_error in str(refused_action.value)
        assert state == before, "the refused action has changed the state"
    elif actions:
        state.apply_action(actions[-1])
    again = game.position(state.to_dict())
    assert again.to_dict() == state.to_dict(), "the position restores the state"
    assert not list(problems(state, expect))


def problems(state: eights.State, expect: dict[str, Any]) -> Any:
    """What differs from the expectations."""
    legal = []
    if not state.is_chance_node():
        legal = [state.action_to_string(action) for action in state.legal_actions()]
    players = state.game.num_players()
    position = state.to_dict()
    for key, wanted in expect.items():
        got: Any
        match key:
            case "legal":
                got, same = legal, set(wanted) == set(legal)
            case "legal_has" | "legal_lacks":
                for action in wanted:
                    state.string_to_action(action)  # is an action
                got, same = legal, all((a in legal) == (key == "legal_has") for a in wanted)
            case "player":
                got = state.current_player()
                same = got == wanted
            case "hand_sizes":
                got = [len(hand.split()) for hand in position["hands"]]
                same = got == wanted
            case "stock_size":
                got = stock_size(state)
                same = got == wanted
            case "over":
                got = state.is_terminal()
                same = got is wanted
            case "winners":
                got = state.winners()
                same = got == wanted
            case "returns":
                got = state.returns()
                same = len(got) == len(wanted) and bool(np.allclose(got, wanted, 0, 1e-6))
            case _ if key in DEFAULTS:
                got = position.get(key, DEFAULTS[key](players))
                same = same_fact(key, wanted, got, state)
            case _:
                got, same = "no such key", False
        if not same:
            yield f"{key}: expected {wanted!r}, got {got!r}"


def stock_size(state: eights.State) -> int:
    """What an observation says of the stock: it is public."""
    out = np.zeros(state.game.observation_tensor_size(), dtype=np.uint8)
    start, _, _ = state.game.observation_layout["stock_size"]
    return int(state.observation_tensor(0, out=out)[start])


def same_fact(key: str, wanted: Any, got: Any, state: eights.State) -> bool:
    match key:
        case "hands":
            return [sorted(hand.split()) for hand in wanted] == [
                sorted(hand.split()) for hand in got
            ]
        case "aside":
            return sorted(wanted.split()) == sorted((got or "").split())
        case "pile" | "stock":
            if key == "stock" and got is None:
                return not wanted and stock_size(state) == 0
            return bool(wanted.split() == (got or "").split())
        case "actor":
            actor = state.current_player()
            return bool(wanted == actor)
        case "calls" | "out":
            return sorted(wanted) == sorted(got)
        case "phase":
            return same_table(named(wanted, "name"), named(got, "name"))
        case "pending":
            return same_table(named(wanted, "draw"), named(got, "draw"))
        case "turn":
            return same_table(wanted, got)
        case _:
            return bool(wanted == got)


def named(value: Any, key: str) -> dict[str, Any]:
    """A table, or the one value that stands for it under this key."""
    return value if isinstance(value, dict) else {key: value}


def same_table(wanted: dict[str, Any], got: dict[str, Any]) -> bool:
    """Whether every key of the first is the same in the second."""
    return all(
        got.get(key, value if value in (0, "") else None) == value for key, value in wanted.items()
    )


def test_what_a_case_expects_is_compared() -> None:
    game = eights.Game("crazy_eights", players=2)
    state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC", "stock": "2C 3C"})
    right = {
        "legal": ["draw", "play 8H", "play 5C"],
        "legal_has": ["draw"],
        "legal_lacks": ["pass"],
        "player": 0,
        "seat": 0,
        "hands": ["5C 8H", "QD KD"],
        "hand_sizes": [2, 2],
        "stock": "2C 3C",
        "stock_size": 2,
        "pile": "TC",
        "over": False,
        "winners": [],
        "returns": [0.0, 0.0],
        "pending": 0,
        "phase": "play",
        "suit": "",
        "direction": 1,
        "scores": [0, 0],
        "turn": {"drawn": 0},
    }
    assert not list(problems(state, right))
    wrong = {
        "legal": ["draw"],
        "legal_has": ["pass"],
        "legal_lacks": ["draw"],
        "player": 1,
        "seat": 1,
        "hands": ["5C 8H", "QD QD"],
        "hand_sizes": [2, 3],
        "stock": "3C 2C",
        "stock_size": 3,
        "pile": "TD",
        "over": True,
        "winners": [0],
        "returns": [1.0, -1.0],
        "pending": {"draw": 2},
        "phase": "give",
        "suit": "C",
        "direction": -1,
        "scores": [0, 1],
        "turn": {"drawn": 1},
        "flag": 1,
    }
    assert [why.split(":")[0] for why in problems(state, wrong)] == list(wrong)
