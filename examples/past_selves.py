"""Learn against a pool of past selves: prioritised fictitious self-play in NumPy.

    python examples/past_selves.py --seconds 60

The learner holds one seat of each table of a `gymnasium.make_vec` environment; the other seats are
an `eights.Pool`. After each turn a frozen copy of the learner joins the pool, and plays in episodes
that begin after that. The pool notes who wins, and draws those most that are hardest to beat. At
the end the learner meets the bots in `eights.arena`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import eights

Floats = npt.NDArray[np.float32]
Actions = npt.NDArray[np.int64]


class Policy:
    """A softmax over the legal actions, linear in the observation."""

    name = "learner"

    def __init__(self, size: int, seed: int) -> None:
        """A policy that plays at random."""
        self.weights = np.zeros((size, 100), dtype=np.float32)
        self.rng = np.random.default_rng(seed)

    def shares(self, observations: Floats, action_masks: npt.NDArray[Any]) -> Floats:
        """The probability of each action; illegal ones have none."""
        logits = np.where(action_masks, observations @ self.weights, -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: Floats = weights / weights.sum(axis=1, keepdims=True)
        return shares

    def __call__(self, observations: Floats, action_masks: npt.NDArray[Any]) -> Actions:
        """An action for each line, drawn by the race of exponential clocks."""
        shares = self.shares(observations, action_masks)
        with np.errstate(divide="ignore"):
            clocks = self.rng.exponential(size=shares.shape) / shares
        actions: Actions = clocks.argmin(axis=1)
        return actions


class Learner:
    """REINFORCE on what each env has done in its episode."""

    def __init__(self, policy: Policy, num_envs: int, rate: float) -> None:
        """Begins with no gradients."""
        self.policy, self.rate = policy, rate
        self.traces = np.zeros((num_envs, *policy.weights.shape), dtype=np.float32)

    def note(self, seen: Floats, masks: npt.NDArray[Any], actions: Actions) -> None:
        """Adds the gradients of the log-probabilities of what is done."""
        slopes = -self.policy.shares(seen, masks)
        slopes[np.arange(len(actions)), actions] += 1
        self.traces += seen[:, :, None] * slopes[:, None, :]

    def learn(self, ended: npt.NDArray[np.bool_], rewards: npt.NDArray[np.float64]) -> None:
        """Makes what won more likely where episodes have ended, and begins anew there."""
        for env in np.flatnonzero(ended):
            self.policy.weights += self.rate * rewards[env] * self.traces[env]
        self.traces[ended] = 0


def main() -> None:
    """Trains against past selves, and meets the bots."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", default="crazy_eights")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--turns", type=int, default=6, help="past selves")
    parser.add_argument("--sampling", default="prioritised")
    parser.add_argument("--deals", type=int, default=200, help="of the arena")
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pool", type=Path, help="a file to keep the pool in")
    given = parser.parse_args()
    game = eights.Game(given.ruleset, players=given.players)
    policy = Policy(game.observation_tensor_size(), given.seed)
    pool = eights.Pool(given.sampling, seed=given.seed)
    pool.add(policy, "self 0")
    env = gymnasium.make_vec(
        eights.envs.env_id(given.ruleset),
        num_envs=given.envs,
        players=given.players,
        opponents=pool,
        autoreset_mode="SameStep",
    )
    learner = Learner(policy, given.envs, given.rate)
    seen, infos = env.reset(seed=given.seed)
    for turn in range(given.turns):
        start, steps = perf_counter(), 0
        while perf_counter() - start < given.seconds / given.turns or steps < 10:
            actions = policy(seen, infos["action_mask"])
            learner.note(seen, infos["action_mask"], actions)
            seen, rewards, terminations, truncations, infos = env.step(actions)
            learner.learn(terminations | truncations, rewards)
            steps += 1
        pool.add(policy, f"self {turn + 1}")
        rates = [f"{pool.win_rate(member):.0%}" for member in range(turn + 1)]
        print(
            f"turn {turn + 1}: {steps * given.envs} steps, wins against selves: {' '.join(rates)}"
        )
    env.close()
    if given.pool is not None:
        pool.save(given.pool)
    entrants: list[Policy | str] = [policy, "greedy", "heuristic"]
    report = eights.arena(game, entrants, deals=given.deals, seed=given.seed)
    for pair in report["pairings"]:
        if pair["entrant"] == policy.name:
            rate = pair["win_rate"]
            told = f"{rate['mean']:.1%} ({rate['low']:.1%} … {rate['high']:.1%})"
            print(f"against {pair['field']}: wins {told}")


if __name__ == "__main__":
    main()
