"""The leaderboard: every entrant at every table. A table is a ruleset with a number of players.

>>> import eights
>>> from eights import leaderboard
>>> plan = leaderboard.Plan(["one_left", "uno"], players=[2], deals=20)
>>> figures = leaderboard.play(plan, leaderboard.bots())
>>> [(entry["ruleset"], entry["players"]) for entry in figures["tables"]]
[('one_left', 2), ('uno', 2)]
>>> [row["entrant"] for row in leaderboard.overall(figures, players=2)][-1]
'random'
"""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from eights._eights import (
    ActionError,
    ArrayError,
    BotError,
    Error,
    Game,
    Ruleset,
    __version__,
    arena_games,
    arena_report,
    rulesets,
    win_rate_interval,
)
from eights._eights import bots as bot_names
from eights.evaluate import Sides, pairs, rounds
from eights.leaderboard import bounds
from eights.leaderboard.meetings import Meetings
from eights.policies import AnyPolicy
from eights.searcher import Searcher

__all__ = [
    "COMMAND",
    "Entrant",
    "Plan",
    "Stopped",
    "bots",
    "leader",
    "meeting_names",
    "overall",
    "play",
    "searcher",
    "stale",
]

COMMAND = "make leaderboard"
"""The command that generates docs/leaderboard.md."""

SEARCH_DEALS = 50
"""Number of deals of a pairing with a searcher, which is slow."""

Player: TypeAlias = str | AnyPolicy
Progress: TypeAlias = Callable[[float, str], object]
"""A function called with the share of the work that is done, and the table that is played."""


@dataclass(frozen=True)
class Entrant:
    """An entrant: makes the player that it seats at each table."""

    name: str
    make: Callable[[Game], Player | None]
    """Returns the player of a game: the name of a bot, a policy, or a searcher.

    `None`, or an `eights.Error`, means that the entrant does not play this game.
    """
    kind: Literal["bot", "search", "policy"] = "bot"
    deals: int | None = None
    """Most deals of a pairing; `None`: as many as those of other entrants."""
    code: str = ""
    """A text that tells apart entrants of the same name, such as the hash of a file."""

    def cost(self) -> float:
        """Returns the approximate cost of a game, in games of bots."""
        return {"bot": 1.0, "policy": 50.0, "search": 1200.0}[self.kind]


def bot(name: str) -> Entrant:
    """Returns the entrant of a built-in bot."""
    return Entrant(name, lambda _: name)


def bots() -> list[Entrant]:
    """Returns the entrants of all bots: `eights.bots()`."""
    return [bot(name) for name in bot_names()]


