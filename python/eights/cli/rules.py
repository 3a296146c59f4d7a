"""`eights rulesets`, `eights show` and `eights validate`: rulesets, and their rules in English."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.syntax import Syntax
from rich.text import Text

import eights
from eights.cli.common import (
    Overrides,
    Players,
    RulesetArg,
    Variant,
    load_ruleset,
    new_table,
    read_text,
    stderr,
    stdout,
)

RULESETS_EPILOG = """
Examples:

    eights rulesets
    eights show kings_reverse
"""
SHOW_EPILOG = """
Examples:

    eights show kings_reverse
    eights show kings_reverse --players 3 --variant before-2015
    eights show crazy_eights -o deal.cards=7 --toml > my_eights.toml
"""
VALIDATE_EPILOG = """
Examples:

    eights validate my_eights.toml
    eights show crazy_eights --toml | eights validate -
"""
WIDTH = 100


def cards(ruleset: eights.Ruleset) -> str:
    """The size of the deck, by numbers of players where it depends on them."""
    least, most = ruleset.players
    sizes = [(n, eights.Game(ruleset, players=n).num_cards()) for n in range(least, most + 1)]
    groups = [
        (size, [n for n, _ in same]) for size, same in groupby(sizes, key=lambda pair: pair[1])
    ]
    if len(groups) == 1:
        return str(groups[0][0])
    return "\n".join(f"{size} ({between(ns[0], ns[-1])})" for size, ns in groups)


def between(least: int, most: int) -> str:
    """A range of players.

    >>> between(2, 5)
    '2-5'
    """
    return str(least) if least == most else f"{least}-{most}"


def rulesets() -> None:
    """List the built-in rulesets."""
    table = new_table()
    table.add_column("Id", style="cyan", no_wrap=True)
    for name in ("Players", "Cards", "Match"):
        table.add_column(name, no_wrap=True)
    table.add_column("Title\n[dim]source[/]")
    for name in eights.rulesets():
        ruleset = eights.Ruleset(name)
        table.add_row(
            name,
            between(*ruleset.players),
            cards(ruleset),
            "yes" if ruleset.has_match else "no",
            Text.assemble((ruleset.title, "bold"), "\n", (ruleset.source, "dim")),
        )
    stdout().print(table)


def print_rules(console: Console, ruleset: eights.Ruleset) -> None:
    """The rules in English: set for reading on a terminal, as Markdown elsewhere."""
    if console.is_terminal:
        console.print(Markdown(ruleset.describe()), width=min(console.width, WIDTH))
    else:
        typer.echo(ruleset.describe().rstrip())


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
        rules = rules.override({"players.min": players, "players.max": players})
    console = stdout()
    if not toml:
        print_rules(console, rules)
    elif console.is_terminal:
        text = rules.to_toml().rstrip()
        console.print(Syntax(text, "toml", background_color="default", word_wrap=True))
    else:
        typer.echo(rules.to_toml().rstrip())


def validate(
    file: Annotated[str, typer.Argument(help="A TOML file, or - for stdin.", show_default=False)],
) -> None:
    """Check a ruleset file: tells its fingerprint, or every problem.

    Each problem is a line: the key, what is wrong, and what was possible. The exit code is then 1.
    """
    try:
        ruleset = eights.Ruleset.from_toml(read_text(file))
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
