"""The command `eights leaderboard`: its output and files, and policies from files."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import good, refused, run

import eights
from eights import leaderboard as board
from eights.cli.files import dumps
from eights.leaderboard.page import page
from eights.leaderboard.plot import plot

PLAN = board.Plan(["one_left", "crazy_eights"], deals=12, seed=3)
SMALL = ("leaderboard", "--rulesets", "one_left,crazy_eights", "-d", "12", "-s", "3")

Array = np.ndarray[Any, Any]


def first_legal(_: Array, action_masks: Array) -> Array:
    actions: Array = action_masks.argmax(axis=1)
    return actions


@pytest.fixture
def games(tmp_path: Path) -> tuple[str, str]:
    return "--games", str(tmp_path / "games")


# ---- On the command line ------------------------------------------------------------------------


def test_the_command_prints_and_writes(tmp_path: Path, games: tuple[str, str]) -> None:
    json_, md, svg = (tmp_path / f"board.{kind}" for kind in ("json", "md", "svg"))
    files = ("--json", str(json_), "--markdown", str(md), "--plot", str(svg))
    text = good(*SMALL, *games, *files)
    assert "2 players" in text
    assert "heuristic" in text
    figures = board.play(PLAN, board.bots())
    assert json_.read_text() == dumps(figures) + "\n"
    assert md.read_text() == page(figures, "board.svg")
    assert svg.read_text() == plot(figures)
    assert good(*SMALL, *games, "--json", "-") == json_.read_text()


def test_ctrl_c_keeps_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: tuple[str, str]
) -> None:
    before = signal.getsignal(signal.SIGINT)
    play: Any = eights.arena_games
    calls: list[int] = []

    def interrupted(*arguments: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) == 8:
            signal.raise_signal(signal.SIGINT)
        return play(*arguments, **options)

    file = tmp_path / "board.json"
    monkeypatch.setattr(board, "arena_games", interrupted)
    result = run(*SMALL, *games, "--json", str(file))
    assert result.exit_code == 130
    told = " ".join(result.stderr.split())
    assert re.search(r"stopped: \d of 3 tables are finished; no file is written", told)
    assert not file.exists()
    assert signal.getsignal(signal.SIGINT) is before
    good(*SMALL, *games, "--json", str(file))
    assert file.read_text() == dumps(board.play(PLAN, board.bots())) + "\n"


def test_the_command_tells_what_is_played_anew(games: tuple[str, str]) -> None:
    good(*SMALL, *games)
    result = run(*SMALL, *games, "-s", "9")
    assert result.exit_code == 0
    told = " ".join(result.stderr.split())
    assert told == "played anew: one_left, crazy_eights (seed 3, now 9)"
    assert run(*SMALL, *games, "-s", "9").stderr == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rulesets", "unno"), 'no ruleset "unno": did you mean uno'),
        (("--rulesets", ","), "--rulesets names none"),
        (("--players", ","), "--players names none"),
        (("--searched", "uno"), "--searched says where --search and --exploit search"),
        (("--exploit", "5", "--players", "3,4"), "--exploit 5 needs tables of 2 players"),
        (("--exploit", "5", "--searched", "unno"), 'no ruleset "unno": did you mean uno'),
        (("--json", "-", "--markdown", "-"), "would both write to stdout"),
        (("--json", "/none/at/all.json"), "cannot write /none/at/all.json"),
        (("--games", f"{__file__}/games"), "cannot keep games in"),
        (("--rulesets", "one_left", "--players", "4"), "no ruleset allows this many players"),
    ],
)
def test_what_the_command_cannot_do_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in refused("leaderboard", "-d", "2", *arguments)
    assert run("leaderboard", "--players", "1").exit_code == 2
    for wrong in ("-1", "many"):
        result = run("leaderboard", "--exploit", wrong)
        assert result.exit_code == 2
        told = f"{wrong} is not a whole number from 0 to 1000000"
        assert told in " ".join(result.stderr.replace("│", " ").split())


# ---- Policies from files ------------------------------------------------------------------------

MINE = """\
def policy(observations, action_masks):
    return action_masks.argmax(axis=1)
"""

OF_TWO = """\
from beside import choose

def make(game):
    return choose if game.num_players() == 2 else None
"""


def test_a_policy_plays_beside_the_bots(tmp_path: Path, games: tuple[str, str]) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "of_two.py").write_text(OF_TWO)
    (tmp_path / "beside.py").write_text(MINE.replace("policy", "choose"))
    add = ("--add", str(tmp_path / "mine.py"), "--add", str(tmp_path / "of_two.py"))
    figures = json.loads(good(*SMALL, *games, *add, "--json", "-"))
    two, _, four = figures["tables"]
    assert [one["name"] for one in figures["entrants"]] == [*eights.bots(), "mine", "of_two"]
    assert two["win_rates"]["mine"]["greedy"] == two["win_rates"]["of_two"]["greedy"]
    assert two["win_rates"]["mine"]["of_two"][0] == 0.5
    assert four["missing"] == {"of_two": "it does not play this game"}
    game = eights.Game("crazy_eights", players=4)
    report = eights.arena(game, [first_legal, "greedy"], deals=12, seed=3)
    expected = report["pairings"][0]["win_rate"]["mean"]
    assert four["win_rates"]["mine"]["greedy"][0] == pytest.approx(expected, abs=1e-4)
    assert not list(tmp_path.rglob("*mine*.npz")), "its weights may change before the next run"
    assert list(tmp_path.rglob("*random*.npz"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "defines neither `policy(observations, action_masks)` nor `make(game)`"),
        ("def policy(:", "mine.py cannot be run: SyntaxError"),
        ("import no_such_module", "No module named 'no_such_module' (PATH, line 1)"),
        ("policy = 3", "policy of PATH cannot be called: it is int"),
        ("make = 3", "make of PATH cannot be called: it is int"),
        ("def make(game):\n    return 3", "make of PATH must give a policy or None, not int"),
        (
            "def make(game):\n    return 1 / 0",
            "one_left, 2 players: make of mine: ZeroDivisionError",
        ),
        ("def policy(o, m):\n    return 1 / 0", "policy mine: ZeroDivisionError: division by zero"),
        ("def policy(o, m):\n    return 1 / 0", "(PATH, line 2)"),
        ("def policy(o, m):\n    return 1 / 0", "one_left, 2 players, deals 0 to 11: "),
        ("def policy(o, m):\n    return m.argmin(axis=1)", "one_left, 2 players, deal 0, seat "),
        ("def policy(o, m):\n    return m.argmin(axis=1)", "policy mine: action 0 is not legal"),
        (
            "def policy(o, m):\n    return m.sum()",
            "deals 0 to 11: policy mine must return integers",
        ),
    ],
)
def test_what_is_wrong_with_a_policy_is_told(
    tmp_path: Path, games: tuple[str, str], text: str, message: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    told = refused(*SMALL, *games, "--add", str(file))
    assert message.replace("PATH", str(file)) in told


def test_files_that_are_no_policies_are_refused(tmp_path: Path, games: tuple[str, str]) -> None:
    assert "cannot read" in refused(*SMALL, *games, "--add", str(tmp_path / "none.py"))
    other = tmp_path / "weights.bin"
    other.write_text("")
    assert "its name must end in .py" in refused(*SMALL, *games, "--add", str(other))
    bot = tmp_path / "greedy.py"
    bot.write_text(MINE)
    assert refused(*SMALL, *games, "--add", str(bot)) == "two entrants have the name greedy"
