"""Learn against bots through `gymnasium.make_vec`: a linear policy, REINFORCE in NumPy.

    python examples/gymnasium_vector.py --seconds 30

The script shows the interface of the vector environment: masks in `infos`, ends that are shown
until the next step (`AutoresetMode.NEXT_STEP`), rewards at the end of an episode. It reports the
share of episodes that the policy won during training, in turns of equal length.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

import eights

Floats = npt.NDArray[np.float32]


def probabilities(logits: Floats, masks: npt.NDArray[np.int8]) -> Floats:
    """A softmax over the legal actions; illegal ones get 0."""
    legal = np.where(masks, logits, -np.inf)
    weights = np.exp(legal - legal.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


def draw(rng: np.random.Generator, shares: Floats) -> npt.NDArray[np.int64]:
    """Draws an action for each env by a race of exponential clocks; never one of probability 0."""
    clocks = rng.exponential(size=shares.shape)
    with np.errstate(divide="ignore"):
        actions: npt.NDArray[np.int64] = np.argmin(clocks / shares, axis=1)
    return actions


class Learner:
    """The weights of a linear policy, and the gradients of each env's current episode."""

    def __init__(self, env: gymnasium.vector.VectorEnv[Any, Any, Any], rate: float) -> None:
        """Starts with a policy that plays at random."""
        size = env.single_observation_space.shape
        assert size is not None
        self.weights = np.zeros((*size, 100), dtype=np.float32)
        self.traces = np.zeros((env.num_envs, *self.weights.shape), dtype=np.float32)
        self.rate = rate
        self.baseline = 0.0

    def note(self, seen: Floats, shares: Floats, actions: npt.NDArray[np.int64]) -> None:
        """Adds the gradients of the log-probabilities of the chosen actions."""
        slopes = -shares
        slopes[np.arange(len(actions)), actions] += 1
        self.traces += seen[:, :, None] * slopes[:, None, :]

    def learn(self, ended: npt.NDArray[np.bool_], rewards: npt.NDArray[np.float64]) -> None:
        """Reinforces the actions of ended episodes by their rewards, and clears their gradients."""
        for env in np.flatnonzero(ended):
            gain = rewards[env] - self.baseline
            self.baseline += 0.01 * gain
            self.weights += self.rate * gain * self.traces[env]
        self.traces[ended] = 0


def main() -> int:
    """Trains and prints the curve; Ctrl-C ends training after the current line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="eights/CrazyEights-v0")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--turns", type=int, default=5, help="lines of the curve")
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    env = gymnasium.make_vec(given.env, num_envs=given.envs, opponents=given.opponents)
    rng = np.random.default_rng(given.seed)
    learner = Learner(env, given.rate)
    seen, infos = env.reset(seed=given.seed)
    ended = np.zeros(given.envs, dtype=np.bool_)
    with eights.SoftStop() as stop:
        for turn in tqdm(range(given.turns), desc="training", disable=not sys.stderr.isatty()):
            episodes = won = steps = 0
            start = perf_counter()
            while not episodes or (
                perf_counter() - start < given.seconds / given.turns and not stop
            ):
                shares = probabilities(seen @ learner.weights, infos["action_mask"])
                actions = draw(rng, shares)
                learner.note(seen, shares, actions)
                learner.traces[ended] = 0  # their actions are ignored: the step deals again
                seen, rewards, terminations, truncations, infos = env.step(actions)
                ended = terminations | truncations
                episodes += int(ended.sum())
                won += int((rewards[ended] > 0).sum())
                steps += given.envs
                learner.learn(ended, rewards)
            share = f"{won / episodes:.1%} won"
            tqdm.write(f"turn {turn + 1}: {episodes} episodes, {share}, {steps} steps")
            if stop:
                break
    env.close()
    if stop:
        print("stopped; the curve is printed, the policy is not kept", file=sys.stderr)
    return 130 if stop else 0


if __name__ == "__main__":
    raise SystemExit(main())
