"""PPO of AgileRL on Gymnasium's vector environment: `pip install "eights[agilerl]"`."""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts.on_policy import collect_rollouts

import eights.envs


def main() -> None:
    """Trains an agent, and prints the mean reward of an episode as it learns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crazy_eights", help="an id of `eights rulesets`")
    parser.add_argument("--players", type=int, default=2, help="seats at each table")
    parser.add_argument("--opponents", default="random", help="a bot, for all other seats")
    parser.add_argument("--envs", type=int, default=64, help="tables")
    parser.add_argument("--updates", type=int, default=40, help="updates of the policy")
    parser.add_argument("--steps", type=int, default=32, help="decisions a table for each update")
    parser.add_argument("--seed", type=int, default=0, help="of games and networks")
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    np.random.seed(args.seed)  # noqa: NPY002 - AgileRL shuffles its minibatches with it
    env = gymnasium.make_vec(
        eights.envs.env_id(args.ruleset),
        num_envs=args.envs,
        players=args.players,
        opponents=args.opponents,
        autoreset_mode="SameStep",  # the rollouts of AgileRL learn from every step
    )
    agent = PPO(
        env.single_observation_space,
        env.single_action_space,
        batch_size=512,
        lr=1e-3,
        learn_step=args.envs * args.steps,
        num_envs=args.envs,
        device="cpu",
    )
    agent.set_training_mode(True)
    env.reset(seed=args.seed)
    state: tuple[object, ...] = (None,) * 4
    for update in range(1, args.updates + 1):
        names = ("last_obs", "last_done", "last_scores", "last_info")
        scores, *state = collect_rollouts(agent, env, **dict(zip(names, state, strict=True)))
        agent.learn()
        if scores:
            print(f"{update}: {len(scores)} episodes, mean reward {np.mean(scores):+.3f}")
    env.close()


if __name__ == "__main__":
    main()
