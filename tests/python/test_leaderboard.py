"""The leaderboard: its games, its stored figures, its page and its plot."""

from __future__ import annotations

import functools
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eights
from eights import leaderboard as board
from eights.leaderboard.meetings import Meetings, folder
from eights.leaderboard.page import page
from eights.leaderboard.plot import plot

RULESETS = ["one_left", "crazy_eights"]
PLAN = board.Plan(RULESETS, deals=12, seed=3)

Array = np.ndarray[Any, Any]


def first_legal(_: Array, action_masks: Array) -> Array:
    actions: Array = action_masks.argmax(axis=1)
    return actions


def named_bot(name: str, _: eights.Game) -> str:
    return name


def up_to(share: float, done: float, _: str) -> bool:
    return done < share


def policy(name: str, make: Callable[[eights.Game], Any], code: str = "") -> board.Entrant:
    return board.Entrant(name, make, "policy", code=code)


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """Figures of two rulesets, at two tables with 2 players and one with 4."""
    return board.play(PLAN, board.bots())


# ---- Games --------------------------------------------------------------------------------------


def test_tables_are_arenas(figures: dict[str, Any]) -> None:
    where = [(table["ruleset"], table["players"]) for table in figures["tables"]]
    assert where == [("one_left", 2), ("crazy_eights", 2), ("crazy_eights", 4)]
    assert figures["left_out"] == [["one_left", 4]]
    for table in figures["tables"]:
        game = eights.Game(table["ruleset"], players=table["players"])
        report = eights.arena(game, eights.bots(), deals=12, seed=3)
        assert table["fingerprint"] == report["fingerprint"]
        for pairing in report["pairings"]:
            found = table["win_rates"][pairing["entrant"]][pairing["field"]]
            rate = [pairing["win_rate"][key] for key in ("mean", "low", "high")]
            assert found == pytest.approx(rate, abs=1e-4)
        ranked = [(one["entrant"], round(one["rating"], 1)) for one in report["ranking"]]
        assert [(name, rating[0]) for name, rating in table["ratings"].items()] == ranked
        pairings = 6 if table["players"] == 2 else 12
        assert table["games"] == pairings * 12 * table["players"]


def test_threads_change_nothing(figures: dict[str, Any]) -> None:
    entrants = board.bots()
    assert board.play(board.Plan(RULESETS, deals=12, seed=3, threads=2), entrants) == figures
    alone = board.Plan(["crazy_eights"], [2], deals=3, seed=1)
    side_by_side = board.Plan(["crazy_eights"], [2], deals=3, seed=1, threads=3)
    entrants = [*board.bots()[:1], board.searcher(4)]
    assert board.play(alone, entrants) == board.play(side_by_side, entrants)


def test_everybody_is_measured_against_the_same_fields(figures: dict[str, Any]) -> None:
    assert figures["reference"] == eights.bots()
    for table in figures["tables"]:
        for name, (score, low, high) in table["scores"].items():
            rates = [rate[0] for rate in table["win_rates"][name].values()]
            assert score == pytest.approx(np.mean([*rates, 1 / table["players"]]), abs=1e-4)
            assert low < score < high
        best = list(table["scores"])
        assert best == sorted(best, key=lambda name: -table["scores"][name][0])
    of_two = board.overall(figures, 2)
    assert {row["entrant"] for row in of_two} == set(eights.bots())
    scores = [row["score"] for row in of_two]
    assert scores == sorted(scores, reverse=True)
    assert np.mean(scores) == pytest.approx(0.5, abs=1e-4), (
        "with two players, who wins takes from another"
    )
    assert sum(row["leads"] for row in of_two) == 2
    for row in of_two:
        assert 0 <= row["low"] < row["score"] < row["high"] <= 1
        assert row["clearly"] <= row["leads"]
        assert row["tables"] == 2
        assert row["beside"] is None


def test_whoever_adds_a_policy_changes_no_score(figures: dict[str, Any]) -> None:
    found = board.play(PLAN, [*board.bots(), policy("mine", lambda _: first_legal)])
    before = {row["entrant"]: row["score"] for row in board.overall(figures, 4)}
    after = {row["entrant"]: row["score"] for row in board.overall(found, 4)}
    assert before == {name: score for name, score in after.items() if name != "mine"}
    assert 0 <= after["mine"] < 0.5


def test_an_entrant_may_play_some_tables_only() -> None:
    def of_two(game: eights.Game) -> Any:
        return first_legal if game.num_players() == 2 else None

    def fails(_: eights.Game) -> Any:
        raise eights.BotError("there is no network")

    entrants = [*board.bots(), policy("of_two", of_two), policy("never", fails), board.searcher(2)]
    plan = board.Plan(["crazy_eights", "one_left"], [2, 4], deals=2)
    found = board.play(plan, [*entrants[:-1], board.searcher(2, ["one_left"])])
    two, four, other = found["tables"]
    search = entrants[-1].name
    assert two["missing"] == {
        "never": "there is no network",
        search: "search of this ruleset takes too long",
    }
    assert four["missing"]["of_two"] == "it does not play this game"
    assert four["missing"][search] == "search with more than 2 players takes too long"
    assert set(other["ratings"]) == {*eights.bots(), "of_two", search}
    row = next(row for row in board.overall(found, 2) if row["entrant"] == search)
    assert row["tables"] == 1
    beside, score = row["beside"]
    assert score == max(other["scores"][name][0] for name in eights.bots())
    assert other["scores"][beside][0] == score
    text = page(found)
    assert "`never`: there is no network (`crazy_eights` (2), `crazy_eights` (4) and" in text
    assert f"| `{search}` |" in text
    ET.fromstring(plot(found))


