"""Every ruleset as a game of OpenSpiel, and OpenSpiel's small methods on eights' own classes."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
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
from eights.openspiel.observer import private as private_features

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


def test_random_play_with_serialisation(ruleset: str) -> None:
    players = 2 if len(ruleset) % 2 else 5
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


def test_observers_see_what_is_asked_for_or_are_refused() -> None:
    game = load(ruleset="uno", players=3, max_decisions=30)
    kinds = pyspiel.PrivateInfoType
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    everything = game.make_py_observer(
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=kinds.ALL_PLAYERS
        )
    )
    for player in range(3):
        everything.set_from(state, player)
        np.testing.assert_array_equal(everything.tensor, state.state.privileged_tensor(player))
        assert everything.string_from(state, player) == state.state.render("all")
    refused = 0
    for public, recall in itertools.product((False, True), repeat=2):
        for private in (kinds.NONE, kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS):
            kind = pyspiel.IIGObservationType(
                public_info=public, perfect_recall=recall, private_info=private
            )
            if (public and private != kinds.NONE) or (
                not recall and (public or private != kinds.NONE)
            ):
                observer = game.make_py_observer(kind)
                observer.set_from(state, 1)
                assert observer.tensor.any()
                assert observer.string_from(state, 1)
                assert sum(part.size for part in observer.dict.values()) == observer.tensor.size
                continue
            refused += 1
            with pytest.raises(eights.ArgumentError, match=f"public_info={public}"):
                game.make_py_observer(kind)
    assert refused == 5


def observers(game: pyspiel.Game) -> tuple[Any, Any, Any]:
    """Returns observers of public information, of one player's, and of all players' information."""
    kinds = pyspiel.PrivateInfoType
    public, private, of_all = (
        game.make_py_observer(
            pyspiel.IIGObservationType(
                public_info=of == kinds.NONE, perfect_recall=False, private_info=of
            )
        )
        for of in (kinds.NONE, kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS)
    )
    return public, private, of_all


def shown(observer: Any, state: Any, player: int) -> tuple[list[float], str]:
    observer.set_from(state, player)
    return observer.tensor.tolist(), observer.string_from(state, player)


def public_names(game: eights.Game, seat: int) -> dict[int, str]:
    """The places of public features, and their names, where seats are numbered for all alike."""
    names, players = game.feature_names(), game.num_players()
    return {
        int(at): re.sub(
            r"\[(?:self|\+(\d+))\]",
            lambda found: f"[seat {(seat + int(found[1] or 0)) % players}]",
            names[at],
        )
        for at in np.flatnonzero(~private_features(game))
    }


def public_features(names: dict[int, str], state: eights.State, seat: int) -> dict[str, float]:
    """The public features that are not 0, as a seat sees them."""
    seen = state.observation_tensor(seat).tolist()
    return {name: seen[at] for at, name in names.items() if seen[at]}


@pytest.mark.parametrize("ruleset", eights.rulesets())
def test_public_information_is_the_same_whatever_the_hands_are(ruleset: str) -> None:
    least, most = eights.Ruleset(ruleset).players
    game = load(ruleset=ruleset, players=min(3, most) if least <= 3 else least)
    public, private, of_all = observers(game)
    seats = range(game.num_players())
    names = [public_names(game.game, seat) for seat in seats]
    rng, state = random.Random(ruleset), game.new_initial_state()
    compared = changed = moves = 0
    while not state.is_terminal() and moves < 160:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
            continue
        moves += 1
        views = [public_features(names[seat], state.state, seat) for seat in seats]
        assert all(view == views[0] for view in views)
        state.apply_action(rng.choice(state.legal_actions()))
        if moves % 7 or state.is_chance_node() or state.is_terminal():
            continue
        expected = shown(public, state, 0)
        assert shown(public, state, 1) == expected
        own = [shown(private, state, seat) for seat in seats]
        joined = [feature for features, _ in own for feature in features]
        assert shown(of_all, state, 0) == (joined, "\n".join(text for _, text in own))
        for seat in seats:
            other = state.resample_from_infostate(seat, rng.random)
            assert shown(public, other, 0) == expected
            assert shown(private, other, seat) == own[seat]
            hands, drawn = state.state.to_dict()["hands"], other.state.to_dict()["hands"]
            for mine in seats:
                if hands[mine] != drawn[mine]:
                    assert shown(private, other, mine) != own[mine]
                    changed += 1
            compared += 1
    assert compared > 3
    assert changed > 3


def test_public_information_tells_what_lies_in_the_pile() -> None:
    game = load(ruleset="uno", players=3)
    public, private, _ = observers(game)
    state, rng = game.new_initial_state(), random.Random(3)
    names = game.game.feature_names()
    cards = [name.removeprefix("hand ") for name in names if name.startswith("hand ")]
    for _ in range(150):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
        public.set_from(state, 1)
        pile = Counter(state.state.to_dict().get("pile", "").split())
        assert [round(4 * of) for of in public.tensor[-54:]] == [pile[card] for card in cards]
    text = public.string_from(state, 2)
    assert "hand_sizes[seat 0]" in text
    assert "self" not in text
    assert text.count("upcard ") == 1
    assert "hand " in private.string_from(state, 2)


COPIES: dict[str, Any] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.filterwarnings("ignore:special.eight")
@pytest.mark.parametrize("way", COPIES)
def test_games_states_and_policies_can_be_copied(way: str) -> None:
    game = pyspiel.load_game("eights", TINY)
    copied = COPIES[way](game)
    assert isinstance(copied, eights.openspiel.EightsGame)
    assert str(copied) == str(game)
    assert copied.game == game.game
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    other = COPIES[way](state)
    other.apply_action(other.legal_actions()[0])
    assert (len(state.history()), len(other.history())) == (1, 2)
    tabular = policy.TabularPolicy(game)
    again = COPIES[way](tabular)
    assert again.game.game == game.game
    np.testing.assert_array_equal(again.action_probability_array, tabular.action_probability_array)


@pytest.mark.parametrize("most", [1, 3])
def test_bounds_are_bounds_however_short_games_are(ruleset: str, most: int) -> None:
    game = load(ruleset=ruleset, players=nearest(ruleset, 4), max_decisions=most)
    for seed in range(2):
        rng = np.random.default_rng(seed)
        state, lots = game.new_initial_state(), 0
        while not state.is_terminal():
            lots += state.is_chance_node()
            state.apply_action(int(rng.choice(state.legal_actions())))
        assert lots <= game.max_chance_nodes_in_history()
        assert len(state.history()) <= game.max_history_length()
        assert state.move_number() <= game.max_move_number()
        assert len(state.history()) - lots <= game.max_game_length()


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
    # One card is left, and it may be played.
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
    np.random.seed(0)  # noqa: NPY002 - the solvers sample from it
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
        ({"overrides": "[1]"}, eights.ArgumentError, r"must be a JSON mapping, not '\[1\]'"),
    ):
        with pytest.raises(error, match=message):
            eights.openspiel.EightsGame(parameters)


# ---- OpenSpiel's names on our own classes --------------------------------------------------------


def minimax(state: Any, player: int, depth: int) -> float:
    """Minimax, written against OpenSpiel's interface."""
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
    for state in (ours, eights.Game("uno", players=3).new_initial_state(seed=4)):
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
        actions = state.history()
        while state.history():
            before = state.clone()
            last = state.history()[-1]
            players = [seat for seat in (-1, 0, 1, 2) if undone(before.clone(), seat, last)]
            assert len(players) == 1, "it is known whose it was"
            state.undo_action(players[0], last)
            assert state.current_player() == players[0]
            assert state.child(last) == before
            if len(actions) - len(state.history()) > 40:
                break
        state.apply_actions(actions[len(state.history()) :])
        assert state.is_terminal()


