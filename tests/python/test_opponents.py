"""Opponents of environments: a list for each table, and a change from the next deals on."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import eights

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")

from eights.envs import EightsEnv, EightsVectorEnv, HouseRulesVectorEnv  # noqa: E402

MODES = ["NextStep", "SameStep", "Disabled"]


def first_legal(_: Any, action_masks: Any) -> Any:
    return action_masks.argmax(axis=1)


def make(opponents: Any, num_envs: int = 4, **options: Any) -> EightsVectorEnv:
    return EightsVectorEnv(
        num_envs, "crazy_eights_special", players=3, opponents=opponents, **options
    )


def played(env: EightsVectorEnv, steps: int) -> list[Any]:
    """Takes the first legal action at each step, and returns the output of all steps."""
    return [
        [array.tolist() for array in env.step(env.action_masks().argmax(axis=1))[:4]]
        for _ in range(steps)
    ]


@pytest.mark.parametrize("policy", ["heuristic", first_legal])
def test_each_env_has_opponents_of_its_own(policy: Any) -> None:
    lists = [["greedy", "random"], [policy, "greedy"], ["random", policy], ["greedy", "greedy"]]
    env = make(lists)
    env.reset(seed=3)
    together = played(env, 80)
    for at, one in enumerate(lists):
        alone = make(one, 1)
        alone.reset(seed=3 + at)
        assert [[array[at] for array in step] for step in together] == [
            [array[0] for array in step] for step in played(alone, 80)
        ]
    assert env.opponents is lists


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("before", "after"), [("greedy", "random"), ("greedy", first_legal)])
def test_others_sit_down_at_the_next_deals(before: Any, after: Any, mode: str) -> None:
    env, same, other = (make(one, autoreset_mode=mode) for one in (before, before, after))
    for one in (env, same, other):
        one.reset(seed=5)
    held, *_ = env.step(env.action_masks().argmax(axis=1))
    same.step(same.action_masks().argmax(axis=1))
    kept = held.copy()
    env.set_opponents(after)
    assert env.opponents is after
    over = np.zeros(4, np.bool_)
    for _ in range(60):  # each env finishes its first episode with its first opponents
        (seen, won, ended, cut, _), (expected, paid, *_) = (
            one.step(one.action_masks().argmax(axis=1)) for one in (env, same)
        )
        np.testing.assert_array_equal(won[~over], paid[~over])
        over |= ended | cut
        np.testing.assert_array_equal(seen[~over], expected[~over])
    assert over.any()
    np.testing.assert_array_equal(held, kept)
    env.reset(seed=5)
    other.reset(seed=5)
    assert played(env, 60) == played(other, 60)


def test_a_single_environment_takes_others_at_the_next_reset() -> None:
    env, other = (EightsEnv("crazy_eights_special", opponents=one) for one in ("greedy", "random"))
    env.reset(seed=1)
    env.set_opponents(first_legal)
    copied = copy.deepcopy(env)
    env.set_opponents("random")
    first, _ = env.reset(seed=2)
    np.testing.assert_array_equal(first, other.reset(seed=2)[0])
    for _ in range(20):
        action = int(env.action_masks().argmax())
        (seen, *_, over, _, _), (expected, *_) = env.step(action), other.step(action)
        np.testing.assert_array_equal(seen, expected)
        if over:
            break
    assert copied.opponents is first_legal
    copied.reset()


def test_games_that_are_drawn_take_others_too() -> None:
    env = HouseRulesVectorEnv(3, pool=4, opponents="greedy", max_decisions=40)
    env.reset(seed=1)
    others: Any = [["random"] * 3, [first_legal] * 3, ["greedy", "random", "greedy"]]
    env.set_opponents(others)
    for _ in range(100):
        env.step(env.sample())


def test_what_is_refused_changes_nothing() -> None:
    env = make("greedy")
    env.reset(seed=1)
    refused: list[tuple[Any, type[eights.Error], str]] = [
        (["greedy"], eights.GameError, "1 opponents are too few or too many: 3 players need 2"),
        ([["greedy"] * 2] * 3, eights.GameError, "the opponents of 3 envs .*: there are 4"),
        ([["greedy"] * 2] * 3 + ["nobody"], eights.BotError, "nobody"),
        ([["greedy"] * 3] * 4, eights.GameError, "3 opponents are too few or too many"),
        ("nobody", eights.BotError, "nobody"),
        (7, eights.ArgumentError, "not int"),
        ([[7, 7]] * 4, eights.ArgumentError, "not int"),
    ]
    for wrong, error, message in refused:
        with pytest.raises(error, match=message):
            env.set_opponents(wrong)
        with pytest.raises(error, match=message):
            make(wrong)
        assert env.opponents == "greedy"
    for one in (env, gymnasium.make("eights/Uno-v0").unwrapped):
        with pytest.raises(AttributeError, match=r"= 'random' is refused: call set_opponents\(\)"):
            one.opponents = "random"


def test_unknown_options_of_a_reset_are_refused() -> None:
    for env in (EightsEnv("uno"), make("greedy")):
        env.reset(seed=1, options={})
        with pytest.raises(eights.ArgumentError, match="option 'opponents' is unknown: there"):
            env.reset(options={"opponents": "random"})
    with pytest.raises(eights.ArgumentError, match="there is reset_mask"):
        make("greedy").reset(options={"reset_masks": np.ones(4, np.bool_)})
