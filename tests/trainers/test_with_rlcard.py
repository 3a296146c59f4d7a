"""The adapter `eights.rlcard` with RLCard's own agents and tournament."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from rlcard.agents import CFRAgent, DQNAgent, NFSPAgent, RandomAgent
from rlcard.utils import reorganize, set_seed, tournament
from runs import run_blocks, run_example

import eights.rlcard


def train(env: eights.rlcard.Env, agent: Any, games: int) -> None:
    env.set_agents([agent] + [RandomAgent(env.num_actions)] * (env.num_players - 1))
    for _ in range(games):
        if isinstance(agent, NFSPAgent):
            agent.sample_episode_policy()
        trajectories, payoffs = env.run(is_training=True)
        for transition in reorganize(trajectories, payoffs)[0]:
            agent.feed(transition)


@pytest.mark.parametrize("players", [2, 5])
def test_random_agents_and_the_tournament(players: int) -> None:
    set_seed(1)
    env = eights.rlcard.make("uno", players=players, seed=1)
    env.set_agents([RandomAgent(env.num_actions)] * players)
    payoffs = tournament(env, 30)
    assert len(payoffs) == players
    assert sum(payoffs) == pytest.approx(0)
    assert all(abs(payoff) < 0.9 for payoff in payoffs)


def test_dqn_trains_and_plays() -> None:
    set_seed(1)
    env = eights.rlcard.make("uno_rlcard", players=3, seed=1)
    agent = DQNAgent(
        num_actions=env.num_actions,
        state_shape=env.state_shape[0],
        mlp_layers=[32],
        replay_memory_init_size=64,
        device="cpu",
    )
    train(env, agent, 20)
    assert agent.train_t > 100
    assert sum(tournament(env, 20)) == pytest.approx(0)


def test_nfsp_trains_and_plays() -> None:
    set_seed(1)
    env = eights.rlcard.make("crazy_eights", seed=1)
    agent = NFSPAgent(
        num_actions=env.num_actions,
        state_shape=env.state_shape[0],
        hidden_layers_sizes=[32],
        q_mlp_layers=[32],
        min_buffer_size_to_learn=64,
        q_replay_memory_init_size=64,
        anticipatory_param=0.9,  # the share of games played by best response, from which it learns
        device="cpu",
    )
    train(env, agent, 6)
    assert agent.train_t > 0
    assert sum(tournament(env, 4)) == pytest.approx(0)


def test_cfr_traverses_a_tiny_game() -> None:
    set_seed(1)
    tiny = {"deck.copies": {"7-10 & red": 1}, "deal.cards": 2, "players": 2}
    env = eights.rlcard.make(
        "crazy_eights", seed=1, allow_step_back=True, overrides=tiny, max_decisions=6
    )
    agent = CFRAgent(env)
    for _ in range(30):
        agent.train()
    assert agent.iteration == 30
    assert len(agent.average_policy) > 20
    assert any(policy.max() > 0.9 for policy in agent.policy.values())
    env.set_agents([agent, RandomAgent(env.num_actions)])
    assert sum(tournament(env, 40)) == pytest.approx(0)
    state, _ = env.reset()
    _, info = agent.eval_step(state)
    assert list(info["probs"]) == state["raw_legal_actions"]
    assert np.isclose(sum(info["probs"].values()), 1)


def test_the_example_runs() -> None:
    told = run_example("rlcard_dqn.py", "--games", "20", "--tournament", "20", "--hidden", "32")
    assert "mean payoffs" in told


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("rlcard")
