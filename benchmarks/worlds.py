"""Measures the time to draw a world: the table between marks of docs/searchers.md.

    python benchmarks/worlds.py --write

Each ruleset is played by `heuristic`. At every fifth decision a world is drawn for the seat to act,
with its history read again. It takes about a minute.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from rich.progress import track

import eights
import marked

PAGE = Path(__file__).parents[1] / "docs/searchers.md"
MARKS = "<!-- worlds -->\n", "<!-- end of worlds -->\n"
PLAYERS = 4
EVERY = 5


def times(ruleset: str, players: int, worlds: int) -> list[float]:
    """Returns the microseconds of drawing `worlds` worlds, in as many games as needed."""
    game, found, seed = eights.Game(ruleset, players=players), list[float](), 0
    while len(found) < worlds:
        state, seed = game.new_initial_state(seed), seed + 1
        for number in range(300):
            if state.is_terminal() or len(found) == worlds:
                break
            if number % EVERY == EVERY - 1:
                begin = time.perf_counter()
                state.resample(state.current_player(), number)
                found.append((time.perf_counter() - begin) * 1e6)
            state.apply_action(state.bot_action("heuristic"))
    return found


def line(ruleset: str, worlds: int) -> str:
    """Formats a line of the table."""
    least, most = eights.Ruleset(ruleset).players
    players = min(max(PLAYERS, least), most)
    low, median, high = np.quantile(times(ruleset, players, worlds), [0.25, 0.5, 0.99])
    return f"| `{ruleset}` | {players} | {low:,.0f} | {median:,.0f} | {high:,.0f} |"


def main() -> None:
    """Measures, and prints the table or writes it into the page."""
    parser = argparse.ArgumentParser(description="How long a world takes to draw.")
    parser.add_argument("--worlds", type=int, default=300, help="of each ruleset")
    parser.add_argument(
        "--write", action="store_true", help="write the table into docs/searchers.md"
    )
    args = parser.parse_args()
    names = [name for name in eights.rulesets() if not name.startswith("tiny_")]
    lines = [
        "| ruleset | players | quarter, µs | median, µs | 99 %, µs |",
        "|---|---|---|---|---|",
        *(line(name, args.worlds) for name in track(names, "worlds")),
    ]
    table = "\n".join(lines) + "\n"
    if args.write:
        marked.write(PAGE, MARKS, table)
    else:
        print(table)


if __name__ == "__main__":
    main()
