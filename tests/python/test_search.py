"""Bots that look ahead."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import eights
from eights import reports


def first(ruleset: str = "crazy_eights_special", players: int = 2, seed: int = 7) -> eights.State:
    return eights.Game(ruleset, players=players).new_initial_state(seed)


@pytest.mark.parametrize("algorithm", ["ismcts", "pimc"])
def test_a_search_tells_what_it_found(algorithm: str) -> None:
    state = first("uno", 3)
    before = state.serialize()
    found = eights.search(state, algorithm, iterations=300, worlds=30, seed=1)
    assert found == eights.search(state, algorithm, iterations=300, worlds=30, seed=1)
    assert list(found["visits"]) == state.legal_actions() == list(found["values"])
    assert sum(found["visits"].values()) == found["iterations"] == 300
    assert found["worlds"] == 30
    visits = found["visits"] if algorithm == "ismcts" else dict.fromkeys(found["visits"], 0)
    worth = {action: (visits[action], value) for action, value in found["values"].items()}
    assert worth[found["action"]] == max(worth.values()), "of equals it may be any"
    assert state.serialize() == before


def test_a_search_sees_what_its_seat_has_seen_and_nothing_else() -> None:
    state = first("kings_reverse", 3)
    other = state.resample(state.current_player(), seed=5)
    assert other != state
    found = [eights.search(one, iterations=200, seed=3) for one in (state, other)]
    # The two histories differ in length, so the worlds differ; the offered actions are equal.
    assert list(found[0]["visits"]) == list(found[1]["visits"])
    # In both of these worlds the seat knows the same.
    another = state.resample(state.current_player(), seed=6)
    assert another != other
    assert eights.search(another, iterations=200, seed=3) == found[1]


def test_a_world_says_whether_it_has_a_history() -> None:
    state = first("one_left", seed=3)
    assert state.has_history
    assert state.resample(0, seed=1).has_history
    # Created rules are not replayed.
    world = first("rose_mau", 3).resample(0, seed=1)
    assert not world.has_history
    assert not world.clone().has_history
    assert not world.game.deserialize_state(world.serialize()).has_history


def test_a_history_can_be_required() -> None:
    state = first("one_left", seed=3)
    world = state.resample(0, seed=1, require_history=True)
    assert world.has_history
    assert world == state.resample(0, seed=1)


def test_time_and_trees_are_budgets_too() -> None:
    found = eights.search(first(), milliseconds=20)
    assert found["iterations"] > 0
    assert eights.search(first(), iterations=50, trees=2, seed=1)["iterations"] == 100


def kept(state: eights.State, **arguments: Any) -> int:
    """Returns the number of games from earlier searches that count in another search."""
    found = eights.search(state, iterations=500, seed=1, **arguments)
    return int(sum(found["visits"].values())) - int(found["iterations"])


def test_a_state_keeps_the_trees_of_its_searches() -> None:
    game = eights.Game("crazy_eights", players=2)
    at = {"hands": ["5D 6D 7H 4C", "2D 3D 4S 2S"], "pile": "9D", "seat": 0}
    state = game.position(at, seed=0)
    assert kept(state, keep=True) == 0
    for action in ("play 5D", "play 2D"):
        state.apply_action(action)
    other = state.clone()
    assert kept(other, keep=True) == 0
    assert kept(state) == 0
    assert kept(state, keep=True) > 0
    for action in ("play 6D", "play 3D", "draw"):
        state.apply_action(action)
    assert kept(state, keep=True) == 0, "it has drawn a card"
    assert state.clone() == state


INTERRUPTED = """
import signal, threading, time
import eights
state = eights.Game("uno", players=4).new_initial_state(seed=1)
threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,)).start()
begin = time.monotonic()
try:
    eights.search(state, iterations=2**32 - 1, trees={trees})
except KeyboardInterrupt:
    print(time.monotonic() - begin)
