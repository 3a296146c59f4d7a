"""Measures everything in one run, and writes docs/performance.json, its page and its pictures.

Run it on an idle machine: `make performance`. No measurement is repeated to choose the better run.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rich.console
from rich.progress import Progress

import eights
import page
from contestants import CONTESTANTS
from details import Details
from eights.cli.measure import BatchCase, Feature, cores, in_turn, machine, results
from peers import compare
from sweep import sweep

DTYPE: Feature = "float32"
PLAYERS = 4

Report = Callable[[str], object]


@dataclass(frozen=True)
class Settings:
    """Lengths and numbers of the measurements."""

    num_envs: int = 1024
    seconds: float = 0.1
    runs: int = 5
    pairs: int = 10
    seed: int = 0

    def threads(self) -> list[int]:
        """Returns the numbers of threads to compare."""
        return sorted({1, cores()})


def games(names: list[str]) -> list[eights.Game]:
    """Returns the games of these rulesets for four players, or the nearest allowed number."""
    rulesets = [eights.Ruleset(name) for name in names]
    return [
        eights.Game(ruleset, players=min(max(PLAYERS, ruleset.players[0]), ruleset.players[1]))
        for ruleset in rulesets
    ]


def rates(settings: Settings, game: eights.Game) -> list[dict[str, Any]]:
    """Measures decisions per second of a game, with each number of threads in turn."""
    cases = [
        BatchCase(game, settings.num_envs, count, DTYPE, settings.seed)
        for count in settings.threads()
    ]
    in_turn(cases, settings.seconds, settings.runs, lambda: None)
    return results(cases)


def details(settings: Settings, game: eights.Game) -> dict[str, Any]:
    """Measures the parts of a game's time."""
    case = Details(game, settings.num_envs, DTYPE, settings.seed)
    case.run(settings.seconds, settings.runs, lambda: None)
    return case.to_dict()


def measure(settings: Settings, names: list[str], report: Report) -> dict[str, Any]:
    """Measures everything on the page as JSON data; calls `report` with each step."""
    measured = games(names)
    all_rates: list[dict[str, Any]] = []
    all_details: list[dict[str, Any]] = []
    for game in measured:
        report(game.ruleset.id)
        all_rates += rates(settings, game)
    for game in measured:
        report(f"details of {game.ruleset.id}")
        all_details.append(details(settings, game))
    points = sweep(
        *(settings.num_envs, settings.threads(), DTYPE, settings.seed),
        *(settings.seconds, settings.runs, lambda axis: report(f"sweep of {axis}")),
    )
    report("other packages")
    return {
        "machine": machine(),
        "settings": {
            "num_envs": settings.num_envs,
            "dtype": DTYPE,
            "seconds": settings.seconds,
            "runs": settings.runs,
            "seed": settings.seed,
        },
        "unit": "decisions per second; nanoseconds in details",
        "results": all_rates,
        "details": all_details,
        "sweep": points,
        "peers": compare(
            *(CONTESTANTS, settings.num_envs, settings.seconds, settings.pairs, settings.seed)
        ).to_dict(),
    }


def main() -> None:
    """Measures, and writes figures, page and pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=Settings.seconds, help="of a run")
    parser.add_argument("--runs", type=int, default=Settings.runs, help="of each measurement")
    parser.add_argument("--pairs", type=int, default=Settings.pairs, help="with each peer")
    parser.add_argument("--seed", type=int, default=Settings.seed, help="of deals and choices")
    parser.add_argument("--out", type=Path, default=page.DOCS, help="folder of what is written")
    arguments = parser.parse_args()
    if arguments.pairs < 2:
        parser.error("--pairs must be 2 or more, for an interval")
    settings = Settings(
        seconds=arguments.seconds,
        runs=arguments.runs,
        pairs=arguments.pairs,
        seed=arguments.seed,
    )
    console = rich.console.Console(stderr=True)
    with Progress(console=console) as bar:
        task = bar.add_task("", total=None)
        report = measure(
            settings, eights.rulesets(), lambda what: bar.update(task, description=what)
        )
    for skipped in report["peers"]["skipped"]:
        console.print(f"skipped {skipped['name']}: {skipped['why']}", soft_wrap=True, markup=False)
    page.write(page.condense(report), arguments.out)


if __name__ == "__main__":
    main()
