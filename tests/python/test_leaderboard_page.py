"""The page docs/leaderboard.md agrees with its figures, and these with the rulesets and bots."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from golden import blessed

import eights
import leaderboard_page
from eights import leaderboard as board
from eights.cli.files import dumps
from eights.leaderboard.plot import plot


def test_the_page_of_the_documentation_is_what_its_figures_make() -> None:
    figures = json.loads(leaderboard_page.FIGURES.read_text(encoding="utf-8"))
    text = leaderboard_page.whole_page(figures)
    assert blessed(leaderboard_page.PAGE, text) == text, "`make bless` rewrites it"
    drawn = plot(figures)
    assert blessed(leaderboard_page.PLOT, drawn) == drawn, "`make bless` rewrites it"
    assert len(drawn) < 100_000
    assert f"({leaderboard_page.PLOT.name})" in text


def test_the_figures_are_of_the_rulesets_and_bots_that_there_are() -> None:
    text = leaderboard_page.FIGURES.read_text(encoding="utf-8")
    figures = json.loads(text)
    why = board.stale(figures)
    assert why is None, f"docs/leaderboard.json is stale: {why}; run `{board.COMMAND}`"
    assert dumps(figures) + "\n" == text
    assert figures["players"] == [2, 4]


def test_the_figures_are_those_that_the_bots_play_now() -> None:
    figures = json.loads(leaderboard_page.FIGURES.read_text(encoding="utf-8"))
    table = next(table for table in figures["tables"] if table["ruleset"] == "one_left")
    bots = [name for name in eights.bots() if name in table["ratings"]]
    deals, seed = figures["deals"], figures["seed"]
    report = eights.arena(eights.Game("one_left", players=2), bots, deals=deals, seed=seed)
    for pairing in report["pairings"]:
        rate = table["win_rates"][pairing["entrant"]][pairing["field"]]
        hint = f"a bot has changed: run `{board.COMMAND} ARGS=--fresh`"
        assert rate[0] == pytest.approx(pairing["win_rate"]["mean"], abs=1e-4), hint


def test_what_is_stale_is_told() -> None:
    whole = json.loads(leaderboard_page.FIGURES.read_text(encoding="utf-8"))

    def told(change: Callable[[dict[str, Any]], object]) -> str | None:
        changed = json.loads(json.dumps(whole))
        change(changed)
        return board.stale(changed)

    assert told(lambda f: f["tables"].pop(0)) == "crazy_eights with 2 players is missing"
    assert told(lambda f: f["tables"][1].update(fingerprint="f00")) == "crazy_eights has changed"
    assert told(lambda f: f["tables"][0].update(ruleset="chess"))
    extra = {**whole["tables"][0], "ruleset": "chess"}
    assert told(lambda f: f["tables"].append(extra)) == "there is no ruleset chess"
    of_four = {**whole["tables"][0], "ruleset": "one_left", "players": 4}
    assert told(lambda f: f["tables"].append(of_four)) == "one_left is not for 4 players any more"
    again = {**whole["tables"][0], "ruleset": "hollywood"}
    assert told(lambda f: f["tables"].append(again)) == "hollywood is counted twice"
    assert told(lambda f: f["same"].clear()) == "other rulesets play the same rounds"
    assert "there are random, greedy" in str(told(lambda f: f["entrants"].pop(0)))
