"""Compares one network for all rulesets with one a ruleset: the table of docs/learned.md.

    make learned-together

Reads the policy that `examples/train_learned.py` wrote for a run of several rulesets, and plays
4,000 deals of each of its tables, from every seat, against a field of `learned`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from safetensors.flax import load_file

import marked
import train_learned

ROOT = Path(__file__).parents[1]
PAGE, FIGURES = ROOT / "docs/learned.md", ROOT / "docs/learned-together.json"
MARKS = "<!-- together -->\n", "<!-- end of together -->\n"
SEED = 1


def measure(run: Path, deals: int) -> dict[str, Any]:
    """Returns the settings of a run, and its policy's win rate at each table against `learned`."""
    about: dict[str, Any] = json.loads((run / "run.json").read_text(encoding="utf-8"))
    settings = about["settings"]
    tables = train_learned.Tables.of(settings["ruleset"], settings["players"])
    params = load_file(run / "policy.safetensors")
    rates = train_learned.win_rates(params, tables, "learned", deals, SEED).values()
    shown = [
        {"ruleset": game.ruleset.id, "players": game.num_players(), **rate}
        for game, rate in zip(tables.games, rates, strict=True)
    ]
    settings.pop("out")
    return about | {"deals": deals, "tables": shown}


def table(tables: list[dict[str, Any]]) -> str:
    """Formats the table of the page."""
    lines = ["| ruleset | players | wins | 95 % interval | fair share |", "|---|---|---|---|---|"]
    lines += [
        f"| `{row['ruleset']}` | {row['players']} | {row['mean']:.1%} | "
        f"{row['low']:.1%} to {row['high']:.1%} | {1 / row['players']:.1%} |"
        for row in tables
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Plays, and writes figures and table."""
    parser = argparse.ArgumentParser(description="One network for all rulesets, or one a ruleset.")
    parser.add_argument("run", type=Path, help="folder of a run of several rulesets")
    parser.add_argument("--deals", type=int, default=4000, help="deals of each table")
    args = parser.parse_args()
    found = measure(args.run, args.deals)
    FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    marked.write(PAGE, MARKS, table(found["tables"]))


if __name__ == "__main__":
    main()
