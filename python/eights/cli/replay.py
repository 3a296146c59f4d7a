"""`eights replay`: a record, move by move."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import eights
from eights._display.frames import beginning
from eights.cli.board import Story, print_board, print_events
from eights.cli.command import examples, whole
from eights.cli.files import CliError, read_text, write_text
from eights.cli.terminal import marked, stdout

EPILOG = examples(
    "eights replay game.json",
    "eights replay game.json --seat 0 --step",
    "eights replay game.json --html",
)


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record, or - for stdin.", show_default=False)
    ],
    seat: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(0),
            help="Show only what this seat may know; without it, all is shown.",
            show_default=False,
        ),
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Show the table at every move; Enter goes on, q quits.")
    ] = False,
    html: Annotated[
        bool,
        typer.Option(
            "--html",
            help="Write a page to step through in a browser, beside FILE or to --out. "
            "With --seat it holds nothing that this seat may not know.",
        ),
    ] = False,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="PAGE", help="The page that --html writes; - is stdout.", show_default=False
        ),
    ] = None,
) -> None:
    """Replay a record: every move, and the table at the end."""
    if out is not None and not html:
        raise CliError("--out goes with --html")
    text = read_text(file, eights.MAX_RECORD_BYTES)
    end = eights.replay(text)  # refuses what is not a record, or does not replay
    game = end.game
    if seat is not None and seat >= game.num_players():
        raise CliError(f"there is no seat {seat}: there are 0 to {game.num_players() - 1}")
    if html:
        write_page(text, file, out, seat)
        return
    moves: list[str] = json.loads(text)["moves"]
    state = beginning(text)
    console = stdout()
    seen = f", as seat {seat} saw it" if seat is not None else ""
    about = f"{game.num_players()} players, {len(moves)} moves{seen}"
    console.print(marked("[bold]{}[/], {}", game.ruleset.title, about))
    story = Story(state, seat)
    print_events(console, story.news())
    for number, move in enumerate(moves, start=1):
        if step:
            print_board(console, state, seat)
            if not go_on(console, f"move {number} of {len(moves)}"):
                return
        state.apply_action(move)
        print_events(console, story.news())
    print_board(console, state, seat)
    winners = state.winners()
    if winners:
        console.print("Won by " + " and ".join(f"seat {winner}" for winner in winners) + ".")
    else:
        console.print("The game is not over.")


def write_page(record: str, file: str, out: str | None, seat: int | None) -> None:
    """Writes the page and says where it is."""
    if out is None:
        out = "-" if file == "-" else str(Path(file).with_suffix(".html"))
    if "-" not in (out, file) and os.path.realpath(out) == os.path.realpath(file):
        raise CliError("the page would be written over the record: give another place by --out")
    write_text(out, eights.replay_page(record, seat))
    if out != "-":
        stdout().print(f"written to {out}: open it in a browser", soft_wrap=True)


def go_on(console: Console, what: str) -> bool:
    """Waits for Enter where a person is there to press it."""
    if not sys.stdin.isatty():
        console.print(what, style="dim")
        return True
    try:
        return input(f"{what}, Enter: ").strip().casefold() not in ("q", "quit")
    except EOFError:
        console.print()
        return False
