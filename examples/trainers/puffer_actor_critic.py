"""Learning against a bot through PufferLib's interface: `pip install "eights[puffer]"`.

The environment is a native one of PufferLib 3: a step writes the observations of all tables into
buffers, and the first 100 numbers of an observation are the mask of actions. Policy and value are
linear, learned by an actor-critic in NumPy. PufferLib's own trainer accepts the same environment:
`pufferlib.vector.make(EightsPufferEnv, env_kwargs={"num_agents": 512})`; its policy must apply the
mask as this one does, since PufferLib has no masks.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from eights import NUM_ACTIONS
from eights.puffer import EightsPufferEnv

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


class Adam:
    """A matrix optimised by Adam."""

    def __init__(self, rows: int, columns: int, rate: float) -> None:
        """Starts with zeros."""
        self.value = np.zeros((rows, columns), np.float32)
        self.rate, self.steps = rate, 0
        self.mean, self.square = np.zeros_like(self.value), np.zeros_like(self.value)

    def step(self, gradient: npt.NDArray[np.floating[Any]]) -> None:
        """Takes one step down the gradient."""
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.001 * (gradient**2 - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        self.value -= self.rate * mean / (np.sqrt(square) + 1e-8)


class Learner:
    """A linear policy and a linear value of the features after the mask."""

    def __init__(self, features: int, seed: int) -> None:
        """Starts with equal probabilities of all legal actions."""
        self.policy = Adam(features, NUM_ACTIONS, rate=0.01)
        self.critic = Adam(features, 1, rate=0.01)
        self.rng = np.random.default_rng(seed)

    def likely(self, observations: Floats) -> Floats:
        """Returns the probability of each action: [n, 100], 0 for illegal ones."""
        masks, features = observations[:, :NUM_ACTIONS], observations[:, NUM_ACTIONS:]
        logits = np.where(masks == 0, -np.inf, features @ self.policy.value)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: Floats = weights / weights.sum(axis=1, keepdims=True)
        return shares

    def act(self, observations: Floats) -> npt.NDArray[np.int32]:
        """Draws an action for each table."""
        likely = self.likely(observations).cumsum(axis=1)
        drawn = self.rng.random((len(likely), 1)) * likely[:, -1:]
        actions: npt.NDArray[np.int32] = (drawn < likely).argmax(axis=1).astype(np.int32)
        return actions

    def value(self, observations: Floats) -> Floats:
        """Returns the expected reward from here on: [n]."""
        value: Floats = (observations[:, NUM_ACTIONS:] @ self.critic.value)[:, 0]
        return value

    def learn(self, observations: Floats, actions: Integers, returns: Floats) -> None:
        """Updates policy and value from the return after each action."""
        features = observations[:, NUM_ACTIONS:]
        missed = self.value(observations) - returns
        uphill = -self.likely(observations)
        uphill[np.arange(len(actions)), actions] += 1
        self.policy.step(features.T @ (uphill * missed[:, None]) / len(actions))
        self.critic.step(features.T @ missed[:, None] / len(actions))


def rollout(env: Any, learner: Learner, steps: int) -> tuple[Floats, Integers, Floats, list[Any]]:
    """Plays `steps` steps at all tables; returns observations, actions, returns and infos."""
    tables = env.num_agents
    seen = np.empty((steps, *env.observations.shape), np.float32)
    actions = np.empty((steps, tables), np.int64)
    rewards, over = np.empty((steps, tables), np.float32), np.empty((steps, tables), np.bool_)
    told = []
    for t in range(steps):
        seen[t] = env.observations  # a copy: the next step writes into the buffer
        actions[t] = learner.act(env.observations)
        _, rewards[t], terminals, truncations, infos = env.step(actions[t])
        over[t] = terminals | truncations
        told += infos
    returns = np.empty_like(rewards)
    after = learner.value(env.observations)
    for t in reversed(range(steps)):
        after = rewards[t] + np.where(over[t], 0, after)
        returns[t] = after
    return seen.reshape(steps * tables, -1), actions.ravel(), returns.ravel(), told


def main() -> None:
    """Trains, and prints its progress."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crazy_eights", help="an id of `eights rulesets`")
    parser.add_argument("--players", type=int, default=2, help="seats at each table")
    parser.add_argument("--opponent", default="random", help="the bot at all other seats")
    parser.add_argument("--tables", type=int, default=256, help="tables that are played at once")
    parser.add_argument("--steps", type=int, default=32, help="decisions a table for an update")
    parser.add_argument("--updates", type=int, default=300, help="updates of the policy")
    parser.add_argument("--seed", type=int, default=0, help="of games and of actions")
    args = parser.parse_args()

    env = EightsPufferEnv(
        args.ruleset, args.tables, args.opponent, seed=args.seed, players=args.players
    )
    env.reset(seed=args.seed)
    learner = Learner(env.single_observation_space.shape[0] - NUM_ACTIONS, args.seed)
    told: list[dict[str, float]] = []
    for update in range(1, args.updates + 1):
        observations, actions, returns, infos = rollout(env, learner, args.steps)
        learner.learn(observations, actions, returns)
        told += infos
        if update % max(1, args.updates // 5) == 0 and told:
            mean = np.mean([info["episode_return"] for info in told])
            print(f"update {update}: mean return {mean:+.3f} against {args.opponent}")
            told = []
    env.close()


if __name__ == "__main__":
    main()
