"""PPO of RLlib by self-play: `pip install "eights[rllib]"`.

Every seat is played by the one policy that is trained. On one machine this starts a local Ray. On
a cluster, start Ray on each machine (`ray start --head`, `ray start --address=HEAD:6379`), install
eights on each, and run this on one of them with `--address auto` and as many `--runners` as there
are cores. A runner that fails is started again.
"""

from __future__ import annotations

import argparse

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import eights
from eights.rllib import EightsMultiAgentEnv


def config(ruleset: str, players: int, runners: int, batch: int, seed: int) -> PPOConfig:
    """Returns the configuration that trains one policy on all seats of a ruleset."""
    register_env("eights", EightsMultiAgentEnv)
    return (
        PPOConfig()
        .environment(
            "eights",
            env_config={"ruleset": ruleset, "players": players, "seed": seed},
            disable_env_checking=True,  # the check ignores the mask
        )
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=1)
        .fault_tolerance(
            restart_failed_env_runners=True,
            delay_between_env_runner_restarts_s=1.0,
            env_runner_health_probe_timeout_s=30.0,
        )
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [128, 128], "vf_share_layers": False},
            )
        )
        .training(
            train_batch_size_per_learner=batch,
            minibatch_size=min(512, batch),
            num_epochs=4,
            gamma=0.99,
            lr=3e-4,
            entropy_coeff=0.01,
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def win_rate(module: RLModule, game: eights.Game, opponent: str, games: int) -> float:
    """Returns the policy's win rate against bots on all other seats."""
    controllers = [None] + [opponent] * (game.num_players() - 1)
    batch = eights.Batch(game, games, seed=1, controllers=controllers, autoreset="disabled")
    won = np.zeros(games, np.float32)
    over = np.zeros(games, np.bool_)
    while not over.all():
        seen = {"observations": batch.observations, "action_mask": batch.action_masks}
        tensors = {key: torch.from_numpy(value.astype(np.float32)) for key, value in seen.items()}
        with torch.no_grad():
            logits = module.forward_inference({"obs": tensors})["action_dist_inputs"]
        batch.step(logits.argmax(-1).numpy())
        won += np.where(over, 0, batch.rewards[:, 0])
        over |= batch.terminations | batch.truncations
    return float((won > 0).mean())


def main() -> None:
    """Trains, and measures the policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crazy_eights", help="an id of `eights rulesets`")
    parser.add_argument("--players", type=int, default=2, help="seats at each table")
    parser.add_argument("--address", help="of a running Ray, or auto; without it Ray is started")
    parser.add_argument("--runners", type=int, default=2, help="processes that play")
    parser.add_argument("--iterations", type=int, default=50, help="updates of the policy")
    parser.add_argument("--batch", type=int, default=4096, help="decisions for each update")
    parser.add_argument("--games", type=int, default=500, help="games to measure with")
    parser.add_argument("--opponent", default="random", help="the bot to measure against")
    parser.add_argument("--seed", type=int, default=0, help="of games and networks")
    args = parser.parse_args()

    if args.address:
        ray.init(address=args.address)
    else:
        ray.init(num_cpus=args.runners + 1, include_dashboard=False)
    algorithm = config(args.ruleset, args.players, args.runners, args.batch, args.seed).build_algo()
    for iteration in range(1, args.iterations + 1):
        played = algorithm.train()["env_runners"]
        print(f"{iteration}: {played['num_env_steps_sampled_lifetime']:.0f} decisions", flush=True)
    game = eights.Game(args.ruleset, players=args.players)
    rate = win_rate(algorithm.get_module("shared"), game, args.opponent, args.games)
    print(f"win rate against {args.opponent}: {rate:.3f}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
