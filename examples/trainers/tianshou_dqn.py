"""DQN of Tianshou against a random player, through PettingZoo: `pip install "eights[tianshou]"`."""

from __future__ import annotations

import argparse

import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import eights.pettingzoo


def main() -> None:
    """Trains an agent at seat 0, and prints its mean reward."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crazy_eights", help="an id of `eights rulesets`")
    parser.add_argument("--players", type=int, default=2, help="seats at each table")
    parser.add_argument("--envs", type=int, default=8, help="tables")
    parser.add_argument("--epochs", type=int, default=5, help="rounds of training and testing")
    parser.add_argument("--steps", type=int, default=5000, help="decisions an epoch")
    parser.add_argument("--games", type=int, default=100, help="games of a test")
    parser.add_argument("--seed", type=int, default=0, help="of games and network")
    args = parser.parse_args()

    np.random.seed(args.seed)  # noqa: NPY002, Tianshou draws from it
    torch.manual_seed(args.seed)

    def table() -> PettingZooEnv:
        return PettingZooEnv(eights.pettingzoo.env(args.ruleset, players=args.players))

    env = table()
    features = env.observation_space["observation"].shape
    network = Net(state_shape=features, action_shape=env.action_space.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(
        model=network,
        action_space=env.action_space,
        observation_space=env.observation_space,
        eps_training=0.1,
    )
    learner = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.99, target_update_freq=320
    )
    others = [
        MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space)
        for _ in range(args.players - 1)
    ]
    agents = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=env)
    tables = [DummyVectorEnv([table] * args.envs) for _ in range(2)]
    for at, envs in enumerate(tables):
        envs.seed(args.seed + 1000 * at)
    buffer = VectorReplayBuffer(20_000, args.envs)
    training = Collector[CollectStats](agents, tables[0], buffer, exploration_noise=True)
    training.reset()
    training.collect(n_step=10 * args.envs)
    result = agents.run_training(
        OffPolicyTrainerParams(
            training_collector=training,
            test_collector=Collector[CollectStats](agents, tables[1]),
            max_epochs=args.epochs,
            epoch_num_steps=args.steps,
            collection_step_num_env_steps=8 * args.envs,
            update_step_num_gradient_steps_per_sample=0.1,
            test_step_num_episodes=args.games,
            batch_size=64,
            multi_agent_return_reduction=lambda returns: returns[:, 0],
            show_progress=False,
            verbose=False,
        )
    )
    print(f"best mean reward of seat 0: {result.best_reward:+.3f}")


if __name__ == "__main__":
    main()
