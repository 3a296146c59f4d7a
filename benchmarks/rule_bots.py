"""Writes the tables of docs/rule-bots.md: the strength of the bots `greedy` and `heuristic`.

    make rule-bots

Plays `heuristic` against fields of `greedy`, and `greedy` against fields of `random`, at every
builtin ruleset with 2 to 10 players, in rounds and in matches, on duplicate deals.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Literal

from rich.progress import track

import eights
import marked

ROOT = Path(__file__).parents[1]
PAGE, FIGURES = ROOT / "docs/rule-bots.md", ROOT / "docs/rule-bots.json"
PLAYERS = (2, 3, 4, 6, 8, 10)
DUELS = (("heuristic", "greedy"), ("greedy", "random"))
Episode = Literal["round", "match"]
EPISODES: tuple[Episode, ...] = ("round", "match")
SEED = 1

Row = dict[str, Any]


def marks(better: str, episode: str) -> tuple[str, str]:
    r"""Returns the marks between which a table stands.

    >>> marks("greedy", "round")
    ('<!-- greedy round -->\n', '<!-- end of greedy round -->\n')
    """
    name = f"{better} {episode}"
    return f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"


def sizes(ruleset: str) -> list[int]:
    """Returns the numbers of players that are measured.

    >>> sizes("zodiac"), sizes("prsi")
    ([2, 3, 4], [2, 3, 4, 5])
    """
    least, most = eights.Ruleset(ruleset).players
    return sorted({n for n in PLAYERS if least <= n <= most} | {most})


def measured(ruleset: str, players: int, episode: Episode, games: int) -> list[Row]:
    """Plays both pairs at a table."""
    game = eights.Game(ruleset, players=players, episode=episode)
    deals = max(games // players, 1)
    rows = []
    for better, worse in DUELS:
        report = eights.arena(game, [better, worse], deals=deals, seed=SEED, threads=1)
        about = {"ruleset": ruleset, "players": players, "episode": episode, "bot": better}
        rows.append(about | {"deals": deals} | report["pairings"][0]["win_rate"])
    return rows


def measure(rounds: int, matches: int, processes: int) -> list[Row]:
    """Plays every table, several at once."""
    games = {"round": rounds, "match": matches}
    with ProcessPoolExecutor(processes) as pool:
        running = [
            pool.submit(measured, ruleset, players, episode, games[episode])
            for episode in EPISODES
            for ruleset in eights.rulesets()
            if episode == "round" or eights.Ruleset(ruleset).has_match
            for players in sizes(ruleset)
        ]
        return [row for each in track(running, "tables") for row in each.result()]


def cell(row: Row) -> str:
    """Formats a win rate as a multiple of the fair share, slanted where it may be no better.

    >>> cell({"players": 4, "mean": 0.3, "low": 0.26, "high": 0.34})
    '1.20 (1.04-1.36)'
    >>> cell({"players": 2, "mean": 0.5, "low": 0.48, "high": 0.52})
    '*1.00 (0.96-1.04)*'
    """
    mean, low, high = (row["players"] * row[end] for end in ("mean", "low", "high"))
    text = f"{mean:.2f} ({low:.2f}-{high:.2f})"
    return text if low > 1 else f"*{text}*"


def table(rows: list[Row], bot: str, episode: str) -> str:
    """Formats the table of a bot, a line for each ruleset."""
    chosen = [row for row in rows if (row["bot"], row["episode"]) == (bot, episode)]
    columns = sorted({row["players"] for row in chosen})
    lines = [
        f"| ruleset | {' | '.join(map(str, columns))} |",
        f"|---|{'--:|' * len(columns)}",
    ]
    by_ruleset: dict[str, dict[int, Row]] = {}
    for row in chosen:
        by_ruleset.setdefault(row["ruleset"], {})[row["players"]] = row
    for ruleset, found in by_ruleset.items():
        cells = (cell(found[players]) if players in found else "" for players in columns)
        lines.append(f"| `{ruleset}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Plays, and writes figures and tables."""
    parser = argparse.ArgumentParser(description="The strength of greedy and heuristic.")
    parser.add_argument("--rounds", type=int, default=6_000, help="rounds of each table")
    parser.add_argument("--matches", type=int, default=1_600, help="matches of each table")
    parser.add_argument("--processes", type=int, default=2, help="tables played at once")
    args = parser.parse_args()
    rows = measure(args.rounds, args.matches, args.processes)
    lines = ",\n".join(f" {json.dumps(row)}" for row in rows)
    FIGURES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    for bot, _ in DUELS:
        for episode in EPISODES:
            marked.write(PAGE, marks(bot, episode), table(rows, bot, episode))


if __name__ == "__main__":
    main()
