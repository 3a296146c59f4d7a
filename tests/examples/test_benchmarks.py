"""The benchmarks and the page generated from their results. No test depends on a time."""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from golden import blessed
from not_measured import not_measured

import eights
import interfaces
import learned
import marked
import openspiel_search
import page
import pairs
import performance
import rules
import search_budget
import searches
import serve
import speed_plot
import versions
import worlds
from contestants import CONTESTANTS, Elsewhere, Here
from details import Details
from eights.cli.files import dumps
from eights.cli.measure import cores, in_turn
from interface_loops import GROUPS
from peer_games import open_spiel_inside, open_spiel_lists, open_spiel_observer
from peers import compare
from performance import Settings
from probe import Probe, on_one_core

QUICK = Settings(num_envs=64, seconds=0.002, runs=3, pairs=3)


def check(spread: dict[str, Any], least: float = 0.0) -> None:
    """Checks three runs, their extremes and their median."""
    assert len(spread["runs"]) == 3
    assert [spread["min"], spread["median"], spread["max"]] == sorted(spread["runs"])
    assert spread["min"] >= least


def test_measurements_take_turns_and_the_first_run_does_not_count() -> None:
    seen: list[str] = []

    def probe(name: str) -> Probe:
        def measure(seconds: float) -> float:
            seen.append(name)
            return seconds

        return Probe(measure)

    probes = [probe("a"), probe("b")]
    in_turn(probes, 0.5, 3, lambda: seen.append("|"))
    assert "".join(seen) == "aa|bb|a|b|a|b|"
    assert [probe.runs for probe in probes] == [[0.5, 0.5, 0.5]] * 2


def test_every_interface_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setattr(interfaces, "ROOT", tmp_path)  # without trainers
    interfaces.main(["--envs", "8", "--few", "2", "--seconds", "0.002", "--runs", "3"])
    lines = capsys.readouterr().out.splitlines()
    assert "4 players, random bots; 8 envs, 2 where it says a few. 3 runs of 0.002 s" in lines[0]
    rows = [line.split(" | ") for line in lines if line.startswith("| ")][1:]
    assert [row[0].removeprefix("| ") for row in rows] == list(GROUPS[""])
    assert all(int(row[1].replace(",", "")) > 0 for row in rows)
    assert lines[-1].endswith("sb3, torchrl, rllib")


def test_the_page_of_trainers_has_a_line_for_every_interface() -> None:
    text = interfaces.PAGE.read_text(encoding="utf-8")
    table = text.partition(interfaces.MARKS[0])[2].partition(interfaces.MARKS[1])[0]
    for loops in GROUPS.values():
        for name in loops:
            assert f"| {name} | " in table
    assert marked.written(text, interfaces.MARKS, table.strip("\n") + "\n") == text


def test_one_core_is_left_again() -> None:
    before = cores()
    with on_one_core() as pinned:
        assert cores() == (1 if pinned else before)
    assert cores() == before


def test_details_of_a_ruleset() -> None:
    case = Details(eights.Game("crazy_eights_special", players=4), QUICK.num_envs, "float32", 0)
    case.run(QUICK.seconds, QUICK.runs, lambda: None)
    details = case.to_dict()
    assert (details["ruleset"], details["players"]) == ("crazy_eights_special", 4)
    assert list(details["bots"]) == eights.bots()
    for bot in details["bots"].values():
        assert 2 < bot["decisions_a_step"] < 4
        check(bot["decision"])
    assert list(details["shares"]) == [
        *("engine", "observation and mask", "sampling", "call from Python"),
    ]
    for spread in [*details["shares"].values(), *details["reset"].values(), details["fill"]]:
        check(spread)
    for name in ("apply_action", "observation_tensor", "legal_actions_mask"):
        check(details["single"][name], 1)


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """Measures everything once, for one ruleset."""
    told: list[str] = []
    report = performance.measure(QUICK, ["crazy_eights"], told.append)
    assert told[:2] == ["crazy_eights", "details of crazy_eights"]
    assert told[-1] == "other packages"
    return report


