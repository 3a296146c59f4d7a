"""Arguments and options that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

from eights import MAX_SEATS
from eights.cli import complete
from eights.cli.command import LARGEST_SEED, whole

__all__ = [
    "AllowHost",
    "Host",
    "JsonFile",
    "Overrides",
    "Players",
    "Port",
    "RulesetArg",
    "Seed",
    "Threads",
    "Variant",
]

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
        parser=whole(2, MAX_SEATS),
        help=f"Number of players, 2 to {MAX_SEATS}; without it, the fewest that are allowed.",
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
Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        "-t",
        metavar="N",
        parser=whole(0, 1024),
        help="Threads, up to 1024; 0: one for each core.",
    ),
]
JsonFile = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write JSON; - is stdout.", show_default=False),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Answer requests to this host name as well as to addresses, localhost and the "
        "machine's name; may be repeated.",
        show_default=False,
    ),
]
Host = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Address to listen at; 0.0.0.0 means every network.")
]
Port = Annotated[
    int, typer.Option(metavar="N", parser=whole(0, 65535), help="The port; 0 finds a free one.")
]
