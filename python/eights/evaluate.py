"""The arena, where policies take part: `eights.arena` calls it then."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from eights._eights import BotError, Game, State, arena_report, deal_seed
from eights._tables import Seen, play
from eights.policies import Policy, policy_name

__all__ = ["arena"]

Result: TypeAlias = tuple[float, float, int, bool]
"""Of a seat: share of the win, return, decisions of the game, whether it was truncated."""

TOGETHER = 1024
"""Games that are played at once, about: policies are called on all that wait for them."""


@dataclass
class _Table:
    """A game, and who plays it."""

    state: State
    deal: int
    seats: list[str | Policy]

    def take(self, action: int, seen: Seen | None) -> None:
        """Applies an action, whoever chose it."""
        del seen
        self.state.apply_action(action)

    def refused(self, policy: str, why: str) -> str:
        """Where a policy's illegal action was."""
        return f"deal {self.deal}, seat {self.state.current_player()}: policy {policy}: {why}"

    def result(self, seat: int) -> Result:
        """What the game brought a seat."""
        state, winners = self.state, self.state.winners()
        won = 1 / len(winners) if seat in winners else 0.0
        return won, state.returns()[seat], len(state.history()), state.is_truncated()


def arena(
    game: Game,
    entrants: Sequence[str | Policy],
    deals: int,
    seed: int,
    progress: Callable[[int], object] | None,
) -> dict[str, Any]:
    """Each entrant plays every deal on every seat, against a field of each other one.

    The arguments are those of `eights.arena`, which has looked at them.

    Raises:
        eights.Error: as `eights.arena` says.
    """
    if len(entrants) < 2:
        raise BotError(f"an arena needs at least 2 entrants: there are {len(entrants)}")
    game = Game(game.ruleset, **{**game.options, "chance": "sampled"})
    names = [one if isinstance(one, str) else policy_name(one) for one in entrants]
    by_two = game.num_players() == 2
    pairings: list[tuple[int, int, list[Result]]] = []
    done = 0
    for i, k in itertools.permutations(range(len(entrants)), 2):
        if by_two and k < i:
            continue  # told from both sides
        own: list[Result] = []
        others: list[Result] = []
        for tables in _rounds(game, entrants[i], entrants[k], deals, seed):
            play(tables, np.float32)
            done += len(tables)
            for turn in range(0, len(tables), game.num_players()):
                deal = tables[turn : turn + game.num_players()]
                own += [table.result(seat) for seat, table in enumerate(deal)]
                if by_two:  # the other side's seats come in the other order
                    others += [deal[1].result(0), deal[0].result(1)]
            if progress is not None:
                progress(done)
        pairings.append((i, k, own))
        if by_two:
            pairings.append((k, i, others))
    return arena_report(game, names, deals, seed, pairings)


def _rounds(
    game: Game, one: str | Policy, field: str | Policy, deals: int, seed: int
) -> Iterator[list[_Table]]:
    """The games of a pairing, some deals at a time; `one` sits on each seat of a deal in turn."""
    players = game.num_players()
    some = max(1, TOGETHER // players)
    for first in range(0, deals, some):
        yield [
            _Table(
                game.new_initial_state(deal_seed(seed, deal)),
                deal,
                [one if seat == own else field for seat in range(players)],
            )
            for deal in range(first, min(first + some, deals))
            for own in range(players)
        ]