def test_peers_side_by_side(report: dict[str, Any]) -> None:
    peers = report["peers"]
    assert peers["open_spiel_parameters"] == {"players": 4, "use_special_cards": True}
    installed = [c for c in CONTESTANTS if c.missing() is None]
    assert [(p["name"], p["way"]) for p in peers["peers"]] == [(c.name, c.way) for c in installed]
    assert len(peers["skipped"]) == len(CONTESTANTS) - len(installed)
    for peer, contestant in zip(peers["peers"], installed, strict=True):
        check(peer["decisions"], 1)
        assert all(peer["versions"].values())
        beside, ratio = peer["beside"], peer["ratio"]
        assert beside["ruleset"] == contestant.beside
        check(beside["step_and_sample"], 1)
        assert 0 < ratio["low"] <= ratio["mean"] <= ratio["high"]
        each = zip(beside["step_and_sample"]["runs"], peer["decisions"]["runs"], strict=True)
        assert ratio["mean"] == pytest.approx(pairs.geometric_mean([a / b for a, b in each]))


def test_the_interval_of_a_ratio_is_that_of_student() -> None:
    # The logarithms have the mean 0 and the standard error 0.1; t is 4.3027 with two degrees.
    width = 0.1 * 3**0.5
    ratio = pairs.Ratio.of([np.exp(width), 1.0, np.exp(-width)])
    logarithms = np.log([ratio.mean, ratio.low, ratio.high])
    assert logarithms == pytest.approx([0, -0.43027, 0.43027], abs=1e-5)


def test_the_pinned_requirements_have_a_game_of_every_peer() -> None:
    installed = {c.name.split()[0] for c in CONTESTANTS if c.missing() is None}
    # `make envpool` installs EnvPool; `make test-examples` does so before.
    assert installed == {"OpenSpiel", "RLCard", "PettingZoo", "Pgx", "EnvPool"}


def test_the_ways_to_play_openspiel_count_alike() -> None:
    games = 100
    ways = (open_spiel_inside, open_spiel_lists, open_spiel_observer)
    inside, lists, observer = (sum(play() for _ in range(games)) for play in (w(0) for w in ways))
    assert lists == observer
    assert 0.8 < inside / lists < 1.25


def test_peers_that_are_not_installed_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(Elsewhere, "installed", lambda _: {})
    comparison = compare(CONTESTANTS, 64, 0.002, 2, 0)
    assert comparison.peers == []
    assert [name for name, _ in comparison.skipped] == [f"{c.name}, {c.way}" for c in CONTESTANTS]
    for (_, why), contestant in zip(comparison.skipped, CONTESTANTS, strict=True):
        assert why.startswith("no ")
        assert why.endswith(contestant.remedy())


def test_a_peer_that_cannot_start_is_skipped() -> None:
    def too_old(_: int, __: int) -> Any:
        raise ImportError("it is too old")

    contestant = Here(name="Name", way="way", packages=("name",), modules=(), make=too_old)
    comparison = compare([contestant], 1, 0.002, 2, 0)
    assert comparison.skipped == [("Name, way", "it is too old: pip install 'name'")]


def test_a_sweep_changes_one_thing_at_a_time(report: dict[str, Any]) -> None:
    points: dict[str, list[dict[str, Any]]] = {}
    for point in report["sweep"]:
        points.setdefault(point["axis"], []).append(point)
    assert list(points) == ["players", "packs", "envs", "observation"]
    for axis, key in (("players", "players"), ("envs", "num_envs")):
        for point in points[axis]:
            assert all(result[key] == point["value"] for result in point["results"])
    assert [result["threads"] for result in points["envs"][0]["results"]] == QUICK.threads()
    sizes = [point["results"][0]["observation_size"] for point in points["observation"]]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 3
    for point in report["sweep"]:
        for result in point["results"]:
            check(result["step"], 1)


def test_a_page_and_a_plot_of_a_report(report: dict[str, Any], tmp_path: Path) -> None:
    figures = json.loads(dumps(page.condense(report)))
    text = page.page(figures)
    assert max(len(line) for line in text.splitlines() if not line.startswith("|")) <= 100
    for name in ("crazy_eights", "uno_rlcard", "heuristic", "hanabi", "65,536", "history 32"):
        assert name in text, name
    assert all(version in text for version in figures["peers"]["peers"][0]["versions"].values())
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("|"):
            assert len({line.count("|") for line in paragraph.splitlines()}) == 1, paragraph
    for file in (tmp_path / "plot.svg", tmp_path / "plot.png"):
        page.plot(figures, file)
        assert file.stat().st_size > 1000
    assert "envs of the batch" in (tmp_path / "plot.svg").read_text(encoding="utf-8")
    count = QUICK.threads()[-1]
    assert f"`step`, {count} threads" in text or count == 1


