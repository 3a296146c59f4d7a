"""`eights bench`: decisions per second."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

import typer
from rich.console import Console
from rich.markup import escape

import eights
from eights.cli.common import (
    CliError,
    Overrides,
    Players,
    Seed,
    Variant,
    load_ruleset,
    new_table,
    progress_bar,
    stderr,
    stdout,
    write_json,
)
from eights.cli.measure import BatchCase, Spread, cores, machine
from eights.cli.peers import Comparison, compare, is_installed

EPILOG = """
Examples:

    eights bench
    eights bench crazy_eights_special --players 4 --threads 1,2 --seconds 2
    eights bench crazy_eights_special --peers --json bench.json
"""
PLAYERS = 4
NO_PEERS = "OpenSpiel is not installed, so there is nothing to compare with: pip install open_spiel"
NOTE = """\
Millions of decisions per second from Python: median of {runs} runs of {seconds:g} s (min - max). \
Actions are legal and random; observations and masks are written. `step + sample` chooses \
the actions too, on one thread."""
PEERS_NOTE = """\
OpenSpiel plays crazy_eights with {parameters} \
through Python; crazy_eights_openspiel has the same rules. \
One thread each, measured in turn, deals included. \
All choose their actions (`step + sample`); ratios are taken run by run: median, min - max."""


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


def millions(spread: Spread) -> str:
    """The median and the extremes, in millions, with three digits."""
    median, low, high = (f"{rate / 1e6:#.3g}" for rate in (spread.median, spread.low, spread.high))
    return f"[bold]{median}[/] [dim]({low}-{high})[/]"


def print_cases(console: Console, cases: list[BatchCase], note: str) -> None:
    """A row for every ruleset and number of threads."""
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
    console.print(note, style="dim")


def print_comparison(console: Console, comparison: Comparison) -> None:
    """What each plays in a second, and how many times faster the batches are."""
    table = new_table()
    table.add_column("")
    table.add_column("Decisions/s", justify="right", no_wrap=True)
    for peer in comparison.peers:
        first, _, rest = peer.name.partition(" ")
        table.add_column(f"Ratio to\n{first}\n{rest}", justify="right", no_wrap=True)
    for batch in comparison.batches:
        table.add_row(
            f"[cyan]{batch.game.ruleset.id}[/]\n[dim]eights.Batch[/]",
            two_lines(Spread(tuple(batch.totals)), ",.0f"),
            *(two_lines(comparison.ratio(batch, peer), ".1f") for peer in comparison.peers),
        )
    for peer in comparison.peers:
        table.add_row(
            f"[cyan]{peer.name}[/]\n[dim]OpenSpiel {comparison.version}[/]",
            two_lines(Spread(tuple(peer.rates)), ",.0f"),
        )
    console.print(table)
    parameters = escape(str(comparison.parameters))
    console.print(PEERS_NOTE.format(parameters=parameters), style="dim")


def two_lines(spread: Spread, form: str) -> str:
    """The median, and below it the extremes."""
    low, high = format(spread.low, form), format(spread.high, form)
    return f"[bold]{format(spread.median, form)}[/]\n[dim]{low} - {high}[/]"


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
            help="Ids of built-in rulesets, or TOML files.",
            show_default="all built-in ones",
        ),
    ] = None,
    players: Players = None,
    envs: Annotated[
        int, typer.Option("--envs", "-n", metavar="N", min=1, help="Rows of the batch.")
    ] = 1024,
    threads: Annotated[
        str | None,
        typer.Option(
            "--threads",
            "-t",
            metavar="N,N",
            help="Numbers of threads.",
            show_default="1 and all cores",
        ),
    ] = None,
    dtype: Annotated[
        str, typer.Option(metavar="TYPE", help="Observations: float32 or uint8.")
    ] = "float32",
    seconds: Annotated[float, typer.Option(metavar="S", min=0.001, help="Length of a run.")] = 1.0,
    runs: Annotated[int, typer.Option(metavar="N", min=1, help="Runs of each measurement.")] = 5,
    seed: Seed = 0,
    json: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write all as JSON; - is stdout.", show_default=False),
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with OpenSpiel in the same run.")
    ] = False,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Measure how many decisions per second a batch makes.

    Timings on a shared machine are noisy: see the extremes, and compare what was measured in turn.
    """
    counts = parse_threads(threads) if threads else sorted({1, cores()})
    kind = cast(Literal["float32", "uint8"], dtype)  # `Batch` refuses another word
    games = make_games(rulesets or eights.rulesets(), players, override, variant)
    if peers and not is_installed():
        stderr().print(NO_PEERS, style="yellow", soft_wrap=True)
        peers = False
    cases: list[BatchCase] = []
    with progress_bar() as bar:
        task = bar.add_task("warming up", total=len(games) * len(counts) * runs)
        for game in games:
            bar.update(task, description=game.ruleset.id)
            block = [BatchCase(game, envs, count, kind, seed) for count in counts]
            for _ in range(runs):
                for case in block:
                    case.run(seconds)
                    bar.advance(task)
            cases += block
        comparison = None
        if peers:
            task = bar.add_task("against OpenSpiel", total=4 * runs)
            comparison = compare(envs, seconds, runs, seed, lambda: bar.advance(task))
    report: dict[str, Any] = {
        "machine": machine(),
        "settings": {
            "num_envs": envs,
            "dtype": dtype,
            "seconds": seconds,
            "runs": runs,
            "seed": seed,
        },
        "unit": "decisions per second",
        "results": [case.to_dict() for case in cases],
        "peers": comparison and comparison.to_dict(),
    }
    if json != "-":
        console = stdout()
        host = report["machine"]
        versions = f"eights {eights.__version__}, Python {host['python']}, NumPy {host['numpy']}"
        console.print(f"{host['cpu']}, {host['cores']} cores; {versions}", style="dim")
        console.print(f"{envs:,} rows, {dtype} observations, seed {seed}", style="dim")
        print_cases(console, cases, NOTE.format(runs=runs, seconds=seconds))
        if comparison:
            print_comparison(console, comparison)
    if json is not None:
        write_json(json, report)
