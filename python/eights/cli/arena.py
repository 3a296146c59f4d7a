"""`eights arena`: bots against bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias, cast

import typer
from rich.console import Console

import eights
from eights.cli import complete
from eights.cli.command import examples, whole
from eights.cli.files import CliError, refuse_unwritable, write_json
from eights.cli.load import load_ruleset
from eights.cli.options import JsonFile, Overrides, Players, RulesetArg, Seed, Variant
from eights.cli.terminal import judged, legend, new_table, progress_bar, stdout

EPILOG = examples(
    "eights arena crazy_eights_special",
    "eights arena kings_reverse heuristic random --players 4 --deals 5000",
    "eights arena crazy_eights --reward points --json - > report.json",
    "eights arena uno --deals 1000000 --address auto",
)
NOTE = """\
Each bot sits on every seat in turn, the other on all the rest, on the same deals. {legend} \
Intervals are clustered by deal: a bootstrap."""


Progress: TypeAlias = Callable[[int], object]


def total_games(players: int, entrants: int, deals: int) -> int:
    """How many games are played: a deal once a seat; two players play each pair only once."""
    pairs = entrants * (entrants - 1)
    return (pairs // 2 if players == 2 else pairs) * deals * players


def print_report(console: Console, report: dict[str, Any], title: str) -> None:
    """The report as a table: a row for every entrant against a field of every other one."""
    table = new_table(title_justify="left", title_style="bold")
    table.title = (
        f"{title}, {report['players']} players, by {report['episode']}, seed {report['seed']}"
    )
    table.add_column("Bot", style="cyan", no_wrap=True)
    table.add_column("Against")
    for name in ("Win\nrate", "95 % interval", "Games", "Deals", "Mean\nreturn", "Cut\nshort"):
        table.add_column(name, justify="right")
    last = None
    for pairing in report["pairings"]:
        if last not in (None, pairing["entrant"]):
            table.add_section()
        rate, fair = pairing["win_rate"], pairing["fair_share"]
        table.add_row(
            pairing["entrant"] if pairing["entrant"] != last else "",
            pairing["field"],
            judged(rate["mean"], rate["low"], rate["high"], fair),
            f"{rate['low']:.1%} - {rate['high']:.1%}",
            f"{pairing['games']:,}",
            f"{pairing['deals']:,}",
            f"{pairing['mean_return']['mean']:+.3f}",
            f"{pairing['truncated']:,}",
        )
        last = pairing["entrant"]
    console.print(table)
    fair = report["pairings"][0]["fair_share"]
    console.print(NOTE.format(legend=legend(fair)), style="dim")


def on_ray(
    game: eights.Game,
    entrants: list[str],
    deals: int,
    seed: int,
    address: str | None,
    progress: Progress,
) -> dict[str, Any]:
    """The report of an arena that Ray plays.

    Raises:
        CliError: Ray is not installed, cannot be reached, or does not get it done.
    """
    try:
        from eights.ray import arena as play
    except ImportError as missing:
        raise CliError(str(missing)) from missing
    from ray.exceptions import RayError

    try:
        return play(game, entrants, deals, seed, progress, address)
    except (ConnectionError, RayError) as why:
        raise CliError(f"Ray: {str(why).strip().splitlines()[0]}") from why


def arena(
    ruleset: RulesetArg,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help=f"Who plays: {', '.join(eights.bots())}; without any, all of them.",
            show_default=False,
            autocompletion=complete.bots,
        ),
    ] = None,
    players: Players = None,
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            "-d",
            metavar="N",
            parser=whole(1),
            help="Deals of each pairing; each is played once a seat.",
        ),
    ] = 1000,
    seed: Seed = 0,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            "-t",
            metavar="N",
            parser=whole(0, 1024),
            help="Threads, up to 1024; 0: one for each core.",
        ),
    ] = 0,
    ray: Annotated[
        bool,
        typer.Option(
            "--ray",
            help="Play on Ray: on the cluster of the variable RAY_ADDRESS or one that runs on this "
            "machine; else one is started here.",
        ),
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on the Ray cluster at this address; auto: the one of this machine.",
            show_default=False,
        ),
    ] = None,
    match: Annotated[
        bool, typer.Option("--match", help="Play matches, not single rounds.")
    ] = False,
    reward: Annotated[
        str,
        typer.Option(
            metavar="WORD",
            help="What returns are: win or points.",
            autocompletion=complete.words("win", "points"),
        ),
    ] = "win",
    json: JsonFile = None,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Set bots against each other, with 95 % intervals.

    The report is the same whatever the number of threads, and the same on Ray. Ctrl-C stops.
    """
    refuse_unwritable(json)
    ray = ray or address is not None
    if ray and threads:
        raise CliError(f"--threads {threads} is of one machine: Ray plays on all of its cores")
    rules = load_ruleset(ruleset, override, variant)
    kind = cast(Literal["win", "points"], reward)  # `Game` refuses another word
    game = eights.Game(rules, players=players, episode="match" if match else "round", reward=kind)
    entrants = bots or eights.bots()
    with progress_bar() as bar:
        total = total_games(game.num_players(), len(entrants), deals)
        task = bar.add_task(f"{total:,} games", total=total)

        def progress(done: int) -> None:
            bar.update(task, completed=done)

        if ray:
            report = on_ray(game, entrants, deals, seed, address, progress)
        else:
            report = eights.arena(
                game, entrants, deals=deals, seed=seed, threads=threads, progress=progress
            )
    if json != "-":
        print_report(stdout(), report, rules.title)
    if json is not None:
        write_json(json, report)