def assert_measured_or_named(measured: set[str], page: str) -> None:
    """Every ruleset is measured, or named after "Not measured yet:", and no other is either."""
    assert sorted([*measured, *not_measured(page)]) == sorted(eights.rulesets())


def test_the_page_is_what_its_figures_make() -> None:
    figures = json.loads(page.FIGURES.read_text(encoding="utf-8"))
    text = page.page(figures)
    assert blessed(page.PAGE, text) == text, "`make bless` rewrites it"
    speed = speed_plot.draw(figures["peers"])
    assert blessed(page.SPEED, speed) == speed, "`make bless` rewrites it"
    assert {f"({page.PLOT.name})", f"({page.SPEED.name})"} < set(re.findall(r"\([^()]+\)", text))
    for section in ("results", "details"):
        measured = {result["ruleset"] for result in figures[section]}
        assert_measured_or_named(measured, text)


def test_the_plot_is_of_its_figures() -> None:
    # Its curves depend on the version of matplotlib, so the figures are compared by a fingerprint.
    figures = json.loads(page.FIGURES.read_text(encoding="utf-8"))
    again = "`python benchmarks/page.py` draws it again"
    assert page.fingerprint(figures) in page.PLOT.read_text(encoding="utf-8"), again


def test_every_package_has_one_bar_with_its_fastest_game(report: dict[str, Any]) -> None:
    figures = page.condense(report)["peers"]
    drawn = speed_plot.bars(figures)
    assert drawn[0].package == "eights"
    for bar in drawn[1:]:
        games = [p for p in figures["peers"] if p["name"].startswith(f"{bar.package} ")]
        assert bar.rates[0] == max(peer["decisions"][0] for peer in games)
    assert len(drawn) == 1 + len({p["name"].split()[0] for p in figures["peers"]})
    picture = ET.fromstring(speed_plot.draw(figures))
    texts = ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert all(speed_plot.short(bar.rates[0]) in texts for bar in drawn)


def test_figures_are_as_the_script_writes_them() -> None:
    text = page.FIGURES.read_text(encoding="utf-8")
    assert dumps(json.loads(text)) + "\n" == text


def test_versions_play_in_processes_of_their_own() -> None:
    package = Path(eights.__file__).parents[1]
    with versions.Version.started(package) as old, versions.Version.started(package) as new:
        rulesets = {"one_left": 2, "uno": 4}
        measured = versions.compare(old, new, rulesets, envs=8, seconds=0.001, passes=3)
    assert [speeds.ruleset for speeds in measured] == list(rulesets)
    for speeds in measured:
        assert len(speeds.ratios) == 3
        assert min(*speeds.old, *speeds.new) > 0


BUSY = [1.4, 0.6, 0.8, 1.2, 0.9, 1.1, 0.7, 1.3, 0.5, 1.0]
IDLE = [1.001, 0.999, 1.002, 0.998, 1.0, 1.0, 1.003, 0.997, 1.001, 0.999]


@pytest.mark.parametrize(
    ("noise", "slow", "quick", "verdict", "named"),
    [
        (IDLE, 1.0, 1.0, "KEPT", ""),
        (IDLE, 0.98, 0.98, "KEPT", ""),
        (IDLE, 0.95, 0.95, "REFUSED", "uno, taki, macau"),
        (IDLE, 0.90, 0.99, "REFUSED", "uno"),
        (IDLE, 0.90, 1.10, "KEPT", "uno"),
        (BUSY, 1.0, 1.0, "UNDECIDED", ""),
        (BUSY, 0.95, 0.95, "UNDECIDED", ""),
    ],
)
def test_a_regression_is_refused_only_where_it_is_certain(
    noise: list[float], slow: float, quick: float, verdict: str, named: str
) -> None:
    def speeds(ruleset: str, ratio: float) -> versions.Speeds:
        return versions.Speeds(ruleset, (1e6,) * 10, tuple(1e6 * ratio * by for by in noise))

    measured = [speeds("uno", slow), speeds("taki", quick), speeds("macau", quick)]
    judgement = versions.Judgement.of(measured)
    assert judgement.verdict.name == verdict
    assert judgement.slower == tuple(named.split(", ") if named else ())
    assert judgement.verdict.value in judgement.report()
    assert named in judgement.report()


