"""Functions by which pickled games and batches are rebuilt."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from eights._eights import Batch, BatchState, Cfr, Game, GamePool, Ruleset, Tabular


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


def tabular(of: Game, num_nodes: int) -> Tabular:
    """Walks a game again that has this many nodes."""
    return Tabular(of, max_nodes=num_nodes)


def cfr(
    of: Tabular,
    variant: str,
    alternating: bool,
    averaging: str,
    iteration: int,
    numbers: list[np.ndarray[Any, Any]],
) -> Cfr:
    """Makes a run of CFR that goes on from what another has come to."""
    run = of.cfr(variant, alternating=alternating, averaging=averaging)
    run._restore(iteration, numbers)  # noqa: SLF001 - it is there for this
    return run
