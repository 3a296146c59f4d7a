"""What pickled games and batches are rebuilt with."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from eights._eights import Batch, BatchState, Game, GamePool, Ruleset


def game(ruleset: Ruleset, options: dict[str, Any]) -> Game:
    """Makes a game of its ruleset and the keyword arguments that `Game.options` gave."""
    return Game(ruleset, **options)


def batch(
    of: Game | GamePool,
    num_envs: int,
    threads: int,
    dtype: Any,
    autoreset: Literal["same-step", "next-step", "disabled"],
    state: BatchState,
    arrays: dict[str, np.ndarray[Any, Any]],
    extras: list[Literal["seat_observations", "privileged_observations"]],
) -> Batch[Any]:
    """Makes a batch that goes on from `state` and shows the same arrays."""
    made: Batch[Any] = Batch(
        of, num_envs, threads=threads, dtype=dtype, autoreset=autoreset, extras=extras
    )
    made.set_state(state)
    for name, values in arrays.items():
        getattr(made, name)[...] = values
    return made
