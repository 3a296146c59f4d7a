"""`eights bench`: decisions per second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, cast

import typer
from rich.text import Text

import eights
from eights.cli import complete
from eights.cli.command import examples, seconds, whole
from eights.cli.files import CliError, refuse_unwritable, write_json
from eights.cli.load import load_ruleset
from eights.cli.measure import BatchCase, Feature, Spread, cores, in_turn, machine, results, rounds
from eights.cli.options import JsonFile, Overrides, Players, Seed, Variant
from eights.cli.terminal import marked, new_table, progress_bar, stderr, stdout

EPILOG = examples(
    "eights bench",
    "eights bench crazy_eights_special --players 4 --threads 1,2 --seconds 2",
    "eights bench crazy_eights_special --json bench.json",
)
PLAYERS = 4
NOTE = """\
Millions of decisions per second from Python: median of {runs} runs of {seconds:g} s (min - max). \
Actions are legal and random; observations and masks are written. `step + sample` chooses \
the actions too."""


def parse_threads(text: str) -> list[int]:
    """Reads numbers of threads.

    >>> parse_threads("1,2")
    [1, 2]

    Raises:
        CliError: it is not a list of whole numbers from 1 to 1024.
    """
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or not all(1 <= number <= 1024 for number in numbers):
        raise CliError(f"--threads {text!r} is not a list of numbers from 1 to 1024, such as 1,2")
    return numbers


def millions(spread: Spread) -> Text:
    """The median and the extremes, in millions, with three digits."""
    median, low, high = (f"{rate / 1e6:#.3g}" for rate in (spread.median, spread.low, spread.high))
    return marked("[bold]{}[/] [dim]({}-{})[/]", median, low, high)


def print_table(cases: list[BatchCase], settings: dict[str, Any]) -> None:
    """Prints a row for every ruleset and number of threads."""
    console, host = stdout(), machine()
    versions = f"eights {eights.__version__}, Python {host['python']}, NumPy {host['numpy']}"
    console.print(f"{host['cpu']}, {host['cores']} cores; {versions}", style="dim")
    about = "{num_envs:,} envs, {dtype} observations, seed {seed}"
    console.print(about.format(**settings), style="dim")
    table = new_table()
    table.add_column("Ruleset", style="cyan", no_wrap=True)
    for name in ("Players", "Threads", "step", "step + sample"):
        table.add_column(name, justify="right", no_wrap=True)
    last = None
    for case in cases:
        name = case.game.ruleset.id
        table.add_row(
            name if name != last else "",
            str(case.game.num_players()),
            str(case.threads),
            millions(Spread(tuple(case.steps))),
            millions(Spread(tuple(case.totals))),
        )
        last = name
    console.print(table)
    console.print(NOTE.format(**settings), style="dim")


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
        typer.Option("--envs", "-n", metavar="N", parser=whole(1), help="Size of the batch."),
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
        float,
        typer.Option(metavar="S", parser=seconds(0.001, 3600), help="Length of a run, in seconds."),
    ] = 1.0,
    runs: Annotated[
        int, typer.Option(metavar="N", parser=whole(1), help="Runs of each measurement.")
    ] = 5,
    seed: Seed = 0,
    json: JsonFile = None,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Measure how many decisions per second a batch makes.

    Timings on a shared machine are noisy: look at the extremes, and compare only cases that were
    measured in turns. Ctrl-C stops, and prints the measurements so far.
    """
    refuse_unwritable(json)
    counts = parse_threads(threads) if threads else sorted({1, cores()})
    kind = cast(Feature, dtype)  # `Batch` refuses another word
    games = make_games(rulesets or eights.rulesets(), players, override, variant)
    blocks = measured(
        games, lambda game: [BatchCase(game, envs, of, kind, seed) for of in counts], seconds, runs
    )
    done = [rounds(block) for block in blocks]
    settings = {"num_envs": envs, "dtype": dtype, "seconds": seconds, "runs": runs, "seed": seed}
    if json != "-" and blocks:
        print_table([case for block in blocks for case in block], settings)
    if json is not None:
        report = {
            "machine": machine(),
            "settings": settings,
            "unit": "decisions per second",
            "results": [result for block in blocks for result in results(block)],
        }
        write_json(json, report)
    if len(blocks) < len(games) or done[-1] < runs:
        told = f"stopped: {len(blocks)} of {len(games)} rulesets are measured"
        if blocks and done[-1] < runs:
            told += f", the last one by {done[-1]} of {runs} runs"
        stderr().print(told, style="yellow", soft_wrap=True)
        raise typer.Exit(130)


def measured(
    games: list[eights.Game],
    cases: Callable[[eights.Game], list[BatchCase]],
    seconds: float,
    runs: int,
) -> list[list[BatchCase]]:
    """Measures each case at least once; Ctrl-C leaves the rest out."""
    blocks: list[list[BatchCase]] = []
    with progress_bar() as bar:
        task = bar.add_task("", total=len(games) * runs)
        try:
            for game in games:
                bar.update(task, description=game.ruleset.id)
                blocks.append(cases(game))
                for _ in range(runs):
                    in_turn(blocks[-1], seconds, 1, lambda: None)
                    bar.advance(task)
        except KeyboardInterrupt:
            if blocks and not rounds(blocks[-1]):
                blocks.pop()
    return blocks
