"""What the commands share: consoles, options, rulesets, overrides, JSON out."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from eights import Ruleset, rulesets

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = [
    "CliError",
    "Overrides",
    "Players",
    "RulesetArg",
    "Seed",
    "Variant",
    "load_ruleset",
    "new_table",
    "parse_override",
    "progress_bar",
    "read_text",
    "stderr",
    "stdout",
    "write_json",
    "write_text",
]

BARE_WORDS = re.compile(r"[^\s\"'\[{#=][^\"'\[\]{}#=]*")
PLAIN = (bool, int, float, str)

RulesetArg = Annotated[
    str,
    typer.Argument(
        metavar="RULESET", help="Id of a built-in ruleset, or a TOML file.", show_default=False
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players", "-p", metavar="N", min=2, max=10, help="Number of players.", show_default=False
    ),
]
Overrides = Annotated[
    list[str] | None,
    typer.Option(
        "--override",
        "-o",
        metavar="KEY=VALUE",
        help="Change a key of the ruleset, such as `-o deal.cards=7`; may be repeated. "
        "VALUE is TOML; a bare word is a text.",
        show_default=False,
    ),
]
Variant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="NAME",
        help="Play a variant that the ruleset offers.",
        show_default=False,
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", "-s", metavar="N", help="Seed of all deals, 0 to 2**64 - 1.")
]


class CliError(Exception):
    """The input is refused; the message is one for the user."""


def stdout() -> Console:
    """The console that results go to."""
    return Console(highlight=False)


def stderr() -> Console:
    """The console that errors and progress go to."""
    return Console(stderr=True, highlight=False)


def new_table(**options: Any) -> Table:
    """An empty table in the one style that all commands have."""
    padding = (0, 1, 0, 0)
    return Table(
        box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=padding, **options
    )


def progress_bar() -> Progress:
    """A progress bar on stderr that leaves nothing behind; silent where stderr is no terminal."""
    console = stderr()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def read_text(path: str) -> str:
    """The text of a file; `-` is stdin.

    Raises:
        CliError: it cannot be read.
    """
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise CliError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise CliError(f"cannot read {path}: it is not text in UTF-8") from error


def write_text(path: str, text: str) -> None:
    """Writes a file; `-` is stdout.

    Raises:
        CliError: it cannot be written.
    """
    if path == "-":
        sys.stdout.write(text)
        return
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CliError(f"cannot write {path}: {error.strerror or error}") from error


def write_json(path: str, data: Any) -> None:
    """Writes data as JSON; `-` is stdout.

    Raises:
        CliError: the file cannot be written.
    """
    write_text(path, json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def is_plain(value: object) -> bool:
    """Whether TOML and JSON agree on a value: no dates."""
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    return isinstance(value, PLAIN)


def parse_override(text: str) -> tuple[str, Any]:
    """Reads KEY=VALUE.

    >>> parse_override("deal.cards=7")
    ('deal.cards', 7)
    >>> parse_override("stock.empty = turn-over")
    ('stock.empty', 'turn-over')

    Raises:
        CliError: there is no key or no value, or the value is not TOML.
    """
    key, _, value = (part.strip() for part in text.partition("="))
    if not key or not value:
        raise CliError(f"-o {text!r} is not KEY=VALUE, such as -o deal.cards=7")
    try:
        table = tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError as error:
        if BARE_WORDS.fullmatch(value):
            return key, value
        raise CliError(f"-o {text!r}: the value is not TOML: {error}") from error
    if set(table) != {"value"} or not is_plain(table):
        raise CliError(f"-o {text!r}: the value must be one number, text, boolean, list or table")
    return key, table["value"]


def load_ruleset(
    name: str, overrides: list[str] | None = None, variant: str | None = None
) -> Ruleset:
    """The ruleset of a built-in id or of a file, with its changes.

    Raises:
        CliError: the file, the variant or an override cannot be read.
        eights.Error: the ruleset, or what the overrides make of it, is not valid.
    """
    is_file = name not in rulesets() and (Path(name).suffix == ".toml" or Path(name).exists())
    ruleset = Ruleset.from_toml(read_text(name)) if is_file else Ruleset(name)
    if variant is not None:
        variants: dict[str, Any] = ruleset.to_dict().get("variants", {})
        if variant not in variants:
            known = ", ".join(variants) or "none"
            raise CliError(f"{ruleset.id} has no variant {variant!r}: there are {known}")
        ruleset = ruleset.override(variants[variant])
    if overrides:
        ruleset = ruleset.override(dict(map(parse_override, overrides)))
    return ruleset
