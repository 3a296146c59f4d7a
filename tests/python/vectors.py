"""Comparison of the vector environments with Gymnasium's own vectors of single environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.utils.env_checker import data_equivalence


def sample(rng: np.random.Generator, masks: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns a legal action for each env."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def play_both(native: Any, single: Any, legal: bool, steps: int) -> int:
    """Plays the same actions in both; returns the number of ended episodes.

    Raises:
        AssertionError: The environments differ.
    """
    rng = np.random.default_rng(0)
    (seen, infos), (expected, told) = native.reset(seed=7), single.reset(seed=7)
    ends = 0
    for _ in range(steps):
        np.testing.assert_array_equal(seen, expected)
        final = infos.pop("final_obs", None)
        exact = told.pop("final_obs", None)
        assert (final is None) == (exact is None)
        if final is not None:
            ends += int(infos["_final_obs"].sum())
            assert (final.dtype, final.shape) == (np.float32, seen.shape), "dense"
            for i in np.flatnonzero(infos["_final_obs"]):
                np.testing.assert_array_equal(final[i], exact[i])
            masks = infos["final_info"]["action_mask"]
            assert masks.any(axis=1).all(), "no mask is empty"
            masks[~infos["_final_info"]] = 0  # Gymnasium fills unused rows with 0
        assert data_equivalence(infos, told, exact=True)
        assert "episode" not in infos, "RecordEpisodeStatistics wants to put it there"
        actions = sample(rng, infos["action_mask"])
        if not legal:
            actions = np.where(rng.random(len(actions)) < 0.7, actions, 3)
        seen, rewards, terminations, truncations, infos = native.step(actions)
        expected, won, terminated, truncated, told = single.step(actions)
        np.testing.assert_array_equal(rewards, won)
        np.testing.assert_array_equal(terminations, terminated)
        np.testing.assert_array_equal(truncations, truncated)
        ends += int((terminations | truncations).sum())
    return ends
