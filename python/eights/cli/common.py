"""What the commands share: consoles, options, rulesets, overrides, JSON out."""

from __future__ import annotations

import difflib
import json
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from eights import Ruleset, rulesets
from eights.cli import complete
from eights.cli.command import LARGEST_SEED, whole

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = [
    "CliError",
    "JsonFile",
    "Overrides",
    "Players",
    "RulesetArg",
    "Seed",
    "Variant",
    "is_plain_terminal",
    "judged",
    "legend",
    "load_ruleset",
    "new_table",
    "parse_override",
    "progress_bar",
    "read_text",
    "refuse_unwritable",
    "stderr",
    "stdout",
    "without_warnings",
    "write_json",
    "write_text",
]

PAUSE = 5.0
"""Seconds between two lines of progress."""

BARE_WORDS = re.compile(r"[^\s\"'\[{#=][^\"'\[\]{}#=]*")
PLAIN = (bool, int, float, str)

RulesetArg = Annotated[
    str,
    typer.Argument(
        metavar="RULESET",
        help="Id of a built-in ruleset, or a TOML file.",
        show_default=False,
        autocompletion=complete.ruleset_ids,
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        "-p",
        metavar="N",
        parser=whole(2, 10),
        help="Number of players, 2 to 10; without it, the fewest of the ruleset.",
        show_default=False,
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
        autocompletion=complete.variants,
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed",
        "-s",
        metavar="N",
        parser=whole(0, LARGEST_SEED),
        help="Seed of all deals, 0 to 2**64 - 1.",
    ),
]
JsonFile = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write JSON; - is stdout.", show_default=False),
]


class CliError(Exception):
    """The input is refused; the message is one for the user."""


def is_plain_terminal() -> bool:
    """Whether a terminal is to get text and nothing else: it is dumb, or NO_COLOR is set."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") in ("dumb", "unknown")


def stdout() -> Console:
    """The console that results go to."""
    return Console(highlight=False, color_system=None if is_plain_terminal() else "auto")


def stderr() -> Console:
    """The console that errors and progress go to."""
    system: Literal["auto"] | None = None if is_plain_terminal() else "auto"
    return Console(stderr=True, highlight=False, color_system=system)


def new_table(**options: Any) -> Table:
    """An empty table in the one style that all commands have."""
    padding = (0, 1, 0, 0)
    return Table(
        box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=padding, **options
    )


class Lines(Progress):
    """Progress told in a line now and then, for terminals that take nothing but text."""

    def __init__(self, console: Console) -> None:
        """Tells nothing before `PAUSE` seconds have passed."""
        super().__init__(console=console, disable=True)
        self.told = time.monotonic()

    def update(self, task_id: TaskID, *args: Any, **kwargs: Any) -> None:
        """Changes a task."""
        super().update(task_id, *args, **kwargs)
        self.tell(task_id)

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        """Steps on with a task."""
        super().advance(task_id, advance)
        self.tell(task_id)

    def tell(self, task_id: TaskID) -> None:
        """A line, if the last one is some seconds old."""
        if time.monotonic() - self.told < PAUSE:
            return
        self.told = time.monotonic()
        task = next(task for task in self.tasks if task.id == task_id)
        share = "" if task.total is None else f": {task.percentage:.0f} %"
        self.console.print(f"{task.description or 'measuring'}{share}", markup=False)


def judged(rate: float, low: float, high: float, fair: float) -> str:
    """A win rate in the colour, and with the sign, of what its interval says of a fair share."""
    color, sign = ("green", "+") if low > fair else ("red", "-") if high < fair else ("yellow", "=")
    return f"[{color}]{rate:.1%} {sign}[/]"


def legend(fair: float) -> str:
    """What the signs of `judged` mean."""
    return (
        f"A fair share is {fair:.1%}: by its interval a rate is [green]+ above it[/], "
        "[red]- below it[/], or [yellow]= not told apart[/]."
    )


def progress_bar() -> Progress:
    """Progress on stderr: a bar that leaves nothing behind, or lines; silent without a terminal."""
    console = stderr()
    if console.is_terminal and is_plain_terminal():
        return Lines(console)
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


def refuse_unwritable(path: str | None) -> None:
    """Refuses a path that cannot be written, before any work is done; `-` is stdout.

    What is there stays as it is, and what is not there is not made.

    Raises:
        CliError: it cannot be written.
    """
    if path is None or path == "-":
        return
    file = Path(path)
    try:
        if not file.exists():
            file.open("x").close()
            file.unlink()
        elif file.is_file() or file.is_dir():
            file.open("a").close()
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


def near(name: str) -> str:
    """Advice where no ruleset has a name.

    >>> near("Kings-Reverse"), near("chess")
    ('did you mean kings_reverse?', 'there are 26, listed by `eights rulesets`')
    """
    ids = rulesets()
    spelled = {squeezed(text): id_ for id_ in ids for text in (Ruleset(id_).title, id_)}
    said = squeezed(name)
    close = difflib.get_close_matches(said, spelled, n=3, cutoff=0.7)
    within = [word for word in spelled if len(said) >= 3 and said in word]
    found = [said] if said in spelled else [*close, *within]
    meant = list(dict.fromkeys(spelled[word] for word in found))[:3]
    if not meant:
        return f"there are {len(ids)}, listed by `eights rulesets`"
    return f"did you mean {', '.join(meant[:-1])}{' or ' * (len(meant) > 1)}{meant[-1]}?"


def squeezed(text: str) -> str:
    """The letters and digits of a text."""
    return "".join(filter(str.isalnum, text.casefold()))


def without_warnings(make: Callable[[], Ruleset]) -> Ruleset:
    """Makes a ruleset; what changes nothing in it is told on stderr."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UserWarning)
        ruleset = make()
    for warning in caught:
        stderr().print(Text(f"warning: {warning.message}", style="yellow"), soft_wrap=True)
    return ruleset


def load_ruleset(
    name: str, overrides: list[str] | None = None, variant: str | None = None
) -> Ruleset:
    """The ruleset of a built-in id or of a file, with its changes.

    Raises:
        CliError: the file, the variant or an override cannot be read.
        eights.Error: the ruleset, or what the overrides make of it, is not valid.
    """
    if name in rulesets():
        ruleset = Ruleset(name)
    elif Path(name).suffix == ".toml" or Path(name).exists():
        text = read_text(name)
        ruleset = without_warnings(lambda: Ruleset.from_toml(text))
    else:
        raise CliError(f'no ruleset "{name}": {near(name)}')
    if variant is not None:
        variants: dict[str, Any] = ruleset.to_dict().get("variants", {})
        if variant not in variants:
            known = f"there are {', '.join(variants)}" if variants else "it has none"
            raise CliError(f"{ruleset.id} has no variant {variant!r}: {known}")
        ruleset = changed(ruleset, variants[variant])
    if overrides:
        ruleset = changed(ruleset, dict(map(parse_override, overrides)))
    return ruleset


def changed(ruleset: Ruleset, overrides: Mapping[str, Any]) -> Ruleset:
    """A ruleset with overrides."""
    return without_warnings(lambda: ruleset.override(overrides))
