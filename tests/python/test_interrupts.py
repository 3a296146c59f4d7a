"""Ctrl-C during long work: it exits with code 130, keeps its results and names them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from stopping import stopped

import eights
from eights import collect


def command(folder: Path, sign: str, *arguments: str) -> tuple[str, str]:
    """Runs a command of `eights` and interrupts it."""
    return stopped([sys.executable, "-m", "eights", *arguments], sign, folder)


def test_arena_reports_what_all_pairings_have_finished(tmp_path: Path) -> None:
    out, told = command(
        tmp_path,
        r"games.*[1-9]\d*%",
        *("arena", "crazy_eights", "greedy", "random", "--deals", "2000000", "--json", "it.json"),
    )
    assert "stopped: the report is of the first" in told
    assert "greedy" in out
    report = json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))
    assert 0 < report["deals"] < 2000000


def test_leaderboard_keeps_what_is_played(tmp_path: Path) -> None:
    rest = ("--deals", "20000", "--games", "kept", "--markdown", "it.md")
    _, told = command(tmp_path, r"[1-9]\d*%", "leaderboard", "--players", "2", *rest)
    assert re.search(r"stopped: \d+ of \d+ tables are finished; no file is written", told)
    assert any((tmp_path / "kept").rglob("*.npz"))
    assert not (tmp_path / "it.md").exists()


def test_bench_tells_what_is_measured(tmp_path: Path) -> None:
    rest = ("--seconds", "0.1", "--runs", "3", "--threads", "1", "--envs", "8", "--json", "it.json")
    out, told = command(tmp_path, r"crazy_eights_special", "bench", *rest)
    assert re.search(r"stopped: [1-9]\d* of \d+ rulesets are measured", told)
    assert "crazy_eights" in out
    report = json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))
    assert 1 <= len(report["results"]) < len(eights.rulesets())
    assert all(1 <= len(one["step"]["runs"]) <= 3 for one in report["results"])


def test_collect_writes_the_episodes_that_are_played(tmp_path: Path) -> None:
    rest = ("collect", "crazy_eights", "it.parquet", "-p", "2", "-e", "1000000")
    out, told = command(tmp_path, r"episodes.*\d+%.*\d:\d\d:\d\d", *rest)
    found = re.search(r"stopped: the file holds the first ([\d,]+) of 1,000,000 episodes", told)
    assert found is not None
    episodes = int(found[1].replace(",", ""))
    assert f"decisions of {found[1]} episodes" in out
    table = collect.read(tmp_path / "it.parquet").table
    assert sorted(set(table["episode"].to_pylist())) == list(range(episodes))
    assert [path.name for path in tmp_path.iterdir()] == ["it.parquet"]


def test_solve_tells_what_was_found(tmp_path: Path) -> None:
    rest = ("solve", "tiny_eights_a", "-i", "10000000", "--json", "it.json")
    out, told = command(tmp_path, r"pcfr\+ ", *rest)
    found = re.search(r"figures are those after ([\d,]+) of 10,000,000 iterations", told)
    assert found is not None
    assert f"{found[1]} iterations" in out
    report = json.loads((tmp_path / "it.json").read_text(encoding="utf-8"))
    assert report["curve"][-1][0] == int(found[1].replace(",", ""))


def test_solve_says_if_there_is_nothing(tmp_path: Path) -> None:
    rest = ("solve", "tiny_eights_d", "--max-nodes", "2000000000", "--threads", "1")
    out, told = command(tmp_path, "walking", *rest)
    assert "stopped before the whole game was walked: there is nothing to tell" in told
    assert out == ""


LONG = """
import sys
import numpy as np
import eights

# Shares of a win that all differ: the bootstrap has as many weights to draw.
SHARES = np.random.default_rng(1).random(400_000)
GAMES = np.zeros((len(SHARES), 4))
GAMES[:, 0] = SHARES
GAME = eights.Game("crazy_eights", players=2)
CALLS = {
    "arena_report": lambda: eights.arena_report(GAME, ["a", "b"], 200_000, 1, [(0, 1, GAMES)]),
    "win_rate_interval": lambda: eights.win_rate_interval(SHARES, games_per_deal=2),
}
print("begins", file=sys.stderr, flush=True)
CALLS[sys.argv[1]]()
"""


@pytest.mark.parametrize("call", ["arena_report", "win_rate_interval"])
def test_what_games_are_worth_is_given_up(call: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LONG, call], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "begins\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        told = process.stderr.read()  # reading all of it takes a minute
    assert process.returncode == -signal.SIGINT, told
    assert "KeyboardInterrupt" in told


DAEMON = """
import sys, threading, time
import eights

begun = threading.Event()

def policy(observations, action_masks):
    begun.set()
    return action_masks.argmax(axis=1)

def slowly(done):
    begun.set()
    for _ in range(10**7):
        pass

GAME = eights.Game("crazy_eights", players=2)
CALLS = {
    "arena": lambda: eights.arena(GAME, [policy, "random"], deals=1000, seed=1),
    "arena_games": lambda: eights.arena_games(GAME, policy, "random", deals=1000, seed=1),
    "decision_time": lambda: eights.decision_time(GAME, policy),
    "progress": lambda: eights.arena(GAME, ["greedy", "random"], 10**6, 1, progress=slowly),
}

def work():
    while True:
        CALLS[sys.argv[1]]()

threading.Thread(target=work, daemon=True).start()
begun.wait()
time.sleep(0.02)
"""


@pytest.mark.parametrize("call", ["arena", "arena_games", "decision_time", "progress"])
def test_the_interpreter_ends_while_a_daemon_thread_works(call: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DAEMON, call],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
