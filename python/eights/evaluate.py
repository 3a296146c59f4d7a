"""The arena in parts: some deals of a pairing, wherever they are played, and the report of all."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from eights import _arguments
from eights._eights import BotError, Game, State, arena_games, arena_report, deal_seed
from eights._tables import Seen, play
from eights.policies import Policy, policy_name

__all__ = ["Part", "Sides", "arena", "games", "parts", "report", "told"]

Sides: TypeAlias = list[npt.NDArray[np.float64]]
"""What `eights.arena_games` returns."""

TOGETHER = 1024
"""Games that are played at once, about: policies are called on all that wait for them."""


class Part(NamedTuple):
    """Some deals of a pairing."""

    entrant: int
    """The number of who sits on each seat in turn."""
    field: int
    """The number of who sits on all the others."""
    first: int
    """The number of the first deal."""
    deals: int


def parts(entrants: int, players: int, deals: int) -> Iterator[Part]:
    """An arena in parts of about `TOGETHER` games: pairing by pairing, deal by deal.

    With two players a pairing is played once, and told from both sides.
    """
    for entrant, field in itertools.permutations(range(entrants), 2):
        if players > 2 or entrant < field:
            for first, some in _rounds(players, 0, deals):
                yield Part(entrant, field, first, some)


def _rounds(players: int, first: int, deals: int) -> Iterator[tuple[int, int]]:
    """These deals, some at a time: the number of the first of them, and how many."""
    some = max(1, TOGETHER // players)
    for begin in range(first, first + deals, some):
        yield begin, min(some, first + deals - begin)


def told(game: Game, entrants: Sequence[str | Policy], deals: int, seed: int) -> list[str]:
    """Looks at the arguments of an arena: the names of who takes part.

    Raises:
        eights.Error: as `eights.arena` says.
    """
    names = [
        policy_name(one) if callable(one) else _arguments.text("a bot's name", one)
        for one in entrants
    ]
    if len(names) < 2:
        raise BotError(f"an arena needs at least 2 entrants: there are {len(names)}")
    arena_report(game, names, deals, seed, [])  # refuses what there cannot be
    for one in entrants:
        if isinstance(one, str):
            arena_games(game, one, one, deals=1, seed=seed)  # refuses a name that there is not
    return names


def report(
    game: Game, names: Sequence[str], deals: int, seed: int, played: Mapping[Part, Sides]
) -> dict[str, Any]:
    """The report of an arena whose parts have been played, in whatever order."""
    pairings: dict[tuple[int, int], list[npt.NDArray[np.float64]]] = {}
    for part in sorted(played):
        pair = (part.entrant, part.field)
        for (one, field), side in zip((pair, pair[::-1]), played[part], strict=False):
            pairings.setdefault((one, field), []).append(side)
    whole = [(*pair, np.concatenate(games)) for pair, games in pairings.items()]
    return arena_report(game, names, deals, seed, whole)


def arena(
    game: Game,
    entrants: Sequence[str | Policy],
    deals: int,
    seed: int,
    progress: Callable[[int], object] | None,
) -> dict[str, Any]:
    """Each entrant plays every deal on every seat, against a field of each other one.

    The arguments are those of `eights.arena`, which calls it where policies take part.

    Raises:
        eights.Error: as `eights.arena` says.
    """
    names = told(game, entrants, deals, seed)
    played: dict[Part, Sides] = {}
    done = 0
    for part in parts(len(names), game.num_players(), deals):
        one, field = entrants[part.entrant], entrants[part.field]
        played[part] = arena_games(game, one, field, part.deals, part.first, seed)
        done += len(played[part][0])
        if progress is not None:
            progress(done)
    return report(game, names, deals, seed, played)


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

    def result(self, seat: int) -> tuple[float, float, float, float]:
        """What the game brought a seat: share of the win, return, decisions, whether truncated."""
        state, winners = self.state, self.state.winners()
        won = 1 / len(winners) if seat in winners else 0.0
        return won, state.returns()[seat], float(len(state.history())), float(state.is_truncated())


def games(
    game: Game, entrant: str | Policy, field: str | Policy, deals: int, first: int, seed: int
) -> Sides:
    """Some deals of a pairing with a policy; `eights.arena_games` calls it then.

    Raises:
        eights.Error: as `eights.arena_games` says.
    """
    if game.options["chance"] != "sampled":
        game = Game(game.ruleset, **{**game.options, "chance": "sampled"})
    players = game.num_players()
    own, others = [], []
    for begin, some in _rounds(players, first, deals):
        tables = [
            _Table(
                game.new_initial_state(deal_seed(seed, deal)),
                deal,
                [entrant if seat == turn else field for seat in range(players)],
            )
            for deal in range(begin, begin + some)
            for turn in range(players)
        ]
        play(tables, np.float32)
        for at in range(0, len(tables), players):
            deal = tables[at : at + players]
            own += [table.result(seat) for seat, table in enumerate(deal)]
            if players == 2:  # the other side's seats come in the other order
                others += [deal[1].result(0), deal[0].result(1)]
    return [np.array(side, np.float64) for side in ([own, others] if others else [own])]
