"""Parts that the adapters to trainers share: the table, the seed."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np

from eights._base import arguments
from eights._base.autoreset import AsAutoreset
from eights._base.options import game_of
from eights._eights import Batch, Game, Ruleset
from eights.policy_batch import Opponents, PolicyBatch, controllers_of, table


def agents_table(
    ruleset: str | Ruleset | Game | None,
    options: dict[str, Any],
    opponents: Opponents,
    num_envs: SupportsIndex,
    autoreset: AsAutoreset,
    threads: SupportsIndex,
    given_seed: SupportsIndex | None,
) -> Batch[Any] | PolicyBatch:
    """A batch in which the agent holds seat 0, and bots or policies the others.

    Raises:
        eights.Error: an argument is refused.
    """
    played = game_of(ruleset, options)
    controllers = controllers_of(opponents, played.num_players(), num_envs)
    return table(played, controllers, num_envs, autoreset, threads, seed(given_seed))


def seed(value: SupportsIndex | None) -> int:
    """A seed that is given, or one drawn by the operating system.

    Raises:
        ArgumentError: it is not an integer.
        GameError: it is below 0.
    """
    if value is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))
    return arguments.integer("seed", value, 0)
