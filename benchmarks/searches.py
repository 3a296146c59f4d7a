"""Measures the strength of searchers: the tables of docs/searchers.md.

    python benchmarks/searches.py --write

Each searcher sits on every seat of every deal, against a field of one player. The first table is by
iterations, so win rates follow from the seed and only the times depend on the machine; it takes an
hour on two cores. The others are at equal time, with a prior: one against the same search without
it, which takes an hour and a quarter, and one against the prior alone, which takes 40 minutes.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.progress import track

import eights
import marked

PAGE = Path(__file__).parents[1] / "docs/searchers.md"
MARKS = "<!-- strength -->\n", "<!-- end of strength -->\n"
SEARCH_MARKS = "<!-- against the search -->\n", "<!-- end of against the search -->\n"
NETWORK_MARKS = "<!-- against the network -->\n", "<!-- end of against the network -->\n"
ROLLOUTS = eights.Searcher(iterations=2000)
FLAT = eights.Searcher("pimc", iterations=4000, worlds=400)
ANSWER = eights.Searcher(iterations=16_000, worlds=1000, opponents="heuristic")
TABLES = [
    ("crazy_eights_special", 2),
    ("crazy_eights_special", 4),
    ("kings_reverse", 2),
    ("uno", 2),
    ("crazy_eights_xtreme", 2),
]
PART = 20
"""Number of deals in a part of a meeting."""

ALONE = eights.Searcher(milliseconds=100)
ADVISED = replace(ALONE, prior="learned")
LONGEST = "other_blackjack"
TIMED = (LONGEST, "crazy_eights_special", "kings_reverse", "uno")
"""Rulesets of the tables at equal time, with two players."""


@dataclass(frozen=True)
class Meeting:
    """A searcher at a table, the field on all other seats, and the number of deals."""

    ruleset: str
    players: int
    searcher: eights.Searcher
    field: str | eights.Searcher
    deals: int
    seed: int = 1

    @property
    def opponent(self) -> str:
        """The name of the field."""
        return self.field if isinstance(self.field, str) else self.field.name

    def parts(self) -> list[Part]:
        """Returns the deals in parts, whose games are the same wherever they are played."""
        return [
            Part(self, first, min(PART, self.deals - first)) for first in range(0, self.deals, PART)
        ]

    def play(self) -> Result:
        """Plays all parts, one after the other."""
        return Result.of(self, [part.play() for part in self.parts()])


@dataclass(frozen=True)
class Part:
    """Some deals of a meeting, so that all processes can play a long meeting."""

    meeting: Meeting
    first: int
    deals: int

    def play(self) -> tuple[npt.NDArray[np.float64], float]:
        """Plays the games as `eights.arena_games` does; returns them and the seconds."""
        of = self.meeting
        game = eights.Game(of.ruleset, players=of.players)
        begin = time.perf_counter()
        side = eights.arena_games(
            game, of.searcher, of.field, deals=self.deals, first=self.first, seed=of.seed
        )[0]
        return side, time.perf_counter() - begin


def meetings(deals: int) -> list[Meeting]:
    """Lists the meetings by iterations.

    With four players there is little to gain: flat Monte Carlo plays four times as many deals, and
    the tree that searches a response to the field eight times as many. The response was first tried
    on other deals; its own seed makes the published result a test on new ones.
    """
    found = []
    for ruleset, players in TABLES:
        found.append(Meeting(ruleset, players, ROLLOUTS, "heuristic", deals))
        if players == 4:
            found += [
                Meeting(ruleset, players, FLAT, "heuristic", 4 * deals),
                Meeting(ruleset, players, ANSWER, "heuristic", 8 * deals, seed=18),
            ]
    return found


def timed(field: str | eights.Searcher) -> Callable[[int], list[Meeting]]:
    """Lists the meetings at equal time, with a third of the deals of the longest games."""

    def played(deals: int) -> list[Meeting]:
        return [
            Meeting(ruleset, 2, ADVISED, field, deals // 3 if ruleset == LONGEST else deals)
            for ruleset in TIMED
        ]

    return played


@dataclass(frozen=True)
class Table:
    """The marks of a table, its meetings, and true if means over rulesets follow."""

    marks: tuple[str, str]
    meetings: Callable[[int], list[Meeting]]
    averaged: bool


TABLES_OF = {
    "iterations": Table(MARKS, meetings, averaged=False),
    "search": Table(SEARCH_MARKS, timed(ALONE), averaged=True),
    "network": Table(NETWORK_MARKS, timed("learned"), averaged=True),
}
"""The tables by their difference: the budget, or the field at equal time."""


@dataclass(frozen=True)
class Result:
    """A searcher's win rate with its 95 % interval, and the milliseconds of a decision."""

    mean: float
    low: float
    high: float
    milliseconds: float

    @classmethod
    def of(cls, meeting: Meeting, played: list[tuple[npt.NDArray[np.float64], float]]) -> Result:
        """Combines all parts of a meeting."""
        side = np.concatenate([games for games, _ in played])
        interval = eights.win_rate_interval(side[:, 0], meeting.players)
        decisions = side[:, 2].sum() / meeting.players
        seconds = sum(seconds for _, seconds in played)
        return cls(*interval, milliseconds=seconds / decisions * 1e3)

    @classmethod
    def mean_of(cls, results: list[Result]) -> Result:
        """Returns the mean of tables, each with the same weight.

        The distances from the tables' means to the ends of their intervals add up as squares, on
        each side (Zou and Donner 2008, "Construction of confidence limits about effect measures").
        """
        count = len(results)
        mean = sum(of.mean for of in results) / count
        return cls(
            mean,
            low=mean - math.hypot(*(of.mean - of.low for of in results)) / count,
            high=mean + math.hypot(*(of.high - of.mean for of in results)) / count,
            milliseconds=sum(of.milliseconds for of in results) / count,
        )