def searcher(
    iterations: int, rulesets: Sequence[str] | None = None, deals: int = SEARCH_DEALS
) -> Entrant:
    """Returns the entrant of an information-set tree search with the prior `learned`.

    The entrant plays with two players only: with more, or where rounds are long, a search at every
    decision takes too long.

    Args:
        iterations: number of iterations of each search; a quarter as many worlds are drawn.
        rulesets: the rulesets that it plays; `None`: all.
        deals: most deals of a pairing.
    """
    player = Searcher(iterations=iterations, worlds=max(1, iterations // 4), prior="learned")

    def make(game: Game) -> Player:
        if game.num_players() > 2:
            raise BotError("search with more than 2 players takes too long")
        if rulesets is not None and game.ruleset.id not in rulesets:
            raise BotError("search of this ruleset takes too long")
        return player

    return Entrant(player.name, make, "search", deals)


def _same(names: Sequence[str]) -> dict[str, str]:
    """Returns each ruleset whose rounds are those of an earlier one, with that one.

    They may differ in their matches, which no table plays.
    """
    first: dict[str, str] = {}
    same = {}
    for name in names:
        whole = Ruleset(name).to_dict().items()
        rules = {key: value for key, value in whole if key not in ("match", "variants")}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about what the author has written
            found = first.setdefault(Ruleset.from_dict(rules).fingerprint, name)
        if found != name:
            same[name] = found
    return same


def _tables(names: Sequence[str], players: Sequence[int]) -> Iterator[tuple[Ruleset, int, bool]]:
    """Yields each ruleset with each number of players, and true if that many play, each alone.

    Teams have another fair share than the players of other tables. Of rulesets whose rounds are
    the same game it yields the first.
    """
    same = _same(names)
    for name, count in itertools.product(names, players):
        if name in same:
            continue
        ruleset = Ruleset(name)
        least, most = ruleset.players
        fits = least <= count <= most and len(Game(ruleset, players=count).teams) == count
        yield ruleset, count, fits


@dataclass(frozen=True)
class Plan:
    """The settings of a leaderboard."""

    rulesets: Sequence[str] = field(default_factory=rulesets)
    players: Sequence[int] = (2, 4)
    deals: int = 2000
    """Number of deals of each pairing; each is played once for each seat."""
    seed: int = 0
    threads: int = 1
    """Number of threads, on which the figures do not depend."""
    exploit: int = 0
    """Number of deals of the searches that bound exploitability at tables of 2; 0: no bounds."""
    searched: Sequence[str] | None = None
    """The rulesets at which these searches play; `None`: all."""


class Stopped(Exception):  # noqa: N818 - stopping is not an error
    """The leaderboard was stopped.

    `figures` has the tables that are finished, `left` is the number of the others.
    """

    def __init__(self, figures: dict[str, Any], left: int) -> None:
        """Keeps the figures so far, and the number of tables that are left."""
        super().__init__("the leaderboard was stopped")
        self.figures = figures
        self.left = left


class _Stop(Exception):  # noqa: N818
    """`progress` has stopped the leaderboard."""


@dataclass
class _Meeting:
    """A player against a field of another one."""

    players: tuple[Player, Player]
    name: str
    deals: int
    cost: float
    """The cost of all its games."""
    key: Mapping[str, Any]
    """The values that determine its games, beside those that all meetings of a table share."""


@dataclass
class _Table:
    """A ruleset with a number of players, and the entrants that play it."""

    game: Game
    entrants: list[Entrant]
    seated: list[Player]
    missing: dict[str, str]

    @classmethod
    def of(cls, game: Game, entrants: Sequence[Entrant]) -> _Table:
        """Makes a table with the entrants that play the game."""
        table = cls(game, [], [], {})
        for one in entrants:
            try:
                player, why = one.make(game), "it does not play this game"
            except Error as refused:
                player, why = None, str(refused)
            if player is None:
                table.missing[one.name] = why
            else:
                table.entrants.append(one)
                table.seated.append(player)
        return table

    def __str__(self) -> str:
        """Returns the name of the table in messages."""
        return f"{self.game.ruleset.id}, {self.game.num_players()} players"

    def meetings(self, plan: Plan) -> dict[tuple[int, int], _Meeting]:
        """Returns the meetings of the table, by the numbers of both entrants."""
        players = self.game.num_players()
        found = {}
        for pair in pairs(len(self.entrants), players):
            one, other = (self.entrants[at] for at in pair)
            deals = min(plan.deals, *(at.deals for at in (one, other) if at.deals), plan.deals)
            name = f"{self.game.ruleset.id}/{players}-{one.name}-{other.name}"
            cost = deals * players * max(one.cost(), other.cost())
            seated = self.seated[pair[0]], self.seated[pair[1]]
            key = {"code": [one.code, other.code]}
            found[pair] = _Meeting(seated, name, deals, cost, key)
        return found

    def bounded(self, plan: Plan) -> list[str]:
        """Returns the names of the entrants whose exploitability is bounded."""
        if plan.exploit == 0 or self.game.num_players() != 2:
            return []
        return [one.name for one in self.entrants if one.kind != "search"]

    def searches(self, plan: Plan) -> dict[str, _Meeting]:
        """Returns the meetings of searches with those entrants, by their names."""
        ruleset = self.game.ruleset.id
        if plan.searched is not None and ruleset not in plan.searched:
            return {}
        found = {}
        names = self.bounded(plan)
        for one, player in zip(self.entrants, self.seated, strict=True):
            if one.name in names:
                exploiter = bounds.searcher(player)
                cost = plan.exploit * 2 * bounds.COST
                key = {"code": [one.code], "exploiter": exploiter.name}
                name = _search_name(ruleset, one.name)
                found[one.name] = _Meeting((exploiter, player), name, plan.exploit, cost, key)
        return found

    def cost(self, plan: Plan) -> float:
        """Returns the cost of all games of the table."""
        played = (*self.meetings(plan).values(), *self.searches(plan).values())
        return sum(meeting.cost for meeting in played)


@dataclass
class _Work:
    """The play of all tables in turn, with its progress."""

    plan: Plan
    kept: Meetings
    progress: Progress | None
    reference: Sequence[str]
    total: float = 0.0
    done: float = 0.0

    def tell(self, more: float, where: str) -> None:
        """Reports that more work is done.

        Raises:
            _Stop: `progress` has returned `False`.
        """
        self.done += more
        if self.progress is not None and self.progress(self.done / self.total, where) is False:
            raise _Stop

    def table(self, table: _Table) -> dict[str, Any]:
        """Plays a table, and returns its figures."""
        names = [one.name for one in table.entrants]
        games: list[tuple[int, int, Any]] = []
        for pair, meeting in table.meetings(self.plan).items():
            sides = self.meeting(table, meeting)
            both = (pair, pair[::-1])
            games += [(*one, side) for one, side in zip(both, sides, strict=False)]
        report = arena_report(table.game, names, self.plan.deals, self.plan.seed, games)
        met = {(names[one], names[other]): side for one, other, side in games}
        found = {name: _score(met, name, self.reference, table.game) for name in names}
        found = dict(sorted(found.items(), key=lambda item: -item[1][0]))
        figures = _condensed(report, found, table.missing)
        if table.bounded(self.plan):
            figures["exploited"] = self.exploited(table, met)
        return figures

    def exploited(
        self, table: _Table, met: Mapping[tuple[str, str], Any]
    ) -> dict[str, bounds.Bound]:
        """Returns what is won from entrants of a table for two, by another one or by a search."""
        searches = table.searches(self.plan)
        found = {}
        for name in table.bounded(self.plan):
            others = {one: side[:, 1] for (one, other), side in met.items() if other == name}
            bound = bounds.by_another(others)
            search = searches.get(name)
            if search is not None and bounds.found(bound):
                self.tell(search.cost, str(table))
            elif search is not None:
                bound = bounds.better(bound, self.meeting(table, search)[0][:, 1])
            if bound is not None:
                found[name] = bound
        return found

    def meeting(self, table: _Table, meeting: _Meeting) -> Sides:
        """Plays a player against a field, and returns the games of each side."""
        game, seed = table.game, self.plan.seed
        players = game.num_players()
        one, other = meeting.players
        searches = any(isinstance(player, Searcher) for player in (one, other))
        parts = [(deal, 1) for deal in range(meeting.deals)]
        if not searches:
            parts = list(rounds(players, 0, meeting.deals))

        def part(of: tuple[int, int]) -> Sides:
            first, deals = of
            with _told(table, first, deals):
                threads = 1 if searches else self.plan.threads
                return arena_games(game, one, other, deals, first, seed, threads)

        def play(first: int) -> Generator[Sides, None, None]:
            return _side_by_side(part, parts[first:], self.plan.threads if searches else 1)

        key = {
            "version": __version__,
            "fingerprint": game.ruleset.fingerprint,
            "seed": seed,
            "deals": meeting.deals,
            **meeting.key,
        }
        cost = meeting.cost / (meeting.deals * players)
        return self.kept.play(
            meeting.name,
            key,
            [deals * players for _, deals in parts],
            play,
            lambda games: self.tell(games * cost, str(table)),
        )


@contextmanager
def _told(table: _Table, first: int, deals: int) -> Iterator[None]:
    """Adds the table and the deals to the messages of errors of policies.

    Raises:
        eights.Error: the error that was raised, with the longer message.
    """
    try:
        yield
    except ActionError as error:  # its message has the deal already
        raise ActionError(f"{table}, {error}") from error
    except (ArrayError, BotError) as error:
        raise type(error)(f"{table}, deals {first} to {first + deals - 1}: {error}") from error


def _side_by_side(
    play: Callable[[tuple[int, int]], Sides], parts: list[tuple[int, int]], threads: int
) -> Generator[Sides, None, None]:
    """Yields the parts in their order; with several threads some are played at once."""
    if threads == 1:
        yield from map(play, parts)
        return
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(play, parts)
        finally:
            pool.shutdown(cancel_futures=True)


def _score(
    met: Mapping[tuple[str, str], Any], name: str, fields: Sequence[str], game: Game
) -> list[float]:
    """Returns the mean win rate against fields of each of these entrants, and its interval.

    The win rate against a field of the entrant itself is the fair share, since all seats play
    alike there.
    """
    players = game.num_players()
    shares = [met[name, field_][:, 0] for field_ in fields if field_ != name]
    if not shares:
        return [round(1 / players, 4)] * 3
    few = min(map(len, shares))
    shares += [np.full(few, 1 / players)] * (len(fields) - len(shares))
    mean = np.mean([share[:few] for share in shares], axis=0)
    return [round(end, 4) for end in win_rate_interval(mean, players)]


def _condensed(
    report: Mapping[str, Any], scores: dict[str, list[float]], missing: dict[str, str]
) -> dict[str, Any]:
    """Returns the figures that the leaderboard keeps of the report of an arena."""
    sides = 2 if report["players"] == 2 else 1  # games of two are reported from both sides
    rates: dict[str, dict[str, list[float]]] = {}
    for pairing in report["pairings"]:
        rate = [round(pairing["win_rate"][key], 4) for key in ("mean", "low", "high")]
        rates.setdefault(pairing["entrant"], {})[pairing["field"]] = rate
    return {
        "ruleset": report["ruleset"],
        "fingerprint": report["fingerprint"],
        "players": report["players"],
        "games": sum(pairing["games"] for pairing in report["pairings"]) // sides,
        "cut": sum(pairing["truncated"] for pairing in report["pairings"]) // sides,
        "scores": scores,
        "ratings": {
            one["entrant"]: [_rounded(one[key]) for key in ("rating", "low", "high")]
            for one in report["ranking"] or ()
        },
        "win_rates": rates,
        "missing": missing,
    }


def _rounded(rating: float | None) -> float | None:
    """Rounds a rating or an end of its interval; `None` if it is unknown or infinite."""
    return None if rating is None or math.isinf(rating) else round(rating, 1)


def play(
    plan: Plan,
    entrants: Sequence[Entrant],
    kept: Meetings | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Plays a leaderboard, or the rest of one that was stopped.

    Args:
        plan: the settings of the leaderboard.
        entrants: the entrants, whose names must differ.
        kept: the store of finished games, from which a stopped leaderboard continues.
        progress: a function called with the share of the work that is done and the table; if it
            returns `False`, the leaderboard stops.

    Returns:
        dict: the figures, ready for JSON. `"tables"` has, for each table, `"scores"`, the best
        first, `"ratings"`, `"win_rates"` of each entrant against a field of each other one, each
        with the ends of its 95 % interval, and the reason why an entrant is `"missing"`. Rulesets
        whose rounds are the same game are one table; `"same"` names the others, each with the one
        that is played. A score is the mean win rate against fields of each bot of `"reference"`,
        the bots that play at every table; against itself an entrant has the fair share. With
        `plan.exploit`, tables of 2 have `"exploited"`: what can be won from each entrant, and by
        whom.

    Raises:
        Stopped: `progress` has returned `False`.
        eights.Error: there is no such ruleset, or an entrant chose an illegal action.
    """
    names = [one.name for one in entrants]
    for name in names:
        if names.count(name) > 1:
            raise BotError(f"two entrants have the name {name}")
    tables, left_out = [], []
    for ruleset, players, fits in _tables(plan.rulesets, plan.players):
        if fits:
            tables.append(_Table.of(Game(ruleset, players=players), entrants))
        else:
            left_out.append([ruleset.id, players])
    tables = [table for table in tables if len(table.entrants) > 1]
    if not tables:
        raise BotError("nobody has anything to play: no ruleset allows this many players")
    everywhere = [
        one.name
        for one in entrants
        if one.kind == "bot" and all(one in table.entrants for table in tables)
    ]
    if not everywhere:
        raise BotError("no bot plays at every table: there is nobody to be measured against")
    work = _Work(plan, kept or Meetings(None), progress, everywhere)
    work.total = sum(table.cost(plan) for table in tables)
    figures: dict[str, Any] = {
        "eights": __version__,
        "seed": plan.seed,
        "deals": plan.deals,
        "players": list(plan.players),
        "entrants": [
            {"name": one.name, "kind": one.kind, "deals": min(one.deals or plan.deals, plan.deals)}
            for one in entrants
        ],
        "reference": everywhere,
        "left_out": left_out,
        "same": _same(plan.rulesets),
    }
    if plan.exploit:
        some = plan.searched
        searched = None if some is None else [name for name in plan.rulesets if name in some]
        figures["exploit"] = {"deals": plan.exploit, **bounds.SEARCH, "searched": searched}
    figures["tables"] = []
    try:
        for table in tables:
            figures["tables"].append(work.table(table))
    except _Stop:
        raise Stopped(figures, len(tables) - len(figures["tables"])) from None
    return figures


def leader(table: Mapping[str, Any]) -> tuple[str, bool]:
    """Returns the entrant with the best score, and true if its interval lies above all others."""
    (name, (_, low, _)), *others = table["scores"].items()
    return name, all(low > high for _, (_, _, high) in others)


def overall(figures: Mapping[str, Any], players: int) -> list[dict[str, Any]]:
    """Summarises all tables with this number of players: a row for each entrant that plays there.

    Returns:
        list[dict]: `entrant`, its number of `tables`, the numbers of tables at which it `leads` and
        `clearly` leads, and its `score`: the mean of its scores, with `low` and `high`, a 95 %
        interval that draws whole tables. If it does not play at all of the tables, `beside` has
        the best bot of the reference and its score at the same tables. `exploited` is the mean
        over tables of what can be won from it at least, or `None`. Entrants at all tables come
        first, then the best first.
    """
    tables = [table for table in figures["tables"] if table["players"] == players]
    scored = [{name: score[0] for name, score in table["scores"].items()} for table in tables]
    leaders = [leader(table) for table in tables]
    rows = []
    for name in (one["name"] for one in figures["entrants"]):
        own = [found for found in scored if name in found]
        if not own:
            continue
        score, low, high = _interval([found[name] for found in own])
        beside = {
            one: float(np.mean([found[one] for found in own])) for one in figures["reference"]
        }
        best = max(beside, key=lambda one: beside[one])
        rows.append(
            {
                "entrant": name,
                "tables": len(own),
                "leads": sum(one == name for one, _ in leaders),
                "clearly": sum(one == name and clear for one, clear in leaders),
                "score": score,
                "low": low,
                "high": high,
                "beside": None if len(own) == len(tables) else (best, beside[best]),
                "exploited": bounds.mean(tables, name),
            }
        )
    return sorted(rows, key=lambda row: (-row["tables"], -row["score"]))


def _interval(scores: list[float]) -> tuple[float, float, float]:
    """Returns the mean of scores and its interval; each score counts as a deal of two games."""
    return win_rate_interval(np.repeat(scores, 2), 2)


def stale(figures: Mapping[str, Any]) -> str | None:
    """Returns the reason why figures of all rulesets are out of date; `None` if they are not."""
    known = [one["name"] for one in figures["entrants"] if one["kind"] == "bot"]
    wanted = bot_names()
    if known != wanted:
        return f"it has the bots {', '.join(known)}: there are {', '.join(wanted)}"
    found = {(table["ruleset"], table["players"]): table for table in figures["tables"]}
    for ruleset, players, fits in _tables(rulesets(), figures["players"]):
        name = ruleset.id
        table = found.pop((name, players), None)
        if not fits:
            if table is not None:
                return f"{name} is not for {players} players any more"
        elif table is None:
            return f"{name} with {players} players is missing"
        elif table["fingerprint"] != ruleset.fingerprint:
            return f"{name} has changed"
    for name, _ in found:
        return f"{name} is counted twice" if name in rulesets() else f"there is no ruleset {name}"
    return None if figures["same"] == _same(rulesets()) else "other rulesets play the same rounds"


def _search_name(ruleset: str, name: str) -> str:
    """Returns the name under which the search that responds to an entrant is kept."""
    return f"{ruleset}/exploit/{name}"


def meeting_names(plan: Plan, name: str, entrants: Sequence[Entrant]) -> Iterator[str]:
    """Yields the names under which the meetings of an entrant are kept."""
    for ruleset, players, other in itertools.product(plan.rulesets, plan.players, entrants):
        for one in ((name, other.name), (other.name, name)):
            yield f"{ruleset}/{players}-{one[0]}-{one[1]}"
    for ruleset in plan.rulesets:
        yield _search_name(ruleset, name)
