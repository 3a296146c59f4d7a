"""`eights bench`: decisions per second."""

from __future__ import annotations

from typing import Annotated, Any, cast

import typer
from rich.progress import Progress

import eights
from eights.cli import complete
from eights.cli.bench_tables import print_cases, print_comparison, print_details, print_sweep
from eights.cli.command import examples, whole
from eights.cli.common import (
    CliError,
    JsonFile,
    Overrides,
    Players,
    Seed,
    Variant,
    load_ruleset,
    progress_bar,
    refuse_unwritable,
    stderr,
    stdout,
    write_json,
)
from eights.cli.details import Details
from eights.cli.measure import BatchCase, Feature, cores, in_turn, machine, ratios
from eights.cli.peers import Comparison, compare
from eights.cli.sweep import sweep as measure_sweep

EPILOG = examples(
    "eights bench",
    "eights bench crazy_eights_special --players 4 --threads 1,2 --seconds 2",
    "eights bench crazy_eights_special --details",
    "eights bench crazy_eights_special --peers --sweep --json bench.json",
)
PLAYERS = 4


def parse_threads(text: str) -> list[int]:
    """Reads numbers of threads.

    >>> parse_threads("1,2")
    [1, 2]

    Raises:
        CliError: it is no list of whole numbers from 1 to 1024.
    """
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or not all(1 <= number <= 1024 for number in numbers):
        raise CliError(f"--threads {text!r} is not a list of numbers from 1 to 1024, such as 1,2")
    return numbers