def undone(state: eights.State, player: int, action: int) -> bool:
    """True if this was the last action."""
    try:
        state.undo_action(player, action)
    except eights.ActionError:
        return False
    return True


def test_what_cannot_be_undone_or_done_changes_nothing() -> None:
    state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    with pytest.raises(eights.ActionError, match="nothing was done"):
        state.undo_action(0, 54)
    player = state.current_player()
    state.apply_action("draw")
    before = state.clone()
    with pytest.raises(eights.ActionError, match=f"the last action was draw of player {player}"):
        state.undo_action(player, "pass")
    with pytest.raises(eights.ActionError):
        state.apply_actions([state.legal_actions()[0], 99])
    with pytest.raises(ZeroDivisionError):
        state.resample_from_infostate(0, lambda: 1 / 0)
    assert state == before
    other = state.resample_from_infostate(0, lambda: 0.5)
    assert other.information_state_string(0) == state.information_state_string(0)
    third = other.resample_from_infostate(0, lambda: 0.25)
    last = third.legal_actions()[0]
    seat = third.current_player()
    fourth = third.child(last)
    fourth.undo_action(seat, last)
    assert fourth == third


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


def test_a_state_of_no_game_is_refused() -> None:
    """OpenSpiel itself ends the process for a state without a game."""
    with pytest.raises(eights.ArgumentError, match="game must be an EightsGame, not NoneType"):
        eights.openspiel.EightsState(None, None)  # type: ignore[arg-type]
    with pytest.raises(eights.ArgumentError, match="params must be a mapping, not list"):
        eights.openspiel.EightsGame([1])  # type: ignore[arg-type]
