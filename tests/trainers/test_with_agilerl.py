"""AgileRL on the vector environment of Gymnasium: masks, short trainings, copies."""

from __future__ import annotations

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import DQN, PPO
from agilerl.components.data import Transition
from agilerl.components.replay_buffer import ReplayBuffer
from runs import run_blocks, run_example

import eights.envs


def tables(num_envs: int = 16, mode: str = "SameStep") -> gymnasium.vector.VectorEnv:
    return gymnasium.make_vec(
        eights.envs.env_id("crazy_eights"), num_envs=num_envs, autoreset_mode=mode
    )


def test_masks_go_from_infos_to_agents_as_they_are() -> None:
    env = tables()
    torch.manual_seed(0)
    spaces = (env.single_observation_space, env.single_action_space)
    for agent in (PPO(*spaces, num_envs=16), DQN(*spaces)):
        observations, infos = env.reset(seed=1)
        for step in range(60):
            chosen = agent.get_action(observations, action_mask=infos["action_mask"])
            actions = np.asarray(chosen[0] if isinstance(agent, PPO) else chosen)
            assert infos["action_mask"][np.arange(16), actions].all(), step
            observations, _, _, _, infos = env.step(actions)
            assert "illegal_action" not in infos


def test_dqn_learns_from_a_replay_buffer() -> None:
    env = tables()
    torch.manual_seed(0)
    agent = DQN(env.single_observation_space, env.single_action_space, lr=1e-3)
    memory = ReplayBuffer(max_size=5000)
    before = [p.detach().clone() for p in agent.actor.parameters()]
    observations, infos = env.reset(seed=1)
    for _ in range(60):
        actions = agent.get_action(observations, 0.3, action_mask=infos["action_mask"])
        following, rewards, terminations, truncations, infos = env.step(actions)
        ended = terminations | truncations
        seen = following.copy()
        if ended.any():
            seen[ended] = infos["final_obs"][ended]
        transition = Transition(
            obs=observations, action=actions, reward=rewards, next_obs=seen, done=ended
        ).to_tensordict()
        transition.batch_size = [16]
        memory.add(transition)
        observations = following
    loss = agent.learn(memory.sample(agent.batch_size))
    assert np.isfinite(loss)
    assert any((a != b).any() for a, b in zip(before, agent.actor.parameters(), strict=True))
    copy = agent.clone()
    mask = infos["action_mask"]
    np.testing.assert_array_equal(
        agent.get_action(observations, action_mask=mask),
        copy.get_action(observations, action_mask=mask),
    )


def test_the_example_learns() -> None:
    told = run_example("agilerl_ppo.py", "--updates", "40")
    # The last ten updates are averaged, as each is the mean of only about ten episodes.
    lines = [line.split() for line in told.strip().splitlines()[-10:]]
    episodes = np.array([int(line[1]) for line in lines])
    means = np.array([float(line[-1]) for line in lines])
    assert (episodes * means).sum() / episodes.sum() > 0.1


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("agilerl")
