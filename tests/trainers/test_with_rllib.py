"""The adapter `eights.rllib` with RLlib: its contract, training on a local Ray, a killed runner."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import ray
from ray.rllib.env.env_context import EnvContext
from rllib_selfplay import config, win_rate
from runs import run_benchmark, run_blocks, run_example

import eights
from eights.rllib import EightsMultiAgentEnv


def make(ruleset: str = "crazy_eights_special", **options: Any) -> EightsMultiAgentEnv:
    return EightsMultiAgentEnv({"ruleset": ruleset, "seed": 1, **options})


def legal_action(seen: dict[str, Any], rng: random.Random) -> tuple[str, int]:
    """Returns the observed agent, and one of its legal actions."""
    ((agent, observation),) = seen.items()
    return agent, rng.choice(np.flatnonzero(observation["action_mask"]).tolist())


@pytest.mark.parametrize("ruleset", eights.rulesets())
def test_the_contract_of_a_multi_agent_env(ruleset: str) -> None:
    env = make(ruleset, max_decisions=200)
    agents = [f"player_{seat}" for seat in range(env.game.num_players())]
    assert env.possible_agents == env.agents == agents
    assert list(env.observation_spaces) == list(env.action_spaces) == agents
    assert env.teams == [[agents[seat] for seat in team] for team in env.game.teams]
    rng = random.Random(0)
    for _ in range(3):
        seen, infos = env.reset()
        assert infos == {}
        paid = np.zeros(len(agents))
        over = False
        while not over:
            state = env.state
            assert state is not None
            agent, action = legal_action(seen, rng)
            seat = agents.index(agent)
            assert seat == state.current_player()
            assert env.observation_spaces[agent].contains(seen[agent])
            np.testing.assert_array_equal(
                seen[agent]["action_mask"].astype(bool), state.legal_actions_mask(seat)
            )
            np.testing.assert_array_equal(
                seen[agent]["observations"], state.observation_tensor(seat)
            )
            seen, rewards, terminateds, truncateds, infos = env.step({agent: action})
            assert list(rewards) == agents, "a reward for each seat, else RLlib loses some"
            paid += list(rewards.values())
            assert infos == {}
            over = terminateds["__all__"] or truncateds["__all__"]
        assert list(seen) == agents
        assert all(observation["action_mask"].any() for observation in seen.values())
        assert state is not None
        np.testing.assert_allclose(paid, state.returns(), atol=1e-6)


@pytest.mark.parametrize("truncation", ["score", "bootstrap"])
def test_a_learner_bootstraps_only_where_nothing_is_paid(truncation: str) -> None:
    env = make(max_decisions=6, truncation=truncation)
    rng = random.Random(0)
    seen, _ = env.reset()
    for _ in range(6):
        agent, action = legal_action(seen, rng)
        seen, _, terminateds, truncateds, _ = env.step({agent: action})
    assert terminateds["__all__"] == (truncation == "score")
    assert truncateds["__all__"] == (truncation == "bootstrap")


def test_what_is_observed_shares_no_memory() -> None:
    env = make()
    seen, _ = env.reset()
    ((agent, first),) = seen.items()
    kept = {key: value.copy() for key, value in first.items()}
    env.step({agent: int(first["action_mask"].argmax())})
    for key, value in first.items():
        np.testing.assert_array_equal(value, kept[key])


def test_seeds_differ_from_runner_to_runner() -> None:
    def deals(settings: Any) -> list[Any]:
        env = EightsMultiAgentEnv(settings)
        return [next(iter(env.reset()[0].values()))["observations"].tolist() for _ in range(3)]

    settings = {"ruleset": "uno", "seed": 3}
    assert deals(settings) == deals(settings)
    places = [(1, 0), (2, 0), (1, 1)]
    contexts = [EnvContext(settings, worker, vector_index=at) for worker, at in places]
    told = [deals(context) for context in contexts]
    assert told[0] != told[1] != told[2] != told[0]
    assert told[0] == deals(contexts[0])
    env = make()
    one, two, three = env.reset(seed=5), env.reset(), env.reset(seed=5)
    assert str(one) == str(three) != str(two)
    for context, told_here in zip([settings, *contexts], [deals(settings), *told], strict=True):
        other = EightsMultiAgentEnv(context)
        other.reset()
        first, _ = other.reset(seed=3)
        assert next(iter(first.values()))["observations"].tolist() == told_here[0]


def test_an_illegal_action_loses_or_is_replaced() -> None:
    env = make(players=3)
    seen, _ = env.reset()
    (agent,) = seen
    illegal = int(seen[agent]["action_mask"].argmin())
    with pytest.warns(eights.IllegalActionWarning, match="ActionMaskingTorchRLModule"):
        seen, rewards, terminateds, truncateds, infos = env.step({agent: illegal})
    assert list(seen) == env.possible_agents
    assert all(observation["action_mask"].sum() == 1 for observation in seen.values())
    assert rewards == {other: -0.5 if other == agent else 0.0 for other in env.possible_agents}
    assert (terminateds, truncateds) == ({"__all__": True}, {"__all__": False})
    assert infos == {agent: {"illegal_action": True}}
    with pytest.raises(eights.ActionError, match="the episode is over"):
        env.step({agent: 54})
    seen, _ = env.reset()
    assert len(seen) == 1
    env = make(players=3, illegal="random")
    (agent,) = env.reset()[0]
    env.step({agent: -1})
    assert env.state is not None
    assert env.state.move_number() == 1


def test_errors() -> None:
    env = make(illegal="raise")
    with pytest.raises(eights.ActionError, match=r"the episode is over, call reset\(\)"):
        env.step({"player_0": 54})
    seen, _ = env.reset()
    ((agent, observation),) = seen.items()
    other = next(name for name in env.possible_agents if name != agent)
    with pytest.raises(eights.ActionError, match=f"{agent} is to act, not {other}"):
        env.step({other: 54})
    with pytest.raises(eights.ActionError, match=f"{agent} is to act, not nobody"):
        env.step({})
    with pytest.raises(eights.ActionError):
        env.step({agent: int(observation["action_mask"].argmin())})
    with pytest.raises(eights.GameError, match='"explicit" is not possible here'):
        make(chance="explicit")
    with pytest.raises(eights.ArgumentError, match="config must be a mapping, not int"):
        EightsMultiAgentEnv(3)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def local_ray() -> Iterator[None]:
    ray.init(num_cpus=3, include_dashboard=False)
    yield
    ray.shutdown()


def pids(algorithm: Any) -> list[int]:
    """Returns the processes of the healthy runners."""
    group = algorithm.env_runner_group
    found = group.foreach_env_runner(lambda _: os.getpid(), local_env_runner=False)
    return [int(pid) for pid in found]


def lifetime(result: dict[str, Any]) -> int:
    return int(result["env_runners"]["num_env_steps_sampled_lifetime"])


@pytest.mark.usefixtures("local_ray")
def test_training_goes_on_when_a_runner_is_killed() -> None:
    algorithm = config("crazy_eights", 2, runners=2, batch=512, seed=0).build_algo()
    results = [algorithm.train() for _ in range(2)]
    before = pids(algorithm)
    assert len(set(before) - {os.getpid()}) == 2
    weights = algorithm.get_weights()["shared"]
    os.kill(before[0], signal.SIGKILL)
    for _ in range(20):
        results.append(algorithm.train())
        if algorithm.env_runner_group.num_remote_worker_restarts() and len(pids(algorithm)) == 2:
            break
    results += [algorithm.train() for _ in range(2)]
    after = pids(algorithm)
    assert len(after) == 2, "the runner was started again"
    assert before[0] not in after
    assert before[1] in after, "the other one goes on"
    played = [lifetime(result) for result in results]
    assert played == sorted(set(played)), "what was played before is not forgotten"
    assert played[-1] >= 512 * len(played)
    learned = algorithm.get_weights()["shared"]
    assert any((learned[name] != weights[name]).any() for name in weights)
    # The restarted runner plays with the learner's current weights.
    algorithm.env_runner_group.sync_weights(
        from_worker_or_learner_group=algorithm.learner_group, inference_only=True
    )
    held = algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.module["shared"].get_state(inference_only=True),
        local_env_runner=False,
    )
    for states in zip(*(state.values() for state in held), strict=True):
        np.testing.assert_array_equal(*states)
    game = eights.Game("crazy_eights", players=2)
    # A restarted runner plays other games on each run, so the result of learning varies. A policy
    # no worse than random play wins about half of the games.
    assert win_rate(algorithm.get_module("shared"), game, "random", games=100) > 0.3
    algorithm.stop()


@pytest.mark.usefixtures("local_ray")
def test_their_runner_counts_every_reward() -> None:
    algorithm = config("crazy_eights_special", 3, runners=0, batch=512, seed=0).build_algo()
    episodes = algorithm.env_runner.sample(num_episodes=10, random_actions=False)
    assert len(episodes) == 10
    for episode in episodes:
        total = sum(agent.get_return() for agent in episode.agent_episodes.values())
        assert total == pytest.approx(0, abs=1e-5), "the winner's gain is the others' loss"
        assert episode.is_terminated
    algorithm.stop()


BUDGET = ["--iterations", "2", "--batch", "512", "--games", "20"]


@pytest.mark.usefixtures("local_ray")
def test_the_example_joins_a_ray_that_runs_already() -> None:
    address = ray.get_runtime_context().gcs_address
    told = run_example("rllib_selfplay.py", "--address", address, *BUDGET)
    assert "win rate against random" in told
    assert ray.is_initialized()
    assert ray.cluster_resources()["CPU"] == 3, "it is left running"


def test_the_example_runs() -> None:
    told = run_example("rllib_selfplay.py", *BUDGET)
    assert "win rate against random" in told


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("rllib")


def test_its_speed_can_be_measured() -> None:
    run_benchmark("rllib")
