"""The bot `learned`: its file, its inputs, and the games that it plays."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from safetensors import safe_open

import eights
import pack_learned

AGAIN = "train it again and pack it: see docs/learned.md"
MOST_BYTES = 500 * 1024


def test_the_weights_are_bound_to_features_by_name() -> None:
    with safe_open(pack_learned.WEIGHTS, "np") as file:
        inputs: dict[str, Any] = json.loads(file.metadata()["inputs"])
        facts = file.get_slice("facts").get_shape()[0]
    assert pack_learned.WEIGHTS.stat().st_size < MOST_BYTES
    game = eights.Game("uno", layout="cards")
    # Features that came after the training are not inputs; every input must be there.
    assert set(inputs["card"]) <= set(game.rule_matrix_names()), AGAIN
    assert set(inputs["table"]) <= set(game.rule_vector_names()), AGAIN
    by_face = 19
    assert len(inputs["faces"]) * by_face + len(inputs["numbers"]) + len(inputs["wide"]) == facts
    kinds = [f"{name} {card}" for group in inputs["sums"] for name, _ in group for card in CARDS]
    wide = [f"{name} {byte}_byte" for name, _ in inputs["wide"] for byte in ("high", "low")]
    meaning = [f"match meaning {byte}_byte" for byte in ("high", "low")]
    known = kinds + [name for name, _ in inputs["numbers"]] + wide + meaning
    assert len(set(known)) == len(known)
    assert set(known) <= set(game.feature_names()), AGAIN


CARDS = [eights.action_to_string(kind).removeprefix("play ") for kind in range(54)]


@pytest.mark.parametrize("options", [{}, {"reward": "points"}, {"overrides": {"deal.cards": 3}}])
def test_it_is_an_opponent_like_any_other(ruleset: str, options: dict[str, Any]) -> None:
    game = eights.Game(ruleset, max_decisions=300, **options)
    seats = game.num_players()
    assert eights.bots(game) == eights.bots()
    assert eights.bots()[-1] == "learned"
    batch = eights.Batch(game, 4, seed=1, controllers=[None] + ["learned"] * (seats - 1))
    for _ in range(20):
        batch.step(batch.sample())
    assert batch.bot_decisions > 0


def test_it_plays_what_a_pool_draws() -> None:
    pool = eights.house_rules(players=[2, 3], split="test")
    batch = eights.Batch(pool, 8, seed=1, controllers=[None, "learned", "learned"])
    for _ in range(50):
        batch.step(batch.sample())
    assert batch.bot_decisions > 100


def test_it_tells_its_time() -> None:
    game = eights.Game("macau", players=3)
    report = eights.arena(game, ["learned", "random"], deals=20, timing=True)
    assert report["timing"][0]["entrant"] == "learned"


@pytest.mark.parametrize("bot", eights.bots())
def test_a_batch_asks_bots_for_advice(bot: str) -> None:
    game = eights.Game("kings_reverse", players=3)
    batch = eights.Batch(game, 16, seed=3, threads=2)
    out = np.zeros(16, np.int32)
    for _ in range(30):
        before = batch.get_state().serialize()
        assert batch.bot_actions(bot, out=out) is out
        np.testing.assert_array_equal(out, batch.bot_actions(bot))
        assert batch.get_state().serialize() == before
        if bot != "random":
            states = [batch.state(env) for env in range(16)]
            assert out.tolist() == [state.bot_action(bot) for state in states]
        batch.step(out)


def test_advice_is_asked_of_bots() -> None:
    batch = eights.Batch(eights.Game("uno", players=2), 2, seed=1)
    with pytest.raises(eights.BotError, match='"hal" is not a bot'):
        batch.bot_actions("hal")
    with pytest.raises(eights.ArrayError, match="int32 or int64"):
        batch.bot_actions("greedy", out=np.zeros(2))  # type: ignore[type-var]


def test_a_game_is_named_by_its_type() -> None:
    with pytest.raises(TypeError):
        eights.bots("uno")  # type: ignore[arg-type]
