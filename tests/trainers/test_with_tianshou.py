"""Tianshou through PettingZoo: masks, rewards, and a short training."""

from __future__ import annotations

import numpy as np
import pytest
from runs import run_blocks, run_example
from tianshou.env import PettingZooEnv

import eights.pettingzoo


@pytest.mark.parametrize("players", [2, 4])
def test_masks_and_rewards_come_through(players: int) -> None:
    env = PettingZooEnv(eights.pettingzoo.env("crazy_eights_special", players=players))
    rng = np.random.default_rng(0)
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        paid = np.zeros(players)
        over = False
        while not over:
            state = env.env.unwrapped.game_state
            seat = state.current_player()
            assert seen["agent_id"] == f"player_{seat}"
            np.testing.assert_array_equal(seen["mask"], state.legal_actions_mask())
            np.testing.assert_array_equal(seen["obs"], state.observation_tensor())
            action = int(rng.choice(np.flatnonzero(seen["mask"])))
            seen, rewards, terminated, truncated, _ = env.step(action)
            paid += rewards
            over = terminated or truncated
        np.testing.assert_allclose(paid, env.env.unwrapped.game_state.returns(), atol=1e-6)


def test_the_example_trains() -> None:
    told = run_example("tianshou_dqn.py", "--epochs", "1", "--steps", "1000", "--games", "16")
    best = float(told.strip().splitlines()[-1].split()[-1])
    assert -1 <= best <= 1


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("tianshou")
