"""The plot of a leaderboard: an SVG for light and for dark pages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

__all__ = ["plot"]

LINE = 17
"""Height of a row."""
NAMES, PANEL, GAP, MARGIN = 178, 350, 46, 18
"""Widths of the names of rulesets, of a panel, of the gap between panels, and of the margin."""
TOP = 92
"""Height at which the first row begins."""

COLORS = (
    ("#8b929b", "#8d96a0"),
    ("#e08a00", "#f0a63a"),
    ("#0b6bb8", "#58a6ff"),
    ("#0a8f6c", "#3fcf9f"),
    ("#b8479b", "#e58fcf"),
    ("#c4431c", "#ff8b66"),
    ("#6a51c7", "#a999f5"),
)
"""Colours of the entrants in turn, on light and on dark ground."""

STYLE = """\
text{{font-family:system-ui,"Segoe UI",Helvetica,Arial,sans-serif;font-size:11px;fill:#1f2328}}
.ground{{fill:#ffffff}}.band{{fill:#f3f5f8}}.grid{{stroke:#d9dee4}}.fair{{stroke:#57606a}}
.fair{{stroke-dasharray:3 3}}
.title{{font-size:16px;font-weight:600}}.head{{font-size:12px;font-weight:600}}.dim{{fill:#59636e}}
.bar{{stroke-width:2.4;stroke-linecap:round;opacity:.6}}.edge{{stroke:#ffffff;stroke-width:1}}
{light}
@media (prefers-color-scheme:dark){{
text{{fill:#e6edf3}}.ground{{fill:#0d1117}}.band{{fill:#151b23}}.grid{{stroke:#2b323b}}
.fair{{stroke:#9198a1}}.dim{{fill:#9198a1}}.edge{{stroke:#0d1117}}
{dark}
}}"""

STEPS = (0.05, 0.1, 0.2)
"""Possible distances between lines of the grid."""


def lead(table: Mapping[str, Any]) -> float:
    """Returns the lead of the best score over the second."""
    scores: list[float] = [score[0] for score in table["scores"].values()]
    return scores[0] - scores[1]


def _order(tables: Iterable[Mapping[str, Any]]) -> list[str]:
    """Returns the rulesets by falling lead of the best, averaged over numbers of players."""
    leads: dict[str, list[float]] = {}
    for table in tables:
        leads.setdefault(table["ruleset"], []).append(lead(table))
    return sorted(leads, key=lambda name: -sum(leads[name]) / len(leads[name]))


class _Scale:
    """The scale of scores in a panel."""

    def __init__(self, tables: Iterable[Mapping[str, Any]], left: float) -> None:
        """Makes a scale from 0 to the greatest end of an interval."""
        best: float = max(score[2] for table in tables for score in table["scores"].values())
        self.step = next((step for step in STEPS if best / step <= 8), STEPS[-1])
        self.steps = math.ceil(round(best / self.step, 6))
        self.left = left

    def __call__(self, score: float) -> float:
        """Returns the x of a score."""
        return round(self.left + score / (self.steps * self.step) * PANEL, 1)

    def grid(self) -> Iterator[float]:
        """Yields the scores at the lines of the grid."""
        yield from (step * self.step for step in range(self.steps + 1))


def _mark(kind: str, at: int, x: float, y: float) -> str:
    """Draws a dot for a bot, and a diamond for a searcher or a policy."""
    if kind == "bot":
        return f'<circle class="e{at} edge" cx="{x}" cy="{y}" r="4.2"/>'
    points = f"{x},{y - 5.2} {x + 5.2},{y} {x},{y + 5.2} {x - 5.2},{y}"
    return f'<polygon class="e{at} edge" points="{points}"/>'


def _panel(
    figures: Mapping[str, Any], tables: Sequence[Mapping[str, Any]], rows: list[str], left: float
) -> Iterator[str]:
    """Draws the panel of the tables with one number of players."""
    x = _Scale(tables, left)
    bottom = TOP + LINE * len(rows)
    players = tables[0]["players"]
    yield f'<text class="head" x="{left}" y="{TOP - 28}">{players} players</text>'
    for score in x.grid():
        yield f'<path class="grid" d="M{x(score)} {TOP - 4}V{bottom + 4}"/>'
        for base in (TOP - 9, bottom + 17):
            at_ = f'x="{x(score)}" y="{base}"'
            yield f'<text class="dim" text-anchor="middle" {at_}>{score:.0%}</text>'
    fair = x(1 / players)
    yield f'<path class="fair" d="M{fair} {TOP - 4}V{bottom + 4}"/>'
    numbers = {one["name"]: (at, one["kind"]) for at, one in enumerate(figures["entrants"])}
    for table in tables:
        y = TOP + LINE * rows.index(table["ruleset"]) + LINE / 2
        for name, (score, low, high) in reversed(table["scores"].items()):
            at, kind = numbers[name]
            told = f"{name}, {table['ruleset']}, {players} players: "
            told += f"{score:.1%} ({low:.1%} to {high:.1%})"
            yield f"<g><title>{escape(told)}</title>"
            yield f'<path class="bar s{at}" d="M{x(low)} {y}H{x(high)}"/>'
            yield _mark(kind, at, x(score), y) + "</g>"


def _legend(figures: Mapping[str, Any], left: float) -> Iterator[str]:
    """Draws the legend: the colour of each entrant."""
    x = float(left)
    for at, one in enumerate(figures["entrants"]):
        yield _mark(one["kind"], at, x + 4, 44)
        yield f'<text x="{x + 13}" y="48">{escape(one["name"])}</text>'
        x += 34 + 6.3 * len(one["name"])


def _style(entrants: int) -> str:
    """Returns the style sheet, with colours for light and for dark ground."""
    light, dark = (
        "".join(
            f".e{at}{{fill:{COLORS[at % len(COLORS)][ground]}}}"
            f".s{at}{{stroke:{COLORS[at % len(COLORS)][ground]}}}"
            for at in range(entrants)
        )
        for ground in (0, 1)
    )
    return STYLE.format(light=light, dark=dark)


def plot(figures: Mapping[str, Any]) -> str:
    """Draws the scores of a leaderboard as SVG: rulesets are rows, numbers of players panels."""
    rows = _order(figures["tables"])
    panels = [
        [table for table in figures["tables"] if table["players"] == players]
        for players in figures["players"]
    ]
    panels = [tables for tables in panels if tables]
    left = MARGIN + NAMES
    width = left + len(panels) * (PANEL + GAP) - GAP + MARGIN + 8
    height = TOP + LINE * len(rows) + 48
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        "<title>Scores of every entrant at every table, with 95 % intervals</title>",
        f"<style>{_style(len(figures['entrants']))}</style>",
        f'<rect class="ground" width="{width}" height="{height}" rx="8"/>',
        f'<text class="title" x="{MARGIN}" y="24">Who wins at which game?</text>',
        *_legend(figures, MARGIN),
    ]
    for at, name in enumerate(rows):
        y = TOP + LINE * at
        if at % 2 == 0:
            band = f'width="{width - 2 * MARGIN + 16}" height="{LINE}" rx="3"'
            lines.append(f'<rect class="band" x="{MARGIN - 8}" y="{y}" {band}/>')
        lines.append(f'<text x="{MARGIN}" y="{y + 12.5}">{escape(name)}</text>')
    for at, tables in enumerate(panels):
        lines += _panel(figures, tables, rows, left + at * (PANEL + GAP))
    note = "win rate against the same fields, with 95 % intervals; the dashed line is a fair share"
    lines.append(f'<text class="dim" x="{left}" y="{height - 10}">{note}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"
