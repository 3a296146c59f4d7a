"""The adapter `eights.sb3` with Stable-Baselines3: the contract of `VecEnv`, and MaskablePPO."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from runs import run_benchmark, run_blocks, run_example
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor

import eights
from eights.envs import EightsEnv
from eights.sb3 import EightsVecEnv, policy


def make(ruleset: str = "crazy_eights_special", **options: Any) -> EightsVecEnv:
    return EightsVecEnv(ruleset, **{"num_envs": 8, "seed": 1, **options})


def random_actions(env: EightsVecEnv, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in get_action_masks(env)])


def test_it_plays_what_a_batch_plays() -> None:
    env = make(players=3, opponents=["greedy", "heuristic"])
    game = eights.Game("crazy_eights_special", players=3)
    batch = eights.Batch(game, 8, seed=1, controllers=[None, "greedy", "heuristic"])
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(300):
        actions = random_actions(env, rng)
        batch.step(actions)
        observations, rewards, dones, infos = env.step(actions)
        np.testing.assert_array_equal(observations, batch.observations)
        np.testing.assert_array_equal(rewards, batch.rewards[:, 0])
        np.testing.assert_array_equal(dones, batch.terminations | batch.truncations)
        np.testing.assert_array_equal(get_action_masks(env), batch.action_masks)
        assert get_action_masks(env).any(axis=1).all()
        for i, info in enumerate(infos):
            assert ("terminal_observation" in info) == dones[i]
            if dones[i]:
                np.testing.assert_array_equal(
                    info["terminal_observation"], batch.final_observations[i]
                )
                assert info["TimeLimit.truncated"] is False
        ends += dones.sum()
    assert ends > 20
    assert observations.dtype == rewards.dtype == np.float32
    assert dones.dtype == np.bool_


def test_what_is_returned_shares_no_memory() -> None:
    env = make()
    first = env.reset()
    kept = first.copy()
    masks = env.env_method("action_masks")
    stacked = np.stack(masks)
    rng = np.random.default_rng(0)
    _, rewards, _, infos = env.step(random_actions(env, rng))
    paid = rewards.copy()
    env.step(random_actions(env, rng))
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_array_equal(np.stack(masks), stacked)
    np.testing.assert_array_equal(rewards, paid)
    assert len({id(info) for info in infos}) == 8, "wrappers write into infos"


@pytest.mark.parametrize("truncation", ["score", "bootstrap"])
def test_a_learner_bootstraps_only_where_nothing_is_paid(truncation: str) -> None:
    env = make(max_decisions=6, truncation=truncation)
    rng = np.random.default_rng(0)
    seen = set()
    for _ in range(40):
        _, rewards, dones, infos = env.step(random_actions(env, rng))
        for reward, info in zip(rewards[dones], np.array(infos)[dones], strict=True):
            seen.add((info["TimeLimit.truncated"], bool(reward)))
    assert {truncated for truncated, _ in seen} == {truncation == "bootstrap"}
    assert any(paid for _, paid in seen) == (truncation == "score")


def test_policies_are_opponents() -> None:
    def first_legal(_: Any, action_masks: Any) -> Any:
        return action_masks.argmax(axis=1)

    env = make(players=3, opponents=[first_legal, "greedy"])
    game = eights.Game("crazy_eights_special", players=3)
    batch = eights.PolicyBatch(game, 8, seed=1, controllers=[None, first_legal, "greedy"])
    rng = np.random.default_rng(0)
    for _ in range(100):
        actions = random_actions(env, rng)
        batch.step(actions)
        observations, _, _, _ = env.step(actions)
    np.testing.assert_array_equal(observations, batch.observations)


def test_opponents_are_changed_where_episodes_end() -> None:
    env = VecMonitor(make(players=3, opponents=[["greedy", "random"]] * 8))
    other = make(players=3, opponents="heuristic")
    env.reset()
    env.set_opponents("heuristic")
    env.seed(3)
    other.seed(3)
    np.testing.assert_array_equal(env.reset(), other.reset())
    rng = np.random.default_rng(0)
    for _ in range(50):
        actions = random_actions(other, rng)
        np.testing.assert_array_equal(env.step(actions)[0], other.step(actions)[0])
    env.set_opponents(lambda _, masks: masks.argmax(axis=1))
    for _ in range(50):
        env.step(random_actions(env.unwrapped, rng))
    with pytest.raises(AttributeError, match=r"call set_opponents\(\)"):
        env.unwrapped.opponents = "random"
    with pytest.raises(AttributeError, match=r"nothing but set_opponents\(\)"):
        env.set_attr("opponents", "random")
    env.set_options({})
    with pytest.raises(eights.ArgumentError, match="option 'opponents' is unknown: there are none"):
        env.set_options([{}, {"opponents": "random"}])


def test_seeds() -> None:
    def first(seed: int | None) -> np.ndarray[Any, Any]:
        env = make(seed=5)
        env.seed(seed)
        return env.reset()

    np.testing.assert_array_equal(first(3), first(3))
    assert (first(3) != first(4)).any()
    np.testing.assert_array_equal(make(seed=3).batch.observations, first(3))
    env = make(seed=5)
    assert (env.reset() != env.reset()).any(), "a reset without a seed deals on"
    assert (make(seed=None).reset() != make(seed=None).reset()).any()
    made, seeded = make(seed=3), make(seed=5)
    seeded.seed(3)
    for _ in range(2):
        np.testing.assert_array_equal(made.reset(), seeded.reset())


def test_masks_and_states_of_single_envs() -> None:
    env = make()
    assert is_masking_supported(env)
    assert is_masking_supported(VecMonitor(env))
    assert env.has_attr("state")
    assert not env.has_attr("nonsense")
    (mask,) = env.env_method("action_masks", indices=3)
    (state,) = env.env_method("state", indices=[3])
    np.testing.assert_array_equal(mask, state.legal_actions_mask())
    np.testing.assert_array_equal(env.get_attr("action_masks", 3)[0](), mask)
    assert env.get_attr("render_mode") == [None] * 8
    assert env.env_is_wrapped(VecMonitor) == [False] * 8
    with pytest.raises(AttributeError, match="nonsense"):
        env.env_method("nonsense")
    with pytest.raises(AttributeError, match="reward_scale = 2 is refused"):
        env.set_attr("reward_scale", 2)


def test_tables_are_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    env = make(num_envs=4, render_mode="rgb_array")
    env.reset()
    picture = env.env_method("render", indices=1)[0]
    assert picture.shape == (20 * 22, 800, 3)
    np.testing.assert_array_equal(env.get_images()[1], picture)
    tiled = env.render()
    assert tiled is not None
    assert tiled.shape == (2 * picture.shape[0], 2 * picture.shape[1], 3)
    assert VecMonitor(env).render_mode == "rgb_array"
    text = make(num_envs=2, render_mode="ansi").env_method("render")[0]
    assert text == make(num_envs=2).env_method("state")[0].render(player=0)
    human = make(num_envs=2, render_mode="human")
    assert human.render() is None
    assert capsys.readouterr().out.count("2 players\n") == 2
    with pytest.raises(eights.GameError, match='"ansi", "human", "rgb_array"'):
        make(render_mode="svg")
    with pytest.raises(eights.GameError, match="render_width = 300 goes with"):
        make(render_width=300)


def test_an_illegal_action_loses() -> None:
    env, twin = make(players=3), make(players=3)
    before, _ = env.reset(), twin.reset()
    actions = random_actions(env, np.random.default_rng(0))
    actions[5] = int(np.flatnonzero(~get_action_masks(env)[5])[0])
    with pytest.warns(eights.IllegalActionWarning, match="sb3_contrib.common.maskable.evaluation"):
        observations, rewards, dones, infos = env.step(actions)
    assert dones.tolist() == [i == 5 for i in range(8)]
    assert rewards[5] == -0.5
    np.testing.assert_array_equal(infos[5].pop("terminal_observation"), before[5])
    assert infos[5] == {"illegal_action": True, "TimeLimit.truncated": False}
    assert get_action_masks(env).any(axis=1).all()
    actions[5] = random_actions(twin, np.random.default_rng(0))[5]
    others = np.arange(8) != 5
    np.testing.assert_array_equal(observations[others], twin.step(actions)[0][others])


def test_an_illegal_action_may_be_replaced() -> None:
    env = make(illegal="random")
    env.reset()
    with pytest.warns(eights.IllegalActionWarning):
        *_, infos = env.step(np.full(8, -1))
    assert all(info["illegal_action"] for info in infos)


def test_measuring_without_masks_is_warned_of() -> None:
    from stable_baselines3.common.evaluation import evaluate_policy as without_masks

    for env in (EightsEnv("crazy_eights_special"), make()):
        model = MaskablePPO("MlpPolicy", env, n_steps=32, seed=0, device="cpu")
        with pytest.warns(eights.IllegalActionWarning, match="that of stable_baselines3 gives it"):
            without_masks(model, env, n_eval_episodes=20, warn=False)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            evaluate_policy(model, env, n_eval_episodes=4, warn=False)


def test_an_illegal_action_may_be_an_error_and_no_env_moves() -> None:
    env = make(illegal="raise")
    before = env.batch.observations.copy()
    actions = random_actions(env, np.random.default_rng(0))
    actions[5] = int(np.flatnonzero(~get_action_masks(env)[5])[0])
    with pytest.raises(eights.BatchError, match=r"env 5: action .* is not legal; legal:"):
        env.step(actions)
    np.testing.assert_array_equal(env.batch.observations, before)


def test_actions_that_are_no_integer_an_env_are_refused_and_no_env_moves() -> None:
    env = make()
    before = env.reset()
    for wrong in (np.zeros(8), np.zeros((8, 1), int), np.zeros(7, int)):
        with pytest.raises(eights.ArrayError, match="actions must be integers, one for each of 8"):
            env.step(wrong)
    np.testing.assert_array_equal(env.batch.observations, before)


def test_bad_arguments() -> None:
    with pytest.raises(eights.GameError, match="2 opponents are too few or too many: 2 players"):
        make(opponents=["greedy", "greedy"])
    with pytest.raises(eights.BotError):
        make(opponents="nobody")
    with pytest.raises(eights.GameError, match="players cannot be set for a game that is made"):
        EightsVecEnv(eights.Game("uno"), players=3)
    with pytest.raises(eights.GameError, match="seed = -1"):
        make(seed=-1)
    with pytest.raises(TypeError, match="nonsense"):
        make(nonsense=1)


def test_maskable_ppo_trains_saves_and_loads(tmp_path: Path) -> None:
    env = VecMonitor(make("crazy_eights", num_envs=16), filename=str(tmp_path / "games"))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=128, n_epochs=2, seed=0, device="cpu"
    )
    before = [p.detach().clone() for p in model.policy.parameters()]
    model.learn(8 * 16 * 32)
    assert any((a != b).any() for a, b in zip(before, model.policy.parameters(), strict=True))
    env.close()
    assert {"r", "l", "t"} <= model.ep_info_buffer[0].keys()
    saved = io.BytesIO()
    model.save(saved)
    saved.seek(0)
    loaded = MaskablePPO.load(saved, env=VecMonitor(make("crazy_eights", num_envs=16)))
    observations = env.reset()
    masks = get_action_masks(env)
    actions = [
        agent.predict(observations, action_masks=masks, deterministic=True)[0]
        for agent in (model, loaded)
    ]
    np.testing.assert_array_equal(*actions)
    assert masks[np.arange(16), actions[0]].all()
    mean, _ = evaluate_policy(loaded, loaded.get_env(), n_eval_episodes=32)
    assert -1.0 <= mean <= 1.0
    loaded.learn(16 * 32)


def test_it_learns_to_beat_random_bots() -> None:
    env = VecMonitor(make("crazy_eights", num_envs=64))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=512, learning_rate=1e-3, seed=0, device="cpu"
    )
    model.learn(30 * 64 * 32)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=1000, deterministic=False)
    assert mean > 0.1


def test_the_single_environment_trains_without_an_adapter() -> None:
    env = EightsEnv("crazy_eights_special", players=3, illegal="raise")
    model = MaskablePPO("MlpPolicy", env, n_steps=64, seed=0, device="cpu")
    model.learn(128)
    observation, info = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=env.action_masks())
    assert info["action_mask"][action]


def test_the_single_environment_satisfies_their_checker() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", eights.IllegalActionWarning)  # actions are unmasked
        check_env(EightsEnv("crazy_eights_special", players=3))


def test_the_example_runs() -> None:
    told = run_example("sb3_maskable_ppo.py", "--steps", "4096", "--envs", "32", "--games", "64")
    assert "mean reward" in told


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("sb3")


def test_its_speed_can_be_measured() -> None:
    run_benchmark("sb3")


def test_the_policy_of_a_model_plays_where_bots_do() -> None:
    env = make("crazy_eights", max_decisions=60)
    model = MaskablePPO("MlpPolicy", VecMonitor(env), n_steps=8, batch_size=32, seed=1)
    mine = policy(model)
    masks = env.batch.action_masks.copy()
    chosen, _ = model.predict(env.batch.observations, action_masks=masks, deterministic=True)
    assert mine(env.batch.observations, masks).tolist() == chosen.tolist()
    report = eights.arena(env.game, {"mine": mine, "random": "random"}, deals=2)
    assert report["entrants"] == ["mine", "random"]
    assert eights.arena(env.game, [mine, "random"], deals=1)["entrants"][0] == "MaskablePPO"
    pool = eights.Pool()
    pool.add(mine)
    table = eights.PolicyBatch(env.game, 8, seed=1, controllers=[None, pool])
    member: Any = pool.policy(0)
    kept = member(table.observations, table.action_masks)
    model.learn(512)
    again = member(table.observations, table.action_masks)
    assert again.tolist() == kept.tolist(), "a member of a pool learns nothing more"
    table.step(table.sample())
    with pytest.raises(eights.ArgumentError, match="PPO takes no action masks: give a MaskablePPO"):
        policy(PPO("MlpPolicy", env, n_steps=8, batch_size=32))
    with pytest.raises(eights.ArgumentError, match="int takes no action masks"):
        policy(3)
