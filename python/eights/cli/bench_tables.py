"""The tables of `eights bench`."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.markup import escape

from eights.cli.common import new_table
from eights.cli.details import Details
from eights.cli.measure import BatchCase, Spread
from eights.cli.peers import Comparison

__all__ = ["print_cases", "print_comparison", "print_details", "print_sweep"]

NOTE = """\
Millions of decisions per second from Python: median of {runs} runs of {seconds:g} s (min - max). \
Actions are legal and random; observations and masks are written. `step + sample` chooses \
the actions too."""
PEERS_NOTE = """\
Random legal actions; at each decision observation and mask of the seat to act, but not inside \
OpenSpiel's C++. OpenSpiel plays with {parameters}; crazy_eights_openspiel has the same rules, \
uno_rlcard those of RLCard. {threads}, measured in turn, deals included. \
All choose their actions (`step + sample`); ratios are taken run by run: median, min - max."""
SHARES_NOTE = """\
Nanoseconds of a decision with its choice, and where they go, by difference: a decision of the \
bot `random` inside the batch, which observes nothing, is the engine and a choice; a step of an \
ended game is the call; the rest is observation and mask. Reset: of a row, in decisions (`step`)."""
COSTS_NOTE = """\
Nanoseconds: a decision of each bot inside the batch; `apply_action`, `observation_tensor` and \
`legal_actions_mask` of one `State`, into given arrays (`out=`)."""
SINGLE = {
    "apply_action": "apply",
    "observation_tensor": "observe",
    "legal_actions_mask": "mask",
}
SWEEP_NOTE = "crazy_eights_special with 4 players and {rows:,} rows, one thing changed at a time."


def millions(spread: Spread) -> str:
    """The median and the extremes, in millions, with three digits."""
    median, low, high = (f"{rate / 1e6:#.3g}" for rate in (spread.median, spread.low, spread.high))
    return f"[bold]{median}[/] [dim]({low}-{high})[/]"


def print_cases(console: Console, cases: list[BatchCase], settings: dict[str, Any]) -> None:
    """A row for every ruleset and number of threads."""
    table = new_table()
    table.add_column("Ruleset", style="cyan", no_wrap=True)
    for name in ("Players", "Threads", "step", "step + sample"):
        table.add_column(name, justify="right", no_wrap=True)
    last = None
    for case in cases:
        name = case.game.ruleset.id
        table.add_row(
            name if name != last else "",
            str(case.game.num_players()),
            str(case.threads),
            millions(Spread(tuple(case.steps))),
            millions(Spread(tuple(case.totals))),
        )
        last = name
    console.print(table)
    note = NOTE.format(runs=settings["runs"], seconds=settings["seconds"])
    console.print(note, style="dim")


def print_comparison(console: Console, comparison: Comparison) -> None:
    """What each plays in a second, and how many times faster the batches are."""
    table = new_table()
    table.add_column("", no_wrap=True)
    table.add_column("Decisions/s", justify="right", no_wrap=True)
    for batch in comparison.batches:
        name = batch.game.ruleset.id.replace("_", "_\n")
        table.add_column(f"Ratio of\n{name}", justify="right", no_wrap=True)
    for batch in comparison.batches:
        table.add_row(
            f"[cyan]{batch.game.ruleset.id}[/]\n[dim]{batch.game.num_players()} players[/]",
            two_lines(Spread(tuple(batch.totals))),
        )
    for peer in comparison.peers:
        version = next(iter(peer.versions.values()))
        table.add_row(
            f"[cyan]{peer.contestant.name}[/]\n[dim]{version}, {peer.contestant.way}[/]",
            two_lines(Spread(tuple(peer.rates))),
            *(two_lines(comparison.ratio(batch, peer)) for batch in comparison.batches),
        )
    console.print(table)
    parameters = escape(str(comparison.to_dict()["open_spiel_parameters"]))
    threads = "All on one core" if comparison.pinned else "One thread each"
    console.print(PEERS_NOTE.format(parameters=parameters, threads=threads), style="dim")


def short(number: float) -> str:
    """Three digits, and thousands or millions as letters.

    >>> short(1234567), short(98765), short(4.5678), short(0.5)
    ('1.23M', '98.8k', '4.57', '0.500')
    """
    unit, letter = next((u, x) for u, x in ((1e6, "M"), (1e3, "k"), (0, "")) if number >= u)
    shown = number / (unit or 1)
    digits = 0 if shown >= 100 else 1 if shown >= 10 else 2 if shown >= 1 else 3
    return f"{shown:.{digits}f}{letter}"


def two_lines(spread: Spread) -> str:
    """The median, and below it the extremes."""
    return f"[bold]{short(spread.median)}[/]\n[dim]{short(spread.low)}-{short(spread.high)}[/]"


def print_details(console: Console, all_details: list[Details]) -> None:
    """Where the time goes, and what bots, resets and single games cost."""
    shares, costs = new_table(), new_table()
    for table in (shares, costs):
        table.add_column("Ruleset", style="cyan", no_wrap=True)
    for details in all_details:
        report = details.to_dict()
        parts = {name: share["median"] for name, share in report["shares"].items()}
        numbers = {bot: cost["decision"]["median"] for bot, cost in report["bots"].items()}
        numbers |= {SINGLE[call]: cost["median"] for call, cost in report["single"].items()}
        if details is all_details[0]:
            for name in ("ns", *parts, "reset"):
                shares.add_column(name.replace(" ", "\n", 1), justify="right")
            for name in numbers:
                costs.add_column(name, justify="right")
        shares.add_row(
            report["ruleset"],
            f"{report['step_and_sample']['median']:.0f}",
            *(f"{part / sum(parts.values()):.0%}" for part in parts.values()),
            f"{report['reset']['decisions']['median']:.1f}",
        )
        costs.add_row(report["ruleset"], *(f"{number:.0f}" for number in numbers.values()))
    for table, note in ((shares, SHARES_NOTE), (costs, COSTS_NOTE)):
        console.print(table)
        console.print(note, style="dim")


def print_sweep(console: Console, points: list[dict[str, Any]], rows: int) -> None:
    """A row for every setting and number of threads."""
    table = new_table()
    for name in ("", "", "Threads", "step", "times"):
        left = name == ""
        table.add_column(name, justify="left" if left else "right", no_wrap=True)
    last = None
    for point in points:
        for result in point["results"]:
            faster = result.get("speed_up")
            table.add_row(
                f"[cyan]{point['axis']}[/]" if point["axis"] != last else "",
                str(point["value"]),
                str(result["threads"]),
                millions(Spread(tuple(result["step"]["runs"]))),
                f"{faster['median']:.2f}" if faster else "",
            )
            last = point["axis"]
    console.print(table)
    console.print(SWEEP_NOTE.format(rows=rows), style="dim")
