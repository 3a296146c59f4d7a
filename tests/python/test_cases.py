"""Runs every case of tests/data/cases through Python: what the methods of a state say of it.

tests/rust/cases.rs compares the keys of the position too; here it is only written and read.

`EIGHTS_CASES_DIR` names another folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eights
from eights import solve

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
FOLDER = Path(os.environ.get("EIGHTS_CASES_DIR", HERE.parent / "data" / "cases"))
FILES = sorted(FOLDER.glob("*.toml"))

CASE_KEYS = {"name", "source", "players", "overrides", "options", "position", "do", "expect"}


def cases() -> list[Any]:
    return [
        pytest.param(file.stem, case, id=f"{file.stem}: {case['name']}")
        for file in FILES
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    ]


def test_there_are_cases_for_every_ruleset() -> None:
    assert {file.stem for file in FILES} == {*eights.rulesets(), *solve.rulesets()}


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


def problems(state: eights.State, expect: dict[str, Any]) -> Iterator[str]:
    """What the state says otherwise than expected."""
    legal = []
    if not state.is_chance_node():
        legal = [state.action_to_string(action) for action in state.legal_actions()]
    for action in expect.get("legal_lacks", []):
        state.string_to_action(action)  # is an action
    returns = expect.get("returns", state.returns())
    same = {
        "legal": set(expect.get("legal", legal)) == set(legal),
        "legal_has": set(expect.get("legal_has", [])) <= set(legal),
        "legal_lacks": not set(expect.get("legal_lacks", [])) & set(legal),
        "player": expect.get("player", state.current_player()) == state.current_player(),
        "over": expect.get("over", state.is_terminal()) is state.is_terminal(),
        "winners": expect.get("winners", state.winners()) == state.winners(),
        "returns": len(returns) == state.game.num_players()
        and bool(np.allclose(returns, state.returns(), 0, 1e-6)),
    }
    return (f"{key}: not {expect[key]!r}" for key, holds in same.items() if not holds)


def test_what_a_case_expects_is_compared() -> None:
    game = eights.Game("crazy_eights", players=2)
    state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC", "stock": "2C 3C"})
    right = {
        "legal": ["draw", "play 8H", "play 5C"],
        "legal_has": ["draw"],
        "legal_lacks": ["pass"],
        "player": 0,
        "over": False,
        "winners": [],
        "returns": [0.0, 0.0],
    }
    assert not list(problems(state, right))
    wrong = {
        "legal": ["draw"],
        "legal_has": ["pass"],
        "legal_lacks": ["draw"],
        "player": 1,
        "over": True,
        "winners": [0],
        "returns": [1.0, -1.0],
    }
    assert [why.split(":")[0] for why in problems(state, wrong)] == list(wrong)
