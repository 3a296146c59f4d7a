"""The vector environment of house rules: each env plays like the single environment."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import eights

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")

from gymnasium.utils.env_checker import data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from vectors import play_both, sample  # noqa: E402

from eights.envs import HouseRulesEnv, HouseRulesVectorEnv  # noqa: E402

SHORT: dict[str, Any] = {"players": 3, "max_decisions": 24, "pool": 5}
"""Options for short episodes, with rules that are quickly made."""


def first_legal(_: Any, action_masks: Any) -> Any:
    return action_masks.argmax(axis=1)


def make(num_envs: int = 4, **options: Any) -> HouseRulesVectorEnv:
    return HouseRulesVectorEnv(num_envs, **{**SHORT, **options})


def test_every_option_of_the_single_environment_is_there() -> None:
    one = inspect.signature(HouseRulesEnv).parameters
    many = inspect.signature(HouseRulesVectorEnv).parameters
    assert set(one) < set(many)
    assert {name: one[name].default for name in one} == {name: many[name].default for name in one}


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("legal", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        {"opponents": ["greedy", "random"], "pool": None},
        {"illegal": "random", "history": 2, "split": "test"},
        {"opponents": [first_legal, "greedy"], "truncation": "bootstrap", "reward": "points"},
        {"opponents": first_legal, "illegal": "random", "episode": "match"},
        {"opponents": "random", "pool": 2},
    ],
)
def test_each_env_plays_the_games_of_its_seed(
    options: dict[str, Any], legal: bool, mode: AutoresetMode
) -> None:
    settings = {**SHORT, **options}
    native = HouseRulesVectorEnv(5, autoreset_mode=mode, **settings)
    singles = [lambda: HouseRulesEnv(**settings) for _ in range(5)]
    assert play_both(native, SyncVectorEnv(singles, autoreset_mode=mode), legal, steps=30) > 5


def test_envs_are_reset_alone() -> None:
    env, rng = make(autoreset_mode="Disabled"), np.random.default_rng(1)
    observations, infos = env.reset(seed=2)
    ended = np.zeros(4, np.bool_)
    while not ended.all():
        before = observations
        observations, rewards, terminations, truncations, infos = env.step(
            sample(rng, infos["action_mask"])
        )
        np.testing.assert_array_equal(observations[ended], before[ended])
        assert not rewards[ended].any()
        ended = terminations | truncations
    chosen = np.array([True, False, True, False])
    told = infos["ruleset"]["toml"]
    observations, infos = env.reset(seed=[5, None, None, 6], options={"reset_mask": chosen})
    assert infos["ruleset"]["toml"][~chosen].tolist() == told[~chosen].tolist()
    single = HouseRulesEnv(**SHORT)
    np.testing.assert_array_equal(observations[0], single.reset(seed=5)[0])
    single.reset(seed=4)
    observation, info = single.reset()
    np.testing.assert_array_equal(observations[2], observation, "the next of its seed, 2 + 2")
    assert infos["ruleset"]["id"][2] == info["ruleset"]["id"]
    assert env.state(2).game.ruleset.id == info["ruleset"]["id"]


def test_an_illegal_action_that_raises_moves_nobody() -> None:
    env = make(illegal="raise")
    _, infos = env.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    positions = [env.state(i).to_dict() for i in range(4)]
    actions[2] = infos["action_mask"][2].argmin()
    with pytest.raises(eights.ActionError, match=rf"env 2: action {actions[2]} is not legal"):
        env.step(actions)
    assert [env.state(i).to_dict() for i in range(4)] == positions


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponents", ["greedy", first_legal])
def test_a_copy_plays_the_same_games(way: Callable[[Any], Any], opponents: Any) -> None:
    env = make(illegal="random", opponents=opponents)
    env.reset(seed=1)
    for _ in range(10):
        env.step([3] * 4)
    other = way(env)
    for _ in range(40):
        assert data_equivalence(env.step([3] * 4), other.step([3] * 4), exact=True)
        actions = env.sample()
        assert actions.tolist() == other.sample().tolist()
        assert env.action_masks()[np.arange(4), actions].all()
    assert data_equivalence(env.reset(), other.reset(), exact=True)
    before = [other.state(i) for i in range(4)]
    env.step(env.sample())
    assert [other.state(i) for i in range(4)] == before, "they are apart"
    assert [env.state(i) for i in range(4)] != before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "players = 1 is not in 2 … 10"),
        ({"pool": 0}, "pool = 0"),
        ({"split": "dev"}, '"dev"'),
        ({"opponents": "hal"}, "hal"),
        ({"threads": 0}, "threads = 0"),
        ({"num_envs": 0}, "num_envs = 0"),
        ({"autoreset_mode": "x"}, "autoreset_mode"),
    ],
)
def test_arguments_that_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(eights.Error, match=message):
        HouseRulesVectorEnv(**options)


@pytest.mark.parametrize("opponents", ["greedy", first_legal])
def test_tables_go_over_to_another_pool(opponents: Any) -> None:
    env = make(4, opponents=opponents, split="train", pool=5)
    other = eights.house_rules(players=3, split="test", pool=4, max_decisions=24)
    later = {other.draw(seed).ruleset.fingerprint for seed in range(200)}
    _, infos = env.reset(seed=3)
    before = infos["ruleset"]["fingerprint"].tolist()
    env.set_pool(other)
    goes_on, rng = np.ones(4, np.bool_), np.random.default_rng(3)
    for _ in range(60):
        _, _, terminations, truncations, infos = env.step(sample(rng, env.action_masks()))
        now = infos["ruleset"]["fingerprint"].tolist()
        for i in range(4):
            assert now[i] == before[i] if goes_on[i] else now[i] in later
        goes_on &= ~(terminations | truncations)
        for i in goes_on.nonzero()[0].tolist():
            assert env.state(i).game.ruleset.fingerprint == before[i]
        before = [before[i] if goes_on[i] else now[i] for i in range(4)]
        if not goes_on.any():
            break
    assert not goes_on.any()


def test_pools_for_other_numbers_of_players_are_refused() -> None:
    env = make()
    for players in ([2, 3], 2, [3, 4]):
        other = eights.house_rules(players=players, pool=4)
        with pytest.raises(eights.GameError, match="players, not 3"):
            env.set_pool(other)
    with pytest.raises(eights.ArgumentError, match="pool must be a GamePool, not str"):
        env.set_pool("uno")  # type: ignore[arg-type]
    with pytest.raises(eights.ArgumentError, match="players must be an integer"):
        make(players=[2, 3])
