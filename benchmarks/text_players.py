"""Writes the table of docs/text.md: scripted players at the tasks of `eights.text`.

    make text
    make text ARGS="--items 32"

Each player plays or answers the items of the split `test` of each task, or the first ones.
That takes 15 minutes on a core, most of it for the ranks of actions; `--items 64` takes four.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from rich.progress import Progress

import eights.text
import marked
from eights.text import HiddenRules, Judge, Player, PlayToWin, Questions, Style, Task
from text_readers import READERS

ROOT = Path(__file__).parents[1]
PAGE, FIGURES = ROOT / "docs/text.md", ROOT / "docs/text.json"
MARKS = "<!-- players -->\n", "<!-- end of players -->\n"
SEARCH = "ismcts(iterations=200)"

TASKS: tuple[Task, ...] = (
    PlayToWin(judge=Judge()),
    Questions(),
    HiddenRules(style=Style(history="whole")),
)
PLAYERS: dict[str, Player] = {**READERS, "heuristic": "heuristic", SEARCH: SEARCH}

Row = dict[str, Any]


def answers(player: Player, task: Task) -> bool:
    """True if a player takes part in a task: bots only play."""
    return not isinstance(player, str) or isinstance(task, PlayToWin)


def measure(items: int, progress: Progress | None = None) -> list[Row]:
    """Measures every player at every task."""
    rows = []
    for task in TASKS:
        for name, player in PLAYERS.items():
            if not answers(player, task):
                continue
            title = f"{task.name}, {name}"
            bar = None if progress is None else progress.add_task(title, total=items)

            def show(done: int, bar: Any = bar) -> None:
                if progress is not None:
                    progress.update(bar, completed=done)

            rows.append(
                eights.text.evaluate(task, player, items, name=name, progress=show).to_dict()
            )
    return rows


def table(rows: list[Row]) -> str:
    """Formats the table, a line for each player."""
    by = {(row["task"], row["player"]): row for row in rows}
    lines = [
        "| player | play | best action | mean rank | tokens a game | questions | hidden rules |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for name in dict.fromkeys(row["player"] for row in rows):
        plays = by["play", name]
        tokens = plays["prompt_tokens"] + plays["answer_tokens"]
        cells = [
            f"`{name}`",
            score(plays),
            f"{plays['hit_rate']:.0%}",
            f"{plays['mean_rank']:.2f}",
            f"{tokens:,.0f}" if tokens else "",
            score(by.get(("questions", name))),
            score(by.get(("hidden-rules", name))),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def score(row: Row | None) -> str:
    """Formats a score with its interval; nothing where a player does not take part.

    >>> score({"score": {"mean": 0.25, "low": 0.2, "high": 0.304}})
    '25% (20 to 30)'
    """
    if row is None:
        return ""
    mean, low, high = (100 * row["score"][end] for end in ("mean", "low", "high"))
    return f"{mean:.0f}% ({low:.0f} to {high:.0f})"


def main() -> None:
    """Measures, and writes figures and table."""
    parser = argparse.ArgumentParser(description="Scripted players at the tasks of eights.text.")
    parser.add_argument("--items", type=int, default=256, help="items of each task")
    args = parser.parse_args()
    with Progress() as progress:
        rows = measure(args.items, progress)
    lines = ",\n".join(f" {json.dumps(row)}" for row in rows)
    FIGURES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    marked.write(PAGE, MARKS, table(rows))


if __name__ == "__main__":
    main()
