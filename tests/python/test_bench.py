"""`eights bench`, and the page that is made of what it measures: no test rests on a time."""

from __future__ import annotations

import importlib.util
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import performance
import pytest
from commands import good, refused, run
from tables import nearest

import eights
from eights.cli.measure import Probe, cores, in_turn, on_one_core
from eights.cli.peer_games import open_spiel_inside, open_spiel_lists, open_spiel_observer
from eights.cli.peers import CONTESTANTS, Contestant, enter

QUICK = ("--seconds", "0.002", "--runs", "3", "--envs", "64")


def bench(*arguments: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(good("bench", *arguments, *QUICK, "--json", "-"))
    return report


def check(spread: dict[str, Any], least: float = 0.0) -> None:
    """Three runs, and their extremes and median."""
    assert len(spread["runs"]) == 3
    assert [spread["min"], spread["median"], spread["max"]] == sorted(spread["runs"])
    assert spread["min"] >= least


def test_every_ruleset() -> None:
    report = bench("--threads", "1")
    assert [result["ruleset"] for result in report["results"]] == eights.rulesets()
    assert report["settings"]["num_envs"] == 64
    assert {"cpu", "cores", "eights", "python", "numpy"} <= set(report["machine"])
    assert (report["details"], report["sweep"], report["peers"]) == ([], [], None)
    for result in report["results"]:
        assert result["players"] == nearest(result["ruleset"], 4)
        assert "speed_up" not in result
        for kind in ("step", "step_and_sample"):
            check(result[kind], 1)


def test_threads_and_players_as_a_table() -> None:
    arguments = ("--threads", "1,2", "-p", "2", "--dtype", "uint8", "--seconds", "0.002")
    text = good("bench", "crazy_eights", *arguments, width=80)
    assert "step + sample" in text
    assert max(map(len, text.splitlines())) <= 80


def test_threads_are_compared_with_the_first_number() -> None:
    one, two = bench("crazy_eights", "--threads", "1,2")["results"]
    rates = zip(two["step"]["runs"], one["step"]["runs"], strict=True)
    assert two["speed_up"]["runs"] == [a / b for a, b in rates]


def test_impossible_benches_are_refused() -> None:
    assert "--threads 'x'" in refused("bench", "--threads", "x")
    assert "--threads '0'" in refused("bench", "--threads", "0")
    assert "float16" in refused("bench", "--dtype", "float16")
    assert "no ruleset" in refused("bench", "nonsense")


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


def test_one_core_is_left_again() -> None:
    before = cores()
    with on_one_core() as pinned:
        assert cores() == (1 if pinned else before)
    assert cores() == before


# ---- details


def test_details_of_a_ruleset_with_a_table(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    text = good("bench", "crazy_eights_special", "--details", *QUICK, "--json", str(file), width=80)
    assert max(map(len, text.splitlines())) <= 80
    (details,) = json.loads(file.read_text())["details"]
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
    assert all(name in text for name in ("engine", "sampling", "heuristic", "observe"))


# ---- peers


@dataclass
class Whole:
    """Everything measured at once."""

    report: dict[str, Any]
    stdout: str
    stderr: str


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    pytest.importorskip("pyspiel")
    file = tmp_path_factory.mktemp("bench") / "report.json"
    flags = ("--peers", "--details", "--sweep", "-t", "1,2", "--json", str(file))
    result = run("bench", "crazy_eights", *flags, *QUICK, width=80)
    assert result.exit_code == 0, result.output
    return Whole(json.loads(file.read_text()), result.stdout, result.stderr)


def test_peers_side_by_side(whole: Whole) -> None:
    assert max(map(len, whole.stdout.splitlines())) <= 80
    peers = whole.report["peers"]
    assert peers["open_spiel_parameters"] == {"players": 4, "use_special_cards": True}
    ours = [batch["ruleset"] for batch in peers["batches"]]
    assert ours == ["crazy_eights_special", "crazy_eights_openspiel", "uno_rlcard"]
    installed = [c for c in CONTESTANTS if c.missing() is None]
    assert [(p["name"], p["way"]) for p in peers["peers"]] == [(c.name, c.way) for c in installed]
    assert len(peers["skipped"]) == len(CONTESTANTS) - len(installed)
    assert len(peers["ratios"]) == len(ours) * len(installed)
    for peer in peers["peers"]:
        check(peer["decisions"], 1)
        assert all(peer["versions"].values())
        assert peer["name"] in whole.stdout
    for skipped in peers["skipped"]:
        assert f"skipped {skipped['name']}: {skipped['why']}" in whole.stderr


def test_the_pinned_requirements_have_a_game_of_every_peer() -> None:
    pytest.importorskip("pyspiel")
    installed = {c.name.split()[0] for c in CONTESTANTS if c.missing() is None}
    assert installed == {"OpenSpiel", "RLCard", "PettingZoo", "Pgx"}


def test_the_ways_to_play_openspiel_count_alike() -> None:
    pytest.importorskip("pyspiel")
    games = 100
    ways = (open_spiel_inside, open_spiel_lists, open_spiel_observer)
    inside, lists, observer = (sum(play() for _ in range(games)) for play in (w(0) for w in ways))
    assert lists == observer
    assert 0.8 < inside / lists < 1.25


def test_without_peers_lines_tell_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    result = run("bench", "crazy_eights", "--peers", *QUICK)
    assert result.exit_code == 0, result.output
    for contestant in CONTESTANTS:
        assert f"skipped {contestant.name}, {contestant.way}: no module " in result.stderr
    assert "pip install 'eights[peers]'" in result.stderr
    assert "Ratio" not in result.stdout


def test_a_peer_that_cannot_start_is_skipped() -> None:
    def too_old(_: int, __: int) -> Any:
        raise ImportError("it is too old")

    contestant = Contestant("Name", "way", (), (), too_old)
    assert enter(contestant, 1, 0) == "it is too old: pip install 'eights[peers]'"


# ---- sweep, and the page


def test_a_sweep_changes_one_thing_at_a_time(whole: Whole) -> None:
    points: dict[str, list[dict[str, Any]]] = {}
    for point in whole.report["sweep"]:
        points.setdefault(point["axis"], []).append(point)
    assert list(points) == ["players", "packs", "rows", "observation"]
    for axis, key in (("players", "players"), ("rows", "num_envs")):
        for point in points[axis]:
            assert all(result[key] == point["value"] for result in point["results"])
    assert [result["threads"] for result in points["rows"][0]["results"]] == [1, 2]
    sizes = [point["results"][0]["observation_size"] for point in points["observation"]]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 3
    for point in whole.report["sweep"]:
        for result in point["results"]:
            check(result["step"], 1)


def test_a_page_and_a_plot_of_a_report(whole: Whole, tmp_path: Path) -> None:
    figures = json.loads(performance.dumps(performance.condense(whole.report)))
    text = performance.page(figures)
    for name in ("crazy_eights", "uno_rlcard", "heuristic", "hanabi", "65,536", "history 32"):
        assert name in text, name
    assert all(version in text for version in figures["peers"]["peers"][0]["versions"].values())
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("|"):
            assert len({line.count("|") for line in paragraph.splitlines()}) == 1, paragraph
    for file in (tmp_path / "plot.svg", tmp_path / "plot.png"):
        performance.plot(figures, file)
        assert file.stat().st_size > 1000
    assert "rows of the batch" in (tmp_path / "plot.svg").read_text(encoding="utf-8")
    assert "It rained." not in text
    assert "\n\nIt rained.\n\n" in performance.page({**figures, "remark": "It rained."})


def test_the_page_is_what_its_figures_make() -> None:
    figures = json.loads(performance.FIGURES.read_text(encoding="utf-8"))
    text = performance.page(figures)
    if os.environ.get("EIGHTS_BLESS"):
        performance.PAGE.write_text(text, encoding="utf-8")
    assert performance.PAGE.read_text(encoding="utf-8") == text, "`make bless` rewrites it"
    assert f"({performance.PLOT.name})" in text
    assert performance.PLOT.is_file()


def test_figures_are_as_the_script_writes_them() -> None:
    text = performance.FIGURES.read_text(encoding="utf-8")
    assert performance.dumps(json.loads(text)) + "\n" == text
