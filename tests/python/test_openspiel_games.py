"""Every ruleset as a game of OpenSpiel, and OpenSpiel's small methods on our own classes."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from tables import nearest

import eights
import eights.openspiel

# Four cards of two suits: 531 nodes in all.
TINY = {
    "ruleset": "crazy_eights",
    "players": 2,
    "max_decisions": 4,
    "overrides": json.dumps(
        {"deck.copies": {"AH 2H AS 2S": 1}, "deal.cards": 1, "players": "2", "special": {}}
    ),
}


def load(**parameters: Any) -> pyspiel.Game:
    return pyspiel.load_game("eights", parameters)


@pytest.mark.parametrize("players", [2, 5])
def test_random_play_with_serialisation(ruleset: str, players: int) -> None:
    game = load(ruleset=ruleset, players=nearest(ruleset, players), max_decisions=25)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_without_a_limit_there_is_no_information_state_tensor() -> None:
    game = load(ruleset="kings_reverse", players=3)
    assert not game.get_type().provides_information_state_tensor
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert game.get_type().long_name == eights.Ruleset("kings_reverse").title
    assert (game.num_players(), game.num_distinct_actions()) == (3, 100)
    assert game.utility_sum() == 0


def test_matches_and_points_pay_in_between() -> None:
    game = load(ruleset="crazy_eights", players=2, episode="match", reward="points")
    kind = game.get_type()
    assert kind.reward_model == pyspiel.GameType.RewardModel.REWARDS
    assert kind.utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert game.utility_sum() is None


def test_the_tensors_are_those_of_the_state() -> None:
    game = load(ruleset="uno", players=3, max_decisions=30)
    state = game.new_initial_state()
    rng = np.random.default_rng(3)
    kinds = [pyspiel.IIGObservationType(perfect_recall=recalls) for recalls in (False, True)]
    plain, recalling = (game.make_py_observer(kind) for kind in kinds)
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        for player in range(3):
            plain.set_from(state, player)
            np.testing.assert_array_equal(plain.tensor, state.state.observation_tensor(player))
            recalling.set_from(state, player)
            tensor = state.state.information_state_tensor(player)
            np.testing.assert_array_equal(recalling.tensor, tensor)
            text = state.state.information_state_string(player)
            assert recalling.string_from(state, player) == text
            assert state.information_state_string(player) == text
    with pytest.raises(eights.ArgumentError, match="takes no parameters"):
        game.make_py_observer(kinds[0], {"x": 1})


def test_rl_environment_plays_a_game() -> None:
    env = rl_environment.Environment(load(ruleset="uno", players=3, max_decisions=40))
    step, decisions = env.reset(), 0
    while not step.last():
        seat = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][seat][0]])
        decisions += 1
    assert decisions > 5
    assert sum(step.rewards) == pytest.approx(0)


def test_is_mcts_finds_the_winning_card() -> None:
    game = load(ruleset="crazy_eights", players=2)
    state = game.new_initial_state()
    # One card is left, and it fits.
    state.state = game.game.position({"hands": ["5H", "KD QD 2C"], "pile": "TH", "seat": 0})
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)),
        uct_c=1.0,
        max_simulations=60,
        random_state=np.random.RandomState(1),
    )
    assert state.state.action_to_string(bot.step(state)) == "play 5H"


@pytest.mark.filterwarnings("ignore:special.eight")
@pytest.mark.parametrize(
    "solver",
    [outcome_sampling_mccfr.OutcomeSamplingSolver, external_sampling_mccfr.ExternalSamplingSolver],
)
def test_mccfr_makes_a_tiny_game_less_exploitable(solver: Any) -> None:
    game = pyspiel.load_game("eights", TINY)
    np.random.seed(0)  # noqa: NPY002 - the solvers take their samples from there
    solving = solver(game)
    found = []
    for iterations in (10, 400):
        for _ in range(iterations):
            solving.iteration()
        found.append(exploitability.exploitability(game, solving.average_policy()))
    assert 0 <= found[1] < found[0] / 2


def test_what_the_game_refuses() -> None:
    for parameters, error, message in (
        ({"ruleset": "snap"}, eights.RulesetError, "snap"),
        ({"players": 99}, eights.GameError, "players"),
        ({"overrides": "deal"}, eights.ArgumentError, "overrides must be a JSON mapping"),
        ({"overrides": "[1]"}, eights.ArgumentError, r"must be a JSON mapping, not \[1\]"),
    ):
        with pytest.raises(error, match=message):
            eights.openspiel.EightsGame(parameters)


# ---- OpenSpiel's names on our own classes --------------------------------------------------------


def minimax(state: Any, player: int, depth: int) -> float:
    """Code as it is written for OpenSpiel."""
    if state.is_terminal() or depth == 0:
        return float(state.player_return(player))
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        return float(sum(p * minimax(state.child(a), player, depth) for a, p in outcomes))
    values: list[float] = [
        minimax(state.child(action), player, depth - 1) for action in state.legal_actions()
    ]
    return max(values) if state.current_player() == player else min(values)


def test_code_for_openspiel_runs_on_our_own_states() -> None:
    game = eights.Game("crazy_eights", players=2)
    state = game.position({"hands": ["5H 5C", "KD QD"], "pile": "TH", "seat": 0})
    assert minimax(state, 0, 4) == 1.0
    assert state.move_number() == 0
    theirs = load(ruleset="crazy_eights", players=2).new_initial_state()
    ours = eights.Game("crazy_eights", players=2, chance="explicit").new_initial_state(seed=0)
    rng = np.random.default_rng(0)
    while not theirs.is_terminal():
        for name in (
            "current_player",
            "move_number",
            "num_players",
            "num_distinct_actions",
            "is_terminal",
            "is_chance_node",
            "is_player_node",
            "is_simultaneous_node",
            "is_mean_field_node",
            "is_initial_state",
            "legal_actions",
            "chance_outcomes" if theirs.is_chance_node() else "returns",
            "history",
            "history_str",
        ):
            assert getattr(ours, name)() == getattr(theirs, name)(), name
        action = int(rng.choice(theirs.legal_actions()))
        seat = theirs.current_player()
        assert ours.action_to_string(seat, action) == theirs.action_to_string(seat, action)
        assert ours.child(action).history() == [*ours.history(), action]
        theirs.apply_action(action)
        ours.apply_action(action)
    for seat in (0, 1):
        assert ours.player_reward(seat) == theirs.player_reward(seat)
        assert ours.player_return(seat) == theirs.player_return(seat)
    assert ours.get_game() is ours.game


def test_games_tell_their_shapes_and_their_type() -> None:
    game = eights.Game("uno", players=3, max_decisions=20, chance="explicit")
    theirs = load(ruleset="uno", players=3, max_decisions=20)
    for name in (
        "observation_tensor_shape",
        "information_state_tensor_shape",
        "policy_tensor_shape",
        "max_chance_outcomes",
        "max_game_length",
        "utility_sum",
        "min_utility",
        "max_utility",
    ):
        assert getattr(game, name)() == getattr(theirs, name)(), name
    ours, type_ = game.get_type(), theirs.get_type()
    for name in ("dynamics", "chance_mode", "information", "utility", "reward_model"):
        assert getattr(ours, name) == getattr(type_, name).name, name
    for name in ("long_name", "min_num_players", "max_num_players"):
        assert getattr(ours, name) == getattr(type_, name), name
    for name in ("information_state", "observation"):
        for kind in ("string", "tensor"):
            provides = f"provides_{name}_{kind}"
            assert getattr(ours, provides) == getattr(type_, provides)
    sampled = eights.Game("uno", players=3)
    assert sampled.max_chance_nodes_in_history() == 0 < game.max_chance_nodes_in_history()
    with pytest.raises(eights.GameError, match="explicit max_decisions"):
        sampled.information_state_tensor_shape()


def test_what_the_small_methods_refuse() -> None:
    state = eights.Game("uno", players=2).new_initial_state(seed=1)
    before = state.clone()
    for wrong in (
        lambda: state.child(99),
        lambda: state.child("dance"),
        lambda: state.player_return(2),
        lambda: state.player_reward(-1),
        lambda: state.action_to_string(0, 100),
    ):
        with pytest.raises(eights.ActionError):
            wrong()
    assert state == before
