"""The strength of the bot `learned` at every table that it was trained for."""

from __future__ import annotations

import json

import pytest
from safetensors import safe_open

import eights
import pack_learned


def tables() -> list[tuple[str, int]]:
    """Returns rulesets and numbers of players."""
    with safe_open(pack_learned.WEIGHTS, "np") as file:
        found = file.metadata().items()
    return sorted(
        (name, players) for name, about in found for players in json.loads(about)["players"]
    )


@pytest.mark.parametrize(("ruleset", "players"), tables())
def test_it_beats_rules_of_thumb(ruleset: str, players: int) -> None:
    game = eights.Game(ruleset, players=players)

    def rate(deals: int) -> dict[str, float]:
        report = eights.arena(game, ["learned", "heuristic"], deals=deals, seed=7, threads=0)
        found: dict[str, float] = report["pairings"][0]["win_rate"]
        return found

    # For most tables a few deals are enough.
    if rate(1_500)["low"] <= 1 / players:
        assert rate(10_000)["low"] > 1 / players