def test_rulesets_of_the_same_rounds_are_counted_once() -> None:
    plan = board.Plan(["one_left", "hollywood", "classic_eights"], [2], deals=2)
    found = board.play(plan, board.bots())
    assert [table["ruleset"] for table in found["tables"]] == ["one_left", "hollywood"]
    assert found["same"] == {"classic_eights": "hollywood"}
    [row, *_] = board.overall(found, 2)
    assert row["tables"] == 2
    told = "Rounds of `classic_eights` are those of `hollywood`, and counted once."
    assert told in " ".join(page(found).split())
    alone = board.play(board.Plan(["classic_eights"], [2], deals=2), board.bots())
    assert (alone["same"], len(alone["tables"])) == ({}, 1)


def test_ratings_agree_with_clear_win_rates() -> None:
    found = board.play(board.Plan(["sevens_and_eights"], [4], deals=400), board.bots())
    [table] = found["tables"]
    clear = [
        (name, field)
        for name, rates in table["win_rates"].items()
        for field, (_, low, _) in rates.items()
        if low > 1 / 4
    ]
    assert len(clear) >= 3
    for name, field in clear:
        assert table["ratings"][name][0] > table["ratings"][field][0], (name, field)


def test_whoever_is_slow_plays_fewer_deals() -> None:
    plan = board.Plan(["one_left"], [2], deals=4)
    found = board.play(plan, [*board.bots(), board.searcher(2, deals=3)])
    assert [one["deals"] for one in found["entrants"]] == [4, 4, 4, 4, 3]
    assert found["tables"][0]["games"] == 6 * 4 * 2 + 4 * 3 * 2
    assert "its pairings are of the first 3 deals" in " ".join(page(found).split())


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(eights.RulesetError, match="chess"):
        board.play(board.Plan(["chess"]), board.bots())
    with pytest.raises(eights.BotError, match="two entrants have the name random"):
        board.play(PLAN, [*board.bots(), policy("random", lambda _: first_legal)])
    with pytest.raises(eights.BotError, match="no ruleset allows this many players"):
        board.play(board.Plan(["one_left"], [4]), board.bots())
    with pytest.raises(eights.BotError, match="nobody to be measured against"):
        board.play(PLAN, [policy(name, lambda _: first_legal) for name in ("one", "two")])
    with pytest.raises(eights.BotError, match="cannot keep games in"):
        folder(f"{__file__}/games")


# ---- Stored figures -----------------------------------------------------------------------------


def test_a_leaderboard_that_is_stopped_goes_on_there(tmp_path: Path) -> None:
    plan = board.Plan(["one_left", "crazy_eights"], deals=4)
    entrants = [*board.bots(), board.searcher(2, ["one_left"], deals=2)]
    whole = board.play(plan, entrants)
    kept = Meetings(tmp_path)
    lefts = []
    for share in (0.1, 0.2, 0.5, 0.9):
        with pytest.raises(board.Stopped) as stopped:
            board.play(plan, entrants, kept, functools.partial(up_to, share))
        there = stopped.value.figures["tables"]
        assert there == whole["tables"][: len(there)]
        assert len(there) + stopped.value.left == 3
        lefts.append(stopped.value.left)
    assert lefts[0] == 3, "it was stopped in the first table"
    seen: list[float] = []
    found = board.play(plan, entrants, kept, lambda done, _: seen.append(done))
    assert json.dumps(found) == json.dumps(whole)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1)
    assert not kept.anew


def test_finished_games_are_not_played_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figures: dict[str, Any]
) -> None:
    kept = Meetings(tmp_path)
    assert board.play(PLAN, board.bots(), kept) == figures

    def never(*_: Any) -> Any:
        raise AssertionError("it was played")

    named = [
        board.Entrant(one.name, functools.partial(named_bot, one.name)) for one in board.bots()
    ]
    monkeypatch.setattr(board, "arena_games", never)
    assert board.play(PLAN, named, kept) == figures
    with pytest.raises(AssertionError, match="it was played"):
        board.play(PLAN, named, Meetings(tmp_path, fresh=True))