def length(text: Any) -> float:
    """Reads the length of a run in seconds, for the parameter `parser` of an option.

    >>> length("0.5")
    0.5
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= 3600:
        raise typer.BadParameter(f"{str(text)[:40]} is not a number of seconds from 0.001 to 3600.")
    return seconds


class Bench:
    """What is measured, and with which settings.

    Args:
        envs: rows of a batch.
        threads: numbers of threads.
        dtype: type of the observations.
        seconds: length of a run.
        runs: runs of each measurement.
        seed: of all deals and choices.
    """

    def __init__(
        self, envs: int, threads: list[int], dtype: Feature, seconds: float, runs: int, seed: int
    ) -> None:
        """Measures nothing yet."""
        self.envs, self.threads, self.dtype = envs, threads, dtype
        self.seconds, self.runs, self.seed = seconds, runs, seed
        self.cases: list[list[BatchCase]] = []
        self.details: list[Details] = []
        self.points: list[dict[str, Any]] = []
        self.comparison: Comparison | None = None

    def measure_cases(self, bar: Progress, games: list[eights.Game]) -> None:
        """Every game with every number of threads, these in turn."""
        task = bar.add_task("", total=len(games) * len(self.threads) * self.runs)
        for game in games:
            bar.update(task, description=game.ruleset.id)
            block = [
                BatchCase(game, self.envs, count, self.dtype, self.seed) for count in self.threads
            ]
            in_turn(block, self.seconds, self.runs, lambda: bar.advance(task))
            self.cases.append(block)

    def measure_details(self, bar: Progress, games: list[eights.Game]) -> None:
        """Bots, resets, single games and shares of every game."""
        task = bar.add_task("", total=len(games) * self.runs)
        for game in games:
            bar.update(task, description=f"details of {game.ruleset.id}")
            details = Details(game, self.envs, self.dtype, self.seed)
            details.run(self.seconds, self.runs, lambda: bar.advance(task))
            self.details.append(details)

    def measure_sweep(self, bar: Progress) -> None:
        """How cost grows."""
        task = bar.add_task("sweep", total=None)
        self.points = measure_sweep(
            *(self.envs, self.threads, self.dtype, self.seed, self.seconds, self.runs),
            lambda axis: bar.update(task, description=f"sweep of {axis}"),
        )
        bar.remove_task(task)

    def measure_peers(self, bar: Progress) -> None:
        """Other packages; tells which are not installed."""
        task = bar.add_task("peers", total=None)
        self.comparison = compare(
            *(self.envs, self.seconds, self.runs, self.seed),
            lambda done, total: bar.update(task, completed=done, total=total),
        )
        for name, why in self.comparison.skipped:
            stderr().print(f"skipped {name}: {why}", style="yellow", soft_wrap=True, markup=False)

    def settings(self) -> dict[str, Any]:
        """As JSON has them."""
        return {
            "num_envs": self.envs,
            "dtype": self.dtype,
            "seconds": self.seconds,
            "runs": self.runs,
            "seed": self.seed,
        }

    def results(self) -> list[dict[str, Any]]:
        """Decisions per second, and how many times faster than with the first number of threads."""
        results = []
        for block in self.cases:
            for case in block:
                result = case.to_dict()
                if case is not block[0]:
                    result["speed_up"] = ratios(case.steps, block[0].steps).to_dict()
                results.append(result)
        return results

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "machine": machine(),
            "settings": self.settings(),
            "unit": "decisions per second; nanoseconds in details",
            "results": self.results(),
            "details": [details.to_dict() for details in self.details],
            "sweep": self.points,
            "peers": self.comparison and self.comparison.to_dict(),
        }

    def print(self) -> None:
        """Prints the tables of what was measured."""
        console, host = stdout(), machine()
        versions = f"eights {eights.__version__}, Python {host['python']}, NumPy {host['numpy']}"
        console.print(f"{host['cpu']}, {host['cores']} cores; {versions}", style="dim")
        console.print(
            f"{self.envs:,} rows, {self.dtype} observations, seed {self.seed}", style="dim"
        )
        print_cases(console, [case for block in self.cases for case in block], self.settings())
        if self.details:
            print_details(console, self.details)
        if self.points:
            print_sweep(console, self.points, self.envs)
        if self.comparison and self.comparison.peers:
            print_comparison(console, self.comparison)


def make_games(
    names: list[str], players: int | None, overrides: list[str] | None, variant: str | None
) -> list[eights.Game]:
    """The games to measure; four players unless told, or as near as the ruleset allows."""
    games = []
    for name in names:
        ruleset = load_ruleset(name, overrides, variant)
        least, most = ruleset.players
        games.append(eights.Game(ruleset, players=players or min(max(PLAYERS, least), most)))
    return games


def bench(
    rulesets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULESET",
            help="Ids of built-in rulesets, or TOML files; without any, all built-in ones.",
            show_default=False,
            autocompletion=complete.ruleset_ids,
        ),
    ] = None,
    players: Players = None,
    envs: Annotated[
        int,
        typer.Option("--envs", "-n", metavar="N", parser=whole(1), help="Rows of the batch."),
    ] = 1024,
    threads: Annotated[
        str | None,
        typer.Option(
            "--threads",
            "-t",
            metavar="N,N",
            help="Numbers of threads, such as 1,2; without it, 1 and one for each core.",
            show_default=False,
        ),
    ] = None,
    dtype: Annotated[
        str,
        typer.Option(
            metavar="TYPE",
            help="Observations: float32 or uint8.",
            autocompletion=complete.words("float32", "uint8"),
        ),
    ] = "float32",
    seconds: Annotated[
        float, typer.Option(metavar="S", parser=length, help="Length of a run, in seconds.")
    ] = 1.0,
    runs: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="Runs of each measurement.")
    ] = 5,
    seed: Seed = 0,
    json: JsonFile = None,
    peers: Annotated[
        bool,
        typer.Option(
            "--peers", help="Compare with OpenSpiel, RLCard, PettingZoo and Pgx in the same run."
        ),
    ] = False,
    details: Annotated[
        bool,
        typer.Option(
            "--details", help="Bots, resets, single games, and where the time of a step goes."
        ),
    ] = False,
    sweep: Annotated[
        bool,
        typer.Option(
            "--sweep", help="How cost grows with players, packs, rows, threads and observation."
        ),
    ] = False,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Measure how many decisions per second a batch makes.

    Timings on a shared machine are noisy: see the extremes, and compare what was measured in turn.
    """
    refuse_unwritable(json)
    counts = parse_threads(threads) if threads else sorted({1, cores()})
    kind = cast(Feature, dtype)  # `Batch` refuses another word
    games = make_games(rulesets or eights.rulesets(), players, override, variant)
    measurement = Bench(envs, counts, kind, seconds, runs, seed)
    with progress_bar() as bar:
        measurement.measure_cases(bar, games)
        if details:
            measurement.measure_details(bar, games)
        if sweep:
            measurement.measure_sweep(bar)
        if peers:
            measurement.measure_peers(bar)
    if json != "-":
        measurement.print()
    if json is not None:
        write_json(json, measurement.to_dict())
