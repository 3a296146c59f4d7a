"""`eights docs`: the pages of the documentation that come with the package."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import eights
from eights.cli.command import examples
from eights.cli.terminal import print_markdown, stdout

EPILOG = examples("eights docs", "eights docs trainers", "eights docs rules/uno > uno.md")


def docs(
    page: Annotated[
        str | None,
        typer.Argument(metavar="[PAGE]", help="Name of a page.", show_default=False),
    ] = None,
) -> None:
    """List the pages of the documentation, or show one."""
    text = eights.documentation(page)
    if page is None:
        sys.stdout.write(text)
    else:
        print_markdown(stdout(), text)
