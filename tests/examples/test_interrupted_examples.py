"""Ctrl-C during an example: it exits with code 130, keeps its results and names them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from stopping import stopped

from eights.runs import read_run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

SMALL = ("--envs", "32", "--steps", "16", "--hidden", "16", "--minibatches", "2")
TRAINERS = {
    "ppo_selfplay.py": (*SMALL, "--deals", "4", "--curve-deals", "4"),
    "ppo_recurrent.py": (*SMALL, "--decisions", "10000000", "--rounds", "1"),
    "ppo_tiny.py": (*SMALL, "--decisions", "100000000"),
    "past_selves.py": ("--envs", "8", "--seconds", "20000", "--turns", "20000"),
}
LEFT = {
    "ppo_selfplay.py": "checkpoint.pickle",
    "ppo_recurrent.py": "policy.npz",
    "ppo_tiny.py": "run.jsonl",
    "past_selves.py": "run.jsonl",
}


@pytest.mark.timeout(240)  # JAX compiles slowly on a busy machine
@pytest.mark.parametrize("example", TRAINERS)
def test_training_keeps_what_was_learned(example: str, tmp_path: Path) -> None:
    script = [sys.executable, str(EXAMPLES / example), *TRAINERS[example], "--out", "it"]
    sign = r"decisions/s, loss|[1-9]\d*/\d+ \["
    out, told = stopped(script, sign, tmp_path)
    assert "stopped" in out + told
    left = tmp_path / "it" / LEFT[example]
    assert left.stat().st_size > 0
    run = read_run(left.parent)
    assert run.state == "interrupted"
    assert run.decisions > 0


SHORT = {
    "gymnasium_vector.py": ("--seconds", "20000", "--turns", "20000", "--envs", "8"),
    "pettingzoo_selfplay.py": ("--games", "1000000", "--evaluate", "20"),
    "ppo_jax_scan.py": (
        *("--seconds", "100000", "--envs", "16", "--steps", "8", "--hidden", "8", "--deals", "4"),
    ),
}


@pytest.mark.timeout(240)
@pytest.mark.parametrize("example", SHORT)
def test_short_examples_print_what_was_learned(example: str, tmp_path: Path) -> None:
    script = [sys.executable, str(EXAMPLES / example), *SHORT[example]]
    out, told = stopped(script, r"[1-9]\d*/\d+ \[|training +0%", tmp_path)
    assert "not kept" in told
    assert re.search(r"won|wins", out)


@pytest.mark.timeout(400)
def test_training_that_was_stopped_goes_on(tmp_path: Path) -> None:
    script = [sys.executable, str(EXAMPLES / "ppo_selfplay.py"), *TRAINERS["ppo_selfplay.py"]]
    script += ["--decisions", "400000", "--out", "it", "--no-must-beat-random"]
    stopped(script, "decisions/s, loss", tmp_path)
    decisions = read_run(tmp_path / "it").decisions
    again = stopped([*script, "--resume"], r"decisions/s, loss.*decisions/s, loss", tmp_path)
    assert f"going on after {decisions:,} decisions" in again[0]
    assert read_run(tmp_path / "it").decisions > decisions


def test_matches_under_hidden_rules_that_were_played_are_told(tmp_path: Path) -> None:
    script = [sys.executable, str(EXAMPLES / "hidden_rules_baselines.py"), "--games", "100000"]
    out, told = stopped(script, r"random.*[1-9]\d*/100000", tmp_path)
    found = re.search(r"stopped; matches played: random ([1-9]\d*)\s", told)
    assert found is not None
    assert int(found[1]) < 100000
    assert re.search(r"^ *random +\d", out, re.MULTILINE)


def test_a_policy_that_is_solved_for_is_told_as_it_is(tmp_path: Path) -> None:
    script = [sys.executable, str(EXAMPLES / "openspiel_mccfr.py"), "--iterations", "10000000"]
    out, told = stopped(script, r"solving.*[1-9]\d*/10000000", tmp_path)
    assert "stopped; the policy is not kept" in told
    assert re.search(r"^ +(?!1 )\d+ iterations: exploitability \d", out, re.MULTILINE)
