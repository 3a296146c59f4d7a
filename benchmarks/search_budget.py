"""Measures strength over the budget of a search: docs/search.json and docs/search.svg.

    python benchmarks/search_budget.py

Searchers with several budgets play duplicate deals from both seats against `heuristic`. It takes
about five minutes on two cores. Budgets are iterations, so win rates follow from the seed;
milliseconds are those of the run.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import matplotlib as mpl
from rich.progress import track

import eights
from searches import Meeting

mpl.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).parents[1]
RUNS, PLOT = (ROOT / "docs" / f"search.{end}" for end in ("json", "svg"))
RULESETS = ("crazy_eights_special", "kings_reverse", "uno", "crazy_eights_xtreme")
BUDGETS = (25, 100, 400, 1600)
PRIORS = {"rollouts": None, "with a prior": "learned"}
WITH_PRIOR = ("crazy_eights_special", "kings_reverse", "other_blackjack", "uno")
"""The rulesets at which searches with a prior are measured, too."""

COLORS = {"rollouts": "#0072b2", "with a prior": "#d55e00"}
SEED = 1

Point = dict[str, Any]


def point(ruleset: str, kind: str, iterations: int, deals: int) -> Point:
    """Measures a searcher's win rate against `heuristic`, and its time a decision."""
    searcher = eights.Searcher(iterations=iterations, prior=PRIORS[kind])
    found = Meeting(ruleset, 2, searcher, "heuristic", deals, SEED).play()
    return {"ruleset": ruleset, "kind": kind, "iterations": iterations, **asdict(found)}


def todo() -> list[tuple[str, str, int]]:
    """Lists every searcher at each of its tables, the slowest first."""
    plays = [
        (ruleset, kind)
        for ruleset in RULESETS
        for kind, prior in PRIORS.items()
        if prior is None or ruleset in WITH_PRIOR
    ]
    return [(*each, budget) for budget in reversed(BUDGETS) for each in plays]


def measured(deals: int, processes: int) -> list[Point]:
    """Plays everything, several searchers at once."""
    each = todo()
    with ProcessPoolExecutor(processes) as pool:
        running = [pool.submit(point, *one, deals) for one in each]
        found = [one.result() for one in track(running, "budgets")]
    return sorted(found, key=lambda at: (at["ruleset"], at["kind"], at["iterations"]))


def draw(points: list[Point]) -> None:
    """Draws win rates over the iterations of a decision, a panel for each ruleset."""
    mpl.rcParams |= {"svg.hashsalt": "eights", "font.size": 9, "svg.fonttype": "path"}
    figure, axes = plt.subplots(1, len(RULESETS), figsize=(10, 2.8), layout="constrained")
    for axis, ruleset in zip(axes, RULESETS, strict=True):
        for kind, color in COLORS.items():
            curve = [at for at in points if (at["ruleset"], at["kind"]) == (ruleset, kind)]
            budgets = [at["iterations"] for at in curve]
            low, mean, high = ([100 * at[of] for at in curve] for of in ("low", "mean", "high"))
            axis.plot(budgets, mean, color=color, label=kind, marker="o", markersize=3)
            axis.fill_between(budgets, low, high, color=color, alpha=0.2, linewidth=0)
        axis.axhline(50, color="#888888", linewidth=0.8, linestyle=":")
        axis.set(title=ruleset, xlabel="iterations a decision", xscale="log", ylim=(0, 80))
        axis.set_xticks(BUDGETS, [f"{budget:,}" for budget in BUDGETS], minor=False)
        axis.minorticks_off()
        axis.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("wins against heuristic, %")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2, frameon=False, fontsize=8)
    figure.patch.set_facecolor("white")
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> None:
    """Plays, draws and writes."""
    parser = argparse.ArgumentParser(description="How strength grows with the budget of a search.")
    parser.add_argument("--deals", type=int, default=60, help="deals of each searcher")
    parser.add_argument("--processes", type=int, default=2, help="searchers at once")
    args = parser.parse_args()
    points = measured(args.deals, args.processes)
    about = {"eights": eights.__version__, "seed": SEED, "deals": args.deals, "points": points}
    RUNS.write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    draw(points)


if __name__ == "__main__":
    main()