def test_the_version_to_beat_is_the_last_tag_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(versions, "ROOT", tmp_path)
    versions.git("init", "--quiet")
    who = ("-c", "user.name=A", "-c", "user.email=a@b.c")
    for number in range(3):
        versions.git(*who, "commit", "--quiet", "--allow-empty", "--message", f"{number}")
        if number == 0:
            assert versions.published(None) == versions.UNPUBLISHED
        else:
            versions.git("tag", f"v0.{9 + number}.0")
    assert versions.published(None) == "v0.10.0"
    assert versions.published("v0.10.0") == versions.UNPUBLISHED
    versions.git(*who, "commit", "--quiet", "--allow-empty", "--message", "3")
    assert versions.published(None) == "v0.11.0"


@pytest.mark.parametrize("table", searches.TABLES_OF.values(), ids=searches.TABLES_OF)
def test_the_tables_of_searches_are_of_what_would_be_played(table: searches.Table) -> None:
    text = searches.PAGE.read_text(encoding="utf-8")
    begin, end = table.marks
    lines = text.split(begin)[1].split(end)[0].strip().splitlines()[2:]
    told = [line.split(" | ")[:4] for line in lines if not line.startswith("| all ")]
    assert told == [
        [f"| `{of.ruleset}`", f"{of.players}", f"`{of.searcher.name}`", f"`{of.opponent}`"]
        for of in table.meetings(1)
    ]
    assert (len(lines) > len(told)) == table.averaged


def test_a_search_is_played_from_every_seat_and_counted_at_all_tables() -> None:
    few = eights.Searcher(iterations=4, worlds=2)
    played = {"one_left": 3, "crazy_eights_special": 5}
    meetings = [searches.Meeting(at, 2, few, "greedy", deals) for at, deals in played.items()]
    one, two = results = [meeting.play() for meeting in meetings]
    cells = "2", "`ismcts(iterations=4, worlds=2)`", "`greedy`"
    line = searches.line("`one_left`", meetings[0], one)
    assert line.startswith(f"| `one_left` | {' | '.join(cells)} | 6 |")
    (both,) = searches.means(meetings, results)
    mean = (one.mean + two.mean) / 2
    assert both.startswith(f"| all 2 | {' | '.join(cells)} | 16 | {mean:.1%} |")


def test_the_parts_of_a_meeting_are_the_games_of_the_whole() -> None:
    deals = searches.PART + 3
    few = eights.Searcher(iterations=4, worlds=2)
    meeting = searches.Meeting("one_left", 2, few, "greedy", deals, seed=7)
    played = [part.play()[0] for part in meeting.parts()]
    assert [len(games) for games in played] == [2 * searches.PART, 6]
    game = eights.Game("one_left", players=2)
    whole = eights.arena_games(game, few, "greedy", deals=deals, seed=7)[0]
    np.testing.assert_array_equal(np.concatenate(played), whole)


def test_the_interval_of_a_mean_of_tables_is_as_of_independent_ones() -> None:
    # Widths are 0.03 and 0.04 below, 0.06 and 0.08 above; the roots of their squares: 0.05 and 0.1.
    results = [
        searches.Result(0.5, 0.47, 0.56, milliseconds=1.0),
        searches.Result(0.6, 0.56, 0.68, milliseconds=3.0),
    ]
    mean = searches.Result.mean_of(results)
    told = (mean.mean, mean.low, mean.high, mean.milliseconds)
    assert told == pytest.approx((0.55, 0.525, 0.6, 2.0))
    few = eights.Searcher(iterations=4, worlds=2)
    meetings = [searches.Meeting("one_left", 2, few, "greedy", deals) for deals in (5, 45)]
    (both,) = searches.means(meetings, results)
    assert " | 100 | 55.0% | 52.5% to 60.0% | " in both
    assert searches.Result.mean_of(results[:1]) == results[0]


