"""Self-play through PettingZoo: one linear policy learns for every seat, with NumPy alone.

    python examples/pettingzoo_selfplay.py --games 1500

The script shows the AEC loop: `last()` returns the acting agent's observation and mask, rewards are
collected until its next turn, and at the end every agent, including the losers, steps with `None`.
It reports the policy's win rate against random players before and after training.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

import eights
from eights.pettingzoo import env

Floats = npt.NDArray[np.float32]
Masks = npt.NDArray[np.int8]


class Policy:
    """A softmax over the legal actions, linear in the observation."""

    def __init__(self, size: int, rng: np.random.Generator) -> None:
        """Starts with a policy that plays at random."""
        self.weights = np.zeros((size, 100), dtype=np.float32)
        self.rng = rng

    def choose(self, seen: dict[str, Any]) -> tuple[int, Floats]:
        """Draws an action; returns it and the gradient of its log-probability by the logits."""
        legal = np.flatnonzero(seen["action_mask"])
        logits = seen["observation"] @ self.weights[:, legal]
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        at = int(self.rng.choice(len(legal), p=shares.astype(np.float64) / shares.sum(dtype=float)))
        slope = np.zeros(100, dtype=np.float32)
        slope[legal] = -shares
        slope[legal[at]] += 1
        return int(legal[at]), slope


def play(table: Any, policy: Policy, learners: set[str]) -> dict[str, tuple[float, Floats]]:
    """Plays a game; returns each learner's reward and gradients. Other agents play at random."""
    table.reset()
    won = dict.fromkeys(learners, 0.0)
    traces = {agent: np.zeros_like(policy.weights) for agent in learners}
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        if agent in learners:
            won[agent] += reward
        if terminated or truncated:
            table.step(None)
        elif agent in learners:
            action, slope = policy.choose(seen)
            traces[agent] += seen["observation"][:, None] * slope
            table.step(action)
        else:
            table.step(table.action_space(agent).sample(seen["action_mask"]))
    return {agent: (won[agent], traces[agent]) for agent in learners}


def win_rate(table: Any, policy: Policy, games: int) -> tuple[float, float, float]:
    """Returns the first agent's share of wins against random players, and its interval."""
    shares = [play(table, policy, {"player_0"})["player_0"][0] > 0 for _ in range(games)]
    return eights.win_rate_interval([float(won) for won in shares])


def main() -> int:
    """Trains, and prints win rates before and after; Ctrl-C ends the training."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ruleset", default="crazy_eights")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=1500, help="games of self-play")
    parser.add_argument("--evaluate", type=int, default=300, help="games before and after")
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    table = env(given.ruleset, players=given.players)
    table.reset(seed=given.seed)
    for seat, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(given.seed + seat)
    size = table.observation_space("player_0")["observation"].shape[0]
    policy = Policy(size, np.random.default_rng(given.seed))
    tell(table, policy, 0, given.evaluate)
    games = 0
    with eights.SoftStop() as stop:
        for _ in tqdm(range(given.games), desc="training", disable=not sys.stderr.isatty()):
            for won, trace in play(table, policy, set(table.possible_agents)).values():
                policy.weights += given.rate * won * trace
            games += 1
            if stop:
                break
    tell(table, policy, games, given.evaluate)
    if stop:
        print(f"stopped after {games} games; the policy is not kept", file=sys.stderr)
    return 130 if stop else 0


def tell(table: Any, policy: Policy, games: int, evaluate: int) -> None:
    """Prints the policy's win rate after this number of games."""
    rate, low, high = win_rate(table, policy, evaluate)
    print(f"after {games} games: wins {rate:.1%} ({low:.1%} … {high:.1%}) against random")


if __name__ == "__main__":
    raise SystemExit(main())
