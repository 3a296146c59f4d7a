"""Writes the tables and the plot of docs/learned.md: the strength of the bot `learned`.

    python benchmarks/learned.py

Plays duplicate deals against a field of `heuristic` at every built-in ruleset with two, three and
four players, in rounds, matches and for points, and under house rules of the split `test`.
"""

from __future__ import annotations

import json
import math
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np

import eights
import marked
from eights.cli.files import dumps

mpl.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "examples"))

from train_one_policy import HELD_OUT, has_match  # noqa: E402 - after the path of the examples

PAGE, RUN, PLOT = (ROOT / "docs" / f"learned.{end}" for end in ("md", "json", "svg"))
SUMMARY = "<!-- summary -->\n", "<!-- end of summary -->\n"
TABLES = "<!-- tables -->\n", "<!-- end of tables -->\n"
COMPARED = "<!-- frameworks -->\n", "<!-- end of frameworks -->\n"
FRAMEWORKS = {"jax": "JAX", "torch": "PyTorch"}
DEALS = {"round": 800, "points": 200, "match": 20, "test": 100}
"""Deals of a table, by what is played for; each is played from every seat."""
PLAYERS = (2, 3, 4)
HOUSE = 40
SEED = 1

Row = dict[str, Any]


def games(kind: str) -> Iterator[eights.Game]:
    """Returns the tables of a kind."""
    options: dict[str, Any] = {
        "points": {"reward": "points"},
        "match": {"episode": "match"},
    }.get(kind, {})
    if kind == "test":
        for seed in range(HOUSE):
            ruleset = eights.Ruleset.sample(seed, split="test")
            least, most = ruleset.players
            yield from (eights.Game(ruleset, players=n) for n in PLAYERS if least <= n <= most)
        return
    for name in eights.rulesets():
        least, most = eights.Ruleset(name).players
        if kind != "match" or has_match(name):
            yield from (
                eights.Game(name, players=n, **options) for n in PLAYERS if least <= n <= most
            )


def measured(game: eights.Game, kind: str) -> Row:
    """Measures `learned` against `heuristic`, and `heuristic` against `greedy` beside it."""
    row: Row = {"ruleset": game.ruleset.id, "players": game.num_players(), "kind": kind}
    for name, entrants in (
        ("learned", ["learned", "heuristic"]),
        ("heuristic", ["heuristic", "greedy"]),
    ):
        report = eights.arena(game, entrants, deals=DEALS[kind], seed=SEED, threads=0)
        pair = report["pairings"][0]
        row[name] = {end: round(rate, 4) for end, rate in pair["win_rate"].items()}
    time = eights.decision_time(game, "learned", seed=SEED)["microseconds"]
    row["microseconds"] = round(time, 1)
    return row


def is_unseen(row: Row) -> bool:
    """True if the policy has not learned from the rules."""
    return row["kind"] == "test" or row["ruleset"] in HELD_OUT


def mean(rows: list[Row], of: str) -> tuple[float, float]:
    """Returns the mean of win rates over tables, and half its 95 % interval."""
    rates = [row[of]["mean"] for row in rows]
    # The tables are those that there are; drawn house rules are a sample, so their spread counts.
    if rows[0]["kind"] == "test":
        return float(np.mean(rates)), 1.96 * float(np.std(rates)) / math.sqrt(len(rates))
    errors = [(row[of]["high"] - row[of]["low"]) / 3.92 for row in rows]
    return float(np.mean(rates)), 1.96 * math.sqrt(sum(e**2 for e in errors)) / len(rows)


KINDS = {
    "round": "rounds",
    "points": "rounds, for points",
    "match": "matches",
    "test": "rounds under house rules of `test`",
}


