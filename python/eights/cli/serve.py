"""`eights serve`: a table in the browser."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Annotated

import typer

from eights.cli.added import added
from eights.cli.command import examples, seconds
from eights.cli.files import CliError, write_text
from eights.cli.options import AllowHost, Host, Port
from eights.cli.terminal import marked, stdout

if TYPE_CHECKING:
    import uvicorn

EPILOG = examples(
    "eights serve",
    "eights serve --host 0.0.0.0 --port 8080 --db tables.sqlite",
    "eights serve --policy my_policy.py --searcher 'ismcts(iterations=5000)'",
    "eights serve --export games",
)


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8888,
    allow_host: AllowHost = None,
    db: Annotated[
        str,
        typer.Option(metavar="FILE", help="File that stores the tables; :memory: stores nothing."),
    ] = "eights-tables.sqlite",
    delay: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", parser=seconds(0, 60), help="Pause between two moves of opponents."
        ),
    ] = 0.8,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Offer the policy of a Python file as an opponent, as `eights leaderboard --add` "
            "reads it; may be repeated.",
            show_default=False,
        ),
    ] = None,
    searcher: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Offer another searcher as an opponent, such as "
            "'ismcts(iterations=5000)'; may be repeated.",
            show_default=False,
        ),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Serve nothing, but write the finished games of --db: as records, and as Parquet "
            "files to learn from.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Serve tables in browsers, for people who join by link, bots, searchers and policies.

    Tables are kept in a file and survive a restart. `eights docs serve` says more.
    """
    try:
        from eights.serve import Opponents, Server, Store
        from eights.serve.run import listen, server
    except ImportError as missing:
        raise CliError(str(missing)) from missing
    if export is not None:
        write_games(db, Path(export))
        return
    opponents = Opponents(searcher or [], [added(file) for file in policy or []])
    listening = listen(host, port)
    with contextlib.ExitStack() as refused:
        refused.callback(listening.close)
        store = Store(db)
        refused.callback(store.close)
        serving = server(Server(store, opponents, delay).app, allow_host or [])
        refused.pop_all()
    left = "nothing is kept" if db == ":memory:" else f"the tables are in {db}"
    until_interrupted(serving, listening, f"Tables are kept in {db}", left)


def until_interrupted(serving: uvicorn.Server, listening: socket, about: str, left: str) -> None:
    """Serves until Ctrl-C: says where and about what, and at the end what is left."""
    from eights.serve.run import address

    console = stdout()
    where = marked("Open [bold]{}[/] in a browser.", address(listening))
    console.print(where, soft_wrap=True)
    console.print(f"{about}; Ctrl-C ends.", style="dim", soft_wrap=True)
    with contextlib.suppress(KeyboardInterrupt):  # by then the server has closed everything
        serving.run(sockets=[listening])
    console.print(f"The server has ended; {left}.", style="dim", soft_wrap=True)


def write_games(db: str, folder: Path) -> None:
    """Writes each finished game as a record, and those of one game together as Parquet."""
    from eights.collect import from_records
    from eights.serve import Store

    if not Path(db).is_file():
        raise CliError(f"cannot read {db}: there is no such file")
    store = Store(db)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        alike: dict[str, list[str]] = {}
        for name, number, record in store.records():
            write_text(str(folder / f"table-{name}-{number}.json"), record)
            given = json.loads(record)
            played = json.dumps([given["ruleset"], given["players"], given["options"]])
            alike.setdefault(played, []).append(record)
    except OSError as error:
        raise CliError(f"cannot write {folder}: {error.strerror or error}") from error
    finally:
        store.close()
    for at, records in enumerate(alike.values(), start=1):
        from_records(records, folder / f"games-{at}.parquet")
    games = sum(map(len, alike.values()))
    stdout().print(
        f"{folder}: {games} games as records, and as {len(alike)} Parquet files",
        soft_wrap=True,
    )
