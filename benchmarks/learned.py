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
POINTS = "<!-- points -->\n", "<!-- end of points -->\n"
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
    """Measures `learned` against `heuristic`, and beside it another pair of entrant and field.

    For points that is `heuristic` against `learned`, and the figures are returns; else it is
    `heuristic` against `greedy`, and they are win rates.
    """
    row: Row = {"ruleset": game.ruleset.id, "players": game.num_players(), "kind": kind}
    figure, field = ("mean_return", "learned") if kind == "points" else ("win_rate", "greedy")
    for name, entrants in (
        ("learned", ["learned", "heuristic"]),
        ("heuristic", ["heuristic", field]),
    ):
        report = eights.arena(game, entrants, deals=DEALS[kind], seed=SEED, threads=0)
        row[name] = {end: round(of, 4) for end, of in report["pairings"][0][figure].items()}
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
    "match": "matches",
    "test": "rounds under house rules of `test`",
}
"""Kinds of tables whose figures are win rates, as the page calls them."""


def half(of: dict[str, float]) -> float:
    """Returns half of an interval."""
    return (of["high"] - of["low"]) / 2


def tables_by(rows: list[Row]) -> Iterator[tuple[str, str, int, list[Row]]]:
    """Returns the tables of each kind, as learned from or never seen, and number of players."""
    for kind in (*KINDS, "points"):
        for unseen, which in ((False, "learned from"), (True, "never seen")):
            for players in PLAYERS:
                asked = (kind, unseen, players)
                some = [
                    row for row in rows if (row["kind"], is_unseen(row), row["players"]) == asked
                ]
                if some:
                    yield kind, which, players, some


def summary(rows: list[Row]) -> str:
    """Formats the table of mean win rates."""
    lines = [
        "| played | rules | players | tables | `learned` against `heuristic` | "
        "`heuristic` against `greedy` | fair share |",
        "|---|---|---|---|---|---|---|",
    ]
    for kind, which, players, some in tables_by(rows):
        if kind in KINDS:
            means = [mean(some, of) for of in ("learned", "heuristic")]
            shares = [f"{100 * rate:.1f} % ± {100 * width:.1f}" for rate, width in means]
            cells = [KINDS[kind], which, players, len(some), *shares, f"{100 / players:.1f} %"]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


def for_points(rows: list[Row]) -> str:
    """Formats the table that counts leads in points."""
    lines = [
        "| rules | players | tables | higher return | lower | not apart |",
        "|---|---|---|---|---|---|",
    ]
    for kind, which, players, some in tables_by(rows):
        if kind == "points":
            leads = [lead(row) for row in some]
            cells = [which, players, len(some), *(leads.count(sign) for sign in (1, -1, 0))]
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


def lead(row: Row) -> int:
    """Returns 1 where `learned` has the higher return, -1 where the lower, 0 if not apart."""
    own, other = row["learned"], row["heuristic"]
    ahead = own["mean"] - other["mean"]
    return int(np.sign(ahead)) if abs(ahead) > math.hypot(half(own), half(other)) else 0


def tables(rows: list[Row]) -> str:
    """Formats the table of every ruleset."""
    lines = [
        "| ruleset | players | rounds | matches | fair share | "
        "return for points | of `heuristic` | µs a decision |",
        "|---|---|---|---|---|---|---|---|",
    ]
    found = {(row["ruleset"], row["players"], row["kind"]): row for row in rows}
    for name in eights.rulesets():
        for players in PLAYERS:
            if (name, players, "round") not in found:
                continue
            of = [found.get((name, players, kind)) for kind in ("round", "match")]
            rates = [row["learned"] if row else None for row in of]
            points = found[name, players, "points"]
            star = " *" if name in HELD_OUT else ""
            cells = [
                f"`{name}`{star}",
                str(players),
                *(between(rate) if rate else "none" for rate in rates),
                f"{1 / players:.1%}",
                *(
                    f"{ret['mean']:.2f} ± {half(ret):.2f}"
                    for ret in (points["learned"], points["heuristic"])
                ),
                f"{found[name, players, 'round']['microseconds']:.1f}",
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def between(rate: dict[str, float]) -> str:
    """Formats a win rate and its interval."""
    return f"{rate['mean']:.1%} ({100 * rate['low']:.1f}-{100 * rate['high']:.1f})"


def frameworks(figures: dict[str, Any]) -> str:
    """Formats the figures of `training.py`: decisions per second in JAX and in PyTorch."""
    about, speed, ratio = figures["machine"], figures["speed"], figures["ratio"]
    names = [f"{name} {about[of]}" for of, name in FRAMEWORKS.items()]
    lines = [
        f"| decisions/s | {' | '.join(names)} | {' / '.join(reversed(FRAMEWORKS.values()))} |",
        "|---|---:|---:|---:|",
    ]
    for part, said in (("all", "in all"), ("acting", "acting"), ("updating", "updating")):
        cells = [median(speed[of][part], ",.0f") for of in FRAMEWORKS]
        lines.append(f"| {said} | {' | '.join(cells)} | {median(ratio[part], '.2f')} |")
    caption = (
        f"Medians of {figures['turns']} turns, with the lowest and the highest; the ratio is that "
        f"of turns side by side. A turn is {figures['decisions']:,} decisions at the tables of "
        f"{len(figures['rulesets'])} rulesets and {figures['house']} with house rules, and the "
        f"update; {about['cores']} cores of {about['cpu']}, Python {about['python']}, "
        f"NumPy {about['numpy']}. Other programs made a load of {figures['load']} at the beginning."
    )
    return "\n".join([*lines, "", *textwrap.wrap(caption, 120), ""])


def median(of: dict[str, float], form: str) -> str:
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
    for kind in DEALS:
        for game in games(kind):
            rows.append(measured(game, kind))
            told = rows[-1]["learned"]["mean"]
            sys.stdout.write(f"{game.ruleset.id} {game.num_players()} {kind}: {told:.3f}\n")
            sys.stdout.flush()
    run["strength"] = rows
    RUN.write_text(dumps(run), encoding="utf-8")
    draw(run)
    marked.write(PAGE, SUMMARY, summary(rows))
    marked.write(PAGE, POINTS, for_points(rows))
    marked.write(PAGE, TABLES, tables(rows))
    marked.write(PAGE, COMPARED, frameworks(run["frameworks"]))


if __name__ == "__main__":
    main()
