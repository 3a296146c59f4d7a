"""The arena in parts: some deals of a pairing, wherever they are played, and the report of all."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._eights import (
    Game,
    State,
    _arena_pairs,
    _play_parts,
    _validate_arena,
    arena_games,
    deal_seed,
)
from eights._eights import decision_time as _decision_time
from eights._play.tables import Seen, play
from eights.policies import AnyPolicy, Rows, decide, policy_name
from eights.searcher import Searcher

if TYPE_CHECKING:
    from eights.reports import Report

__all__ = [
    "MOST_DEALS",
    "Part",
    "Plan",
    "Play",
    "Progress",
    "Sides",
    "arena",
    "decision_time",
    "games",
    "named_entrants",
    "pairs",
    "parts",
    "play_parts",
    "rounds",
    "timing",
    "validate",
]

Progress: TypeAlias = Callable[[int], object]
"""What is told how many games are finished, and stops an arena by returning `False`."""

Sides: TypeAlias = list[npt.NDArray[np.float64]]
"""What `eights.arena_games` returns."""

TOGETHER = 1024
"""Games that are played at once, about: policies are called on all that wait for them."""


TIMED = 64
"""Games that a policy plays side by side where its time is taken."""

MOST_DEALS = 1_000_000
"""Deals that an arena with a precision plays at most, unless it is told."""


class Part(NamedTuple):
    """Some deals of a pairing."""

    entrant: int
    """The number of who sits on each seat in turn."""
    field: int
    """The number of who sits on all the others."""
    first: int
    """The number of the first deal."""
    deals: int


Play: TypeAlias = Callable[[Iterator[Part]], Generator[tuple[Part, Sides], None, None]]
"""What plays parts, and gives them in any order."""


@dataclass(frozen=True)
class Plan:
    """What an arena is to play; see `eights.arena`."""

    deals: int
    seed: int
    precision: float | None = None


def parts(
    entrants: int, players: int, first: int, deals: int, together: int = TOGETHER
) -> Iterator[Part]:
    """Some deals in parts of about so many games: some of them by all pairings, then the next.

    With two players a pairing is played once, and told from both sides.
    """
    met = pairs(entrants, players)
    for begin, some in rounds(players, first, deals, together):
        for entrant, field_ in met:
            yield Part(entrant, field_, begin, some)


def pairs(entrants: int, players: int) -> list[tuple[int, int]]:
    """Who meets, as often as it is played: entrant and field, by their numbers."""
    return _arena_pairs(entrants, players)


def rounds(
    players: int, first: int, deals: int, together: int = TOGETHER
) -> Iterator[tuple[int, int]]:
    """These deals, some at a time: the number of the first of them, and how many."""
    some = max(1, together // players)
    for begin in range(first, first + deals, some):
        yield begin, min(some, first + deals - begin)


def named_entrants(
    players: Sequence[str | AnyPolicy], names: Sequence[str] | None = None
) -> tuple[list[str], list[str | AnyPolicy]]:
    """Who takes part in an arena, and by which names.

    Args:
        players: names of bots and of searchers, and policies.
        names: theirs. `None`: those of bots, functions and classes; equal ones are numbered.

    Returns:
        The names, each once, and the players, with searchers in place of their names.

    Raises:
        ArgumentError: a name is no text, or a player is neither named nor can be called.
        BotError: a searcher's name goes on wrongly.

    >>> named_entrants(["greedy", "random", "greedy"])[0]
    ['greedy 1', 'random', 'greedy 2']
    """
    found: list[str | AnyPolicy] = []
    for one in players:
        name = None if callable(one) else arguments.text("a bot's name", one)
        found.append(one if name is None else Searcher.named(name) or name)
    if names is not None:
        return [arguments.text("an entrant's name", name) for name in names], found
    given = [arguments.text("an entrant's name", policy_name(one)) for one in found]
    told: list[str] = []
    for name in given:
        if given.count(name) > 1:
            free = (f"{name} {number}" for number in itertools.count(1))
            told.append(next(one for one in free if one not in (*given, *told)))
        else:
            told.append(name)
    return told, found


def validate(
    game: Game, names: Sequence[str], entrants: Sequence[str | AnyPolicy], plan: Plan
) -> None:
    """Looks at the arguments of an arena.

    Raises:
        eights.Error: as `eights.arena` says.
    """
    _validate_arena(game, names, plan.deals, plan.seed, plan.precision)
    for one in entrants:
        if isinstance(one, str):
            arena_games(game, one, one, deals=1, seed=plan.seed)  # refuses a name that there is not
        elif isinstance(one, Searcher):
            one.validate(game)


def play_parts(
    game: Game,
    names: Sequence[str],
    entrants: Sequence[str | AnyPolicy],
    plan: Plan,
    progress: Progress | None,
    play: Play,
) -> Report:
    """The report of an arena whose parts are played by `play`.

    Raises:
        eights.Error: as `eights.arena` says.
    """
    validate(game, names, entrants, plan)
    players = game.num_players()
    # Searchers are slow. Each deal is a part then, so that progress is seen.
    together = 1 if any(isinstance(one, Searcher) for one in entrants) else TOGETHER

    def play_deals(first: int, last: int) -> Generator[tuple[Part, Sides], None, None]:
        return play(parts(len(names), players, first, last - first, together))

    deals, seed, precision = plan.deals, plan.seed, plan.precision
    found = _play_parts(game, names, deals, seed, precision, play_deals, progress)
    found["bots"] = [
        one if isinstance(one, str) else one.name if isinstance(one, Searcher) else None
        for one in entrants
    ]
    return found


def arena(
    game: Game,
    names: Sequence[str],
    entrants: Sequence[str | AnyPolicy],
    deals: int,
    seed: int,
    progress: Progress | None,
    precision: float | None,
    timed: bool,
) -> Report:
    """Each entrant plays every deal on every seat, against a field of each other one.

    The arguments are those of `eights.arena`, which calls it where policies take part, and the
    names of the entrants.

    Raises:
        eights.Error: as `eights.arena` says.
    """

    def play(todo: Iterator[Part]) -> Generator[tuple[Part, Sides], None, None]:
        for part in todo:
            one, other = entrants[part.entrant], entrants[part.field]
            yield part, arena_games(game, one, other, part.deals, part.first, seed)

    found = play_parts(game, names, entrants, Plan(deals, seed, precision), progress, play)
    if timed and found["stopped"]["by"] != "interrupt":
        found["timing"] = timing(game, names, entrants, seed)
    return found


def timing(
    game: Game, names: Sequence[str], entrants: Sequence[str | AnyPolicy], seed: int
) -> list[dict[str, Any]]:
    """How long each entrant takes for a decision: what `eights.arena` tells under `"timing"`.

    Raises:
        eights.Error: as `eights.decision_time` says.
    """
    return [
        {"entrant": name, **_decision_time(game, one, seed)}
        for name, one in zip(names, entrants, strict=True)
    ]


@dataclass
class _Timed:
    """A policy whose calls are timed."""

    policy: AnyPolicy
    name: str
    nanoseconds: int = 0
    decisions: int = 0

    @property
    def new_memory(self) -> Any:
        """The policy's own, where it has one."""
        return self.policy.new_memory  # type: ignore[union-attr]

    def __call__(
        self, observations: Any, action_masks: Any, /, **rows: Any
    ) -> npt.NDArray[np.int64]:
        """What the policy chooses."""
        begin = time.perf_counter_ns()
        actions = decide(self.policy, observations, action_masks, Rows(**rows) if rows else None)
        self.nanoseconds += time.perf_counter_ns() - begin
        self.decisions += len(observations)
        return actions


