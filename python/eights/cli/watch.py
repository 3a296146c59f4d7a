"""`eights watch`: runs of training, while they train."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eights.cli.command import examples
from eights.cli.files import CliError, write_text
from eights.cli.options import AllowHost, Host, Port
from eights.cli.serve import until_interrupted
from eights.cli.terminal import stdout
from eights.runs import find_runs
from eights.watch.page import whole_page

EPILOG = examples(
    "eights watch runs",
    "eights watch runs/ppo_selfplay --port 0",
    "eights watch runs --html runs.html",
)


def watch(
    folder: Annotated[
        str,
        typer.Argument(metavar="FOLDER", help="A run, or a folder with runs somewhere below it."),
    ] = "runs",
    host: Host = "127.0.0.1",
    port: Port = 8899,
    allow_host: AllowHost = None,
    html: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write one page that loads nothing, and do not serve; - is stdout.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show training runs live in a browser: curves, win rates, sample games.

    `eights docs watch` describes the log that a trainer writes.
    """
    top = Path(folder)
    if html is not None:
        write_text(html, whole_page(top))
        if html != "-":
            stdout().print(f"written to {html}: open it in a browser", soft_wrap=True)
        return
    find_runs(top)  # refuses what is not a folder
    try:
        from eights.serve.run import listen, server
        from eights.watch.app import watching
    except ImportError as missing:
        raise CliError(str(missing)) from missing
    serving = server(watching(top), allow_host or [])
    listening = listen(host, port)
    about = f"It follows the runs in {folder}"
    until_interrupted(serving, listening, about, "the runs go on")
