"""Hidden rules: try cards, see which are refused, and measure the value of knowing the rules.

Every match has rules that are drawn from a grammar and that no seat is told. This script plays one
match as a Gymnasium environment, then many at once in a batch, and finally plays players of
increasing knowledge under the rules that are held out for testing.

    python examples/hidden_rules.py --games 400
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

import eights
from hidden_rules_baselines import compare, print_table


def one_match(seed: int, rounds: int) -> None:
    """Plays a match in which the agent tries cards at random, and prints the rules at the end."""
    env = gymnasium.make("eights/HiddenRules-v0", players=3, rules=2, rounds=rounds, split="train")
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    total, decisions, done = 0.0, 0, False
    while not done:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(action)
        total, decisions, done = total + float(reward), decisions + 1, terminated or truncated
    print(f"One match: {decisions} decisions, return {total:+.1f}. Its hidden rules were:")
    for created in info["created"]:
        print(f"  {created['text']}")


def many_matches(envs: int, rounds: int) -> None:
    """Plays many matches in a batch, as a trainer would."""
    game = eights.hidden_rules(players=4, rules=2, rounds=rounds, split="train")
    batch = eights.Batch(game, num_envs=envs, seed=1)
    actions = np.zeros(envs, np.int64)
    ended = 0
    for _ in range(500):
        batch.step(batch.sample(out=actions))
        ended += int(batch.terminations.sum())
    print(f"\nA batch: {500 * envs:,} decisions, {ended} matches ended. Rules of env 0:")
    for rule in batch.state(0).to_dict()["created"]:
        print(f"  {eights.describe_rule(rule)}")


def baselines(games: int, rounds: int) -> None:
    """Plays players of increasing knowledge under rules that training never draws."""
    game = eights.hidden_rules(players=4, rules=2, rounds=rounds, split="test")
    print("\nRules held out for testing, against players that follow suit and rank:")
    print_table(compare(game, games, seed=0, field="plain"))


def main() -> None:
    """Parses the command line, and runs all three parts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="matches of each baseline")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of a match")
    parser.add_argument("--envs", type=int, default=64, help="size of the batch")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first match")
    arguments = parser.parse_args()
    one_match(arguments.seed, arguments.rounds)
    many_matches(arguments.envs, arguments.rounds)
    baselines(arguments.games, arguments.rounds)


if __name__ == "__main__":
    main()
