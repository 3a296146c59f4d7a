"""The command `eights bench`. No test depends on a time."""

from __future__ import annotations

import json
from typing import Any

from commands import good, refused
from tables import nearest

import eights
from eights.cli.measure import BatchCase, in_turn

QUICK = ("--seconds", "0.002", "--runs", "3", "--envs", "64")


def bench(*arguments: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(good("bench", *arguments, *QUICK, "--json", "-"))
    return report


def check(spread: dict[str, Any], least: float = 0.0) -> None:
    """Checks three runs, their extremes and their median."""
    assert len(spread["runs"]) == 3
    assert [spread["min"], spread["median"], spread["max"]] == sorted(spread["runs"])
    assert spread["min"] >= least


def test_every_ruleset() -> None:
    report = bench("--threads", "1")
    assert [result["ruleset"] for result in report["results"]] == eights.rulesets()
    assert report["settings"]["num_envs"] == 64
    assert {"cpu", "cores", "eights", "python", "numpy"} <= set(report["machine"])
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


def test_the_first_run_of_a_batch_does_not_count() -> None:
    case = BatchCase(eights.Game("crazy_eights", players=2), 4, 1, "uint8", 0)
    turns: list[int] = []
    in_turn([case], 0.001, 3, lambda: turns.append(len(case.steps)))
    assert turns == [1, 2, 3]
    assert len(case.totals) == 3
