"""Plays so that a compiler learns what to make fast; `maturin build --pgo` runs it.

Every second ruleset is played, at random and against each bot, so that the others show what a
profile is worth where it has seen nothing.
"""

from __future__ import annotations

import numpy as np

import eights

NUM_ENVS = 64
STEPS = {None: 300, "random": 60, "greedy": 60, "heuristic": 60, "learned": 60}
"""Steps of a batch for each opponent; None: one policy decides for all seats."""


def play(game: eights.Game, opponent: str | None) -> None:
    """Plays some games of a batch."""
    others = [opponent] * (game.num_players() - 1)
    batch = eights.Batch(game, NUM_ENVS, seed=1, controllers=[None, *others])
    actions = np.zeros(NUM_ENVS, np.int64)
    for _ in range(STEPS[opponent]):
        batch.step(batch.sample(out=actions))


def main() -> None:
    """Plays every second ruleset for four players, or the nearest number that it allows."""
    for name in eights.rulesets()[::2]:
        ruleset = eights.Ruleset(name)
        fewest, most = ruleset.players
        game = eights.Game(ruleset, players=min(max(4, fewest), most))
        for opponent in STEPS:
            play(game, opponent)


if __name__ == "__main__":
    main()
