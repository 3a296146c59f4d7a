"""Bounds on exploitability in a leaderboard: where they come from, and where they are shown."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import good, run

import eights
import leaderboard_page
from eights import leaderboard as board
from eights.cli.files import dumps
from eights.leaderboard import bounds
from eights.leaderboard.meetings import Meetings
from eights.leaderboard.page import BOUND, page

PLAN = board.Plan(["one_left", "crazy_eights"], deals=12, seed=3, exploit=2, searched=["one_left"])
COMMAND = (
    *("leaderboard", "--rulesets", "one_left,crazy_eights", "-d", "12", "-s", "3"),
    *("--exploit", "2", "--searched", "one_left"),
)

Array = np.ndarray[Any, Any]


def first_legal(_: Array, action_masks: Array) -> Array:
    actions: Array = action_masks.argmax(axis=1)
    return actions


def up_to(share: float, done: float, _: str) -> bool:
    return done < share


def never(*_: Any) -> Any:
    raise AssertionError("it was played")


def without(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures, with no bounds."""
    tables = [
        {key: value for key, value in table.items() if key != "exploited"}
        for table in figures["tables"]
    ]
    kept = {key: value for key, value in figures.items() if key != "exploit"}
    return {**kept, "tables": tables}


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """Figures of two tables with 2 players, a search at the first, and of one with 4."""
    return board.play(PLAN, board.bots())


# ---- Where they come from -----------------------------------------------------------------------


def test_a_bound_is_what_a_search_or_another_entrant_wins(figures: dict[str, Any]) -> None:
    assert figures["exploit"] == {"deals": 2, **bounds.SEARCH, "searched": ["one_left"]}
    searched, other, of_four = figures["tables"]
    assert "exploited" not in of_four
    by = {bound["by"] for table in (searched, other) for bound in table["exploited"].values()}
    assert None in by
    assert by & set(eights.bots())
    for table in (searched, other):
        assert list(table["exploited"]) == eights.bots()
        game = eights.Game(table["ruleset"], players=2)
        for name, bound in table["exploited"].items():
            if bound["by"] is None:
                assert table is searched
                found = eights.exploit(game, name, 2, 3, decisions=0, **bounds.SEARCH)["search"]
            else:
                games = eights.arena_games(game, bound["by"], name, 6, 6, 3)[0]
                mean, low, high = eights.win_rate_interval(games[:, 0], 2)
                found = {"mean": 2 * mean - 1, "low": 2 * low - 1, "high": 2 * high - 1}
            expected = [found[key] for key in ("mean", "low", "high")]
            assert bound["won"] == pytest.approx(expected, abs=1e-4)
    json.loads(json.dumps(figures, allow_nan=False))


def test_bounds_change_no_other_figure(figures: dict[str, Any]) -> None:
    plain = board.Plan(PLAN.rulesets, deals=12, seed=3)
    assert without(figures) == board.play(plain, board.bots())


def test_an_opponent_is_chosen_on_deals_that_do_not_count() -> None:
    lucky = np.repeat([1.0, -1.0], 20)
    steady = np.tile([1.0, 1.0, -1.0, 1.0], 10)
    found = bounds.by_another({"steady": steady, "lucky": lucky})
    assert found is not None
    assert found["by"] == "lucky"
    assert found["won"][0] == -1
    assert bounds.least(found) == 0
    assert not bounds.found(found)
    alone = bounds.by_another({"steady": steady, "new": np.ones(2)})
    assert alone is not None
    assert alone["by"] == "steady", "one deal has no first half"
    assert bounds.better(found, steady)["by"] is None
    assert bounds.better(alone, lucky) == alone
    assert bounds.by_another({"new": np.ones(2)}) is None
    assert bounds.better(None, lucky)["by"] is None


def test_a_search_plays_only_where_no_entrant_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    entrants = [one for one in board.bots() if one.name in ("random", "greedy")]
    entrants.append(board.searcher(2, deals=2))
    plan = board.Plan(["crazy_eights"], [2], deals=20, exploit=1)
    [table] = board.play(plan, entrants)["tables"]
    by = {name: bound["by"] for name, bound in table["exploited"].items()}
    assert by == {"random": "greedy", "greedy": None}, "and a search is not exploited"
    monkeypatch.setattr(bounds, "searcher", lambda _: eights.Searcher(iterations=10**9))
    monkeypatch.setattr(bounds, "found", lambda _: True)
    [table] = board.play(plan, entrants)["tables"]
    assert table["exploited"]["greedy"]["by"] is not None, "no search has played"


def test_who_has_played_one_deal_shows_nothing() -> None:
    plan = board.Plan(["one_left"], [2], deals=1, exploit=1, searched=[])
    found = board.play(plan, board.bots())
    assert found["tables"][0]["exploited"] == {}
    assert board.overall(found, 2)[0]["exploited"] is None


