"""`eights leaderboard`: every entrant at every table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

import eights
from eights import leaderboard as board
from eights.cli.added import added
from eights.cli.command import examples, whole
from eights.cli.files import CliError, dumps, refuse_unwritable, write_text
from eights.cli.load import near
from eights.cli.options import JsonFile, Seed, Threads
from eights.cli.terminal import judged, legend, marked, new_table, progress_bar, stderr, stdout
from eights.leaderboard.meetings import Meetings, folder
from eights.leaderboard.page import page
from eights.leaderboard.plot import plot as draw

EPILOG = examples(
    "eights leaderboard",
    "eights leaderboard --rulesets uno,mau_mau --players 2,3,4 --deals 500",
    "eights leaderboard --add my_policy.py --deals 200 --markdown mine.md",
    "eights leaderboard --search 128 --searched classic_eights,zodiac --players 2",
    "eights leaderboard --exploit 250 --searched classic_eights,zodiac --players 2",
)


def listed(text: str) -> list[str]:
    """The words of a list.

    >>> listed("uno, mau_mau")
    ['uno', 'mau_mau']
    """
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def some_rulesets(text: str | None, option: str) -> list[str]:
    """The rulesets that are named; all of them, if none is.

    Raises:
        CliError: there is no such ruleset.
    """
    names = eights.rulesets() if text is None else listed(text)
    for name in names:
        if name not in eights.rulesets():
            raise CliError(f'no ruleset "{name}": {near(name)}')
    if not names:
        raise CliError(f"{option} names none, such as {option} uno,mau_mau")
    return names


def some_players(text: str) -> list[int]:
    """Numbers of players.

    Raises:
        BadParameter: one is none.
    """
    counts = [whole(2, eights.MAX_SEATS)(word) for word in listed(text)]
    if not counts:
        raise CliError("--players names none, such as --players 2,4")
    return counts


def told_changes(kept: Meetings) -> None:
    """Says which tables are played anew, and why."""
    tables: dict[str, list[str]] = {}
    for name, changes in kept.anew.items():
        tables.setdefault("; ".join(changes), []).append(name.partition("/")[0])
    for why, names in tables.items():
        some = list(dict.fromkeys(names))
        shown = ", ".join(some[:4]) + (f" and {len(some) - 4} more" if len(some) > 4 else "")
        stderr().print(Text(f"played anew: {shown} ({why})", style="yellow"), soft_wrap=True)


def overall_table(figures: dict[str, Any], players: int) -> Table | None:
    """All tables with this many players together."""
    rows = board.overall(figures, players)
    if not rows:
        return None
    some = any(row["beside"] for row in rows)
    bounded = any(row["exploited"] is not None for row in rows)
    table = new_table(title=f"{players} players", title_justify="left", title_style="bold")
    table.add_column("Entrant", style="cyan", overflow="fold")
    heads = ["Score", "95 % interval", "Tables", "Leads", "Clearly"]
    heads += ["Won from it"] * bounded + ["Best there"] * some
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        score, low, high = row["score"], row["low"], row["high"]
        cells: list[Text | str] = [
            judged(score, low, high, 1 / players),
            f"{100 * low:.1f} - {high:.1%}",
        ]
        cells += [str(row[key]) for key in ("tables", "leads", "clearly")]
        if bounded:
            cells.append("" if row["exploited"] is None else f"{row['exploited']:.3f}")
        if some:
            beside = row["beside"]
            cells.append(f"{beside[0]} {beside[1]:.1%}" if beside else "")
        table.add_row(row["entrant"], *cells)
    return table


def print_figures(figures: dict[str, Any]) -> None:
    """Prints what is made of all tables together."""
    console = stdout()
    for players in figures["players"]:
        table = overall_table(figures, players)
        if table is not None:
            console.print(table)
            console.print(marked(legend(1 / players)), style="dim")
            console.print()
    fields = ", ".join(figures["reference"])
    note = (
        f"A score is the mean win rate against fields of {fields}, over the tables "
        "where the entrant plays; its interval draws whole tables. Whoever leads a table has the "
        "best score there, clearly where its interval lies above those of all others."
    )
    if any("exploited" in table for table in figures["tables"]):
        note += (
            " What can be won from it is a lower bound on exploitability, with 95 % confidence: "
            "returns per game, the mean over tables."
        )
    console.print(note, style="dim")


def played(plan: board.Plan, entrants: Sequence[board.Entrant], kept: Meetings) -> dict[str, Any]:
    """The figures, with a bar while they are played; Ctrl-C keeps what is finished."""
    with progress_bar() as bar, eights.SoftStop() as stop:
        task = bar.add_task("", total=1.0)

        def progress(done: float, table: str) -> bool:
            bar.update(task, completed=done, description=table)
            return not stop

        return board.play(plan, entrants, kept, progress)


def leaderboard(
    rulesets: Annotated[
        str | None,
        typer.Option(
            metavar="IDS",
            help="Built-in rulesets, separated by commas; without it, all of them.",
            show_default=False,
        ),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            "--players", "-p", metavar="N", help=f"Numbers of players, 2 to {eights.MAX_SEATS}."
        ),
    ] = "2,4",
    deals: Annotated[
        int,
        typer.Option(
            "--deals",
            "-d",
            metavar="N",
            parser=whole(1, 1_000_000),
            help="Deals of each pairing, each played from every seat.",
        ),
    ] = 2000,
    seed: Seed = 0,
    search: Annotated[
        int | None,
        typer.Option(
            metavar="ITERATIONS",
            parser=whole(1, 100_000),
            help="Let a tree search of this many iterations with the prior learned play, too, with "
            f"two players and on {board.SEARCH_DEALS} deals at most. It is slow.",
            show_default=False,
        ),
    ] = None,
    searched: Annotated[
        str | None,
        typer.Option(
            metavar="IDS",
            help="The rulesets at which searches play, those of --search and --exploit; without "
            "it, all of them.",
            show_default=False,
        ),
    ] = None,
    exploit: Annotated[
        int,
        typer.Option(
            metavar="DEALS",
            parser=whole(0, 1_000_000),
            help="Bound at tables of 2 how much can be won from each bot or added policy. Where no "
            "other entrant wins from it for sure, a search plays this many deals. 0: no bounds.",
        ),
    ] = 0,
    add: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="A policy of your own, in Python: `policy(observations, action_masks)`, or "
            "`make(game)` that gives one or None. The code of the file is run. Or a strategy "
            "(.npz) that solve --save has written. May be repeated.",
            show_default=False,
        ),
    ] = None,
    threads: Threads = 0,
    json: JsonFile = None,
    markdown: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the page; - is stdout.", show_default=False),
    ] = None,
    plot: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the plot, as SVG.", show_default=False),
    ] = None,
    games: Annotated[
        str,
        typer.Option(
            metavar="FOLDER", help="Folder of the games played, with which a stopped run continues."
        ),
    ] = "runs/leaderboard",
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Play all games anew, even those in the folder.")
    ] = False,
) -> None:
    """Let every bot play every ruleset: scores and ratings, over all and one by one.

    Ctrl-C stops after the tables that are finished; the same command continues there. Games kept
    from another version, ruleset, seed or number of deals are played anew.
    """
    if json == "-" and markdown == "-":
        raise CliError("--json - and --markdown - would both write to stdout")
    for path in (json, markdown, plot):
        refuse_unwritable(path)
    if searched is not None and search is None and not exploit:
        raise CliError("--searched says where --search and --exploit search: give one of them")
    counts = some_players(players)
    if exploit and 2 not in counts:
        raise CliError(f"--exploit {exploit} needs tables of 2 players: --players is {players}")
    where = None if searched is None else some_rulesets(searched, "--searched")
    plan = board.Plan(
        some_rulesets(rulesets, "--rulesets"),
        counts,
        deals,
        seed,
        threads or os.cpu_count() or 1,
        exploit,
        where,
    )
    entrants = board.bots()
    if search is not None:
        entrants.append(board.searcher(search, where))
    entrants += [added(file) for file in add or ()]
    kept = Meetings(folder(games), fresh)
    try:
        figures = played(plan, entrants, kept)
    except board.Stopped as stopped:
        tell_stopped(stopped, games)
        raise typer.Exit(130) from None
    finally:
        told_changes(kept)
    for one in entrants:
        if one.kind == "policy":
            kept.forget(board.meeting_names(plan, one.name, entrants))
    write(figures, json, markdown, plot)


def tell_stopped(stopped: board.Stopped, games: str) -> None:
    """Prints what there is of a leaderboard that was stopped."""
    if stopped.figures["tables"]:
        print_figures(stopped.figures)
    there = len(stopped.figures["tables"])
    told = f"stopped: {there} of {there + stopped.left} tables are finished; no file is written. "
    told += f"The same command goes on there, without --fresh: games are kept in {games}"
    stderr().print(Text(told, style="yellow"), soft_wrap=True)


def write(
    figures: dict[str, Any], json: str | None, markdown: str | None, plot: str | None
) -> None:
    """Writes and prints a leaderboard that is finished."""
    if json is not None:
        write_text(json, dumps(figures) + "\n")
    if plot is not None:
        write_text(plot, draw(figures))
    if markdown is not None:
        folder = Path.cwd() if markdown == "-" else Path(markdown).resolve().parent
        link = None
        if plot is not None and plot != "-":
            link = Path(os.path.relpath(Path(plot).resolve(), folder)).as_posix()
        write_text(markdown, page(figures, link))
    if "-" not in (json, markdown, plot):
        print_figures(figures)
