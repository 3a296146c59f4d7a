"""`eights rulesets`, `eights show` and `eights validate`: rulesets, and their rules in English."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

import eights
from eights.cli.command import examples
from eights.cli.files import read_text, refuse_unwritable, write_json
from eights.cli.load import folder_of, load_ruleset, without_warnings
from eights.cli.options import JsonFile, Overrides, Players, RulesetArg, Variant
from eights.cli.terminal import new_table, print_markdown, stderr, stdout

RULESETS_EPILOG = examples(
    "eights rulesets",
    "eights rulesets --json - > rulesets.json",
    "eights show kings_reverse",
)
SHOW_EPILOG = examples(
    "eights show kings_reverse",
    "eights show kings_reverse --players 3 --variant before-2015",
    "eights show crazy_eights -o deal.cards=7 --toml > my_eights.toml",
)
VALIDATE_EPILOG = examples(
    "eights validate my_eights.toml",
    "eights show crazy_eights --toml | eights validate -",
)
LIST_NOTE = "`eights show ID` tells the rules of a game, and where they are from."
WIDE = 200
"""Of a table that nobody looks at in a terminal."""


def cards(ruleset: eights.Ruleset) -> dict[int, int]:
    """The size of the deck for each number of players."""
    least, most = ruleset.players
    return {n: eights.Game(ruleset, players=n).num_cards() for n in range(least, most + 1)}


def between(least: int, most: int) -> str:
    """A range.

    >>> between(2, 5)
    '2-5'
    """
    return str(least) if least == most else f"{least}-{most}"


def rulesets(json: JsonFile = None) -> None:
    """List the built-in rulesets."""
    refuse_unwritable(json)
    listed = [eights.Ruleset(name) for name in eights.rulesets()]
    if json != "-":
        print_list(stdout(), listed)
    if json is not None:
        write_json(json, [entry(ruleset) for ruleset in listed])


def entry(ruleset: eights.Ruleset) -> dict[str, Any]:
    """A ruleset as JSON lists it."""
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "source": ruleset.source,
        "players": list(ruleset.players),
        "cards": cards(ruleset),
        "match": ruleset.has_match,
        "variants": ruleset.variants,
        "fingerprint": ruleset.fingerprint,
    }


def print_list(console: Console, listed: list[eights.Ruleset]) -> None:
    """A line for each ruleset; titles are cut where the terminal is narrow."""
    table = new_table()
    table.add_column("Id", style="cyan", no_wrap=True)
    table.add_column("Title")
    for name in ("Players", "Cards"):
        table.add_column(name, justify="right", no_wrap=True)
    for ruleset in listed:
        sizes = cards(ruleset).values()
        title = Text(ruleset.title, style="bold", no_wrap=True, overflow="ellipsis")
        table.add_row(ruleset.id, title, between(*ruleset.players), between(min(sizes), max(sizes)))
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = WIDE
    console.print(table)
    console.print(LIST_NOTE, style="dim")


def show(
    ruleset: RulesetArg,
    players: Players = None,
    toml: Annotated[bool, typer.Option("--toml", help="Show the TOML, with every key.")] = False,
    variant: Variant = None,
    override: Overrides = None,
) -> None:
    """Show the rules of a game in English, or as TOML.

    `--players` leaves out what is for other numbers of players.
    """
    rules = load_ruleset(ruleset, override, variant)
    if players is not None:
        eights.Game(rules, players=players)  # refuses a number that the ruleset is not for
        rules = rules.override({"players": players})
    console = stdout()
    if not toml:
        print_markdown(console, rules.describe())
    elif console.is_terminal:
        text = rules.to_toml().rstrip()
        console.print(Syntax(text, "toml", background_color="default", word_wrap=True))
    else:
        sys.stdout.write(rules.to_toml().rstrip() + "\n")


def validate(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A TOML file, or - for stdin.", show_default=False),
    ],
) -> None:
    """Check a ruleset file: print its fingerprint, or every problem.

    Each problem is a line: the key, what is wrong, what was possible, and the line of the file. The
    exit code is then 1. A setting that changes nothing, such as a special without cards, causes a
    warning. For a file with a base the merged tables are listed, with the keys that the base keeps.
    """
    try:
        text = read_text(file, eights.MAX_RULESET_BYTES)
        folder = folder_of(file)
        ruleset = without_warnings(lambda: eights.Ruleset.from_toml(text, folder))
        kept = eights.Ruleset.kept_from_base(text, folder)
    except eights.RulesetError as error:
        problems: list[Any] = getattr(error, "problems", [str(error)])
        for problem in problems:
            key, colon, what = str(problem).rstrip().partition(": ")
            line = Text.assemble((key + colon, "bold red"), what) if colon else Text(key)
            stderr().print(line, soft_wrap=True)
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        stderr().print(Text(f"error: {file}: {count}", style="red"), soft_wrap=True)
        raise typer.Exit(1) from error
    stdout().print(
        Text.assemble(
            ("ok", "bold green"),
            f"  {ruleset.id}  ({ruleset.title})  fingerprint {ruleset.fingerprint}",
        ),
        soft_wrap=True,
    )
    for stays in kept:
        stdout().print(Text(stays, style="dim"), soft_wrap=True)