def line(where: str, meeting: Meeting, found: Result) -> str:
    """Formats a line of the table."""
    cells = [
        where,
        str(meeting.players),
        f"`{meeting.searcher.name}`",
        f"`{meeting.opponent}`",
        f"{meeting.deals * meeting.players}",
        f"{found.mean:.1%}",
        f"{found.low:.1%} to {found.high:.1%}",
        f"{1 / meeting.players:.1%}",
        f"{found.milliseconds:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def means(todo: list[Meeting], played: list[Result]) -> list[str]:
    """Formats a line for all tables together that have the same searcher and field."""
    alike: dict[tuple[int, str, str], list[tuple[Meeting, Result]]] = {}
    for meeting, found in zip(todo, played, strict=True):
        key = meeting.players, meeting.searcher.name, meeting.opponent
        alike.setdefault(key, []).append((meeting, found))
    lines = []
    for of in alike.values():
        together = replace(of[0][0], deals=sum(meeting.deals for meeting, _ in of))
        mean = Result.mean_of([found for _, found in of])
        lines.append(line(f"all {len(of)}", together, mean))
    return lines


def table(todo: list[Meeting], processes: int, *, averaged: bool) -> str:
    """Plays all meetings, several parts at once."""
    head = "| ruleset | players | searcher | field | games | wins | 95 % interval | fair | ms |"
    parts = [part for meeting in todo for part in meeting.parts()]
    with ProcessPoolExecutor(processes) as pool:
        sides = iter(list(track(pool.map(Part.play, parts), "searches", len(parts))))
    played = [Result.of(of, list(islice(sides, len(of.parts())))) for of in todo]
    lines = [
        line(f"`{meeting.ruleset}`", meeting, found)
        for meeting, found in zip(todo, played, strict=True)
    ]
    lines += means(todo, played) if averaged else []
    return "\n".join([head, "|" + "---|" * head.count(" | ") + "---|", *lines]) + "\n"


def main() -> None:
    """Plays, and prints the table or writes it into the page."""
    parser = argparse.ArgumentParser(description="How strong players are that look ahead.")
    parser.add_argument("--deals", type=int, default=240, help="deals of a meeting")
    parser.add_argument(
        "--tables", nargs="+", choices=TABLES_OF, default=list(TABLES_OF), help="which to play"
    )
    parser.add_argument("--processes", type=int, default=2, help="parts played at once")
    parser.add_argument(
        "--write", action="store_true", help="write the tables into docs/searchers.md"
    )
    args = parser.parse_args()
    for name in args.tables:
        what = TABLES_OF[name]
        found = table(what.meetings(args.deals), args.processes, averaged=what.averaged)
        if args.write:
            marked.write(PAGE, what.marks, found)
        else:
            print(found)


if __name__ == "__main__":
    main()
