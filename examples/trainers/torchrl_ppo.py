"""PPO with TorchRL's own parts against bots: `pip install "eights[torchrl]"`."""

from __future__ import annotations

import argparse

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from eights.torchrl import BatchEnv


def network(features: int, hidden: int, outputs: int) -> nn.Module:
    """Returns a network with two hidden layers."""
    layers = [nn.Linear(features, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh()]
    return nn.Sequential(*layers, nn.Linear(hidden, outputs))


def main() -> None:
    """Trains a policy, and prints the mean reward of an episode as it learns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crazy_eights", help="an id of `eights rulesets`")
    parser.add_argument("--players", type=int, default=2, help="seats at each table")
    parser.add_argument("--opponents", default="heuristic", help="a bot, for all other seats")
    parser.add_argument("--envs", type=int, default=64, help="tables")
    parser.add_argument("--frames", type=int, default=500_000, help="decisions to train on")
    parser.add_argument("--hidden", type=int, default=64, help="units of each hidden layer")
    parser.add_argument("--seed", type=int, default=0, help="of games and networks")
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    env = BatchEnv(args.ruleset, args.envs, args.opponents, args.seed, players=args.players)
    features = env.observation_spec["observation"].shape[-1]
    actions = env.action_spec.n
    logits = network(features, args.hidden, actions)
    actor = ProbabilisticActor(
        TensorDictModule(logits, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(features, args.hidden, 1), in_keys=["observation"])
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), 5e-4)
    batch = 64 * args.envs
    frames = 0
    for data in Collector(env, actor, frames_per_batch=batch, total_frames=args.frames):
        with torch.no_grad():
            advantage(data)
        flat = data.reshape(-1)
        for _ in range(4):
            for part in flat[torch.randperm(batch)].split(512):
                losses = loss(part)
                total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        frames += batch
        rewards = data["next", "reward"][data["next", "done"]]
        print(f"{frames} frames, {len(rewards)} episodes, mean reward {rewards.mean():+.3f}")


if __name__ == "__main__":
    main()
