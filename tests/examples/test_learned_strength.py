"""The strength of the bot `learned` over all rulesets, those never learned from included."""

from __future__ import annotations

import numpy as np
import pytest

import eights
from train_one_policy import HELD_OUT, tables_of


@pytest.mark.parametrize("players", [2, 4])
def test_it_beats_rules_of_thumb_in_the_mean(players: int) -> None:
    games = tables_of("seen", players) + tables_of("unseen", players)
    assert {game.ruleset.id for game in games} >= set(HELD_OUT)
    above = []
    for game in games:
        report = eights.arena(game, ["learned", "heuristic"], deals=400, seed=7, threads=0)
        above.append(report["pairings"][0]["win_rate"]["mean"] * players - 1)
    error = np.std(above) / np.sqrt(len(above))
    assert np.mean(above) > error, above
