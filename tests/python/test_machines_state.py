"""Any sequence of calls on states: what is refused changes nothing, restored ones play alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from machines import COPIES, PICKS, SEEDS, WRONG_ACTIONS, contents, games, meant, refused, unfit

import eights

RESTORED: list[Callable[[eights.State], eights.State]] = [
    *COPIES,
    lambda state: state.clone(),
    lambda state: state.game.deserialize_state(state.serialize()),
    lambda state: eights.replay(state.record()),
]
"""Ways to a state that plays on as this one does."""

TENSORS = ["observation_tensor", "privileged_tensor", "information_state_tensor"]

REFUSED: list[Callable[[eights.State], object]] = [
    lambda state: state.legal_actions(state.num_players()),
    lambda state: state.legal_actions_mask(-1),
    lambda state: state.observation_tensor(2**70),
    lambda state: state.privileged_tensor(-(2**63)),
    lambda state: state.information_state_string(255),
    lambda state: state.observation_string(1.5),  # type: ignore[arg-type]
    lambda state: state.events("you"),  # type: ignore[arg-type]
    lambda state: state.render("some"),  # type: ignore[arg-type]
    lambda state: state.render(width=39),
    lambda state: state.to_svg(256),
    lambda state: state.action_to_string(0, 10**9),
    lambda state: state.string_to_action("play"),
    lambda state: state.describe_action(-1),
    lambda state: state.player_reward(99),
    lambda state: state.player_return(None),  # type: ignore[arg-type]
    lambda state: state.bot_action("nobody"),
    lambda state: state.bot_action("ismcts(iterations=none)"),
    lambda state: state.bot_action("random", seed=-1),
    lambda state: state.resample(state.num_players(), 0),
    lambda state: state.resample(0, 2**64),
    lambda state: state.resample(0, 0, require_history=2),  # type: ignore[arg-type]
    lambda state: state.resample_from_infostate(0, lambda: "half"),  # type: ignore[arg-type, return-value]
    lambda state: state.resample_from_infostate(0, 0.5),  # type: ignore[arg-type]
    lambda state: state.record([{"move": 10**6}]),
    lambda state: state.record({"move": 1}),  # type: ignore[arg-type]
    lambda state: state.undo_action(state.current_player(), 10**6),
    lambda state: state.undo_action(9, "draw"),
    lambda state: state.apply_actions("draw"),
    lambda state: state.apply_actions([None]),  # type: ignore[list-item]
    lambda state: state.apply_actions(54),  # type: ignore[arg-type]
    lambda state: state.game.position({**state.to_dict(), "hands": []}),
    lambda state: state.game.position({**state.to_dict(), "pile": 8}),
    lambda state: state.game.deserialize_state(state.serialize()[:-1]),
    lambda state: state.game.deserialize_state(state.serialize().replace(b":", b";", 1)),
    lambda state: eights.replay(state.record()[1:]),
    lambda state: eights.search(state, iterations=0),
    lambda state: eights.GamePool([state, state.game, 1]),  # type: ignore[list-item]
    lambda state: state.game.explain(np.full(state.game.observation_tensor_size(), np.nan)),
]
"""Calls that no state accepts."""


class States(RuleBasedStateMachine):
    """A state, and another one that was restored from it and is told the same actions."""

    state: eights.State
    twin: eights.State
    before: list[bytes]
    """The state before each of its actions."""
    saved: bytes

    @initialize(game=games(), seed=SEEDS)
    def deal(self, game: eights.Game, seed: int) -> None:
        self.begin(game.new_initial_state(seed=seed))

    def begin(self, state: eights.State) -> None:
        self.state, self.twin, self.before = state, state.clone(), []
        self.saved = state.serialize()

    def is_over(self) -> bool:
        return self.state.is_terminal()

    def legal(self, pick: int) -> int:
        legal = self.state.legal_actions()
        return legal[pick % len(legal)]

    def moved(self, action: Any) -> None:
        """Notes an action that the state has taken, and gives it to the other one."""
        self.before.append(self.saved)
        self.twin.apply_action(action)
        self.saved = self.state.serialize()

    @precondition(lambda self: not self.is_over())
    @rule(pick=PICKS, form=st.sampled_from([int, np.int8, np.uint64, str, np.array]))
    def play(self, pick: int, form: Any) -> None:
        action = self.legal(pick)
        given = self.state.action_to_string(action) if form is str else form(action)
        self.state.apply_action(given)
        self.moved(action)

    @rule(value=st.sampled_from(WRONG_ACTIONS))
    def play_what_is_hardly_legal(self, value: Any) -> None:
        expected = meant(self.state, value)
        error = refused(self.state.apply_action, value)
        assert (error is None) == (expected is not None), (value, error)
        if expected is not None:
            self.moved(expected)
        else:
            assert isinstance(error, eights.ActionError | eights.ArgumentError)

    @precondition(lambda self: not self.is_over())
    @rule(pick=PICKS, value=st.sampled_from(WRONG_ACTIONS))
    def play_one_legal_action_and_another(self, pick: int, value: Any) -> None:
        action = self.legal(pick)
        second = meant(self.state.child(action), value)
        error = refused(self.state.apply_actions, [action, value])
        assert (error is None) == (second is not None)
        if second is not None:
            self.twin.apply_action(action)
            self.before += [self.saved, self.twin.serialize()]
            self.twin.apply_action(second)
            self.saved = self.state.serialize()

    @precondition(lambda self: self.before)
    @rule(is_right=st.booleans())
    def undo(self, is_right: bool) -> None:
        last = self.state.history()[-1]
        player = self.state.game.deserialize_state(self.before[-1]).current_player()
        if is_right:
            for one in (self.state, self.twin):
                one.undo_action(player, last)
            self.saved = self.before.pop()
        else:
            with pytest.raises(eights.ActionError):
                self.state.undo_action(player, last + 1)
            with pytest.raises(eights.ActionError):
                self.state.undo_action(player + 1, last)

    @rule(way=st.sampled_from(RESTORED))
    def restore(self, way: Callable[[eights.State], eights.State]) -> None:
        """From here on the copy is played, and the original is what it is compared with."""
        copied = way(self.state)
        assert copied == self.state
        self.state, self.twin = copied, self.state

    @rule(seed=SEEDS)
    def restore_the_position(self, seed: int) -> None:
        state, game = self.state, self.state.game
        there = game.position(state.to_dict(), seed=seed)
        assert there.to_dict() == state.to_dict()
        assert there.legal_actions() == state.legal_actions()
        assert there.current_player() == state.current_player()
        for seat in range(game.num_players()):
            assert contents(there.observation_tensor(seat)) == contents(
                state.observation_tensor(seat)
            )
        if seed % 4 == 0:
            self.begin(there)

    @rule(
        name=st.sampled_from([*TENSORS, "legal_actions_mask"]),
        dtype=st.sampled_from([np.float32, np.uint8, np.bool_]),
        pick=PICKS,
    )
    def write_into_an_array(self, name: str, dtype: Any, pick: int) -> None:
        method = getattr(self.state, name)
        try:
            made = method()
        except eights.GameError:  # the information state of a game without `max_decisions`
            assert name == TENSORS[2]
            return
        values = [*unfit(made.shape, dtype), *unfit(made.shape, made.dtype)]
        out = values[pick % len(values)]
        held = contents(out)
        with pytest.raises(eights.ArrayError):
            method(out=out)
        assert contents(out) == held
        fits = np.full_like(made, 1)
        assert method(out=fits) is fits
        assert contents(fits) == contents(made)

    @rule(call=st.sampled_from(REFUSED))
    def ask_for_what_is_refused(self, call: Callable[[eights.State], object]) -> None:
        assert refused(call, self.state) is not None

    @invariant()
    def the_state_is_as_it_was_left(self) -> None:
        assert self.state.serialize() == self.saved

    @invariant()
    def both_show_the_same(self) -> None:
        state, twin = self.state, self.twin
        assert state == twin
        assert str(state) == str(twin)
        assert state.legal_actions() == twin.legal_actions()
        assert contents(state.observation_tensor()) == contents(twin.observation_tensor())

    @invariant()
    def the_parts_agree(self) -> None:
        state, player = self.state, self.state.current_player()
        legal, history = state.legal_actions(), state.history()
        assert state.is_terminal() == (player == -4) == (legal == [])
        assert state.is_chance_node() == (player == -1)
        assert state.is_player_node() == (player >= 0)
        assert state.move_number() == len(history)
        assert len(state.rewards()) == len(state.returns()) == state.num_players()
        assert [state.string_to_action(state.action_to_string(a)) for a in legal] == legal
        shown = np.flatnonzero(state.legal_actions_mask()).tolist()
        if player == -1:
            assert [outcome for outcome, _ in state.chance_outcomes()] == legal
            assert sum(likely for _, likely in state.chance_outcomes()) == pytest.approx(1)
            assert shown == []
        else:
            assert shown == legal
        explained = state.game.explain(state.observation_tensor())
        assert explained.keys() <= set(state.game.feature_names())


TestStates = States.TestCase
