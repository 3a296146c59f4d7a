"""`eights mcp`: games as tools for language models."""

from __future__ import annotations

from typing import Annotated

import typer

from eights.cli.command import LARGEST_SEED, examples, whole
from eights.cli.files import CliError

EPILOG = examples("eights mcp", "eights mcp --seed 7")


def mcp(
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole(0, LARGEST_SEED),
            help="Seed of all deals, 0 to 2**64 - 1; without it they are dealt by chance.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Serve games as tools by the Model Context Protocol, on standard input and output.

    A client, such as an assistant on the desktop, starts this command itself. Its tools list
    rulesets, tell rules, begin games against bots, and play them. `eights docs text` says more.
    """
    try:
        from eights.mcp import server
    except ImportError as missing:
        raise CliError(str(missing)) from missing
    from eights.text import Tables

    server(Tables(seed)).run()