# ---- Stored games -------------------------------------------------------------------------------


def test_searches_that_are_stopped_go_on_there(tmp_path: Path, figures: dict[str, Any]) -> None:
    kept = Meetings(tmp_path)
    threads = board.Plan(**{**PLAN.__dict__, "threads": 2})
    for share in (0.2, 0.5, 0.8):
        with pytest.raises(board.Stopped):
            board.play(threads, board.bots(), kept, functools.partial(up_to, share))
    seen: list[float] = []
    found = board.play(threads, board.bots(), kept, lambda done, _: seen.append(done))
    assert json.dumps(found) == json.dumps(figures)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1)
    assert not kept.anew


def test_finished_searches_are_not_played_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figures: dict[str, Any]
) -> None:
    assert board.play(PLAN, board.bots(), Meetings(tmp_path)) == figures
    monkeypatch.setattr(board, "arena_games", never)
    assert board.play(PLAN, board.bots(), Meetings(tmp_path)) == figures


def test_searches_with_other_settings_are_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.play(PLAN, board.bots(), Meetings(tmp_path))
    monkeypatch.setattr(bounds, "SEARCH", {"iterations": 4, "prior": "learned"})
    kept = Meetings(tmp_path)
    board.play(board.Plan(**{**PLAN.__dict__, "exploit": 1}), board.bots(), kept)
    assert kept.anew["one_left/exploit/learned"] == [
        "deals 2, now 1",
        "exploiter ismcts(iterations=32, worlds=8, prior=learned, opponents=learned), now "
        "ismcts(iterations=4, worlds=1, prior=learned, opponents=learned)",
    ]
    assert all(name.startswith("one_left/exploit/") for name in kept.anew)


# ---- Where they are shown -----------------------------------------------------------------------


def test_a_page_shows_the_bounds(figures: dict[str, Any]) -> None:
    text = page(figures)
    flat = " ".join(text.split())
    assert text.count(f"| {BOUND} |") == 2, "overall and table by table, with 2 players only"
    assert f"*{BOUND.capitalize()}* is a lower bound on exploitability" in flat
    assert "32 iterations with the prior `learned` plays 2 deals" in flat
    assert "Searches play at 1 rulesets only" in flat
    rows = {row["entrant"]: row["exploited"] for row in board.overall(figures, 2)}
    tables = figures["tables"][:2]
    for name, mean in rows.items():
        least = [max(table["exploited"][name]["won"][1], 0) for table in tables]
        assert mean == pytest.approx(np.mean(least))
        assert re.search(rf"\| `{name}` \|.*\| {mean:.3f} \|", text)
    weak = tables[1]["exploited"]["random"]
    assert f"| {weak['won'][1]:.3f} (`{weak['by']}`) |" in text
    assert all(row["exploited"] is None for row in board.overall(figures, 4))
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("|"):
            assert len({line.count("|") for line in paragraph.splitlines()}) == 1, paragraph


def test_the_page_says_how_a_search_is_played_again(figures: dict[str, Any]) -> None:
    told = " ".join(leaderboard_page.whole_page(figures).split())
    again = "-d 2 -s 3 --iterations 32 --prior learned --decisions 0"
    assert f"`eights exploit one_left --policy learned {again}` plays such a search" in told


def test_a_page_without_bounds_has_no_column(figures: dict[str, Any]) -> None:
    assert "eights exploit" not in leaderboard_page.whole_page(without(figures))
    text = page(without(figures))
    assert BOUND not in text.lower()
    assert "exploitability" not in text


def test_the_command_writes_and_prints_bounds(tmp_path: Path, figures: dict[str, Any]) -> None:
    games = ("--games", str(tmp_path / "games"))
    file = tmp_path / "board.json"
    text = good(*COMMAND, *games, "--json", str(file))
    assert file.read_text() == dumps(figures) + "\n"
    assert "Won from it" in text
    assert "a lower bound on exploitability" in " ".join(text.split())
    told = " ".join(run(*COMMAND, *games, "--exploit", "1").stderr.split())
    assert told == "played anew: one_left (deals 2, now 1)"
    assert "Won from it" not in good(*COMMAND[:7], *games)


def test_searches_against_an_added_policy_are_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def policy(observations, action_masks):\n    return action_masks.argmax(1)\n")
    games = tmp_path / "games"
    plan = ("leaderboard", "--rulesets", "one_left", "-p", "2", "-d", "1", "--exploit", "1")
    report = good(*plan, "--add", str(file), "--games", str(games), "--json", "-")
    assert "mine" in json.loads(report)["tables"][0]["exploited"]
    kept = {path.name for path in games.rglob("exploit/*.npz")}
    assert kept == {f"{name}.npz" for name in eights.bots()}
