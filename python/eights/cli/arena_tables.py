"""The tables that `eights arena` prints."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from eights import reports
from eights.cli.terminal import judged, legend, marked, new_table

__all__ = ["print_report"]

NOTE = """\
Each bot sits on every seat in turn, the other on all the rest, on the same {deals:,} deals: \
{games:,} games a row. {legend} Intervals are clustered by deal: a bootstrap; p is adjusted to all \
rows (Holm). Cut is how many games the limit of decisions ended. {stopped}"""

RATING = """\
Ratings are by Bradley-Terry-Luce over the winner of each game: a lead of 400 points means odds of \
ten to one to win, and not the other.{alpha}{time}"""

ALPHA = """\
 alpha-rank is the share of a population that copies whoever wins more against it (OpenSpiel)."""

TEXTS = """\
Invalid is the share of answers that were refused; after three in a row for a decision a legal \
action was drawn. Tokens are those that the server counted in this run."""


def print_report(console: Console, report: dict[str, Any], title: str) -> None:
    """The report as tables: who won how much against whom, and the ranking."""
    table = pairings(report)
    table.title = (
        f"{title}, {report['players']} players, by {report['episode']}, seed {report['seed']}"
    )
    console.print(table)
    fair = report["pairings"][0]["fair_share"]
    note = NOTE.format(
        deals=report["deals"],
        games=report["pairings"][0]["games"],
        legend=legend(fair),
        stopped=stopped(report),
    )
    console.print(marked(note.rstrip()), style="dim")
    console.print()
    console.print(ranking(report))
    console.print(rating_note(report), style="dim")
    if report.get("texts"):
        console.print()
        console.print(texts(report))
        console.print(TEXTS, style="dim")


def pairings(report: dict[str, Any]) -> Table:
    """A row for every entrant against a field of every other one."""
    table = new_table(title_justify="left", title_style="bold")
    table.add_column("Bot", style="cyan", overflow="fold")
    table.add_column("Against", overflow="fold")
    for name in (
        "Win\nrate",
        "95 %\ninterval",
        "p",
        "Mean\nreturn",
        "Points",
        "Place",
        "Cut",
    ):
        table.add_column(name, justify="right", no_wrap=True)
    last = None
    for pairing, p_value in zip(report["pairings"], report["adjusted_p_values"], strict=True):
        if last not in (None, pairing["entrant"]):
            table.add_section()
        rate, fair = pairing["win_rate"], pairing["fair_share"]
        table.add_row(
            pairing["entrant"] if pairing["entrant"] != last else "",
            pairing["field"],
            judged(rate["mean"], rate["low"], rate["high"], fair),
            f"{100 * rate['low']:.1f}-{rate['high']:.1%}",
            reports.surprise(p_value),
            f"{pairing['mean_return']['mean']:+.3f}",
            reports.known(pairing["mean_points"]["mean"], ".1f"),
            reports.known(pairing["mean_place"]["mean"], ".2f"),
            f"{pairing['truncated']:,}",
        )
        last = pairing["entrant"]
    return table


def ranking(report: dict[str, Any]) -> Table:
    """A row for every entrant, the best first."""
    shares = report.get("alpha_rank", {}).get("shares")
    times = {one["entrant"]: one["microseconds"] for one in report.get("timing", ())}
    table = new_table()
    table.add_column("", justify="right")
    table.add_column("Bot", style="cyan", overflow="fold")
    columns = ["Rating", "95 % interval"]
    columns += ["alpha-rank"] * bool(shares) + ["µs a decision"] * bool(times)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    for place, one in enumerate(report["ranking"] or (), 1):
        cells = [f"{one['rating']:+.0f}", reports.rating_interval(one)]
        if shares:
            cells.append(f"{shares[one['entrant']]:.3f}")
        if times:
            cells.append(f"{times[one['entrant']]:,.3g}")
        table.add_row(str(place), one["entrant"], *cells)
    return table


def texts(report: dict[str, Any]) -> Table:
    """A row for every language model: what it has said, and what that took."""
    table = new_table()
    table.add_column("Language model", style="cyan", overflow="fold")
    for name in ("Decisions", "Invalid", "Drawn", "Requests", "Tokens read", "Tokens written"):
        table.add_column(name, justify="right")
    for one in report["texts"]:
        spent = one.get("spent", {})
        figures = (spent.get(key) for key in ("requests", "prompt_tokens", "answer_tokens"))
        table.add_row(
            one["entrant"],
            f"{one['decisions']:,}",
            "" if one["invalid_share"] is None else f"{one['invalid_share']:.1%}",
            f"{one['random']:,}",
            *("" if figure is None else f"{figure:,}" for figure in figures),
        )
    return table


def rating_note(report: dict[str, Any]) -> str:
    """Explains the columns of the ranking, and why one is missing."""
    alpha = report.get("alpha_rank", {})
    told = ALPHA if "shares" in alpha else ""
    if "left_out" in alpha:
        told = f" No alpha-rank: {alpha['left_out']}."
    time = " Times are measured alone, after the games." if "timing" in report else ""
    return RATING.format(alpha=told, time=time)


def stopped(report: dict[str, Any]) -> str:
    """Why there were as many deals."""
    stop = report["stopped"]
    if stop["by"] == "precision":
        return f"It stopped when every interval was within ± {stop['precision']:.2%}."
    if stop["precision"] is not None and stop["by"] == "deals":
        return f"Not every interval is within ± {stop['precision']:.2%}: there were no more deals."
    return ""
