"""Sixty cases of tests/data/cases through Python, checked by the methods of a state.

tests/rust/cases.rs runs all cases, and also compares the keys of positions.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eights

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).resolve().parents[1] / "data" / "cases"
SMOKE = 80

TOLD = {"error", "legal", "legal_has", "legal_lacks", "player", "over", "winners", "returns"}
"""Expectations that methods of a state can check."""

Case = dict[str, Any]


def traits(ruleset: str, case: Case) -> set[Hashable]:
    """Returns the parts of the API that a case uses."""
    actions = case.get("do", [])
    return {
        ("ruleset", ruleset),
        ("players", case["players"]),
        *(("option", key, value) for key, value in case.get("options", {}).items()),
        *(("overrides", key.partition(".")[0]) for key in case.get("overrides", {})),
        *(("position", key) for key in case["position"]),
        *(("action", text.split()[0]) for text in actions),
        *(("expect", key) for key in case["expect"] if key in TOLD),
        ("refused", "error" in case["expect"] and ("action" if actions else "position")),
    }


def smoke() -> list[tuple[str, Case]]:
    """Returns cases that together have all traits, filled up to eighty at even distances."""
    left = [
        (file.stem, case)
        for file in sorted(FOLDER.glob("*.toml"))
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    ]
    of = {id(case): traits(ruleset, case) for ruleset, case in left}
    missing = set().union(*of.values())
    chosen = []
    while missing:
        best = max(left, key=lambda one: len(of[id(one[1])] & missing))
        missing -= of[id(best[1])]
        chosen.append(best)
    others = [one for one in left if one not in chosen]
    more = SMOKE - len(chosen)
    assert more > 0, f"{len(chosen)} cases are needed for all traits"
    return chosen + others[:: len(others) // more][:more]


def test_a_smoke_set_of_cases(subtests: pytest.Subtests) -> None:
    cases = smoke()
    assert len(cases) == SMOKE
    for ruleset, case in cases:
        with subtests.test(f"{ruleset}: {case['name']}"):
            check(ruleset, case)


def check(ruleset: str, case: Case) -> None:
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
    """Yields every expectation that the state does not meet."""
    legal = []
    if not state.is_chance_node():
        legal = [state.action_to_string(action) for action in state.legal_actions()]
    for action in expect.get("legal_lacks", []):
        state.string_to_action(action)  # raises unless it is an action
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
