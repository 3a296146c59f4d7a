"""The exact solver compared with OpenSpiel, and its refusals."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from commands import good, refused
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import (
    cfr,
    discounted_cfr,
    expected_game_score,
    exploitability,
)

import eights
import eights.openspiel
from eights import solve

OVERRIDES = {
    "deck.copies.7C 7D 8C 9C 9D 9H": False,
    "deck.copies.7C 8C 9C 9D": 1,
    "draw.then": "may-play",
}
"""Overrides of `tiny_eights_b` that make it small enough for OpenSpiel's Python."""


@pytest.fixture(scope="module")
def solver() -> solve.Tabular:
    """A solver of a game with a few thousand histories."""
    return solve.Tabular(eights.Game("tiny_eights_b", players=2, overrides=OVERRIDES))


@pytest.fixture(scope="module")
def theirs() -> Any:
    """The same game in OpenSpiel."""
    overrides = json.dumps(OVERRIDES)
    return pyspiel.load_game("eights", {"ruleset": "tiny_eights_b", "overrides": overrides})


@pytest.fixture(scope="module")
def tabular(theirs: Any) -> Any:
    """OpenSpiel's uniform policy, with its table of information states."""
    return policies.TabularPolicy(theirs)


def ours(solver: solve.Tabular, table: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Converts a table of OpenSpiel's to an array of eights, by the texts of information states."""
    array = np.zeros((solver.num_infostates, solver.num_actions))
    for infostate in range(solver.num_infostates):
        row = table.state_lookup[solver.state(infostate).information_state_string()]
        array[infostate] = table.action_probability_array[row][solver.actions]
    return array


def test_information_states_are_those_of_openspiel(solver: solve.Tabular, tabular: Any) -> None:
    texts = [
        solver.state(infostate).information_state_string()
        for infostate in range(solver.num_infostates)
    ]
    assert set(texts) == set(tabular.state_lookup)
    assert len(set(texts)) == len(texts)
    np.testing.assert_array_equal(solver.uniform() > 0, solver.legal_actions_mask)
    np.testing.assert_allclose(ours(solver, tabular), solver.uniform(), rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", ["uniform", "heuristic", "drawn"])
def test_exploitability_is_that_of_openspiel(solver: solve.Tabular, theirs: Any, kind: str) -> None:
    if kind == "drawn":
        rng = np.random.default_rng(5)
        policy = solver.legal_actions_mask * rng.random((solver.num_infostates, solver.num_actions))
        policy /= policy.sum(axis=1, keepdims=True)
    else:
        policy = solve.policy_of(solver, "random" if kind == "uniform" else kind)
    table = policies.TabularPolicy(theirs)
    for infostate in range(solver.num_infostates):
        row = table.state_lookup[solver.state(infostate).information_state_string()]
        table.action_probability_array[row] = 0
        table.action_probability_array[row][solver.actions] = policy[infostate]
    found = exploitability.nash_conv(theirs, table, return_only_nash_conv=False)
    values = expected_game_score.policy_value(theirs.new_initial_state(), [table, table])
    assert solver.expected_value(policy) == pytest.approx(values, abs=1e-9)
    assert solver.nash_conv(policy) == pytest.approx(found.nash_conv, abs=1e-9)
    assert solver.exploitability(policy) == pytest.approx(found.nash_conv / 2, abs=1e-9)
    gains = [
        solver.best_response(policy, seat)[1] - solver.expected_value(policy)[seat]
        for seat in range(2)
    ]
    assert gains == pytest.approx(found.player_improvements, abs=1e-9)


@pytest.mark.parametrize(
    ("variant", "alternating"),
    [("cfr", True), ("cfr", False), ("cfr+", True), ("dcfr", True)],
)
def test_cfr_is_that_of_openspiel(
    solver: solve.Tabular, theirs: Any, variant: str, alternating: bool
) -> None:
    if variant == "cfr" and not alternating:
        their_run = cfr._CFRSolver(  # noqa: SLF001 - the only one without alternation
            theirs, alternating_updates=False, linear_averaging=False, regret_matching_plus=False
        )
    else:
        their_run = {
            "cfr": cfr.CFRSolver,
            "cfr+": cfr.CFRPlusSolver,
            "dcfr": discounted_cfr.DCFRSolver,
        }[variant](theirs)
    run = solver.cfr(variant, alternating=alternating)
    for _ in range(3):
        their_run.evaluate_and_update_policy()
        run.run(1)
    average = ours(solver, their_run.average_policy())
    np.testing.assert_allclose(run.average_policy(), average, rtol=0, atol=1e-9)


def test_the_uniform_policy_of_the_smallest_game_is_as_exploitable_as_ever() -> None:
    solver = solve.Tabular(eights.Game("tiny_eights_a", players=2))
    assert solver.exploitability(solver.uniform()) == pytest.approx(0.48125, abs=1e-9)


def test_arrays_are_as_documented(solver: solve.Tabular) -> None:
    shape = (solver.num_infostates, solver.num_actions)
    assert solver.legal_actions_mask.shape == shape
    assert solver.legal_actions_mask.dtype == bool
    assert solver.actions.dtype == np.int64
    assert solver.actions.shape == (solver.num_actions,)
    assert solver.players.dtype == np.int8
    assert (np.diff(solver.players) >= 0).all()
    assert solver.memory > 0
    assert solver.num_nodes <= solver.num_histories
    assert solver.num_ends < solver.num_nodes
    assert solver.game.num_players() == 2
    for infostate in range(0, shape[0], 97):
        state = solver.state(infostate)
        assert state.current_player() == solver.players[infostate]
        legal = solver.actions[solver.legal_actions_mask[infostate]]
        assert state.legal_actions() == legal.tolist()
        assert solver.infostate(state) == infostate


def test_solutions_tell_how_they_came_about(solver: solve.Tabular) -> None:
    found = solve.cfr(solver, 30, "pcfr+", every=20)
    assert [iteration for iteration, _ in found.curve] == [20, 30]
    assert found.exploitability == found.curve[-1][1] < found.curve[0][1]
    assert found.iterations == 30
    stopped = solve.cfr(solver, 1_000_000, progress=lambda _: False)
    assert 1 <= stopped.iterations < 1_000_000
    again = solve.cfr(solver, 1, averaging="last", policy=found.policy)
    assert again.exploitability < 0.1


@pytest.mark.parametrize("variant", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_runs_and_solvers_can_be_copied_and_pickled(solver: solve.Tabular, variant: str) -> None:
    run = solver.cfr(variant, alternating=variant != "cfr")
    run.run(20)
    average = run.average_policy()
    for other in (copy.copy(run), copy.deepcopy(run), pickle.loads(pickle.dumps(run))):
        assert other.iteration == 20
        np.testing.assert_array_equal(other.average_policy(), average)
        other.run(10)
        assert run.iteration == 20
        longer = solver.cfr(variant, alternating=variant != "cfr")
        longer.run(30)
        np.testing.assert_array_equal(other.average_policy(), longer.average_policy())
    again = pickle.loads(pickle.dumps(solver))
    assert again.game == solver.game
    assert again.num_infostates == solver.num_infostates
    assert again.exploitability(average) == solver.exploitability(average)
    assert copy.deepcopy(solver) is copy.copy(solver) is solver
    with pytest.raises(eights.ArrayError, match="not the numbers of such a run"):
        run._restore(1, [np.zeros(1)] * 12)  # noqa: SLF001


def test_ctrl_c_keeps_what_was_found(solver: solve.Tabular) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    found = solve.cfr(solver, 1_000_000, progress=interrupt)
    assert 1 <= found.iterations < 1_000_000
    run = solver.cfr()
    with pytest.raises(KeyboardInterrupt):
        run.run(1_000_000, progress=interrupt)
    before = run.iteration
    run.run(1)
    assert run.iteration == before + 1


def test_what_cannot_be_solved_is_refused(solver: solve.Tabular) -> None:
    with pytest.raises(eights.GameError, match="3 players cannot be solved for: exactly 2 can"):
        solve.Tabular(eights.Game("crazy_eights", players=3))
    with pytest.raises(eights.GameError, match="more than max_nodes = 1000 nodes"):
        solve.Tabular(eights.Game("tiny_eights_a", players=2), max_nodes=1000)
    with pytest.raises(eights.GameError, match="more than 262144 different deals"):
        solve.Tabular(eights.Game("crazy_eights", players=2))
    with pytest.raises(eights.GameError, match="the solver was stopped"):
        solve.Tabular(eights.Game("tiny_eights_d", players=2), threads=1, progress=lambda _: False)
    with pytest.raises(eights.GameError, match="is not an information state"):
        solver.state(solver.num_infostates)
    with pytest.raises(eights.GameError, match=r'variant = "mccfr": there are cfr, cfr\+, dcfr'):
        solver.cfr("mccfr")
    with pytest.raises(eights.GameError, match='averaging = "cubic": there are uniform, linear'):
        solver.cfr(averaging="cubic")
    with pytest.raises(eights.GameError, match="iterations = 0 is less than 1"):
        solve.cfr(solver, 0)
    with pytest.raises(eights.ActionError, match="player = 2"):
        solver.best_response(solver.uniform(), 2)
    with pytest.raises(eights.ArgumentError, match="state must be a State"):
        solver.infostate(7)  # type: ignore[arg-type]


def test_a_progress_that_cannot_be_called_is_refused_at_once(solver: solve.Tabular) -> None:
    run, wrong = solver.cfr(), "progress must be a function of one number, not int"
    with pytest.raises(eights.ArgumentError, match=wrong):
        run.run(1, progress=5)  # type: ignore[arg-type]
    assert run.iteration == 0
    with pytest.raises(eights.ArgumentError, match=wrong):
        solve.Tabular(solver.game, progress=5)  # type: ignore[arg-type]


@pytest.mark.usefixtures("ends")
def test_a_run_may_be_asked_while_it_is_pickled(
    solver: solve.Tabular, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, told = solver.cfr(), []

    class Asking:
        """Asks the run where Python looks for the module that restores it."""

        def find_spec(self, name: str, *_: object) -> None:
            told.append((name, run.iteration))

    run.run(2)
    monkeypatch.delitem(sys.modules, "eights._pickle")
    monkeypatch.setattr(sys, "meta_path", [Asking(), *sys.meta_path])
    assert pickle.loads(pickle.dumps(run)).iteration == 2
    assert ("eights._pickle", 2) in told


def test_policies_that_are_none_are_refused(solver: solve.Tabular) -> None:
    uniform = solver.uniform()
    with pytest.raises(eights.ArrayError, match="policy must be a float64 array of shape"):
        solver.exploitability(uniform[:-1])
    with pytest.raises(eights.ArrayError, match="not float32"):
        solver.exploitability(uniform.astype(np.float32))
    for value, why in ((np.nan, "NaN is not in"), (-1.0, "-1 is not in")):
        wrong = uniform.copy()
        wrong[3, solver.legal_actions_mask[3].argmax()] = value
        with pytest.raises(eights.ArrayError, match=f"information state 3 .*{why}"):
            solver.nash_conv(wrong)
    with pytest.raises(eights.ArrayError, match=r"information state 0 .*is not 1"):
        solver.expected_value(uniform / 2)
    wrong = uniform.copy()
    wrong[5, (~solver.legal_actions_mask[5]).argmax()] = 0.5
    with pytest.raises(eights.ArrayError, match=r"information state 5 .*that is not legal"):
        solver.best_response(wrong, 0)
    with pytest.raises(eights.ArrayError, match=r"information state \d+: action 55 is not legal"):
        solve.policy_of(solver, lambda _, masks: np.full(len(masks), 55))
    with pytest.raises(eights.BotError):
        solve.policy_of(solver, "nobody")
    with pytest.raises(eights.ArgumentError, match="player must be one of random"):
        solve.policy_of(solver, 7)  # type: ignore[arg-type]


def test_the_command_tells_of_every_bot_and_of_cfr() -> None:
    arguments = ("solve", "tiny_eights_a", "--iterations", "20")
    report = json.loads(good(*arguments, "--json", "-"))
    found = {row["policy"]: row["exploitability"] for row in report["results"]}
    assert list(found) == [*eights.bots(), "pcfr+, 20 iterations"]
    assert found["heuristic"] == pytest.approx(1 / 60), "the smallest game holds a hard choice"
    assert found["pcfr+, 20 iterations"] < 1e-3 < found["random"]
    assert report["histories"] == 15281
    assert [iteration for iteration, _ in report["curve"]][-1] == 20
    text = good(*arguments, width=80)
    assert "15,281 histories" in text
    assert "pcfr+, 20 iterations" in text
    assert "more than max_nodes = 10 nodes" in refused(*arguments, "--max-nodes", "10")
    assert "there are cfr, cfr+" in refused(*arguments, "--algorithm", "mccfr")