def test_a_server_of_tables_loses_nothing() -> None:
    load = serve.Load("a few", tables=4, delay=0.0, think=0.0, seconds=0.5)
    counts = serve.measure(load)
    assert (counts.lost, counts.dropped, counts.refused) == (0, 0, 0)
    assert counts.messages > counts.actions > 4
    assert len(counts.answers) == counts.actions
    cells = serve.line(load, counts).split(" | ")
    assert len(cells) == serve.HEAD.splitlines()[0].count("|") - 1
    assert cells[-1] == "0 |"


def test_the_plot_of_budgets_is_of_what_would_be_played() -> None:
    about = json.loads(search_budget.RUNS.read_text(encoding="utf-8"))
    drawn = {(at["ruleset"], at["kind"], at["iterations"]) for at in about["points"]}
    assert drawn == set(search_budget.todo())
    assert search_budget.PLOT.read_text(encoding="utf-8").rstrip().endswith("</svg>")
    again = search_budget.point("uno", "rollouts", 1, 2)
    assert 0 <= again["low"] <= again["mean"] <= again["high"] <= 1


def test_openspiels_searcher_plays_ours() -> None:
    line = openspiel_search.pairing("one_left", eights.Searcher(iterations=8), 8, 1)
    assert line.startswith("| `one_left` | `ismcts(iterations=8)` | 8 iterations | 2 |")
    text = openspiel_search.PAGE.read_text(encoding="utf-8")
    for begin, end in (openspiel_search.SPEED_MARKS, openspiel_search.STRENGTH_MARKS):
        table = text.split(begin)[1].split(end)[0]
        assert all(f"`{ruleset}`" in table for ruleset in openspiel_search.RULESETS)


def test_the_time_of_worlds_is_told_of_every_ruleset() -> None:
    assert len(worlds.times("uno", 3, 5)) == 5
    begin, end = worlds.MARKS
    table = worlds.PAGE.read_text(encoding="utf-8").split(begin)[1].split(end)[0]
    told = {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")}
    assert_measured_or_named(told, worlds.PAGE.read_text(encoding="utf-8"))
    players = worlds.line("thirty_eights", 2).split(" | ")[1]
    assert players == "4"


ROWS = [(task, player) for task in rules.LEARNED for player in rules.players(task)]


@pytest.mark.parametrize(("task", "player"), [row for row in ROWS if "PPO" not in row[1]])
def test_who_plays_under_drawn_rules_is_measured(task: str, player: str, tmp_path: Path) -> None:
    given = argparse.Namespace(decisions=64, episodes=2, out=tmp_path)
    args = dataclasses.replace(rules.settings(task, player, given), rounds=1, pool=2)
    if player == rules.SEARCH:
        player = "ismcts(iterations=4)"
    assert rules.kept(player, args) is None
    made = rules.row(player, args)
    assert [test["split"] for test in made["tests"]] == ["train", "test"]
    for test in made["tests"]:
        assert test["cut"] == 2 or 0 <= test["low"] <= test["win_rate"] <= test["high"] <= 1
    assert rules.kept(player, args) == made
    assert rules.kept(player, dataclasses.replace(args, rounds=2)) is None


def test_the_tables_of_rules_are_of_the_figures() -> None:
    figures = json.loads(rules.FIGURES.read_text(encoding="utf-8"))
    text = rules.PAGE.read_text(encoding="utf-8")
    for task in rules.LEARNED:
        table = text.split(f"<!-- {task} -->")[1].split(f"<!-- end of {task} -->")[0]
        assert table.strip() == rules.block(figures[task])
        assert [made["player"] for made in figures[task]] == list(rules.players(task))


def test_the_tables_of_learned_are_of_the_figures() -> None:
    run = json.loads(learned.RUN.read_text(encoding="utf-8"))
    text = learned.PAGE.read_text(encoding="utf-8")
    rows = run["strength"]
    blocks = {
        learned.SUMMARY: learned.summary(rows),
        learned.POINTS: learned.for_points(rows),
        learned.TABLES: learned.tables(rows),
        learned.COMPARED: learned.frameworks(run["frameworks"]),
    }
    for marks, block in blocks.items():
        assert marked.written(text, marks, block) == text
