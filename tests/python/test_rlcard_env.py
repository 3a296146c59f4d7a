"""The interface of RLCard's environments in `eights.rlcard`; tests/trainers adds its agents."""

from __future__ import annotations

import random
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest
from tables import nearest

import eights
import eights.rlcard


class Chooses:
    """An agent that picks one of the legal actions, by id or by text."""

    def __init__(self, seed: int, use_raw: bool) -> None:
        self.use_raw = use_raw
        self.asked = {"step": 0, "eval_step": 0}
        self._random = random.Random(seed)

    def _choose(self, state: dict[str, Any]) -> Any:
        return self._random.choice(
            state["raw_legal_actions"] if self.use_raw else list(state["legal_actions"])
        )

    def step(self, state: dict[str, Any]) -> Any:
        self.asked["step"] += 1
        return self._choose(state)

    def eval_step(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        self.asked["eval_step"] += 1
        return self._choose(state), {}


def play(env: eights.rlcard.Env, seed: int = 0, most: int = 10_000) -> None:
    """Plays a new game at random, to its end or for `most` decisions."""
    rng = random.Random(seed)
    state, _ = env.reset()
    for _ in range(most):
        if env.is_over():
            return
        state, _ = env.step(rng.choice(list(state["legal_actions"])))


def test_states_are_what_each_seat_may_know(ruleset: str) -> None:
    env = eights.rlcard.make(ruleset, seed=1, max_decisions=60)
    assert env.num_players == eights.Ruleset(ruleset).players[0]
    assert (env.name, env.num_actions) == (ruleset, env.game.num_distinct_actions())
    assert env.state_shape == [[env.game.observation_tensor_size()]] * env.num_players
    assert env.action_shape == [None] * env.num_players
    rng = random.Random(0)
    state, player = env.reset()
    while not env.is_over():
        assert player == env.get_player_id() == env.state.current_player()
        assert isinstance(state["legal_actions"], OrderedDict)
        assert list(state["legal_actions"]) == env.state.legal_actions() != []
        for seat in range(env.num_players):
            seen = env.get_state(seat)
            np.testing.assert_array_equal(seen["obs"], env.state.observation_tensor(seat))
            assert seen["obs"].shape == tuple(env.state_shape[seat])
            assert bool(seen["legal_actions"]) == (seat == player)
            assert seen["raw_obs"]["text"] == env.state.observation_string(seat)
        texts = state["raw_legal_actions"]
        assert [env.state.string_to_action(text) for text in texts] == list(state["legal_actions"])
        state, player = env.step(rng.choice(list(state["legal_actions"])))
    np.testing.assert_array_equal(env.get_payoffs(), env.state.returns())
    assert not env.get_state(0)["legal_actions"]


def test_the_record_hides_what_others_did_in_secret() -> None:
    hidden = 0
    for ruleset in ("kings_reverse", "thirty_eights", "rose_mau", "one_left"):
        players = nearest(ruleset, 4)
        env = eights.rlcard.make(ruleset, players=players, seed=5, max_decisions=500)
        rng = random.Random(0)
        for _ in range(5):
            state, player = env.reset()
            while not env.is_over():
                phase = str(env.state.to_dict().get("phase", "play"))
                action = rng.choice(list(state["legal_actions"]))
                viewer = (player + 1) % players
                known = len(env.get_state(viewer)["action_record"])
                own = len(env.get_state(player)["action_record"])
                seen = len(env.state.events(viewer))
                actor = player
                state, player = env.step(action)
                assert len(env.get_state(actor)["action_record"]) == own + 1
                shown = len(env.get_state(viewer)["action_record"]) > known
                waits = "pile" in str(env.state.to_dict().get("phase"))  # a pile is chosen next
                if shown and not waits:
                    assert len(env.state.events(viewer)) > seen, "it was no event"
                if action == 55 or any(word in phase for word in ("give", "keep", "create")):
                    assert not shown
                    hidden += 1
        assert len(env.get_state(0)["action_record"]) > 10
    assert hidden > 50


def test_run_gives_states_and_actions_in_turn() -> None:
    env = eights.rlcard.make("crazy_eights_special", players=3, seed=2)
    agents = [Chooses(seat, use_raw=seat == 1) for seat in range(3)]
    env.set_agents(agents)
    for is_training in (False, True):
        trajectories, payoffs = env.run(is_training)
        assert env.is_over()
        for seat, trajectory in enumerate(trajectories):
            assert len(trajectory) % 2 == 1
            for state, action in zip(trajectory[:-1:2], trajectory[1::2], strict=True):
                legal = state["raw_legal_actions"] if seat == 1 else state["legal_actions"]
                assert action in legal
            assert not trajectory[-1]["legal_actions"]
            np.testing.assert_array_equal(trajectory[-1]["obs"], env.get_state(seat)["obs"])
        assert payoffs.sum() == pytest.approx(0)
    assert all(agent.asked["step"] and agent.asked["eval_step"] for agent in agents)
    assert env.timestep == sum(sum(agent.asked.values()) for agent in agents)


def test_seeds() -> None:
    def games(env: eights.rlcard.Env) -> list[Any]:
        return [env.reset()[0]["obs"].tolist() for _ in range(3)]

    one, two = (eights.rlcard.make("uno", seed=4) for _ in range(2))
    assert games(one) == games(two)
    assert games(one) == games(two)
    made, seeded = eights.rlcard.make("uno", seed=7), eights.rlcard.make("uno", seed=8)
    assert seeded.seed(7) == 7
    assert games(made) == games(seeded), "both begin with the first game of the seed"
    assert one.seed(9) == two.seed(9) == 9
    assert games(one) == games(two) != games(eights.rlcard.make("uno", seed=8))
    assert games(eights.rlcard.make("uno")) != games(eights.rlcard.make("uno"))


def test_step_back_returns_to_the_position_before() -> None:
    env = eights.rlcard.make("crazy_eights", seed=4, allow_step_back=True)
    env.reset()
    assert env.step_back() is False
    first = env.state.clone()
    told = []
    for _ in range(2):  # the same cards are drawn again
        for _ in range(10):
            env.step(list(env.get_state(env.get_player_id())["legal_actions"])[-1])
        told.append(env.state.to_dict())
        for left in range(9, -1, -1):
            back = env.step_back()
            assert back is not False
            assert len(env.action_recorder) == left
            np.testing.assert_array_equal(back[0]["obs"], env.state.observation_tensor())
        assert env.state == first
    assert told[0] == told[1]
    assert env.step_back() is False
    with pytest.raises(eights.GameError, match="make the environment with allow_step_back=True"):
        eights.rlcard.make("crazy_eights").step_back()


def test_an_illegal_action_loses_or_is_replaced() -> None:
    env = eights.rlcard.make("crazy_eights", players=3, seed=4, allow_step_back=True)
    before, player = env.reset()
    illegal = next(action for action in range(100) if action not in before["legal_actions"])
    with pytest.warns(eights.IllegalActionWarning, match=r'choose from state\["legal_actions"\]'):
        after, _ = env.step(illegal)
    assert env.is_over()
    assert not after["legal_actions"]
    assert env.get_payoffs().tolist() == [-0.5 if seat == player else 0 for seat in range(3)]
    with pytest.raises(eights.ActionError, match="the game is over"):
        env.step(54)
    back = env.step_back()
    assert back is not False
    assert back[0]["legal_actions"] == before["legal_actions"]
    assert not env.is_over()
    assert env.step_back() is False
    other = eights.rlcard.make("crazy_eights", players=3, seed=4, illegal="random")
    other.reset()
    for wrong in (illegal, -1, 100, 10**30):
        other.step(wrong)
    assert len(other.action_recorder) == 4


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    env = eights.rlcard.make("crazy_eights", seed=4, allow_step_back=True, illegal="raise")
    state, _ = env.reset()
    before = env.state.clone()
    illegal = next(action for action in range(100) if action not in state["legal_actions"])
    for wrong in (illegal, -1, 100, 10**30):
        with pytest.raises(eights.ActionError):
            env.step(wrong)
    with pytest.raises(eights.ActionError):
        env.step("play nothing", raw_action=True)
    with pytest.raises(eights.ArgumentError, match="action must be an integer, not str"):
        env.step("draw")
    with pytest.raises(eights.ArgumentError, match="action must be a text, not int"):
        env.step(54, raw_action=True)
    assert env.state == before
    assert (env.timestep, env.action_recorder, env.step_back()) == (0, [], False)
    play(env)
    with pytest.raises(eights.ActionError):
        env.step(54)


def test_bad_arguments() -> None:
    with pytest.raises(eights.GameError, match="players"):
        eights.rlcard.make("uno", players=11)
    with pytest.raises(eights.GameError, match='"explicit" is not possible here'):
        eights.rlcard.make("uno", chance="explicit")
    with pytest.raises(eights.GameError, match="players cannot be set for a game that is made"):
        eights.rlcard.make(eights.Game("uno"), players=3)
    env = eights.rlcard.make(eights.Game("uno", players=3))
    with pytest.raises(eights.GameError, match="there are no agents"):
        env.run()
    with pytest.raises(eights.GameError, match="1 agents are too few or too many: there are 3"):
        env.set_agents([Chooses(0, use_raw=False)])
    with pytest.raises(eights.GameError, match=r"player_id = 3 is not in 0 … 2"):
        env.get_state(3)


def test_perfect_information_and_features_of_actions() -> None:
    env = eights.rlcard.make("uno", seed=1)
    assert env.get_perfect_information() == env.state.to_dict()
    feature = env.get_action_feature(54)
    assert feature.dtype == np.int8
    np.testing.assert_array_equal(feature, np.arange(100) == 54)
