"""How strong players are that look ahead: the table of docs/search.md.

    python benchmarks/searches.py --write

Each searcher sits on every seat of every deal, against a field of one player. The first table is by
iterations, so that win rates follow from the seed and only the times depend on the machine. The
second one is at equal time, with a third of the deals, against the same searcher without a prior,
and against that prior by itself: it takes three quarters of an hour on two cores.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.progress import track

import eights
import marked

PAGE = Path(__file__).parents[1] / "docs/search.md"
MARKS = "<!-- strength -->\n", "<!-- end of strength -->\n"
TIME_MARKS = "<!-- equal time -->\n", "<!-- end of equal time -->\n"
ROLLOUTS = eights.Searcher(iterations=2000)
FLAT = eights.Searcher("pimc", iterations=4000, worlds=400)
TABLES = [
    ("crazy_eights_special", 2),
    ("crazy_eights_special", 4),
    ("kings_reverse", 2),
    ("uno", 2),
    ("crazy_eights_xtreme", 2),
]
TIME = 100
"""Milliseconds of a decision in the second table."""

TIMED = ("other_blackjack", "crazy_eights_special", "kings_reverse", "uno")
"""Rulesets of the second table, with two players; the one whose games are the longest begins."""


@dataclass(frozen=True)
class Meeting:
    """A searcher at a table, who sits on all other seats, and how many deals are played."""

    ruleset: str
    players: int
    searcher: eights.Searcher
    field: str | eights.Searcher
    deals: int

    @property
    def opponent(self) -> str:
        """What the field is called."""
        return self.field if isinstance(self.field, str) else self.field.name


def meetings(deals: int) -> list[Meeting]:
    """What is played by iterations.

    With four players there is little to be gained: flat Monte Carlo plays four times as many.
    """
    found = []
    for ruleset, players in TABLES:
        found.append(Meeting(ruleset, players, ROLLOUTS, "heuristic", deals))
        if players == 4:
            found.append(Meeting(ruleset, players, FLAT, "heuristic", 4 * deals))
    return found


def timed(deals: int) -> list[Meeting]:
    """What is played at equal time: a third of the deals, since each takes long."""
    advised = eights.Searcher(milliseconds=TIME, prior="learned")
    fields = (eights.Searcher(milliseconds=TIME), "learned")
    return [
        Meeting(ruleset, 2, advised, field, deals // 3) for ruleset in TIMED for field in fields
    ]


TABLES_OF = {"iterations": (MARKS, meetings), "time": (TIME_MARKS, timed)}
"""Where in the page each table stands, and what is played for it."""


@dataclass(frozen=True)
class Result:
    """What a searcher won, with its 95 % interval, and the milliseconds of a decision."""

    mean: float
    low: float
    high: float
    milliseconds: float


def result(meeting: Meeting, seed: int = 1) -> Result:
    """Plays a meeting."""
    game = eights.Game(meeting.ruleset, players=meeting.players)
    begin = time.perf_counter()
    side = eights.arena_games(
        game, meeting.searcher, meeting.field, deals=meeting.deals, seed=seed
    )[0]
    seconds = time.perf_counter() - begin
    interval = eights.win_rate_interval(side[:, 0], meeting.players)
    decisions = side[:, 2].sum() / meeting.players
    return Result(*interval, milliseconds=float(seconds / decisions * 1e3))


def line(meeting: Meeting, seed: int = 1) -> str:
    """Plays a meeting: a line of the table."""
    found = result(meeting, seed)
    cells = [
        f"`{meeting.ruleset}`",
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


def table(todo: list[Meeting], processes: int) -> str:
    """Plays all meetings, several at once."""
    head = "| ruleset | players | searcher | field | games | wins | 95 % interval | fair | ms |"
    with ProcessPoolExecutor(processes) as pool:
        lines = list(track(pool.map(line, todo), "searches", len(todo)))
    return "\n".join([head, "|" + "---|" * head.count(" | ") + "---|", *lines]) + "\n"


def main() -> None:
    """Plays, and prints the table or writes it into the page."""
    parser = argparse.ArgumentParser(description="How strong players are that look ahead.")
    parser.add_argument("--deals", type=int, default=240, help="deals of a meeting")
    parser.add_argument(
        "--tables", nargs="+", choices=TABLES_OF, default=list(TABLES_OF), help="which to play"
    )
    parser.add_argument("--processes", type=int, default=2, help="meetings played at once")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/search.md")
    args = parser.parse_args()
    for name in args.tables:
        marks, todo = TABLES_OF[name]
        found = table(todo(args.deals), args.processes)
        if args.write:
            marked.write(PAGE, marks, found)
        else:
            print(found)


if __name__ == "__main__":
    main()