def decision_time(game: Game, policy: AnyPolicy, seed: int) -> dict[str, Any]:
    """How long a policy takes for a decision; `eights.decision_time` calls it for policies.

    Raises:
        eights.Error: as `eights.decision_time` says.
    """
    game = _sampled(game)
    if isinstance(policy, Searcher):
        return _search_time(game, policy, seed)
    for _ in range(2):  # the first time is to warm up: libraries compile what they see first
        timed = _Timed(policy, policy_name(policy))
        seats: list[str | AnyPolicy] = [timed] * game.num_players()
        tables = [
            _Table(game.new_initial_state(deal_seed(seed, deal)), deal, seats)
            for deal in range(TIMED)
        ]
        play(tables, np.float32)
    return {
        "microseconds": timed.nanoseconds / timed.decisions / 1e3,
        "decisions": timed.decisions,
    }


def _search_time(game: Game, searcher: Searcher, seed: int) -> dict[str, Any]:
    """How long a searcher takes for a decision: one game, in which all seats have it."""
    state = game.new_initial_state(deal_seed(seed, 0))
    nanoseconds = decisions = 0
    while not state.is_terminal():
        begin = time.perf_counter_ns()
        action = searcher.choose(state)
        nanoseconds += time.perf_counter_ns() - begin
        decisions += 1
        state.apply_action(action)
    return {"microseconds": nanoseconds / decisions / 1e3, "decisions": decisions}


def _sampled(game: Game) -> Game:
    """The same game with chance decided by the state's own generator."""
    if game.options["chance"] == "sampled":
        return game
    return Game(game.ruleset, **{**game.options, "chance": "sampled"})


@dataclass
class _Table:
    """A game, and who plays it."""

    state: State
    deal: int
    seats: list[str | AnyPolicy]

    def take(self, action: int, seen: Seen | None) -> None:
        """Applies an action, whoever chose it."""
        del seen
        self.state.apply_action(action)

    def refused(self, policy: str, why: str) -> str:
        """Where a policy's illegal action was."""
        return f"deal {self.deal}, seat {self.state.current_player()}: policy {policy}: {why}"

    def result(self, seat: int) -> tuple[float, ...]:
        """What the game brought a seat: a line of what `eights.arena_games` returns."""
        state, winners, places = self.state, self.state.winners(), self.state.places()
        return (
            1 / len(winners) if seat in winners else 0.0,
            state.returns()[seat],
            float(len(state.history())),
            float(state.is_truncated()),
            float(state.scores()[seat]),
            float(places[seat]),
            float(places.count(places[seat]) - 1),
        )


def games(
    game: Game, entrant: str | AnyPolicy, others: str | AnyPolicy, deals: int, first: int, seed: int
) -> Sides:
    """Some deals of a pairing with a policy; `eights.arena_games` calls it then.

    Raises:
        eights.Error: as `eights.arena_games` says.
    """
    game = _sampled(game)
    players = game.num_players()
    own: list[tuple[float, ...]] = []
    other_side: list[tuple[float, ...]] = []
    for begin, some in rounds(players, first, deals):
        tables = [
            _Table(
                game.new_initial_state(deal_seed(seed, deal)),
                deal,
                [entrant if seat == turn else others for seat in range(players)],
            )
            for deal in range(begin, begin + some)
            for turn in range(players)
        ]
        play(tables, np.float32)
        for at in range(0, len(tables), players):
            deal = tables[at : at + players]
            own += [table.result(seat) for seat, table in enumerate(deal)]
            if players == 2:  # the other side's seats come in the other order
                other_side += [deal[1].result(0), deal[0].result(1)]
    return [np.array(side, np.float64) for side in ([own, other_side] if other_side else [own])]
