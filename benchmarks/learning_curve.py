"""Writes docs/learning-curve.json and its plot from a run of examples/ppo_selfplay.py.

`make curve` trains, then calls this. The plot is an SVG for light and for dark pages.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from eights.cli.files import dumps
from eights.leaderboard.plot import COLORS
from eights.runs import Run, read_run

DOCS = Path(__file__).resolve().parents[1] / "docs"
FIGURES, PLOT = (DOCS / f"learning-curve.{kind}" for kind in ("json", "svg"))

WIDTH, HEIGHT = 600, 400
LEFT, RIGHT, TOP, BOTTOM = 62, 445, 64, 338
"""The edges of the chart; the names of the bots stand to the right of it."""
APART = 20
"""The least distance between two names."""

STYLE = """\
text{font-family:system-ui,"Segoe UI",Helvetica,Arial,sans-serif;font-size:15px;fill:#1f2328}
.ground{fill:#ffffff}.grid{stroke:#d9dee4}.fair{stroke:#57606a;stroke-dasharray:4 4}
.title{font-size:18px;font-weight:600}.dim{fill:#59636e;font-size:14px}
.line{fill:none;stroke-width:2.5;stroke-linejoin:round}.band{opacity:.18}
"""
DARK = """\
text{fill:#e6edf3}.ground{fill:#0d1117}.grid{stroke:#2b323b}.fair{stroke:#9198a1}.dim{fill:#9198a1}
.band{opacity:.28}
"""


def figures(run: Run) -> dict[str, Any]:
    """Returns what the plot shows of a run."""
    wins = {
        bot: [[at, *(round(share, 4) for share in shares)] for at, _, *shares in points]
        for bot, points in run.wins.items()
    }
    return {
        "ruleset": run.ruleset,
        "players": run.players,
        "decisions": run.decisions,
        "seconds": round(run.seconds),
        "deals": run.settings["curve_deals"],
        "wins": wins,
    }


class _Chart:
    """The scales of the chart."""

    def __init__(self, decisions: int) -> None:
        """Makes scales from 0 to a number of decisions, and from 0 to 100 %."""
        self.decisions = decisions

    def x(self, at: float) -> float:
        """Returns the x of a number of decisions."""
        return round(LEFT + at / self.decisions * (RIGHT - LEFT), 1)

    def y(self, share: float) -> float:
        """Returns the y of a win rate."""
        return round(BOTTOM - share * (BOTTOM - TOP), 1)


def _axes(chart: _Chart, players: int) -> Iterator[str]:
    """Draws the grid, the numbers beside it, and the fair share."""
    for percent in range(0, 101, 25):
        y = chart.y(percent / 100)
        yield f'<path class="grid" d="M{LEFT} {y}H{RIGHT}"/>'
        yield f'<text class="dim" text-anchor="end" x="{LEFT - 8}" y="{y + 5}">{percent} %</text>'
    for millions in range(int(chart.decisions / 1e6) + 1):
        x = chart.x(millions * 1e6)
        yield f'<text class="dim" text-anchor="middle" x="{x}" y="{BOTTOM + 22}">{millions}</text>'
    middle = (LEFT + RIGHT) / 2
    yield (
        f'<text class="dim" text-anchor="middle" x="{middle}" y="{BOTTOM + 45}">'
        "millions of decisions that the policy has learned from</text>"
    )
    fair = chart.y(1 / players)
    yield f'<path class="fair" d="M{LEFT} {fair}H{RIGHT}"/>'


def _names(chart: _Chart, last: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yields the bots and the heights of their names, none of which covers another."""
    lowest = 0.0
    for bot in sorted(last, key=lambda bot: -last[bot]):
        lowest = max(chart.y(last[bot]) + 5, lowest + APART)
        yield bot, lowest


def _lines(chart: _Chart, wins: Mapping[str, list[list[float]]]) -> Iterator[str]:
    """Draws the curves with their intervals, and names them at their ends."""
    for number, points in enumerate(wins.values()):
        up = " ".join(f"{chart.x(at)},{chart.y(high)}" for at, _, _, high in points)
        down = " ".join(f"{chart.x(at)},{chart.y(low)}" for at, _, low, _ in reversed(points))
        yield f'<polygon class="band f{number}" points="{up} {down}"/>'
    for number, points in enumerate(wins.values()):
        line = " ".join(f"{chart.x(at)},{chart.y(mean)}" for at, mean, _, _ in points)
        yield f'<polyline class="line s{number}" points="{line}"/>'
    last = {bot: points[-1][1] for bot, points in wins.items()}
    for bot, y in _names(chart, last):
        yield f'<circle class="f{list(wins).index(bot)}" cx="{RIGHT + 15}" cy="{y - 5}" r="5"/>'
        yield f'<text x="{RIGHT + 26}" y="{y}">{escape(bot)} {100 * last[bot]:.0f} %</text>'


def _style(count: int) -> str:
    """Returns the style sheet, with colours for light and for dark pages."""
    light, dark = (
        "".join(
            f".f{number}{{fill:{COLORS[number][ground]}}}.s{number}{{stroke:{COLORS[number][ground]}}}"
            for number in range(count)
        )
        for ground in (0, 1)
    )
    return f"{STYLE}{light}\n@media (prefers-color-scheme:dark){{\n{DARK}{dark}\n}}"


def plot(figures: Mapping[str, Any]) -> str:
    """Returns the plot of win rates over the decisions learned from."""
    wins = figures["wins"]
    chart = _Chart(figures["decisions"])
    title = f"Learning {figures['ruleset']} by self-play, {figures['players']} players"
    told = "win rate against each bot, with 95 % intervals; the dashed line is a fair share"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img">',
        f"<title>{escape(title)}: {told}</title>",
        f"<style>{_style(len(wins))}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" rx="8"/>',
        f'<text class="title" x="16" y="26">{escape(title)}</text>',
        f'<text class="dim" x="16" y="47">{told}</text>',
        *_axes(chart, figures["players"]),
        *_lines(chart, wins),
    ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> None:
    """Reads a run, and writes its figures and their plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the folder of the run")
    found = figures(read_run(parser.parse_args().run))
    FIGURES.write_text(dumps(found) + "\n", encoding="utf-8")
    PLOT.write_text(plot(json.loads(FIGURES.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
