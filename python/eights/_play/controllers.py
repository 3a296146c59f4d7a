"""Controllers: those who may decide for a seat, and how environments name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias

from eights._base import arguments
from eights._eights import ArgumentError, GameError
from eights.policies import AnyPolicy
from eights.pool import Pool
from eights.searcher import Searcher

__all__ = [
    "Controller",
    "Opponent",
    "Opponents",
    "Seats",
    "controllers_of",
    "have_policies",
    "is_list",
    "is_policy",
    "player_of",
    "seated",
]

Controller: TypeAlias = str | AnyPolicy | Pool | None
Opponent: TypeAlias = str | AnyPolicy | Pool
Opponents: TypeAlias = Opponent | Sequence[Opponent] | Sequence[Sequence[Opponent]]
Seats: TypeAlias = Sequence[Controller] | Sequence[Sequence[Controller]]


def is_policy(given: object) -> bool:
    """True if it decides as a policy: it can be called, or is a pool."""
    return callable(given) or isinstance(given, Pool)


def player_of(given: Controller) -> Controller:
    """The one who decides: a name that is a searcher's stands for the searcher."""
    found = Searcher.named(given) if isinstance(given, str) else None
    return given if found is None else found


def is_list(given: object) -> bool:
    """True if it is a list of players, and no player itself."""
    return isinstance(given, Sequence) and not (isinstance(given, str) or is_policy(given))


def have_policies(controllers: Any) -> bool:
    """True if a policy, a searcher or a pool is among them."""
    return any(
        have_policies(one) if is_list(one) else is_policy(player_of(one)) for one in controllers
    )


def controllers_of(opponents: Opponents, players: int, num_envs: SupportsIndex) -> Seats:
    """The players of each env where the agent holds seat 0, as `PolicyBatch` takes them.

    Args:
        opponents: one for all other seats, a list of one for each, or a list of these, one for each
            env: shape [num_envs, players - 1].
        players: number of seats.
        num_envs: number of envs.

    Raises:
        ArgumentError: they are neither names nor policies.
        GameError: they are too few or too many.
    """
    lines: Any = opponents
    if not is_list(lines) or not any(map(is_list, lines)):
        return [None, *seated(lines, players)]
    size = arguments.integer("num_envs", num_envs)
    if len(lines) != size:
        raise GameError(
            f"the opponents of {len(lines)} envs are too few or too many: there are {size}"
        )
    return [[None, *seated(line, players)] for line in lines]


def seated(opponents: Opponent | Sequence[Opponent], players: int) -> list[Opponent]:
    """The players of the other seats, clockwise from the agent.

    Raises:
        ArgumentError: they are neither names nor policies.
        GameError: they are too few or too many.
    """
    others = players - 1
    if isinstance(opponents, str) or is_policy(opponents):
        return [opponents] * others  # type: ignore[list-item]
    if not isinstance(opponents, Sequence):
        raise ArgumentError(
            f"opponents must be names of bots or policies, not {arguments.kind(opponents)}"
        )
    for at, one in enumerate(opponents):
        if not (isinstance(one, str) or is_policy(one)):
            raise ArgumentError(
                f"opponents[{at}] must be the name of a bot or a policy, not {arguments.kind(one)}"
            )
    if len(opponents) != others:
        raise GameError(
            f"{len(opponents)} opponents are too few or too many: {players} players need {others}"
        )
    return list(opponents)
