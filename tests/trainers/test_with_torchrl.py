"""The adapter `eights.torchrl` with TorchRL: specs, rollouts, collectors, shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from runs import run_benchmark, run_blocks, run_example
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, PettingZooWrapper, RewardSum, TransformedEnv
from torchrl.envs.utils import check_env_specs

import eights
import eights.pettingzoo
from eights.torchrl import BatchEnv

RULESETS = ["crazy_eights", "kings_reverse", "uno", "sevens_and_eights", "stalin"]


def make(ruleset: str = "crazy_eights_special", **options: Any) -> BatchEnv:
    return BatchEnv(ruleset, **{"num_envs": 8, "seed": 1, **options})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_their_check_of_specs(ruleset: str) -> None:
    check_env_specs(make(ruleset, max_decisions=20), break_when_any_done="both", seed=1)
    check_env_specs(make(ruleset, num_envs=1, max_decisions=20))


def test_it_plays_what_a_batch_plays() -> None:
    env = make(players=3, opponents=["greedy", "heuristic"])
    game = eights.Game("crazy_eights_special", players=3)
    controllers = [None, "greedy", "heuristic"]
    batch = eights.Batch(game, 8, seed=1, controllers=controllers, autoreset="same-step")
    rollout = env.rollout(300, break_when_any_done=False, auto_reset=False, tensordict=first(env))
    ends = 0
    for t in range(300):
        now = rollout[:, t]
        np.testing.assert_array_equal(now["observation"].numpy(), batch.observations)
        np.testing.assert_array_equal(now["action_mask"].numpy(), batch.action_masks)
        assert now["action_mask"].any(-1).all()
        batch.step(now["action"].numpy())
        done = batch.terminations | batch.truncations
        following = now["next"]
        np.testing.assert_array_equal(following["done"].numpy()[:, 0], done)
        np.testing.assert_array_equal(following["terminated"].numpy()[:, 0], batch.terminations)
        np.testing.assert_array_equal(following["truncated"].numpy()[:, 0], batch.truncations)
        np.testing.assert_array_equal(following["reward"].numpy()[:, 0], batch.rewards[:, 0])
        seen = np.where(done[:, None], batch.final_observations, batch.observations)
        np.testing.assert_array_equal(following["observation"].numpy(), seen)
        ends += done.sum()
    assert ends > 0


def first(env: BatchEnv) -> Any:
    """Resets to the first deal of a new batch with seed 1."""
    env.set_seed(1)
    return env.reset()


@pytest.mark.parametrize("truncation", ["score", "bootstrap"])
def test_a_learner_bootstraps_only_where_nothing_is_paid(truncation: str) -> None:
    env = make(max_decisions=6, truncation=truncation)
    after = env.rollout(40, break_when_any_done=False)["next"]
    cut = after["truncated"]
    assert cut.any()
    assert (after["terminated"][cut] == (truncation == "score")).all()
    assert (after["reward"][cut] != 0).any() == (truncation == "score")


def test_policies_are_opponents() -> None:
    def first_legal(_: Any, action_masks: Any) -> Any:
        return action_masks.argmax(axis=1)

    env = make(players=3, opponents=[first_legal, "greedy"])
    game = eights.Game("crazy_eights_special", players=3)
    batch = eights.PolicyBatch(game, 8, seed=1, controllers=[None, first_legal, "greedy"])
    rollout = env.rollout(100, break_when_any_done=False, auto_reset=False, tensordict=first(env))
    for t in range(99):
        batch.step(rollout[:, t]["action"].numpy())
    np.testing.assert_array_equal(rollout[:, 99]["observation"].numpy(), batch.observations)


def test_opponents_are_changed_where_episodes_end() -> None:
    env, other = make(players=3, opponents=["greedy", "random"]), make(players=3)
    env.reset()
    env.set_opponents([["random"] * 2] * 8)
    env.set_seed(3)
    other.set_seed(3)
    seen, expected = env.reset(), other.reset()
    for _ in range(30):
        expected = other.rand_action(expected)
        seen["action"] = expected["action"]
        _, seen = env.step_and_maybe_reset(seen)
        _, expected = other.step_and_maybe_reset(expected)
        assert (seen["observation"] == expected["observation"]).all()


def test_seeds() -> None:
    def rollout(seed: int) -> Any:
        env = make()
        env.set_seed(seed)
        torch.manual_seed(0)
        return env.rollout(50, break_when_any_done=False)["observation"]

    assert (rollout(3) == rollout(3)).all()
    assert (rollout(3) != rollout(4)).any()
    env = make()
    assert (env.reset()["observation"] != env.reset()["observation"]).any()
    made, seeded = make(seed=3), make(seed=5)
    seeded.set_seed(3)
    for _ in range(2):
        assert (made.reset()["observation"] == seeded.reset()["observation"]).all()
    with pytest.raises(eights.GameError, match="seed = -1"):
        make(seed=-1)


def test_random_actions_are_legal_and_illegal_ones_are_errors() -> None:
    env = make(illegal="raise")
    state = env.reset()
    for _ in range(100):
        state = env.rand_action(state)
        legal = state["action_mask"].gather(-1, state["action"].unsqueeze(-1))
        assert legal.all()
        _, state = env.step_and_maybe_reset(state)
    before = env.batch.observations.copy()
    state["action"] = (~state["action_mask"]).to(torch.int64).argmax(-1)
    with pytest.raises(eights.BatchError, match=r"env 0: action .* is not legal; legal:"):
        env.step(state)
    np.testing.assert_array_equal(env.batch.observations, before)


def test_an_illegal_action_loses() -> None:
    env = make(players=3)
    state = env.rand_action(env.reset())
    state["action"][5] = -1
    with pytest.warns(eights.IllegalActionWarning, match="MaskedCategorical"):
        after = env.step(state)["next"]
    lost = torch.arange(8) == 5
    assert (after["terminated"][:, 0] == lost).all()
    assert after["reward"][5] == -0.5
    assert (after["observation"][5] == state["observation"][5]).all()
    assert after["action_mask"][5].sum() == 1
    again = env.step(env.rand_action(after))["next"]  # an env that is not reset still shows its end
    assert again["done"][5]
    assert again["reward"][5] == 0
    assert (again["observation"][5] == state["observation"][5]).all()
    following = env.reset(again.set("_reset", lost[:, None]))
    assert not following["done"].any()
    assert (following["observation"][5] != state["observation"][5]).any()
    env = make(illegal="random")
    state = env.reset()
    for _ in range(20):
        state["action"] = torch.full((8,), -1)
        _, state = env.step_and_maybe_reset(state)
    assert (state["observation"] != env.reset()["observation"]).any()


def test_some_envs_are_reset_alone() -> None:
    env = make()
    state = env.reset()
    which = torch.zeros(8, 1, dtype=torch.bool)
    which[2] = True
    again = env.reset(state.clone().set("_reset", which))
    same = (again["observation"] == state["observation"]).all(-1)
    assert same.tolist() == [i != 2 for i in range(8)]


def test_memory_is_shared_only_if_asked_for() -> None:
    for copy in (True, False):
        env = make(copy=copy)
        state = env.reset()
        for key, array in [
            ("observation", env.batch.observations),
            ("action_mask", env.batch.action_masks),
        ]:
            shares = state[key].data_ptr() == array.__array_interface__["data"][0]
            assert shares == (not copy)
        kept = state["observation"].clone()
        env.step(env.rand_action(state))
        assert bool((state["observation"] == kept).all()) == copy


def test_collectors() -> None:
    policy = TensorDictModule(
        lambda mask: torch.multinomial(mask.float(), 1).squeeze(-1),
        in_keys=["action_mask"],
        out_keys=["action"],
    )
    env = TransformedEnv(make(num_envs=16), RewardSum())
    collector = Collector(env, policy, frames_per_batch=16 * 50, total_frames=3 * 16 * 50)
    ends = 0
    for data in collector:
        assert data.shape == (16, 50)
        done = data["next", "done"]
        assert (data["next", "episode_reward"][done].abs() == 1).all()
        ends += int(done.sum())
    assert ends > 0


def test_the_transform_for_masks() -> None:
    env = TransformedEnv(make(), ActionMask())
    data = env.rollout(100, break_when_any_done=False)
    assert data["action_mask"].gather(-1, data["action"].unsqueeze(-1)).all()


@pytest.mark.parametrize("mask", ["observation", "info"])
def test_their_wrapper_takes_the_pettingzoo_environment(mask: Any) -> None:
    table = eights.pettingzoo.env("crazy_eights", players=3, mask=mask)
    env = PettingZooWrapper(table, use_mask=True)
    check_env_specs(env, seed=1)
    data = env.rollout(50)
    for group in env.group_map:
        assert data[group, "action_mask"].any(-1).any(-1).all(), "somebody is to act"


def test_the_example_learns() -> None:
    told = run_example(
        "torchrl_ppo.py", "--frames", "50000", "--envs", "64", "--opponents", "random"
    )
    mean = float(told.strip().splitlines()[-1].split()[-1])
    assert mean > 0.5


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("torchrl")


def test_its_speed_can_be_measured() -> None:
    run_benchmark("torchrl")
