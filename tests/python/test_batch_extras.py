"""The extras of a batch: observations of every seat, and the full position."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest
from tables import nearest

import eights

Extra = Literal["seat_observations", "privileged_observations"]
BOTH: list[Extra] = ["seat_observations", "privileged_observations"]
NAMES = [*BOTH, *(f"final_{name}" for name in BOTH)]


def game_of(ruleset: str, **options: Any) -> eights.Game:
    return eights.Game(ruleset, players=nearest(ruleset, 4), **options)


def check_positions(batch: eights.Batch[Any]) -> None:
    """Checks the extras of every env against its position."""
    for i in range(batch.num_envs):
        state = batch.state(i)
        seat = int(batch.players[i])
        np.testing.assert_array_equal(batch.seat_observations[i, seat], batch.observations[i])
        for player in range(batch.game.num_players()):
            seen = state.observation_tensor(player, np.zeros_like(batch.observations[0]))
            np.testing.assert_array_equal(batch.seat_observations[i, player], seen)
        full = state.privileged_tensor(seat, np.zeros_like(batch.privileged_observations[0]))
        np.testing.assert_array_equal(batch.privileged_observations[i], full)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_extras_are_what_the_positions_tell(ruleset: str, dtype: Any) -> None:
    game = game_of(ruleset, history=3)
    batch = eights.Batch(game, num_envs=20, seed=3, dtype=dtype, extras=BOTH)
    check_positions(batch)
    for step in range(60):
        batch.step(batch.sample())
        if step % 20 == 0:
            check_positions(batch)


@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_the_ends_are_shown_to_every_seat(autoreset: Any) -> None:
    game = eights.Game("uno", players=3)
    one = eights.Batch(game, num_envs=6, seed=3, autoreset="disabled")
    batch = eights.Batch(game, num_envs=6, seed=3, autoreset=autoreset, extras=BOTH)
    waiting = np.ones(6, np.bool_)
    for _ in range(300):
        # During the first episode of an env both batches play the same.
        actions = one.action_masks.argmax(axis=1)
        one.step(actions)
        legal = batch.action_masks[np.arange(6), actions]
        batch.step(np.where(legal, actions, batch.action_masks.argmax(axis=1)))
        for i in np.flatnonzero(waiting & (one.final_players >= 0)):
            waiting[i] = False
            state, seat = one.state(i), int(one.final_players[i])
            for player in range(3):
                np.testing.assert_array_equal(
                    batch.final_seat_observations[i, player], state.observation_tensor(player)
                )
            np.testing.assert_array_equal(
                batch.final_privileged_observations[i], state.privileged_tensor(seat)
            )
            assert batch.final_players[i] == seat
    assert not waiting.any()


def test_extras_do_not_depend_on_threads_and_do_not_change_the_games() -> None:
    game = game_of("kings_reverse")
    plain = eights.Batch(game, num_envs=600, seed=1)
    one = eights.Batch(game, num_envs=600, seed=1, extras=BOTH)
    two = eights.Batch(game, num_envs=600, seed=1, extras=BOTH, threads=2)
    assert (plain.extras, one.extras) == ([], BOTH)
    for _ in range(40):
        actions = plain.sample()
        for batch in (plain, one, two):
            batch.step(actions)
        np.testing.assert_array_equal(plain.observations, one.observations)
        for name in NAMES:
            np.testing.assert_array_equal(getattr(one, name), getattr(two, name), err_msg=name)


def test_a_mask_of_resets_writes_the_extras_of_its_envs_alone() -> None:
    batch = eights.Batch(game_of("uno"), num_envs=3, seed=1, extras=BOTH)
    before = {name: getattr(batch, name).copy() for name in NAMES}
    batch.reset(mask=np.array([False, True, False]))
    check_positions(batch)
    for name, array in before.items():
        np.testing.assert_array_equal(getattr(batch, name)[[0, 2]], array[[0, 2]])


@pytest.mark.parametrize("again", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_and_restored_batches_show_the_same(again: Any) -> None:
    batch = eights.Batch(game_of("stalin"), num_envs=8, seed=1, extras=BOTH)
    for _ in range(100):
        batch.step(batch.sample())
    saved, twin = batch.get_state(), again(batch)
    assert twin.extras == BOTH
    for name in NAMES:
        np.testing.assert_array_equal(getattr(batch, name), getattr(twin, name), err_msg=name)
    batch.step(batch.sample())
    batch.set_state(saved)
    check_positions(batch)


def test_the_arrays_may_be_the_callers() -> None:
    game = game_of("uno", history=2)
    shape = (4, game.num_players(), game.observation_tensor_size())
    own: npt.NDArray[np.uint8] = np.zeros(shape, np.uint8)
    batch = eights.Batch(
        game,
        num_envs=4,
        dtype="uint8",
        extras=["seat_observations"],
        buffers={"seat_observations": own},
    )
    assert batch.seat_observations is own
    assert own.any()
    with pytest.raises(
        eights.ArrayError,
        match=r"buffer seat_observations must be .* of shape \(4, 4, \d+\), not .*\(4, 2\)",
    ):
        eights.Batch(
            game,
            num_envs=4,
            extras=["seat_observations"],
            buffers={"seat_observations": np.zeros((4, 2), np.float32)},
        )


def test_what_was_not_asked_for_is_refused() -> None:
    game = game_of("uno")
    batch = eights.Batch(game, num_envs=1, extras=["privileged_observations"])
    assert batch.privileged_observations.shape == (1, game.privileged_tensor_size())
    for name in ("seat_observations", "final_seat_observations"):
        message = 'made without seat_observations: give extras=["seat_observations"]'
        with pytest.raises(eights.BatchError, match=re.escape(message)):
            getattr(batch, name)
        message = f'buffer {name} is written only with extras=["seat_observations"]'
        with pytest.raises(eights.ArrayError, match=re.escape(message)):
            eights.Batch(game, num_envs=1, buffers={name: np.zeros(3)})
    with pytest.raises(eights.BatchError, match='there is no extra array "hands": there are "seat'):
        eights.Batch(game, 1, extras=["hands"])  # type: ignore[list-item]
    wrongs: list[Any] = [3, "seat_observations", ["a"] * 9]
    for wrong in wrongs:
        with pytest.raises(eights.BatchError, match="extras must be a sequence of names, not"):
            eights.Batch(game, 1, extras=wrong)
    with pytest.raises(eights.Error, match="the name of an extra array must be a"):
        eights.Batch(game, 1, extras=[3])  # type: ignore[list-item]
