"""Arenas played in parts: some deals of a pairing at a time, and one report of all of them."""

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
from eights._play.deciders import Decider
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
"""A function called with the number of finished games; it stops an arena by returning `False`."""

Sides: TypeAlias = list[npt.NDArray[np.float64]]
"""The result of `eights.arena_games`: an array of games for each side."""

TOGETHER = 1024
"""About how many games are played at once: policies are called on all that wait for them."""


TIMED = 64
"""Number of games that a policy plays side by side while it is timed."""

MOST_DEALS = 1_000_000
"""Default of the most deals that an arena with a precision plays."""


class Part(NamedTuple):
    """Some deals of a pairing."""

    entrant: int
    """Number of the entrant that sits on each seat in turn."""
    field: int
    """Number of the entrant that sits on all other seats."""
    first: int
    """Number of the first deal."""
    deals: int


Play: TypeAlias = Callable[[Iterator[Part]], Generator[tuple[Part, Sides], None, None]]
"""A function that plays parts and yields their games in any order."""


@dataclass(frozen=True)
class Plan:
    """The settings of an arena; see `eights.arena`."""

    deals: int
    seed: int
    precision: float | None = None


def parts(
    entrants: int, teams: int, first: int, deals: int, together: int = TOGETHER
) -> Iterator[Part]:
    """Yields deals in parts of about `together` games: some deals of all pairings, then the next.

    With two teams, or players, a pairing is played once, and reported from both sides.
    """
    met = pairs(entrants, teams)
    for begin, some in rounds(teams, first, deals, together):
        for entrant, field_ in met:
            yield Part(entrant, field_, begin, some)


def pairs(entrants: int, teams: int) -> list[tuple[int, int]]:
    """Returns the pairs that an arena plays: entrant and field, by their numbers."""
    return _arena_pairs(entrants, teams)


