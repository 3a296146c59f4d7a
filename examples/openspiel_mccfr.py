"""Solves a tiny game with OpenSpiel's external-sampling MCCFR, and shows how exploitable it stays.

    python examples/openspiel_mccfr.py
    python examples/openspiel_mccfr.py --iterations 2000 --cards "AH 2H 3H AS 2S"

Exploitability is the mean win of a best response against the policy: 0 is an equilibrium.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings

import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr
from tqdm import tqdm

import eights
import eights.openspiel  # registers the game "eights"


def nodes(state: pyspiel.State) -> int:
    """Returns the number of nodes of the tree below a state."""
    return 1 + sum(nodes(state.child(action)) for action in state.legal_actions())


def main() -> int:
    """Solves the game and prints its progress; Ctrl-C ends it after the current line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cards", default="AH 2H AS 2S", help="the deck")
    parser.add_argument("--hand", type=int, default=1, help="cards dealt to each player")
    parser.add_argument("--decisions", type=int, default=4, help="most decisions of an episode")
    parser.add_argument("--iterations", type=int, default=1000, help="of the solver")
    parser.add_argument("--seed", type=int, default=0, help="of the solver's samples")
    args = parser.parse_args()

    overrides = {"deck.copies": {args.cards: 1}, "deal.cards": args.hand, "players": "2"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the eights, which this deck lacks
        game = pyspiel.load_game(
            "eights",
            {
                "ruleset": "crazy_eights",
                "players": 2,
                "max_decisions": args.decisions,
                "overrides": json.dumps(overrides),
            },
        )
    print(f"{args.cards}: {nodes(game.new_initial_state()):,} nodes")
    np.random.seed(args.seed)  # noqa: NPY002 - the solver samples from it
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    shown = {1, *(args.iterations * k // 5 for k in range(1, 6))}
    with eights.SoftStop() as stop:
        iterations = range(1, args.iterations + 1)
        for iteration in tqdm(iterations, "solving", disable=not sys.stderr.isatty(), leave=False):
            solver.iteration()
            if iteration in shown or stop:
                left = exploitability.exploitability(game, solver.average_policy())
                print(f"{iteration:6} iterations: exploitability {left:.4f}")
            if stop:
                print("stopped; the policy is not kept", file=sys.stderr)
                return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
