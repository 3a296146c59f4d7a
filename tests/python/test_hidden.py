"""Games under hidden rules, and their environment."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest

import eights
from eights.hidden import hidden_rules, hidden_ruleset

NUM_CARDS = 54


def created(state: eights.State) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = state.to_dict()["created"]
    return rules


def rules_of(split: Any, episodes: int = 60, **options: Any) -> set[str]:
    """Returns the rules of some episodes, in English."""
    game = hidden_rules(players=3, split=split, **options)
    states = (game.new_initial_state(seed=seed) for seed in range(episodes))
    return {eights.describe_rule(rule) for state in states for rule in created(state)}


# ---- The game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [1, 2, 3])
def test_so_many_rules_are_drawn_for_each_episode(rules: int) -> None:
    game = hidden_rules(players=3, rules=rules)
    drawn = [created(game.new_initial_state(seed=seed)) for seed in range(20)]
    assert {len(rules) for rules in drawn} == {rules}
    assert len({json.dumps(rules) for rules in drawn}) > 15
    assert created(game.new_initial_state(seed=4)) == drawn[4]


def test_splits_share_no_rule() -> None:
    train, test, both = rules_of("train"), rules_of("test"), rules_of("all")
    assert not train & test
    assert len(train) > 80
    assert len(test) > 60
    assert both - train


def test_nobody_sees_them_and_every_card_may_be_tried(rng: np.random.Generator) -> None:
    game = hidden_rules(players=3, rules=2)
    state = game.new_initial_state(seed=3)
    refused = 0
    while not state.is_terminal():
        seat, legal, lawful = state.current_player(), state.legal_actions(), state.lawful_actions()
        position = state.to_dict()
        if position.get("phase", "play") == "play":
            held = {f"play {card}" for card in position["hands"][seat].split()}
            others = {state.action_to_string(action) for action in legal} - held
            assert others in ({"draw"}, {"pass"}), "one passes when nothing is left to draw"
            assert len(legal) == len(held) + 1
        assert set(lawful) <= set(legal)
        assert lawful, "something may always be done"
        other = state.resample(seat, seed=1)
        np.testing.assert_array_equal(
            other.observation_tensor(seat), state.observation_tensor(seat)
        )
        action = int(rng.choice(legal))
        state.apply_action(action)
        if action not in lawful:
            refused += 1
            hand = state.to_dict()["hands"][seat].split()
            assert state.action_to_string(action).removeprefix("play ") in hand, "handed back"
    assert refused > 3


def test_rules_stay_for_a_match() -> None:
    game = hidden_rules(players=2, rules=3, rounds=4)
    assert game.is_match
    state, rng = game.new_initial_state(seed=5), np.random.default_rng(1)
    drawn, rounds = created(state), set()
    while not state.is_terminal():
        assert created(state) == drawn
        rounds.add(state.to_dict().get("round", 0))
        lawful = state.lawful_actions()
        cards = [action for action in lawful if action < NUM_CARDS]
        state.apply_action(int(rng.choice(cards or lawful)))
    assert len(rounds) == 4


def test_a_batch_plays_them_and_tells_the_true_rules() -> None:
    game = hidden_rules(players=3, rules=2, rounds=2)
    batch = eights.Batch(game, num_envs=8, seed=2)
    assert len({json.dumps(created(batch.state(env))) for env in range(8)}) > 4
    for env in range(8):
        again = game.new_initial_state(seed=batch.episode_seed(env))
        assert created(again) == created(batch.state(env))
    actions = np.zeros(8, dtype=np.int64)
    for _ in range(300):
        batch.step(batch.sample(out=actions))
    assert len(created(batch.state(0))) == 2


def test_any_ruleset_may_have_hidden_rules_if_it_allows_them() -> None:
    needed = {"mistakes.penalty": 2, "draw.when": "always"}
    ruleset = hidden_ruleset("crazy_eights", rules=1, overrides=needed)
    state = hidden_rules(ruleset, players=2, rules=1).new_initial_state(seed=1)
    assert len(created(state)) == 1
    with pytest.raises(eights.RulesetError, match=r"mistakes\.penalty"):
        hidden_rules("crazy_eights", rules=1)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rules": 0}, eights.GameError, "rules = 0 is not in 1 … 3"),
        ({"rules": 4}, eights.GameError, "rules = 4"),
        ({"rules": "two"}, eights.ArgumentError, "rules must be an integer, not str"),
        ({"rounds": 0}, eights.GameError, "rounds = 0 is not in 1 … 65535"),
        ({"split": "dev"}, eights.RulesetError, "dev"),
        ({"players": 11}, eights.GameError, "players = 11 is not in 2 … 10"),
        ({"ruleset": "chess"}, eights.RulesetError, "chess"),
        ({"ruleset": 3}, eights.ArgumentError, "ruleset must be an id or a Ruleset, not int"),
        ({"overrides": 3}, eights.ArgumentError, "overrides must be a mapping, not int"),
        ({"overrides": {"a": {3}}}, eights.RulesetError, "a: set is not plain data"),
        ({"split": 3}, eights.ArgumentError, "split must be a text, not int"),
        ({"rules": 10**5000}, eights.GameError, "rules = a very large integer is not in 1 … 3"),
        ({"players": 10**5000}, eights.GameError, "players = a very large integer"),
        ({"rounds": 10**5000}, eights.GameError, "rounds = a very large integer is not in"),
        ({"rounds": 1.5}, eights.ArgumentError, "rounds must be an integer, not float"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else None,
)
def test_games_that_are_refused(
    options: dict[str, Any], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        hidden_rules(**options)


def test_rules_in_english() -> None:
    assert eights.describe_rule({"cards": "A", "does": "reverse"}) == (
        "Aces reverse the direction of play"
    )
    with pytest.raises(eights.RulesetError, match="count: 12 is not in 1 … 9"):
        eights.describe_rule({"cards": "6", "does": "skip", "count": 12})
    with pytest.raises(eights.RulesetError, match="fly"):
        eights.describe_rule({"cards": "6", "does": "fly"})
    assert (eights.GRAMMAR_VERSION, eights.SAMPLE_VERSION) == (1, 1)


# ---- The environment ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{}, {"players": 3, "rules": 3, "rounds": 2, "split": "test", "opponents": "greedy"}],
)
def test_check_env_has_nothing_to_say(options: dict[str, Any]) -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("eights/HiddenRules-v0", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", eights.IllegalActionWarning)  # actions are unmasked
        check_env(env.unwrapped)
    env.close()


def test_infos_tell_the_true_rules_for_analysis(rng: np.random.Generator) -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    env = gymnasium.make("eights/HiddenRules-v0", players=2, rules=2, rounds=2, history=3)
    seen = set()
    _, info = env.reset(seed=1)
    for _ in range(6):
        _, info = env.reset()
        told = info["created"]
        assert [rule["text"] for rule in told] == [
            eights.describe_rule(rule["rule"]) for rule in told
        ]
        assert len(told) == 2
        assert [rule["rule"] for rule in told] == created(env.unwrapped.state())
        seen.add(json.dumps(told))
        for _ in range(10):
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, _, terminated, truncated, info = env.step(action)
            assert info["created"] == told, "one match, one set of rules"
            assert "illegal_action" not in info
            if terminated or truncated:
                break
    assert len(seen) == 6
