"""Writes the table and the plot of docs/learned.md: the strength of the bot `learned`.

    python benchmarks/learned.py

Plays 10,000 deals of every table against `heuristic`, each from every seat, and times a decision.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib as mpl

import eights
import marked

mpl.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).parents[1]
PAGE, RUNS, PLOT = (ROOT / "docs" / f"learned.{end}" for end in ("md", "json", "svg"))
MARKS = "<!-- table -->\n", "<!-- end of table -->\n"
DEALS, SEED = 10_000, 1


def measured(ruleset: str, players: int) -> dict[str, Any]:
    """Measures the win rate against a field of `heuristic`, and microseconds a decision."""
    game = eights.Game(ruleset, players=players)
    report = eights.arena(game, ["learned", "heuristic"], deals=DEALS, seed=SEED, threads=0)
    time = eights.decision_time(game, "learned", seed=SEED)
    rate: dict[str, Any] = report["pairings"][0]["win_rate"]
    return rate | {"microseconds": time["microseconds"]}


def table(runs: dict[str, Any]) -> str:
    """Formats the table of the page."""
    lines = [
        "| ruleset | players | wins | 95 % interval | fair share | µs a decision |",
        "|---|---|---|---|---|---|",
    ]
    for ruleset, about in runs.items():
        for players, rate in about["strength"].items():
            between = f"{rate['low']:.1%} to {rate['high']:.1%}"
            lines.append(
                f"| `{ruleset}` | {players} | {rate['mean']:.1%} | {between} | "
                f"{1 / int(players):.1%} | {rate['microseconds']:.1f} |"
            )
    return "\n".join(lines) + "\n"


def draw(runs: dict[str, Any]) -> None:
    """Draws win rates over the decisions learned from, a panel for each ruleset."""
    mpl.rcParams |= {"svg.hashsalt": "eights", "font.size": 9, "svg.fonttype": "path"}
    figure, axes = plt.subplots(1, len(runs), figsize=(2.6 * len(runs), 2.8), layout="constrained")
    colors = dict(zip(("2", "3", "4"), ("#0072b2", "#d55e00", "#009e73"), strict=True))
    for axis, (ruleset, about) in zip(axes, runs.items(), strict=True):
        curve = about["curve"][1:]
        decisions = [point["decisions"] / 1e6 for point in curve]
        for players in map(str, about["players"]):
            rates = [point["win_rates"][players] for point in curve]
            color, name = colors[players], f"{players} players"
            axis.plot(decisions, [100 * of["mean"] for of in rates], color=color, label=name)
            low, high = ([100 * of[end] for of in rates] for end in ("low", "high"))
            axis.fill_between(decisions, low, high, color=color, alpha=0.2, linewidth=0)
            axis.axhline(100 / int(players), color=color, linewidth=0.8, linestyle=":")
        axis.set(title=ruleset, xlabel="million decisions", ylim=(15, 80))
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("wins against heuristic, %")
    handles, labels = axes[-1].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=8)
    figure.patch.set_facecolor("white")
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> None:
    """Measures, draws and writes."""
    runs = json.loads(RUNS.read_text(encoding="utf-8"))
    for ruleset, about in runs.items():
        about["strength"] = {str(of): measured(ruleset, of) for of in about["players"]}
    RUNS.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    draw(runs)
    marked.write(PAGE, MARKS, table(runs))


if __name__ == "__main__":
    main()
