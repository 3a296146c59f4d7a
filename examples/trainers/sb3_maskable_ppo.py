"""MaskablePPO of Stable-Baselines3 against bots: `pip install "eights[sb3]"`."""

from __future__ import annotations

import argparse

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor

from eights.sb3 import EightsVecEnv


def main() -> None:
    """Trains a policy, saves it, and measures it against the bots it was trained on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crazy_eights", help="an id of `eights rulesets`")
    parser.add_argument("--players", type=int, default=2, help="seats at each table")
    parser.add_argument("--opponents", default="heuristic", help="a bot, for all other seats")
    parser.add_argument("--envs", type=int, default=64, help="tables")
    parser.add_argument("--steps", type=int, default=300_000, help="decisions to train on")
    parser.add_argument("--games", type=int, default=1000, help="games to measure with")
    parser.add_argument("--seed", type=int, default=0, help="of games and network")
    parser.add_argument("--out", default="", help="where to save the policy: a .zip")
    args = parser.parse_args()

    def tables(seed: int) -> VecMonitor:
        made = EightsVecEnv(args.ruleset, args.envs, args.opponents, seed, players=args.players)
        return VecMonitor(made)

    model = MaskablePPO(
        "MlpPolicy",
        tables(args.seed),
        n_steps=64,
        batch_size=1024,
        learning_rate=1e-3,
        ent_coef=0.01,
        seed=args.seed,
        device="cpu",
    )
    model.learn(args.steps)
    if args.out:
        model.save(args.out)
    mean, deviation = evaluate_policy(
        model, tables(args.seed + 1), n_eval_episodes=args.games, deterministic=False
    )
    error = 1.96 * deviation / args.games**0.5
    print(f"mean reward against {args.opponents}: {mean:+.3f} (95 %: ± {error:.3f})")


if __name__ == "__main__":
    main()