"""


@pytest.mark.parametrize("trees", [1, 2])
def test_ctrl_c_ends_a_search(trees: int) -> None:
    script = [sys.executable, "-c", INTERRUPTED.format(trees=trees)]
    done = subprocess.run(script, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) >= 0.4


WRONG: dict[str, tuple[type[Exception], dict[str, Any], str]] = {
    "algorithm": (eights.BotError, {"algorithm": "mcts"}, "ismcts, pimc"),
    "both budgets": (eights.BotError, {"iterations": 1, "milliseconds": 1}, "one budget"),
    "no iterations": (eights.BotError, {"iterations": 0}, "iterations = 0 is not in 1"),
    "no time": (eights.BotError, {"milliseconds": 0}, "milliseconds = 0 is not in 1"),
    "no worlds": (eights.BotError, {"worlds": 0}, "worlds = 0 is not in 1"),
    "no trees": (eights.BotError, {"trees": 0}, "trees = 0 is not in 1"),
    "too many trees": (eights.BotError, {"trees": 1025}, "trees = 1025 is not in 1 … 1024"),
    "rollout": (eights.BotError, {"rollout": "best"}, "random, greedy, heuristic"),
    "opponents": (eights.BotError, {"opponents": "best"}, "random, greedy, heuristic"),
    "kind of opponents": (eights.ArgumentError, {"opponents": 1}, "opponents must be"),
    "exploration": (eights.BotError, {"exploration": -1.0}, "exploration = -1"),
    "keep": (eights.ArgumentError, {"keep": 1}, "keep"),
    "seed": (eights.BotError, {"seed": -1}, "seed = -1"),
    "kind of a number": (eights.ArgumentError, {"iterations": "10"}, "iterations"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_refused(name: str) -> None:
    error, arguments, text = WRONG[name]
    with pytest.raises(error, match=text):
        eights.search(first(), **arguments)


def test_nobody_is_to_act() -> None:
    game = eights.Game("crazy_eights", players=2, chance="explicit")
    with pytest.raises(eights.ActionError, match="nobody is to act in phase chance"):
        eights.search(game.new_initial_state(1))
    with pytest.raises(eights.ArgumentError, match="state must be a State, not"):
        eights.search("crazy_eights")  # type: ignore[arg-type]


def test_a_searcher_beats_a_bot_in_an_arena() -> None:
    game = eights.Game("crazy_eights_special", players=2, max_decisions=100)
    searcher = eights.Searcher(iterations=60, worlds=15)
    assert searcher.name == "ismcts(iterations=60, worlds=15)"
    report = eights.arena(game, [searcher, "random"], deals=20, seed=2)
    assert report["pairings"][0]["entrant"] == searcher.name
    assert report["pairings"][0]["win_rate"]["low"] > 0.5


def test_a_searcher_cannot_be_called_as_a_policy_is() -> None:
    with pytest.raises(eights.ArgumentError, match="decides from a State"):
        eights.Searcher("pimc")(np.zeros((1, 3)), np.ones((1, 100), bool))


def test_the_time_of_a_searcher_is_told() -> None:
    game = eights.Game("crazy_eights_xtreme", players=2)
    time = eights.decision_time(game, eights.Searcher(iterations=5, worlds=2), seed=1)
    assert time["decisions"] > 5
    assert time["microseconds"] > 0


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [("uno", {}), ("mau_mau", {"episode": "match"}), ("kings_reverse", {"reward": "points"})],
)
def test_a_prior_has_a_say_in_every_game(ruleset: str, options: dict[str, Any]) -> None:
    state = eights.Game(ruleset, players=3, **options).new_initial_state(seed=2)
    for algorithm in ("ismcts", "pimc"):
        found = eights.search(state, algorithm, iterations=60, prior="learned", seed=1)
        assert found["action"] in state.legal_actions()
        assert sum(found["visits"].values()) == found["iterations"] == 60
        assert found == eights.search(state, algorithm, iterations=60, prior="learned", seed=1)
        if "reward" not in options:
            assert all(-1 <= value <= 1 for value in found["values"].values())


@pytest.mark.parametrize(
    ("prior", "message"),
    [
        ("heuristic", '"heuristic" has no prior: there is learned'),
        ("best", '"best" is not a bot'),
    ],
)
def test_who_has_no_prior_is_refused(prior: str, message: str) -> None:
    state = eights.Game("uno", players=2).new_initial_state(seed=1)
    with pytest.raises(eights.BotError, match=message):
        eights.search(state, prior=prior)


@pytest.mark.parametrize(
    "searcher",
    [
        eights.Searcher(),
        eights.Searcher("pimc", milliseconds=5, exploration=1.5),
        eights.Searcher(keep=True),
        eights.Searcher(opponents="greedy"),
        eights.Searcher(iterations=7, worlds=3, trees=2, rollout="greedy", prior="learned"),
    ],
)
def test_a_searcher_is_known_by_its_name(searcher: eights.Searcher) -> None:
    assert eights.Searcher.named(searcher.name) == searcher


def test_what_is_no_name_of_a_searcher() -> None:
    assert eights.Searcher.named("heuristic") is None
    for name, message in (
        ("ismcts(depth=3)", "'depth' is not set: there are iterations"),
        ("pimc(iterations=many)", "'many' is not a number for iterations"),
        ("ismcts(7)", "'7' is not set"),
        ("ismcts(keep=1)", "keep is True or False, not '1'"),
    ):
        with pytest.raises(eights.BotError, match=message):
            eights.Searcher.named(name)


def test_a_report_with_searchers_is_repeated_by_their_names() -> None:
    game = eights.Game("crazy_eights_xtreme", players=2)
    report = eights.arena(game, [eights.Searcher(iterations=8), "greedy"], deals=4, seed=1)
    again = reports.repeat(report)
    assert reports.differences(report, again) == []
