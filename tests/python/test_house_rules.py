"""Sampled rulesets, and the environment that draws one for each episode."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import eights

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from eights.envs.house_rules import HouseRulesEnv  # noqa: E402

NAME = "eights/HouseRules-v0"


def play(env: HouseRulesEnv, rng: np.random.Generator) -> dict[str, Any]:
    """Plays an episode to its end after a reset; returns the last infos."""
    while True:
        action = rng.choice(np.flatnonzero(env.action_masks()))
        observation, _, terminated, truncated, info = env.step(action)
        assert observation in env.observation_space
        if terminated or truncated:
            return info


# ---- Rulesets -----------------------------------------------------------------------------------


def test_a_seed_means_one_ruleset() -> None:
    one, same = eights.Ruleset.sample(5), eights.Ruleset.sample(np.uint64(5), split="train")
    assert one == same
    assert one.fingerprint == same.fingerprint
    assert pickle.loads(pickle.dumps(one)) == one
    assert eights.Ruleset.from_toml(one.to_toml()) == one
    base, houses = one.id.split("_with_", 1)
    assert base in eights.rulesets()
    assert houses
    assert one.title.startswith(eights.Ruleset(base).title + ", house rules: ")
    assert one.title in one.describe()


def test_no_ruleset_is_in_both_splits() -> None:
    train = {eights.Ruleset.sample(seed).fingerprint for seed in range(50)}
    test = {eights.Ruleset.sample(seed, "test").fingerprint for seed in range(50)}
    both = {eights.Ruleset.sample(seed, "all").fingerprint for seed in range(50)}
    assert not train & test
    assert len(train) > 45
    assert len(test) > 45
    assert both & train
    assert both & test


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((-1,), eights.RulesetError, "seed"),
        ((2**64,), eights.RulesetError, "seed"),
        (("one",), eights.ArgumentError, "seed"),
        ((1, "dev"), eights.RulesetError, '"train", "test", "all"'),
        ((1, 3), eights.ArgumentError, "split"),
    ],
)
def test_what_cannot_be_drawn(
    arguments: tuple[Any, ...], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        eights.Ruleset.sample(*arguments)


# ---- The environment ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{}, {"players": 2, "opponents": "greedy", "pool": 3, "history": 2}]
)
def test_check_env_has_nothing_to_say(options: dict[str, Any]) -> None:
    env = gymnasium.make(NAME, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", eights.IllegalActionWarning)  # actions are unmasked
        check_env(env.unwrapped)
    env.close()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_each_episode_has_its_rules_and_all_have_one_space(rng: np.random.Generator) -> None:
    env = HouseRulesEnv(players=3, split="test", max_decisions=300)
    start, length, _ = env.game.observation_layout["rules"]
    spans = set()
    prints = set()
    env.reset(seed=3)
    for _ in range(8):
        observation, info = env.reset()
        assert observation.shape == env.observation_space.shape
        assert observation in env.observation_space
        told = info["ruleset"]
        ruleset = eights.Ruleset.from_toml(told["toml"])
        assert ruleset == env.game.ruleset == env.state().game.ruleset
        assert told == {
            "id": ruleset.id,
            "title": ruleset.title,
            "fingerprint": ruleset.fingerprint,
            "toml": ruleset.to_toml(),
        }
        spans.add(observation[start : start + length].tobytes())
        prints.add(told["fingerprint"])
        assert play(env, rng)["ruleset"] == told
    assert len(prints) == 8
    assert len(spans) == 8, "what differs is seen"


def test_splits_share_no_rules() -> None:
    def prints(split: Any) -> set[str]:
        env = HouseRulesEnv(players=4, split=split)
        env.reset(seed=1)
        return {env.reset()[1]["ruleset"]["fingerprint"] for _ in range(40)}

    train, test = prints("train"), prints("test")
    assert not train & test
    assert train != prints("all")


def test_seeding() -> None:
    def episodes(seed: int, **options: Any) -> list[tuple[str, bytes]]:
        env, rng = HouseRulesEnv(players=2, max_decisions=60, **options), np.random.default_rng(0)
        seen = []
        for i in range(4):
            observation, info = env.reset(seed=seed if i == 0 else None)
            seen.append((info["ruleset"]["fingerprint"], observation.tobytes()))
            play(env, rng)
        return seen

    assert episodes(7) == episodes(7)
    assert episodes(7) != episodes(8)


def test_a_pool_is_made_as_it_is_drawn_from() -> None:
    def fingerprints(**options: Any) -> set[str]:
        env = HouseRulesEnv(max_decisions=1, **options)
        return {env.reset(seed=seed)[1]["ruleset"]["fingerprint"] for seed in range(60)}

    rulesets = [eights.Ruleset.sample(seed) for seed in range(6)]
    fit = {r.fingerprint for r in rulesets if r.players[0] <= 7 <= r.players[1]}
    assert 0 < len(fit) < 6, "some allow seven players, and some do not"
    pooled = fingerprints(players=7, pool=6)
    assert len(pooled) == 6, "another ruleset stands for one that does not fit"
    assert fit < pooled < fingerprints(players=7, pool=8), "a larger pool holds a smaller one"
    assert len(fingerprints(players=4, pool=10**6)) == 60, "at once, whatever its size"


def test_matches_are_of_rulesets_that_have_them() -> None:
    env = HouseRulesEnv(players=4, episode="match", max_decisions=50)
    env.reset(seed=2)
    for _ in range(20):
        env.reset()
        assert env.game.is_match
        assert env.game.ruleset.has_match


def test_illegal_actions_and_rendering_are_as_in_other_environments(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = HouseRulesEnv(players=2, render_mode="human")
    _, told = env.reset(seed=1)
    assert capsys.readouterr().out
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info["illegal_action"]) == (-1, True, True)
    assert info["ruleset"] == told["ruleset"]
    with pytest.raises(eights.ActionError):
        HouseRulesEnv(illegal="raise").step(0)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"players": 1}, eights.GameError, "players = 1 is not in 2 … 10"),
        ({"players": 11}, eights.GameError, "players = 11"),
        ({"players": None}, eights.ArgumentError, "players must be an integer"),
        ({"split": "dev"}, eights.RulesetError, '"dev"'),
        ({"pool": 0}, eights.GameError, "pool = 0"),
        ({"pool": 0.5}, eights.ArgumentError, "pool must be an integer"),
        ({"pool": 2**32}, eights.GameError, "pool = 4294967296 is not in 1 … 4294967295"),
        ({"pool": 10**5000}, eights.GameError, "pool = a very large integer"),
        ({"players": 10**5000}, eights.GameError, "players = a very large integer"),
        ({"split": 3}, eights.ArgumentError, "split must be a text, not int"),
        ({"episode": np.zeros(2)}, eights.ArgumentError, "episode must be a text"),
        ({"opponents": "hal"}, eights.BotError, "hal"),
        ({"opponents": ["random"]}, eights.GameError, "1 opponents"),
        ({"reward": "gold"}, eights.GameError, "gold"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_arguments_that_are_refused(
    options: dict[str, Any], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        HouseRulesEnv(**options)


def test_vector_environments_of_gymnasium() -> None:
    envs = gymnasium.make_vec(
        NAME, num_envs=2, vectorization_mode="sync", players=2, split="test", pool=4
    )
    _, infos = envs.reset(seed=1)
    for _ in range(40):
        mask = tuple(row if row.any() else np.ones_like(row) for row in infos["action_mask"])
        _, _, _, _, infos = envs.step(envs.action_space.sample(mask=mask))
    envs.close()


def test_the_rules_may_be_given_apart_from_the_observations() -> None:
    env = HouseRulesEnv(players=3, pool=4, layout="cards")
    for seed in range(4):
        observation, _ = env.reset(seed=seed)
        assert len(observation) == eights.Game("uno", layout="cards").observation_tensor_size()
        assert env.game.rule_matrix().shape[1:] == (54, len(env.game.rule_matrix_names()))
