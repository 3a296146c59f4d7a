"""Any sequence of calls on batches: what is refused changes nothing, copies go on alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from machines import (
    COPIES,
    PICKS,
    SEEDS,
    contents,
    games,
    moment,
    refused,
    shown,
    shows_its_state,
    unfit,
)

import eights

ANY = np.iinfo(np.int64)
PASS = eights.string_to_action("pass")
BOTS = st.sampled_from([None, None, "random", "greedy"])
MODES = st.sampled_from(["same-step", "next-step", "disabled"])
OTHER = eights.Game("crazy_eights", players=5, history=1)
TWICE = ["terminations", "truncations"]
NO_ACTIONS = [-1, 127, 128, 255, 256, ANY.min, ANY.max]
"""Ids that no game has."""


def wrong_actions(batch: eights.Batch[Any]) -> list[Any]:
    """Values that are not an integer for each env."""
    legal = batch.sample()
    n = len(legal)
    return [
        *(None, 54, "draw", [], ["draw"] * n, [54.0] * n, [None] * n, [[54]] * n, [2**64] * n),
        *(legal.astype(np.float64), legal.astype(object), legal.astype(np.bool_), legal[:, None]),
        *(np.append(legal, 54), legal[1:], np.array(54), legal.astype("datetime64[s]")),
        *(legal.astype(str), legal.astype(np.complex64), bytes(n), {0: 54}, {54}, object()),
    ]


def wrong_masks(n: int) -> list[Any]:
    """Values that are not a bool for each env."""
    right = np.ones(n, np.bool_)
    return [
        *(True, [True] * n, "mask", right[:, None], np.append(right, True), right[1:]),
        *(right.astype(np.int8), right.astype(np.float32), right.astype(object), {0: True}),
    ]


def wrong_controllers(n: int, players: int) -> list[Any]:
    """Values that are not controllers of so many envs and seats."""
    return [
        *(["random"] * players, [None] * (players + 1), [], "random", 3, ["nobody"] * players),
        *([[None] * players] * (n + 1), [[None] * (players - 1)] * n, [None, 5] + [None] * players),
        *([len] * players, [["random"] * players] * n, ["policy"] * players, ["ismcts"] * players),
    ]


REFUSED: list[Callable[[eights.Batch[Any]], object]] = [
    lambda batch: batch.state(batch.num_envs),
    lambda batch: batch.state(-1),
    lambda batch: batch.game_of(2**70),
    lambda batch: batch.episode_seed("0"),  # type: ignore[arg-type]
    lambda batch: batch.episode_seed(0.0),  # type: ignore[arg-type]
    lambda batch: batch.reset(seed=-1),
    lambda batch: batch.reset(seed=2**64),
    lambda batch: batch.reset(seed=[1] * (batch.num_envs + 1)),
    lambda batch: batch.reset(seed=[*[1] * (batch.num_envs - 1), -1]),
    lambda batch: batch.reset(seed="seed"),  # type: ignore[arg-type]
    lambda batch: batch.bot_actions("nobody"),
    lambda batch: batch.bot_actions(None),  # type: ignore[call-overload]
    lambda batch: batch.set_state(None),  # type: ignore[arg-type]
    lambda batch: batch.set_state(b"{}"),  # type: ignore[arg-type]
    lambda batch: batch.set_state(eights.Batch(batch.game, batch.num_envs + 1).get_state()),
    lambda batch: batch.set_state(eights.Batch(OTHER, batch.num_envs).get_state()),
    lambda batch: batch.set_pool(None),  # type: ignore[arg-type]
    lambda batch: batch.set_pool(OTHER),
    lambda batch: batch.set_pool([batch.game]),  # type: ignore[arg-type]
    lambda batch: eights.Batch(batch.game, 1, buffers={"rewards": batch.rewards[:, :1]}),
    lambda batch: eights.Batch(batch.game, 1, buffers=dict.fromkeys(TWICE, np.zeros(1, np.bool_))),
    lambda batch: batch.game.deserialize_batch_state(batch.get_state().serialize()[:-1]),
    lambda batch: OTHER.deserialize_batch_state(batch.get_state().serialize()),
]
"""Calls that no batch accepts."""


class Batches(RuleBasedStateMachine):
    """A batch, and a copy of it that is told the same."""

    batch: eights.Batch[Any]
    twin: eights.Batch[Any]
    was: tuple[Any, ...]

    @initialize(
        game=games(chance="sampled"),
        num_envs=st.sampled_from([1, 2, 5]),
        seed=SEEDS,
        dtype=st.sampled_from(["float32", "uint8"]),
        controllers=st.lists(BOTS, min_size=10, max_size=10),
        mode=MODES,
        extras=st.sampled_from([[], ["seat_observations"], ["privileged_observations"]]),
        is_pool=st.booleans(),
    )
    def make(self, game: eights.Game, is_pool: bool, controllers: Any, **more: Any) -> None:
        source: Any = eights.GamePool([game, game.new_initial_state(1)]) if is_pool else game
        seats = [None, *controllers][: game.num_players()]
        options = {"dtype": more["dtype"], "autoreset": more["mode"], "extras": more["extras"]}
        self.batch = eights.Batch(
            source, more["num_envs"], more["seed"], controllers=seats, **options
        )
        self.twin = COPIES[0](self.batch)
        self.was = moment(self.batch)

    def told(self, call: Callable[[eights.Batch[Any]], object]) -> None:
        """Makes a call that is accepted, on both."""
        call(self.batch)
        call(self.twin)
        self.was = moment(self.batch)

    def actions(self, pick: int) -> npt.NDArray[np.int64]:
        legal = [np.flatnonzero(mask) for mask in self.batch.action_masks]
        return np.array([of[pick % len(of)] for of in legal], np.int64)

    def shows_end(self) -> npt.NDArray[np.bool_]:
        """The envs that ignore their action, and are not compared with their state."""
        over = [self.batch.state(i).is_terminal() for i in range(self.batch.num_envs)]
        return np.array(over, np.bool_)

    @rule(pick=PICKS, dtype=st.sampled_from([np.int64, np.int32, np.uint8, np.uint64, list]))
    def step(self, pick: int, dtype: Any) -> None:
        actions = self.actions(pick)
        given: Any = actions.tolist() if dtype is list else actions.astype(dtype)
        self.told(lambda batch: batch.step(given))

    @rule(pick=PICKS, which=PICKS)
    def step_some(self, pick: int, which: int) -> None:
        mask = np.array([which >> i & 1 == 1 for i in range(self.batch.num_envs)], np.bool_)
        actions = np.where(mask, self.actions(pick), 127)
        self.told(lambda batch: batch.step(actions, mask))

    @rule(pick=PICKS, env=PICKS, wrong=st.sampled_from(NO_ACTIONS))
    def step_by_an_illegal_action(self, pick: int, env: int, wrong: int) -> None:
        actions, env = self.actions(pick), env % self.batch.num_envs
        illegal = np.flatnonzero(~self.batch.action_masks[env])
        actions[env] = wrong if pick % 2 else illegal[pick % len(illegal)]
        if self.shows_end()[env]:
            self.told(lambda batch: batch.step(actions))
        else:
            with pytest.raises(eights.BatchError, match=rf"env {env}\b"):
                self.batch.step(actions)

    @rule(pick=PICKS)
    def step_by_what_is_no_action(self, pick: int) -> None:
        values = wrong_actions(COPIES[0](self.batch))
        with pytest.raises(eights.ArrayError):
            self.batch.step(values[pick % len(values)])

    @rule(pick=PICKS)
    def step_or_reset_some_that_are_none(self, pick: int) -> None:
        masks = wrong_masks(self.batch.num_envs)
        mask = masks[pick % len(masks)]
        with pytest.raises(eights.ArrayError):
            self.batch.step(self.actions(pick), mask)
        with pytest.raises(eights.ArrayError):
            self.batch.reset(mask)

    @rule(which=PICKS, seed=st.sampled_from([None, 5, np.uint64(7), "each"]))
    def reset(self, which: int, seed: Any) -> None:
        n = self.batch.num_envs
        mask = np.array([which >> i & 1 == 1 for i in range(n)], np.bool_) if which % 3 else None
        seeds = list(range(n)) if seed == "each" else seed
        self.told(lambda batch: batch.reset(mask, seeds))

    @rule(pick=PICKS, dtype=st.sampled_from([np.int64, np.int32]), name=BOTS)
    def choose(self, pick: int, dtype: Any, name: str | None) -> None:
        """By a bot, or by `sample`, which goes on in its random stream."""
        n = self.batch.num_envs

        def chosen(batch: eights.Batch[Any], **out: Any) -> Any:
            return batch.sample(**out) if name is None else batch.bot_actions(name, **out)

        wrong = unfit((n,), dtype)
        out = wrong[pick % len(wrong)]
        held = contents(out)
        with pytest.raises(eights.ArrayError):
            chosen(self.batch, out=out)
        assert contents(out) == held
        assert moment(self.batch) == self.was
        fits = np.zeros(n, dtype)
        assert chosen(self.batch, out=fits) is fits
        assert (chosen(self.twin) == fits).all()
        assert self.batch.action_masks[np.arange(n), fits].all()
        self.was = moment(self.batch)

    @rule(way=st.sampled_from(COPIES))
    def copy(self, way: Callable[[Any], Any]) -> None:
        """From here on the copy is played, and the original is what it is compared with."""
        self.batch, self.twin = way(self.batch), self.batch
        assert moment(self.batch) == self.was

    @rule(pick=PICKS)
    def go_back(self, pick: int) -> None:
        """Arrays of the last step are not restored, so both batches go back."""
        saved = self.batch.get_state()
        if pick % 2:
            of: Any = self.batch.pool or self.batch.game
            saved = of.deserialize_batch_state(saved.serialize())
        self.batch.step(self.actions(pick))
        self.twin.step(self.twin.bot_actions("random"))
        self.told(lambda batch: batch.set_state(saved))
        for name, array in shown(self.twin).items():
            if name.startswith("final_"):
                array[...] = shown(self.batch)[name]
        self.was = moment(self.batch)

    @rule(seats=st.lists(BOTS, min_size=10, max_size=10), pick=PICKS)
    def set_controllers(self, seats: list[str | None], pick: int) -> None:
        n, players = self.batch.num_envs, self.batch.num_players
        wrong = wrong_controllers(n, players)
        assert refused(self.batch.set_controllers, wrong[pick % len(wrong)]) is not None
        assert moment(self.batch) == self.was
        of_env = [None, *seats][:players]
        right: Any = [of_env[::-1]] * n if pick % 2 else of_env
        self.told(lambda batch: batch.set_controllers(right))

    @rule(name=st.sampled_from(["observations", "action_masks", "rewards", "final_players"]))
    def make_an_array_read_only(self, name: str) -> None:
        array = shown(self.batch)[name]
        array.flags.writeable = False
        calls: list[Callable[[], None]] = [
            lambda: self.batch.step(self.actions(0)),
            self.batch.reset,
            lambda: self.batch.set_state(self.batch.get_state()),
        ]
        for call in calls:
            with pytest.raises(eights.ArrayError, match=name):
                call()
        array.flags.writeable = True

    @rule(call=st.sampled_from(REFUSED))
    def ask_for_what_is_refused(self, call: Callable[[eights.Batch[Any]], object]) -> None:
        assert refused(call, self.batch) is not None

    @invariant()
    def the_batch_is_as_it_was_left(self) -> None:
        assert moment(self.batch) == self.was

    @invariant()
    def both_show_the_same(self) -> None:
        one, other = moment(self.batch), moment(self.twin)
        for array, of_one in one[1].items():
            assert of_one == other[1][array], array
        assert one == other

    @invariant()
    def each_env_shows_its_state(self) -> None:
        batch = self.batch
        for i in range(batch.num_envs):
            state = batch.state(i)
            assert state.game == batch.game_of(i)
            if state.is_terminal():
                assert np.flatnonzero(batch.action_masks[i]).tolist() == [PASS]
            else:
                shows_its_state(batch, i)


TestBatches = Batches.TestCase
