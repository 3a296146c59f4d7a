"""Strategies of solved games: they play, and are saved and loaded."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import good, refused

import eights
from eights import leaderboard as board
from eights import solve
from eights.cli.added import added

BLUFF = eights.Game("tiny_bluff", players=2)


@pytest.fixture(scope="module")
def solver() -> solve.Tabular:
    """The solver of the game in which one has to bluff."""
    return solve.Tabular(BLUFF)


@pytest.fixture(scope="module")
def solved(solver: solve.Tabular) -> solve.Strategy:
    """An equilibrium of that game."""
    return solve.Strategy(solver, solve.cfr(solver, 300, "pcfr+").policy, "solved")


@pytest.fixture
def saved(solved: solve.Strategy, tmp_path: Path) -> Path:
    """A file of the equilibrium."""
    path = tmp_path / "solved.npz"
    solved.save(path)
    return path


def test_an_equilibrium_has_to_bluff_and_to_challenge(solved: solve.Strategy) -> None:
    solver, policy = solved.solver, solved.policy
    assert solver.exploitability(policy) < 1e-5
    rng = np.random.default_rng(0)
    lines = np.arange(len(policy))
    for at in range(31):
        drawn = rng.random((len(policy), 1))
        chosen = policy.argmax(1) if at == 0 else (policy.cumsum(1) > drawn).argmax(1)
        pure = np.zeros_like(policy)
        pure[lines, chosen] = 1
        assert solver.exploitability(pure) > 1e-3, "no pure strategy of its actions is as good"
    mixed = {"challenge": 0, "play 8C": 0}
    for line in np.flatnonzero(((policy > 0.05) & (policy < 0.95)).any(1)):
        legal = {eights.action_to_string(a) for a in solver.state(int(line)).legal_actions()}
        for action in mixed:
            mixed[action] += action in legal
    assert min(mixed.values()) > 0, "it mixes where one bluffs and where one challenges"


def test_actions_are_drawn_by_their_probabilities(solved: solve.Strategy) -> None:
    mixed = ((solved.policy > 0.2) & (solved.policy < 0.8)).any(1)
    line = int(np.flatnonzero(mixed)[0])
    state = solved.solver.state(line)
    assert solved.choose(state) == solved.choose(state.clone()), "equal states agree"
    drawn = Counter(solved.choose(state, seed) for seed in range(2000))
    for action, chance in zip(solved.solver.actions, solved.policy[line], strict=True):
        assert drawn[int(action)] / 2000 == pytest.approx(chance, abs=0.06)


def test_a_strategy_enters_arenas(solved: solve.Strategy) -> None:
    report = eights.arena(BLUFF, [solved, "random"], deals=150, seed=2, timing=True)
    [pairing] = [one for one in report["pairings"] if one["entrant"] == "solved"]
    assert pairing["win_rate"]["low"] > 0.5
    assert report["bots"] == [None, "random"]
    again = eights.arena(BLUFF, [solved, "random"], deals=150, seed=2)
    assert again["pairings"] == report["pairings"]
    value = solved.solver.expected_value(solved.policy)
    assert sum(value) == pytest.approx(0)
    other = eights.Game("tiny_eights_a", players=2)
    with pytest.raises(eights.GameError, match=r"solved is a strategy of .*tiny_bluff.*not of"):
        eights.arena(other, [solved, "random"], deals=1)
    with pytest.raises(eights.GameError, match="does not come to this state"):
        solved.choose(other.new_initial_state(seed=1))
    with pytest.raises(eights.ArgumentError, match="solved decides from a State"):
        eights.PolicyBatch(BLUFF, 2, seed=1, controllers=[[None, solved], [solved, None]])
    with pytest.raises(eights.ArrayError, match="policy must be a float64 array"):
        solve.Strategy(solved.solver, solved.policy[1:])


def test_a_file_holds_the_game_and_the_policy(solved: solve.Strategy, saved: Path) -> None:
    again = solve.Strategy.load(saved, eights.Game("tiny_bluff", players=2, history=3))
    assert again.name == "solved"
    assert again.game == solved.game
    np.testing.assert_array_equal(again.policy, solved.policy)
    with pytest.raises(eights.GameError, match=r"is a strategy of .*tiny_bluff.*, not of"):
        solve.Strategy.load(saved, eights.Game("tiny_eights_a", players=2))


def rewritten(saved: Path, **changes: Any) -> None:
    """Changes what a file says; `policy` is the function of the probabilities."""
    with np.load(saved) as file:
        about, policy = json.loads(str(file["about"])), file["policy"]
    policy = changes.pop("policy", lambda same: same)(policy)
    np.savez(saved, about=np.array(json.dumps(about | changes)), policy=policy)


def test_damaged_files_are_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    for data in (b"", b"not an archive", whole[:-30], whole[: len(whole) // 2]):
        saved.write_bytes(data)
        with pytest.raises(eights.ArgumentError, match=r"solved\.npz is no saved strategy"):
            solve.Strategy.load(saved)
    for changes, why in (
        ({"nodes": 0}, "no nodes"),
        ({"nodes": "many"}, "'nodes' is str"),
        ({"options": {"players": 2, "speed": 9}}, "is no saved strategy"),
        ({"ruleset": {"id": 3}}, "is no saved strategy"),
        ({"infostates": "0"}, "its information states are not those"),
        ({"policy": lambda same: same[1:]}, "its information states are not those"),
        ({"policy": lambda same: same * 2}, "is damaged"),
        ({"policy": lambda same: same.astype(np.float32)}, "not a list of float64"),
    ):
        saved.write_bytes(whole)
        rewritten(saved, **changes)
        with pytest.raises(eights.ArgumentError, match=why):
            solve.Strategy.load(saved)


def test_a_file_enters_the_leaderboard_and_arenas(saved: Path, tmp_path: Path) -> None:
    entrant = added(str(saved))
    plan = board.Plan(["tiny_bluff", "crazy_eights"], [2], deals=20)
    figures = board.play(plan, [*board.bots(), entrant])
    tiny, other = figures["tables"]
    assert "solved" in tiny["scores"]
    assert "is a strategy of" in other["missing"]["solved"]
    report = json.loads(
        good("arena", "tiny_bluff", "random", "--add", str(saved), "-d", "20", "--json", "-")
    )
    assert {one["entrant"] for one in report["ranking"]} == {"random", "solved"}
    assert "is a strategy of" in refused("arena", "uno", "random", "--add", str(saved))
    saved.write_bytes(b"damaged")
    assert "is no saved strategy" in refused("arena", "tiny_bluff", "--add", str(saved))
    missing = str(tmp_path / "missing.npz")
    assert "cannot read" in refused("arena", "tiny_bluff", "--add", missing)


def test_the_command_saves_what_it_found(tmp_path: Path) -> None:
    path = tmp_path / "found.npz"
    good("solve", "tiny_eights_a", "--iterations", "20", "--save", str(path))
    strategy = solve.Strategy.load(path)
    assert strategy.name == "found"
    assert strategy.solver.exploitability(strategy.policy) < 1e-3
    assert "must end in .npz" in refused("solve", "tiny_eights_a", "--save", "found.txt")
