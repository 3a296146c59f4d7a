"""A tournament of policies and bots on Ray: `pip install "eights[ray]"`.

On one machine this starts a local Ray. On a cluster, start Ray on each machine (`ray start --head`,
`ray start --address=HEAD:6379`), install eights on each, and run this on one of them with
`--address auto`. If a process dies, its part of the tournament is played again.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import numpy.typing as npt

import eights
import eights.ray

CARDS = 52
"""Number of card actions; other actions, such as drawing, have greater ids."""


class Linear:
    """A policy that plays the card that a matrix values most; its weights are sent along.

    Its decisions depend only on its arguments, so it plays the same games on any machine.
    """

    def __init__(self, game: eights.Game, seed: int) -> None:
        """Draws a random matrix; train a better one."""
        self.name = f"linear {seed}"
        rng = np.random.default_rng(seed)
        shape = game.observation_tensor_size(), game.num_distinct_actions()
        self.weights = rng.normal(size=shape).astype(np.float32)

    def __call__(
        self, observations: npt.NDArray[np.float32], action_masks: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.int64]:
        """Returns the legal action of the highest value, for each row."""
        values = observations @ self.weights + 1000.0 * (np.arange(action_masks.shape[1]) < CARDS)
        actions: npt.NDArray[np.int64] = np.where(action_masks, values, -np.inf).argmax(axis=1)
        return actions


def main() -> None:
    """Plays the tournament on Ray, then again on this machine, and compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crazy_eights", help="an id of `eights rulesets`")
    parser.add_argument("--players", type=int, default=2, help="seats at each table")
    parser.add_argument("--address", help="of a running Ray, or auto; without it Ray is started")
    parser.add_argument("--deals", type=int, default=5000, help="deals of each pairing")
    parser.add_argument("--seed", type=int, default=0, help="of the deals")
    args = parser.parse_args()

    game = eights.Game(args.ruleset, players=args.players)
    entrants: list[str | eights.Policy] = ["random", "heuristic"]
    entrants += [Linear(game, seed) for seed in (1, 2)]
    began = time.perf_counter()
    report = eights.ray.arena(game, entrants, args.deals, args.seed, address=args.address)
    seconds = time.perf_counter() - began
    games = sum(pairing["games"] for pairing in report["pairings"])
    print(f"{games:,} games in {seconds:.1f} seconds, with the start of Ray")
    for pairing in report["pairings"]:
        rate = pairing["win_rate"]
        print(
            f"{pairing['entrant']:>10} against {pairing['field']:<10} {rate['mean']:6.1%} "
            f"({rate['low']:.1%} … {rate['high']:.1%})"
        )
    same = report == eights.arena(game, entrants, args.deals, args.seed)
    print("the same as on one machine" if same else "not the same as on one machine")


if __name__ == "__main__":
    main()
