"""Ctrl-C in the middle of long work: it ends by code 130, says what is kept, and keeps it."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

import pytest

import eights
from eights import collect
from eights.runs import read_run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def stopped(command: list[str], sign: str, cwd: Path) -> tuple[str, str]:
    """Sends SIGINT when stderr, a terminal, shows a sign of work; returns stdout and stderr."""
    own, its = pty.openpty()
    ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200", "NO_COLOR": ""}
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=its,
        cwd=cwd,
        env=environment,
    ) as process:
        os.close(its)
        written, sent, until = "", False, time.monotonic() + 200
        while time.monotonic() < until:
            if not select.select([own], [], [], 0.2)[0]:
                continue
            try:
                written += os.read(own, 65536).decode(errors="replace")
            except OSError:  # the process has ended
                break
            if not sent and re.search(sign, written):
                process.send_signal(signal.SIGINT)
                sent = True
        else:
            process.kill()
        assert process.stdout is not None
        out = process.stdout.read().decode()
    os.close(own)
    assert sent, written
    assert process.returncode == 130, written + out
    assert "Traceback" not in written + out
    return out, written


def command(folder: Path, sign: str, *arguments: str) -> tuple[str, str]:
    """The same for a command of `eights`."""
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


SMALL = ("--envs", "32", "--steps", "16", "--hidden", "16", "--minibatches", "2")
TRAINERS = {
    "ppo_selfplay.py": (*SMALL, "--deals", "4", "--curve-deals", "4"),
    "ppo_recurrent.py": (*SMALL, "--decisions", "10000000", "--rounds", "1"),
    "ppo_tiny.py": (*SMALL, "--decisions", "100000000"),
    "past_selves.py": ("--envs", "8", "--seconds", "20000", "--turns", "20000"),
    "train_drawn_rules.py": (*SMALL, "--pool", "4", "--episodes", "4", "--rules", "masked"),
    "train_learned.py": (
        *("--envs", "24", "--steps", "16", "--hidden", "16", "--minibatches", "2", "--deals", "2"),
        *("--ruleset", "uno"),
    ),
}
LEFT = {
    "ppo_selfplay.py": "checkpoint.pickle",
    "ppo_recurrent.py": "policy.npz",
    "ppo_tiny.py": "run.jsonl",
    "past_selves.py": "run.jsonl",
    "train_drawn_rules.py": "policy.safetensors",
    "train_learned.py": "uno/policy.safetensors",
}


@pytest.mark.timeout(240)  # JAX compiles, on a busy machine long
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
        told = process.stderr.read()  # all of it takes a minute
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