def rounds(
    teams: int, first: int, deals: int, together: int = TOGETHER
) -> Iterator[tuple[int, int]]:
    """Yields the deals in groups: the number of the first deal, and the number of deals."""
    some = max(1, together // teams)
    for begin in range(first, first + deals, some):
        yield begin, min(some, first + deals - begin)


def named_entrants(
    players: Sequence[str | AnyPolicy], names: Sequence[str] | None = None
) -> tuple[list[str], list[str | AnyPolicy]]:
    """Returns the names of the entrants of an arena, and the entrants.

    Args:
        players: names of bots and of searchers, and policies.
        names: their names. `None`: those of bots, functions and classes; equal ones are numbered.

    Returns:
        The names, which are all different, and the players, with searchers in place of their names.

    Raises:
        ArgumentError: a name is not a text, or a player is neither a name nor callable.
        BotError: a searcher's name is malformed.

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
    """Validates the arguments of an arena.

    Raises:
        eights.Error: as `eights.arena` says.
    """
    _validate_arena(game, names, plan.deals, plan.seed, plan.precision)
    for one in entrants:
        if isinstance(one, str):
            arena_games(game, one, one, deals=1, seed=plan.seed)  # refuses an unknown name
        elif isinstance(one, Decider):
            one.validate(game)


def play_parts(
    game: Game,
    names: Sequence[str],
    entrants: Sequence[str | AnyPolicy],
    plan: Plan,
    progress: Progress | None,
    play: Play,
    together: int | None = None,
) -> Report:
    """Plays an arena whose parts are played by `play`, and returns its report.

    Args:
        game: as for `eights.arena`.
        names: of the entrants.
        entrants: the players, with searchers in place of their names.
        plan: the settings.
        progress: as for `eights.arena`.
        play: plays parts.
        together: about how many games a part has; `None`: many, or a deal's where one searches.

    Raises:
        eights.Error: as `eights.arena` says.
    """
    validate(game, names, entrants, plan)
    teams = len(game.teams)
    if together is None:
        # Searchers are slow: each deal is then a part of its own, so that progress is seen.
        together = 1 if any(isinstance(one, Searcher) for one in entrants) else TOGETHER

    def play_deals(first: int, last: int) -> Generator[tuple[Part, Sides], None, None]:
        return play(parts(len(names), teams, first, last - first, together))

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
    """Plays every deal with each entrant on every seat, against a field of each other entrant.

    `eights.arena` calls this function if policies take part. The arguments are its own and the
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
    """Measures the time that each entrant takes for a decision: `"timing"` of a report.

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
        """The policy's own `new_memory`, if it has one."""
        return self.policy.new_memory  # type: ignore[union-attr]

    def __call__(
        self, observations: Any, action_masks: Any, /, **rows: Any
    ) -> npt.NDArray[np.int64]:
        """Returns the actions that the policy chooses."""
        begin = time.perf_counter_ns()
        actions = decide(self.policy, observations, action_masks, Rows(**rows) if rows else None)
        self.nanoseconds += time.perf_counter_ns() - begin
        self.decisions += len(observations)
        return actions


def decision_time(game: Game, policy: AnyPolicy, seed: int) -> dict[str, Any]:
    """Measures the time that a policy takes for a decision, for `eights.decision_time`.

    Raises:
        eights.Error: as `eights.decision_time` says.
    """
    game = _sampled(game)
    if isinstance(policy, Decider):
        return _decider_time(game, policy, seed)
    for _ in range(2):  # the first run warms up: libraries compile on first use
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


def _decider_time(game: Game, decider: Decider, seed: int) -> dict[str, Any]:
    """Measures the time that a decider takes for a decision, in one game with it on all seats."""
    state = game.new_initial_state(deal_seed(seed, 0))
    nanoseconds = decisions = 0
    while not state.is_terminal():
        begin = time.perf_counter_ns()
        action = decider.choose(state)
        nanoseconds += time.perf_counter_ns() - begin
        decisions += 1
        state.apply_action(action)
    return {"microseconds": nanoseconds / decisions / 1e3, "decisions": decisions}


def _sampled(game: Game) -> Game:
    """Returns the same game with sampled chance."""
    if game.options["chance"] == "sampled":
        return game
    return Game(game.ruleset, **{**game.options, "chance": "sampled"})


@dataclass
class _Table:
    """A game, and the player of each seat."""

    state: State
    deal: int
    seats: list[str | AnyPolicy]

    def take(self, action: int, seen: Seen | None) -> None:
        """Applies an action, whoever chose it."""
        del seen
        self.state.apply_action(action)

    def refused(self, policy: str, why: str) -> str:
        """Returns the message for a policy's illegal action, with its deal and seat."""
        return f"deal {self.deal}, seat {self.state.current_player()}: policy {policy}: {why}"

    def result(self, team: int) -> tuple[float, ...]:
        """Returns the result of a team: a row of the array of `eights.arena_games`."""
        # The members of a team have the same result: its first seat stands for it.
        state, leads = self.state, [seats[0] for seats in self.state.game.teams]
        seat, winners = leads[team], [lead for lead in leads if lead in state.winners()]
        places = [state.places()[lead] for lead in leads]
        own = places[team]
        return (
            1 / len(winners) if seat in winners else 0.0,
            state.returns()[seat],
            float(len(state.history())),
            float(state.is_truncated()),
            float(state.scores()[seat]),
            1.0 + sum(place < own for place in places),
            float(places.count(own) - 1),
        )


def games(
    game: Game, entrant: str | AnyPolicy, others: str | AnyPolicy, deals: int, first: int, seed: int
) -> Sides:
    """Plays some deals of a pairing with a policy, for `eights.arena_games`.

    Raises:
        eights.Error: as `eights.arena_games` says.
    """
    game = _sampled(game)
    seats, teams = range(game.num_players()), game.teams
    own: list[tuple[float, ...]] = []
    other_side: list[tuple[float, ...]] = []
    for begin, some in rounds(len(teams), first, deals):
        tables = [
            _Table(
                game.new_initial_state(deal_seed(seed, deal)),
                deal,
                [entrant if seat in team else others for seat in seats],
            )
            for deal in range(begin, begin + some)
            for team in teams
        ]
        play(tables, np.float32)
        for at in range(0, len(tables), len(teams)):
            deal = tables[at : at + len(teams)]
            own += [table.result(team) for team, table in enumerate(deal)]
            if len(teams) == 2:  # the other side's seats come in reverse order
                other_side += [deal[1].result(0), deal[0].result(1)]
    return [np.array(side, np.float64) for side in ([own, other_side] if other_side else [own])]
