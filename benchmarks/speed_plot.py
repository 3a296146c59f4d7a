"""Draws docs/speed.svg: decisions per second of eights and of every other package."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from eights.leaderboard.plot import COLORS, STYLE

__all__ = ["Bar", "bars", "draw", "short"]

WIDTH, MARGIN = 760, 18
LEFT, RIGHT = 258, 690
"""Where bars begin, and where the greatest power of ten stands."""
TOP, ROW, THICK = 84, 46, 22
"""Height at which the first row begins, that of a row, and that of a bar."""


def short(number: float) -> str:
    """Formats three digits, with letters for thousands and millions.

    >>> short(1234567), short(98765), short(4.5678), short(0.5)
    ('1.23M', '98.8k', '4.57', '0.500')
    """
    unit, letter = next((u, x) for u, x in ((1e6, "M"), (1e3, "k"), (0, "")) if number >= u)
    shown = number / (unit or 1)
    digits = 0 if shown >= 100 else 1 if shown >= 10 else 2 if shown >= 1 else 3
    return f"{shown:.{digits}f}{letter}"


@dataclass(frozen=True)
class Bar:
    """A package with its fastest game, in decisions per second."""

    package: str
    game: str
    rates: tuple[float, float, float]
    """The median, the least and the greatest."""

    @property
    def told(self) -> str:
        """The figures in words."""
        median, low, high = map(short, self.rates)
        return f"{self.package}, {self.game}: {median} decisions per second ({low} to {high})"


def bars(peers: dict[str, Any]) -> list[Bar]:
    """Returns the batch beside the first package, then each package with its fastest game."""
    fastest: dict[str, dict[str, Any]] = {}
    for peer in peers["peers"]:
        package = peer["name"].split()[0]
        if package not in fastest or peer["decisions"] > fastest[package]["decisions"]:
            fastest[package] = peer
    beside = next(iter(fastest.values()))["beside"]
    ours = Bar("eights", beside["ruleset"], tuple(beside["step_and_sample"]))
    theirs = [
        Bar(package, f"{peer['name'].split()[1]}, {peer['way']}", tuple(peer["decisions"]))
        for package, peer in fastest.items()
    ]
    return [ours, *theirs]


def row(bar: Bar, y: int, width: float) -> Iterator[str]:
    """Draws a bar with its names and its figure."""
    kind = "e0" if bar.package == "eights" else "e1"
    yield f"<g><title>{escape(bar.told)}</title>"
    yield f'<text class="head" x="{MARGIN}" y="{y + 20}">{escape(bar.package)}</text>'
    yield f'<text class="dim" x="{MARGIN}" y="{y + 36}">{escape(bar.game)}</text>'
    at = f'x="{LEFT}" y="{y + (ROW - THICK) // 2}"'
    yield f'<rect class="{kind}" {at} width="{width:.1f}" height="{THICK}" rx="2"/>'
    at = f'x="{LEFT + width + 7:.1f}" y="{y + ROW // 2 + 5}"'
    yield f'<text class="head" {at}>{short(bar.rates[0])}</text></g>'


def draw(peers: dict[str, Any]) -> str:
    """Draws the bars on a logarithmic scale as SVG, for light and for dark pages."""
    drawn = bars(peers)
    first = math.floor(math.log10(min(bar.rates[0] for bar in drawn)) - 0.3)
    last = math.ceil(math.log10(max(bar.rates[0] for bar in drawn)))
    decade = (RIGHT - LEFT) / (last - first)
    bottom = TOP + ROW * len(drawn)
    height = bottom + 48
    (blue, grey) = (COLORS[2], COLORS[0])
    light, dark = (
        f".e0{{fill:{blue[ground]}}}.e1{{fill:{grey[ground]}}}text{{font-size:12.5px}}"
        ".head{font-size:14px}"
        for ground in (0, 1)
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img">',
        f"<title>{escape('; '.join(bar.told for bar in drawn))}</title>",
        f"<style>{STYLE.format(light=light, dark=dark)}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{height}" rx="8"/>',
        f'<text class="title" x="{MARGIN}" y="30">Decisions per second'
        f"{' on one core' if peers['one_core'] else ''}</text>",
        f'<text class="dim" x="{MARGIN}" y="52">random legal actions; longer is faster, and each '
        "line of the grid is ten times the one before</text>",
    ]
    for power in range(first, last + 1):
        x = round(LEFT + (power - first) * decade, 1)
        lines.append(f'<path class="grid" d="M{x} {TOP - 4}V{bottom + 4}"/>')
        label = short(10.0**power).replace(".00", "").replace(".0", "")
        at = f'text-anchor="middle" x="{x}" y="{bottom + 24}"'
        lines.append(f'<text class="dim" {at}>{label}</text>')
    for at_, bar in enumerate(drawn):
        width = (math.log10(bar.rates[0]) - first) * decade
        lines += row(bar, TOP + ROW * at_, width)
    return "\n".join([*lines, "</svg>"]) + "\n"