def test_damaged_games_are_played_anew(tmp_path: Path) -> None:
    plan = board.Plan(["one_left"], players=[2], deals=4)
    whole = board.play(plan, board.bots(), Meetings(tmp_path))
    (file, *_) = sorted(tmp_path.rglob("*.npz"))
    good = file.read_bytes()
    with np.load(file) as held:
        arrays = {name: held[name] for name in held.files}
    about = json.loads(str(arrays["about"]))

    def written(**changes: Any) -> bytes:
        told = changes.pop("about", about)
        np.savez(file, **{**arrays, "about": np.array(json.dumps(told)), **changes})
        return file.read_bytes()

    damaged = [good[:at] + b"\xff" * 8 + good[at + 8 :] for at in range(0, len(good), 97)]
    damaged += [b"", good[: len(good) // 2]]
    damaged += [written(about=told) for told in (3, {}, {**about, "parts": 10**9})]
    damaged += [written(about={**about, key: -1}) for key in about]
    damaged += [written(about={**about, "sides": 9}), written(side0=arrays["side0"][:1])]
    for one in damaged:
        file.write_bytes(one)
        assert board.play(plan, board.bots(), Meetings(tmp_path)) == whole


@pytest.mark.parametrize(
    ("plan", "changes"),
    [
        (board.Plan(RULESETS, deals=12, seed=4), ["seed 3, now 4"]),
        (board.Plan(RULESETS, deals=13, seed=3), ["deals 12, now 13"]),
    ],
)
def test_what_has_changed_is_played_anew(
    tmp_path: Path, plan: board.Plan, changes: list[str]
) -> None:
    board.play(PLAN, board.bots(), Meetings(tmp_path))
    kept = Meetings(tmp_path)
    assert board.play(plan, board.bots(), kept) == board.play(plan, board.bots())
    assert len(kept.anew) == 6 + 6 + 12
    assert all(why == changes for why in kept.anew.values())


def test_another_version_ruleset_or_policy_is_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = board.Plan(["one_left"], [2], deals=2)

    def play(code: str) -> list[str]:
        kept = Meetings(tmp_path)
        board.play(plan, [*board.bots()[:1], policy("mine", lambda _: first_legal, code)], kept)
        return [change for changes in kept.anew.values() for change in changes]

    assert play("one") == []
    assert play("one") == []
    assert play("two") == ["code ['', 'one'], now ['', 'two']"]
    monkeypatch.setattr(board, "__version__", "99.0.0")
    assert play("two") == [f"version {eights.__version__}, now 99.0.0"]
    file = next(tmp_path.rglob("*.npz"))
    with np.load(file) as found:
        data = dict(found)
    about = json.loads(str(data["about"]))
    about["key"]["fingerprint"] = "f00"
    np.savez_compressed(file, **{**data, "about": np.array(json.dumps(about))})
    assert play("two")[0].startswith("fingerprint f00, now ")


@pytest.mark.parametrize("wrong", [b"", b"PK", b"no archive"])
def test_a_file_that_a_crash_has_left_is_played_anew(tmp_path: Path, wrong: bytes) -> None:
    plan = board.Plan(["one_left"], [2], deals=2)
    before = board.play(plan, board.bots(), Meetings(tmp_path))
    for file in tmp_path.rglob("*.npz"):
        file.write_bytes(wrong)
    assert board.play(plan, board.bots(), Meetings(tmp_path)) == before


# ---- The page and the plot ----------------------------------------------------------------------


def test_a_page_has_a_row_for_every_entrant_at_every_table(figures: dict[str, Any]) -> None:
    text = page(figures, "plot.svg")
    for table in figures["tables"]:
        for name, (rating, _, _) in table["ratings"].items():
            score = f"{table['scores'][name][0]:.1%}"
            row = (
                rf"\| `{name}` \| {re.escape(score)} \([^|]*\) \| {re.escape(f'{rating:+.0f}')} \|"
            )
            assert re.search(row, text)
    assert "![Scores of every entrant at every table](plot.svg)" in text
    assert "`one_left` (4)" in text
    assert "crazy_eights` (4)" not in text
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("|"):
            assert len({line.count("|") for line in paragraph.splitlines()}) == 1, paragraph
        elif not paragraph.startswith(("<!", "!")):
            assert max(map(len, paragraph.splitlines())) <= 100
    assert "![" not in page(figures)


def test_one_deal_tells_nothing_of_intervals() -> None:
    found = board.play(board.Plan(["one_left"], [2], deals=1), board.bots())
    ratings = found["tables"][0]["ratings"].values()
    assert all(low is None and high is None for _, low, high in ratings)
    assert "| unknown |" in page(found)
    json.loads(json.dumps(found, allow_nan=False))
    ET.fromstring(plot(found))


def test_the_plot_has_a_mark_for_every_score(figures: dict[str, Any]) -> None:
    text = plot(figures)
    svg = ET.fromstring(text)
    marks = svg.findall(".//{*}g")
    assert len(marks) == sum(len(table["scores"]) for table in figures["tables"])
    titles = [mark.findtext("{*}title") or "" for mark in marks]
    assert any(
        re.fullmatch(r"heuristic, one_left, 2 players: .*% \(.*% to .*%\)", t) for t in titles
    )
    assert "prefers-color-scheme:dark" in text