def summary(rows: list[Row]) -> str:
    """Formats the table of means."""
    lines = [
        "| played | rules | players | tables | `learned` against `heuristic` | "
        "`heuristic` against `greedy` | fair share |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind, said in KINDS.items():
        for unseen, which in ((False, "learned from"), (True, "never seen")):
            for players in PLAYERS:
                some = [
                    row
                    for row in rows
                    if (row["kind"], is_unseen(row), row["players"]) == (kind, unseen, players)
                ]
                if some:
                    shares = [
                        f"{100 * rate:.1f} % ± {100 * half:.1f}"
                        for rate, half in (mean(some, of) for of in ("learned", "heuristic"))
                    ]
                    cells = [said, which, players, len(some), *shares, f"{100 / players:.1f} %"]
                    lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


def tables(rows: list[Row]) -> str:
    """Formats the table of every ruleset."""
    lines = [
        "| ruleset | players | rounds | for points | matches | fair share | µs a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    found = {(row["ruleset"], row["players"], row["kind"]): row for row in rows}
    for name in eights.rulesets():
        for players in PLAYERS:
            if (name, players, "round") not in found:
                continue
            cells = []
            for kind in ("round", "points", "match"):
                rate = found.get((name, players, kind), {}).get("learned")
                between = (
                    rate
                    and f"{rate['mean']:.1%} ({100 * rate['low']:.1f}-{100 * rate['high']:.1f})"
                )
                cells.append(between or "none")
            time = found[name, players, "round"]["microseconds"]
            star = " *" if name in HELD_OUT else ""
            cells = [f"`{name}`{star}", str(players), *cells, f"{1 / players:.1%}", f"{time:.1f}"]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def frameworks(figures: dict[str, Any]) -> str:
    """Formats the figures of `training.py`: decisions per second in JAX and in PyTorch."""
    about, speed, ratio = figures["machine"], figures["speed"], figures["ratio"]
    names = [f"{name} {about[of]}" for of, name in FRAMEWORKS.items()]
    lines = [
        f"| decisions/s | {' | '.join(names)} | {' / '.join(reversed(FRAMEWORKS.values()))} |",
        "|---|---:|---:|---:|",
    ]
    for part, said in (("all", "in all"), ("acting", "acting"), ("updating", "updating")):
        cells = [between(speed[of][part], ",.0f") for of in FRAMEWORKS]
        lines.append(f"| {said} | {' | '.join(cells)} | {between(ratio[part], '.2f')} |")
    caption = (
        f"Medians of {figures['turns']} turns, with the lowest and the highest; the ratio is that "
        f"of turns side by side. A turn is {figures['decisions']:,} decisions at the tables of "
        f"{len(figures['rulesets'])} rulesets and {figures['house']} with house rules, and the "
        f"update; {about['cores']} cores of {about['cpu']}, Python {about['python']}, "
        f"NumPy {about['numpy']}. Other programs made a load of {figures['load']} at the beginning."
    )
    return "\n".join([*lines, "", *textwrap.wrap(caption, 120), ""])


def between(of: dict[str, float], form: str) -> str:
    """Formats a median and its extremes."""
    return f"{of['median']:{form}} ({of['low']:{form}}-{of['high']:{form}})"


def draw(run: dict[str, Any]) -> None:
    """Draws win rates over the decisions learned from."""
    mpl.rcParams |= {"svg.hashsalt": "eights", "font.size": 9, "svg.fonttype": "path"}
    figure, axis = plt.subplots(figsize=(6.4, 3.4), layout="constrained")
    curve = run.get("before", run)["curve"]
    said = {
        "seen": "rulesets learned from",
        "unseen": "seven rulesets never seen",
        "test": "house rules of test",
    }
    for (kind, name), color in zip(said.items(), ("#0072b2", "#d55e00", "#009e73"), strict=True):
        at = [point["decisions"] / 1e6 for point in curve]
        axis.plot(at, [100 * point[kind] for point in curve], "o-", color=color, label=name, ms=3)
    axis.axhline(50, color="#777777", linewidth=0.8, linestyle=":")
    axis.set(
        xlabel="million decisions", ylabel="wins against heuristic, 2 players, %", ylim=(30, 62)
    )
    axis.spines[["top", "right"]].set_visible(False)
    axis.legend(frameon=False, loc="lower right")
    figure.patch.set_facecolor("white")
    figure.savefig(PLOT, metadata={"Date": None})


def main() -> None:
    """Measures, draws and writes."""
    run = json.loads(RUN.read_text(encoding="utf-8"))
    rows = []
    for kind in KINDS:
        for game in games(kind):
            rows.append(measured(game, kind))
            rate = rows[-1]["learned"]["mean"]
            sys.stdout.write(f"{game.ruleset.id} {game.num_players()} {kind}: {rate:.1%}\n")
            sys.stdout.flush()
    run["strength"] = rows
    RUN.write_text(dumps(run), encoding="utf-8")
    draw(run)
    marked.write(PAGE, SUMMARY, summary(rows))
    marked.write(PAGE, TABLES, tables(rows))
    marked.write(PAGE, COMPARED, frameworks(run["frameworks"]))


if __name__ == "__main__":
    main()
