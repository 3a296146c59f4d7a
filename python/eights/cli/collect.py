"""`eights collect`: games of bots as a table of decisions, or as a dataset of Minari."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

import eights
from eights.cli import complete
from eights.cli.command import examples, whole
from eights.cli.files import CliError, refuse_unwritable
from eights.cli.load import load_ruleset
from eights.cli.options import Overrides, Players, RulesetArg, Seed, Variant
from eights.cli.terminal import progress_bar, stderr, stdout

EPILOG = examples(
    "eights collect crazy_eights games.parquet",
    "eights collect uno games.parquet heuristic greedy -p 4 -e 10000",
    "eights collect uno eights/uno/heuristic-v0 --minari",
)


def to_file(path: str) -> Callable[..., int]:
    """A function that plays games, writes them into a file and returns the number of decisions.

    Raises:
        CliError: a package is missing, or the file cannot be written.
    """
    try:
        from eights.collect import collect as write
    except ImportError as missing:
        raise CliError(str(missing)) from missing
    refuse_unwritable(path)
    return lambda path, game, players, **options: write(game, players, path, **options)


def to_minari() -> Callable[..., int]:
    """A function that plays games, writes them as a dataset and returns the number of decisions.

    Raises:
        CliError: a package is missing.
    """
    try:
        from eights.minari import create
    except ImportError as missing:
        raise CliError(str(missing)) from missing
    return lambda *given, **options: int(create(*given, **options).total_steps)


def collect(
    ruleset: RulesetArg,
    path: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="The Parquet file to write; with --minari, the id of the dataset.",
            show_default=False,
        ),
    ],
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help=f"Bots of the seats, repeated in this order: {', '.join(complete.BOTS)}; "
            "without any, heuristic.",
            show_default=False,
            autocompletion=complete.bots,
        ),
    ] = None,
    players: Players = None,
    episodes: Annotated[
        int,
        typer.Option(
            "--episodes", "-e", metavar="N", parser=whole(1), help="Number of episodes to play."
        ),
    ] = 1000,
    seed: Seed = 0,
    minari: Annotated[
        bool,
        typer.Option(
            "--minari", help="Write a Minari dataset, with an episode for each seat of each game."
        ),
    ] = False,
    match: Annotated[
        bool, typer.Option("--match", help="Play matches, not single rounds.")
    ] = False,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Write every decision of games between bots into a Parquet file or a Minari dataset.

    Each decision is a row: what the seat knew, its legal actions, its action and its reward. The
    file holds the rules and the seeds: `eights.collect.replay` or `eights.minari.replay` plays the
    games again. Ctrl-C stops, and keeps the episodes played so far.
    """
    write = to_minari() if minari else to_file(path)
    rules = load_ruleset(ruleset, override, variant)
    game = eights.Game(rules, players=players, episode="match" if match else "round")
    seats = game.num_players()
    names = bots or ["heuristic"]
    if len(names) > seats:
        raise CliError(f"{len(names)} bots are too many for {seats} players")
    seated = [names[seat % len(names)] for seat in range(seats)]
    played = 0
    with progress_bar() as bar, eights.SoftStop() as stop:
        task = bar.add_task(f"{episodes:,} episodes", total=episodes)

        def progress(done: int) -> bool:
            nonlocal played
            played = done
            bar.update(task, completed=done)
            return not stop

        decisions = write(path, game, seated, episodes=episodes, seed=seed, progress=progress)
    told = f"{path}: {decisions:,} decisions of {played:,} episodes"
    stdout().print(told, soft_wrap=True)
    if played < episodes:
        what = "dataset" if minari else "file"
        left = f"stopped: the {what} holds the first {played:,} of {episodes:,} episodes"
        stderr().print(left, style="yellow", soft_wrap=True)
        raise typer.Exit(130)
