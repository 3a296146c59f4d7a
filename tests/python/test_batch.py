"""Many games at once: `eights.Batch`."""

from __future__ import annotations

import contextlib
import copy
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest
from tables import nearest

import eights

NAMES = (
    "observations",
    "action_masks",
    "players",
    "rewards",
    "terminations",
    "truncations",
    "final_observations",
    "final_players",
)
PASS = eights.string_to_action("pass")
AUTORESET: list[Literal["same-step", "next-step", "disabled"]] = [
    "same-step",
    "next-step",
    "disabled",
]


def arrays(batch: eights.Batch[Any]) -> dict[str, npt.NDArray[Any]]:
    return {name: getattr(batch, name) for name in NAMES}


def copies(batch: eights.Batch[Any]) -> dict[str, npt.NDArray[Any]]:
    return {name: array.copy() for name, array in arrays(batch).items()}


def assert_same(one: dict[str, npt.NDArray[Any]], other: dict[str, npt.NDArray[Any]]) -> None:
    for name in NAMES:
        np.testing.assert_array_equal(one[name], other[name], err_msg=name)


def own_buffers(game: eights.Game, n: int, dtype: type = np.float32) -> dict[str, Any]:
    d, p = game.observation_tensor_size(), game.num_players()
    return {
        "observations": np.ones((n, d), dtype),
        "action_masks": np.ones((n, game.num_distinct_actions()), np.bool_),
        "players": np.full(n, 77, np.int32),
        "rewards": np.ones((n, p), np.float32),
        "terminations": np.ones(n, np.bool_),
        "truncations": np.ones(n, np.bool_),
        "final_observations": np.ones((n, d), dtype),
        "final_players": np.full(n, 77, np.int32),
    }


def small(**options: Any) -> eights.Game:
    """A game of short episodes."""
    return eights.Game("crazy_eights_special", players=3, overrides={"deal.cards": 2}, **options)


# ---- Buffers ------------------------------------------------------------------------------------


def test_shapes_and_dtypes(ruleset: str) -> None:
    players = nearest(ruleset, 3)
    game = eights.Game(ruleset, players=players)
    for dtype, name in ((np.float32, "float32"), (np.uint8, "uint8")):
        batch = eights.Batch(game, num_envs=5, dtype=name)  # type: ignore[call-overload]
        for key, array in own_buffers(game, 5, dtype).items():
            assert getattr(batch, key).shape == array.shape
            assert getattr(batch, key).dtype == array.dtype
    assert len(batch) == batch.num_envs == 5
    assert batch.threads == 1
    assert batch.game is game
    assert repr(batch) == f'Batch("{ruleset}", players={players}, num_envs=5, threads=1)'


def test_dtype_may_be_numpys() -> None:
    game = small()
    for name in ("uint8", np.uint8, np.dtype(np.uint8)):
        assert eights.Batch(game, 1, dtype=name).observations.dtype == np.uint8
    assert eights.Batch(game, 1, dtype=np.float32).observations.dtype == np.float32


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_arrays_stay_the_same_and_are_written_in_place(dtype: Any) -> None:
    batch = eights.Batch(small(), num_envs=4, seed=1, dtype=dtype)
    first = arrays(batch)
    for _ in range(30):
        before = batch.observations.copy()
        batch.step(batch.sample())
        assert (before != batch.observations).any()
    batch.reset()
    batch.set_state(batch.get_state())
    for name, array in arrays(batch).items():
        assert array is first[name]


@pytest.mark.parametrize("dtype", [np.float32, np.uint8])
def test_buffers_of_the_caller(dtype: Any) -> None:
    game = small()
    given = own_buffers(game, 4, dtype)
    batch = eights.Batch(game, num_envs=4, seed=1, dtype=dtype, buffers=given)
    plain = eights.Batch(game, num_envs=4, seed=1, dtype=dtype)
    for name in NAMES:
        assert getattr(batch, name) is given[name]
        if name != "final_observations":  # unchanged until an episode ends
            np.testing.assert_array_equal(given[name], getattr(plain, name))
    for _ in range(50):
        actions = plain.sample()
        batch.step(actions)
        plain.step(actions)
        ended = plain.final_players >= 0
        for name in NAMES:
            envs = ended if name == "final_observations" else slice(None)
            np.testing.assert_array_equal(given[name][envs], getattr(plain, name)[envs])


@pytest.mark.parametrize("dtype", [np.float32, np.uint8])
def test_arrays_that_are_made_begin_with_a_line_of_the_cache(dtype: Any) -> None:
    for envs in (1, 3, 100):
        batch = eights.Batch(eights.Game("crazy_eights"), num_envs=envs, seed=1, dtype=dtype)
        arrays = (batch.observations, batch.action_masks, batch.rewards, batch.final_observations)
        for array in arrays:
            assert array.ctypes.data % 64 == 0
            assert array.flags.c_contiguous
            assert array.flags.writeable


def test_only_some_buffers_may_be_given_and_they_may_be_slices() -> None:
    game = small()
    shared = np.zeros((10, game.observation_tensor_size()), np.float32)
    batch = eights.Batch(game, num_envs=4, buffers={"observations": shared[3:7]})
    assert shared[3:7].any(axis=1).all()
    assert not shared[:3].any()
    assert not shared[7:].any()
    assert batch.rewards.shape == (4, 3)


@pytest.mark.parametrize("name", NAMES)
def test_a_buffer_that_does_not_fit_is_refused(name: str) -> None:
    game = small()
    good: npt.NDArray[Any] = own_buffers(game, 4)[name]
    read_only = good.copy()
    read_only.flags.writeable = False
    raw = np.zeros(good.nbytes + 1, np.uint8)
    wide = np.zeros((*good.shape[:-1], good.shape[-1] * 2), good.dtype)
    bad: dict[str, Any] = {
        "dtype": good.astype(np.float64),
        "byte order": good.astype(good.dtype.newbyteorder()),
        "envs": good[:3].copy(),
        "shape": good.reshape(-1, 1, 1),
        "flat": np.zeros(good.size + 1, good.dtype),
        "not contiguous": wide[..., ::2],
        "read-only": read_only,
        "not aligned": raw[1:].view(good.dtype).reshape(good.shape),
        "list": good.tolist(),
        "nothing": None,
        "number": 3,
    }
    if good.ndim == 2:
        bad["column order"] = np.asfortranarray(good)
    if good.dtype.itemsize == 1:
        del bad["byte order"], bad["not aligned"]
    for why, array in bad.items():
        with pytest.raises(eights.ArrayError, match=f"buffer {name} must be") as refused:
            eights.Batch(game, num_envs=4, buffers={name: array})
        assert str(refused.value).endswith(why) or why not in (
            "not contiguous",
            "read-only",
            "not aligned",
        )


def test_unknown_and_overlapping_buffers_are_refused() -> None:
    game = small()
    with pytest.raises(eights.ArrayError, match='no buffer "mask": there are observations'):
        eights.Batch(game, num_envs=1, buffers={"mask": np.zeros((1, 100), np.bool_)})
    with pytest.raises(eights.ArgumentError, match="buffers must be a dict, not list"):
        eights.Batch(game, num_envs=1, buffers=[])  # type: ignore[call-overload]
    with pytest.raises(eights.ArgumentError, match="the name of a buffer"):
        eights.Batch(game, num_envs=1, buffers={1: 2})  # type: ignore[dict-item]
    both = own_buffers(game, 1)["observations"]
    with pytest.raises(eights.ArrayError, match="final_observations cannot be written"):
        eights.Batch(game, 1, buffers={"observations": both, "final_observations": both})


def test_a_buffer_that_was_changed_under_way_is_refused() -> None:
    game = small()
    batch = eights.Batch(game, num_envs=2, buffers=own_buffers(game, 2))
    state = batch.get_state()
    batch.rewards.flags.writeable = False
    with pytest.raises(eights.ArrayError, match="buffer rewards cannot be written"):
        batch.step(batch.sample())
    batch.rewards.flags.writeable = True
    batch.players.resize(1, refcheck=False)
    with pytest.raises(eights.ArrayError, match=r"buffer players has changed: .* \(1,\)"):
        batch.step(batch.sample())
    batch.players.resize(2, refcheck=False)
    batch.set_state(state)
    batch.step(batch.sample())


# ---- Steps --------------------------------------------------------------------------------------


def check_ends(batch: eights.Batch[Any], before: npt.NDArray[np.int32]) -> None:
    """Checks the invariants after every step in same-step mode."""
    done = batch.terminations | batch.truncations
    np.testing.assert_array_equal(batch.terminations, done)  # truncated ones included
    np.testing.assert_array_equal(batch.final_players >= 0, done)
    np.testing.assert_array_equal(batch.final_players[done], before[done])
    # Fines for renewing the stock are paid at once.
    fines = "renewal" in batch.game.ruleset.to_dict()["score"].get("events", {})
    assert fines or not batch.rewards[~done].any()
    assert batch.action_masks.any(axis=1).all()
    assert ((batch.players >= 0) & (batch.players < batch.game.num_players())).all()


@pytest.mark.parametrize(("dtype", "history"), [("float32", 0), ("uint8", 3)])
def test_a_batch_is_many_games(ruleset: str, dtype: Any, history: int) -> None:
    """Compares seeds, actions, observations, masks, rewards and ends with those of `Game`."""
    game = eights.Game(
        ruleset, players=nearest(ruleset, 3), history=history, reward="points", max_decisions=100
    )
    n = 4
    batch = eights.Batch(game, num_envs=n, seed=11, dtype=dtype)
    episodes = np.zeros(n, dtype=int)
    states = [game.new_initial_state(batch.episode_seed(i)) for i in range(n)]
    out = np.zeros(game.observation_tensor_size(), dtype)
    observations = np.zeros_like(batch.observations)
    ended = 0
    for step in range(170):
        for i, state in enumerate(states):
            assert batch.episode_seed(i) == eights.episode_seed(11, i, int(episodes[i]))
            state.observation_tensor(out=observations[i])
        masks = [state.legal_actions_mask() for state in states]
        assert batch.players.tolist() == [state.current_player() for state in states]
        np.testing.assert_array_equal(batch.action_masks, masks)
        np.testing.assert_array_equal(batch.observations, observations)
        actions = batch.sample()
        before = batch.players.copy()
        batch.step(actions)
        check_ends(batch, before)
        for i, state in enumerate(states):
            state.apply_action(actions[i])
        assert batch.terminations.tolist() == [state.is_terminal() for state in states]
        assert batch.truncations.tolist() == [state.is_truncated() for state in states]
        rewards = [state.rewards() for state in states]
        np.testing.assert_allclose(batch.rewards, rewards, rtol=1e-6)
        for i, state in enumerate(states):
            if state.is_terminal():
                np.testing.assert_array_equal(
                    batch.final_observations[i],
                    state.observation_tensor(batch.final_players[i], out=out),
                )
                episodes[i] += 1
                ended += 1
                states[i] = game.new_initial_state(batch.episode_seed(i))
        if history == 0:
            # Positions are long, so only one is compared at each step.
            assert batch.state(step % n).to_dict() == states[step % n].to_dict()
    assert ended >= n


@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("layout", ["compact", "universal", "cards"])
def test_an_env_does_not_depend_on_how_many_there_are(
    ruleset: str, players: int, layout: Literal["compact", "universal", "cards"]
) -> None:
    """A batch of few envs equals the first envs of a larger batch."""
    game = eights.Game(ruleset, players=nearest(ruleset, players), layout=layout)
    few, many = eights.Batch(game, 5, 3), eights.Batch(game, 37, 3)
    for _ in range(20):
        actions = many.sample()
        np.testing.assert_array_equal(actions[:5], few.sample())
        few.step(actions[:5])
        many.step(actions)
        assert_same(arrays(few), {name: array[:5] for name, array in arrays(many).items()})
        for env in (0, 20, 36):
            alone = many.state(env).observation_tensor()
            np.testing.assert_array_equal(many.observations[env], alone)


def test_a_state_of_a_batch_goes_its_own_way(rng: np.random.Generator) -> None:
    batch = eights.Batch(small(history=4), num_envs=3, seed=2)
    for _ in range(5):
        batch.step(batch.sample())
    before = copies(batch)
    state = batch.state(1)
    assert state.history() == []
    np.testing.assert_array_equal(state.observation_tensor(), batch.observations[1])
    again = eights.replay(state.record())
    while not state.is_terminal():
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        again.apply_action(action)
    assert again.to_dict() == state.to_dict()
    assert_same(copies(batch), before)


@pytest.mark.parametrize(
    ("dtype", "controllers"),
    [("float32", None), ("uint8", [None, "heuristic", "random", "greedy"])],
    ids=["float32", "uint8-bots"],
)
def test_threads_change_nothing(ruleset: str, dtype: Any, controllers: Any) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3))
    controllers = controllers and controllers[: game.num_players()]
    one, two = (
        eights.Batch(game, 700, 3, threads, dtype=dtype, controllers=controllers)
        for threads in (1, 2)
    )
    assert two.threads == 2
    for _ in range(8):
        actions = one.sample()
        np.testing.assert_array_equal(actions, two.sample())
        one.step(actions)
        two.step(actions)
        assert_same(arrays(one), arrays(two))


def test_threads_refuse_what_one_refuses() -> None:
    """The batch is large enough for threads to share the check of its actions."""
    batch = eights.Batch(eights.Game("crazy_eights", players=2), 5000, 3, threads=2)
    before = copies(batch)
    for env in (4999, 2500, 0):
        actions = batch.sample()
        actions[env] = 98
        with pytest.raises(eights.BatchError, match=f"env {env}: action 98 is not legal"):
            batch.step(actions)
        assert_same(copies(batch), before)


def test_rewards_are_summed_since_the_previous_outside_decision() -> None:
    """In a match each round pays points; bots may play several rounds between two decisions."""
    game = eights.Game(
        "crazy_eights",
        players=3,
        episode="match",
        reward="points",
        overrides={"deal.cards": 1, "match.target": 60},
    )
    batch = eights.Batch(
        game, num_envs=64, seed=4, controllers=[None, "greedy", "heuristic"], autoreset="disabled"
    )
    total = np.zeros((64, 3))
    returns = np.zeros((64, 3))
    most = 0
    for _ in range(500):
        batch.step(batch.sample())
        total += batch.rewards
        most = max(most, int((batch.rewards != 0).any(axis=1).sum()))
        if (batch.terminations | batch.truncations).all():
            break
    else:
        pytest.fail("some matches do not end")
    for i in range(64):
        returns[i] = batch.state(i).returns()
    np.testing.assert_allclose(total, returns, atol=1e-4)
    assert most > 1


@pytest.mark.parametrize("autoreset", AUTORESET)
@pytest.mark.parametrize("truncation", ["score", "bootstrap"])
def test_autoreset(
    autoreset: Literal["same-step", "next-step", "disabled"],
    truncation: Literal["score", "bootstrap"],
) -> None:
    game = small(max_decisions=25, truncation=truncation)
    n = 50
    batch = eights.Batch(game, num_envs=n, seed=3, autoreset=autoreset)
    done = np.zeros(n, dtype=bool)
    finished = np.zeros(n, dtype=int)
    terminated = truncated = 0
    for _ in range(120):
        actions = batch.sample()
        if autoreset != "same-step":
            assert (actions[done] == PASS).all()
            actions[done] = np.where(np.arange(done.sum()) % 2, -5, 2**40)  # ignored
        seeds = [batch.episode_seed(i) for i in range(n)]
        seen = batch.observations.copy()
        finals, last_seen = batch.final_players.copy(), batch.final_observations.copy()
        batch.step(actions)
        ends = batch.terminations | batch.truncations
        if truncation == "score":
            np.testing.assert_array_equal(batch.terminations, ends)
        else:
            assert not (batch.terminations & batch.truncations).any()
            assert not batch.rewards[batch.truncations].any()
        terminated += int((batch.terminations & ~batch.truncations).sum())
        truncated += int(batch.truncations.sum())
        new = np.array([batch.episode_seed(i) != seeds[i] for i in range(n)])
        match autoreset:
            case "same-step":
                np.testing.assert_array_equal(new, ends)
                shows_end = np.zeros(n, dtype=bool)
            case "next-step":
                np.testing.assert_array_equal(new, done)
                assert not ends[done].any()
                assert not batch.rewards[done].any()
                shows_end = ends
            case "disabled":
                assert not new.any()
                assert ends[done].all(), "an env that stands at its end says so"
                assert not batch.rewards[done].any()
                np.testing.assert_array_equal(batch.final_players[done], finals[done])
                np.testing.assert_array_equal(batch.final_observations[done], last_seen[done])
                np.testing.assert_array_equal(batch.observations[done], seen[done])
                shows_end = ends
        only_pass = np.zeros(100, dtype=bool)
        only_pass[PASS] = True
        assert (batch.action_masks[shows_end] == only_pass).all()
        assert batch.action_masks.any(axis=1).all()
        finished += new
        np.testing.assert_array_equal(batch.final_players >= 0, ends)
        done = shows_end
        if autoreset == "disabled" and done.all():
            break
    assert truncated > 0
    assert terminated > 0
    if autoreset == "disabled":
        batch.reset(mask=np.arange(n) < 10)
        assert not batch.terminations[:10].any()
        assert (batch.terminations | batch.truncations)[10:].all()
        assert (batch.action_masks[:10].sum(axis=1) > 1).any()
    else:
        assert finished.min() > 1


# ---- Seeds --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [eights.Batch, eights.PolicyBatch])
def test_without_a_seed_every_batch_plays_games_of_its_own(make: Callable[..., Any]) -> None:
    game = eights.Game("crazy_eights", players=2)
    batches = [make(game, 8), make(game, 8, seed=None), make(game, 8)]
    seeds = [batch.seed for batch in batches]
    assert len(set(seeds)) == len(batches)
    for batch in batches:
        again = make(game, 8, seed=batch.seed)
        np.testing.assert_array_equal(again.observations, batch.observations)
        assert again.seed == batch.seed
        assert batch.episode_seed(3) == eights.episode_seed(batch.seed, 3, 0)
    assert len({batch.observations.tobytes() for batch in batches}) == len(batches)


def test_the_seed_of_a_batch_can_be_read() -> None:
    batch = eights.Batch(small(), 3, seed=2**64 - 1)
    batch.step(batch.sample())
    told = [batch.seed]
    batch.reset()  # the next episodes are of the same seed
    told.append(batch.seed)
    saved = batch.get_state()
    told.append(pickle.loads(pickle.dumps(batch)).seed)
    batch.reset(seed=5)
    told.append(batch.seed)
    batch.reset(np.array([True, False, False]), seed=[7, 7, 7])  # one has a seed of its own
    told.append(batch.seed)
    batch.set_state(saved)
    told.append(batch.seed)
    assert told == [2**64 - 1, 2**64 - 1, 2**64 - 1, 5, None, 2**64 - 1]


# ---- Reset and sample ---------------------------------------------------------------------------


def test_reset_of_some_envs_and_from_a_seed() -> None:
    batch = eights.Batch(small(), num_envs=4, seed=1)
    fresh = copies(batch)
    seeds = [batch.episode_seed(i) for i in range(4)]
    for _ in range(3):
        batch.step(batch.sample())
    before = copies(batch)
    mask = np.array([True, False, False, True])
    batch.reset(mask=mask)
    for name in NAMES:
        np.testing.assert_array_equal(getattr(batch, name)[1:3], before[name][1:3])
    for i in (0, 3):
        assert batch.episode_seed(i) == eights.episode_seed(1, i, 1)
        assert not batch.rewards[i].any()
    batch.reset(seed=1)
    assert [batch.episode_seed(i) for i in range(4)] == seeds
    for name in ("observations", "action_masks", "players", "rewards"):
        np.testing.assert_array_equal(getattr(batch, name), fresh[name])
    first = batch.sample()
    batch.reset(seed=np.uint64(2**64 - 1))
    assert batch.episode_seed(3) == eights.episode_seed(2**64 - 1, 3, 0)
    batch.reset(seed=1)
    np.testing.assert_array_equal(batch.sample(), first)
    batch.reset(np.zeros(4, dtype=bool))
    assert [batch.episode_seed(i) for i in range(4)] == seeds
    strange = np.array([2, 0, 0, 255], np.uint8).view(bool)
    batch.reset(mask=strange)
    assert [batch.episode_seed(i) == seeds[i] for i in range(4)] == [False, True, True, False]


@pytest.mark.parametrize(
    "mask",
    [
        np.ones(3, dtype=bool),
        np.ones((4, 1), dtype=bool),
        np.ones(4, dtype=np.int64),
        [True, False, True, True],
        True,
        "mask",
    ],
    ids=str,
)
def test_reset_refuses_masks_that_do_not_fit(mask: Any) -> None:
    batch = eights.Batch(small(), num_envs=4)
    before = copies(batch)
    with pytest.raises(eights.ArrayError, match=r"mask must be a bool array of shape \(4,\)"):
        batch.reset(mask=mask)
    assert_same(arrays(batch), before)


def test_sample_is_uniform_over_the_mask() -> None:
    game = eights.Game("crazy_eights_special", players=2)
    n, rounds = 1000, 60
    batch = eights.Batch(game, num_envs=n, seed=5)
    for _ in range(4):
        batch.step(batch.sample())
    counts = np.zeros((n, 100), dtype=int)
    out = np.zeros(n, dtype=np.int32)
    for _ in range(rounds):
        assert batch.sample(out=out) is out
        counts[np.arange(n), out] += 1
    assert not counts[~batch.action_masks].any()
    k = batch.action_masks.sum(axis=1, keepdims=True)
    expected = rounds / k
    chi2 = float((((counts - expected) ** 2 / expected) * batch.action_masks).sum())
    df = float((k - 1).sum())
    # With so many degrees of freedom chi-square is nearly normal: five standard deviations.
    assert abs(chi2 - df) < 5 * np.sqrt(2 * df)
    assert batch.sample().dtype == np.int64


def test_sample_refuses_arrays_that_do_not_fit() -> None:
    batch = eights.Batch(small(), num_envs=4)
    read_only = np.zeros(4, dtype=np.int64)
    read_only.flags.writeable = False
    bad: list[Any] = [
        np.zeros(3, np.int64),
        np.zeros(4, np.int16),
        np.zeros(4, np.float32),
        np.zeros((4, 1), np.int64),
        np.zeros(8, np.int64)[::2],
        read_only,
        [0, 0, 0, 0],
    ]
    for out in bad:
        with pytest.raises(eights.ArrayError, match="out"):
            batch.sample(out=out)


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_actions_may_be_of_32_or_64_bits_and_strided(dtype: Any) -> None:
    batch = eights.Batch(small(), num_envs=4, seed=1)
    other = eights.Batch(small(), num_envs=4, seed=1)
    wide = np.zeros((4, 3), dtype)
    for _ in range(20):
        actions = batch.sample()
        wide[:, 1] = actions
        batch.step(wide[:, 1])
        other.step(actions[::-1].copy()[::-1])
        assert_same(arrays(batch), arrays(other))


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(4, np.float64),
        np.zeros(4, np.bool_),
        np.zeros(4, object),
        np.zeros(5, np.int64),
        np.zeros(0, np.int64),
        np.zeros((4, 1), np.int64),
        [0, 0, 0],
        [0.0] * 4,
        [[0], [0], [0, 0], [0]],
        [0, 0, 0, 2**64],
        0,
        None,
        "draw",
    ],
    ids=lambda a: f"{getattr(a, 'dtype', type(a).__name__)}{getattr(a, 'shape', '')}",
)
def test_step_refuses_other_arrays(actions: Any) -> None:
    batch = eights.Batch(small(), num_envs=4)
    before = copies(batch)
    with pytest.raises(
        eights.ArrayError, match=r"actions must be integers, one for each of 4 envs"
    ):
        batch.step(actions)
    assert_same(arrays(batch), before)


class OnlyDlpack:
    """Actions of a library that NumPy can read only by DLPack."""

    def __init__(self, actions: Any) -> None:
        self.actions = actions

    def __dlpack__(self, **options: Any) -> Any:
        return self.actions.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.actions.__dlpack_device__()


class OnlyArray:
    """Actions of a library that NumPy can read only by `__array__`."""

    def __init__(self, actions: Any) -> None:
        self.actions = actions

    def __array__(self, *_: Any, **__: Any) -> Any:
        return self.actions


@pytest.mark.parametrize(
    "form",
    [
        list,
        tuple,
        OnlyDlpack,
        OnlyArray,
        *(
            lambda actions, to=to: actions.astype(to)
            for to in ("i1", "u1", "i2", "u4", "u8", ">i8")
        ),
        lambda actions: np.concatenate([[0], actions.view("u1")]).astype("u1")[1:].view("i8"),
    ],
)
def test_step_takes_integers_of_any_library(form: Callable[[Any], Any]) -> None:
    batch, other = (eights.Batch(small(), num_envs=4, seed=1) for _ in range(2))
    for _ in range(20):
        actions = batch.sample()
        batch.step(actions)
        other.step(form(actions))
        assert_same(arrays(batch), arrays(other))


def test_an_integer_beyond_64_bits_is_an_illegal_action() -> None:
    batch = eights.Batch(small(), num_envs=4, seed=1)
    with pytest.raises(eights.BatchError, match=f"env 0: action {2**63 - 1} is not legal"):
        batch.step(np.full(4, 2**64 - 1, np.uint64))


def test_errors_of_what_makes_the_actions_are_told() -> None:
    batch = eights.Batch(small(), num_envs=4, seed=1)

    class Failing:
        def __array__(self, *_: Any, **__: Any) -> Any:
            raise RuntimeError("on another device")

    with pytest.raises(eights.ArrayError, match="one for each of 4 envs") as refused:
        batch.step(Failing())
    assert str(refused.value.__cause__) == "on another device"
    batch.step(batch.sample())


@pytest.mark.parametrize("bad", [-1, 100, 73, 2**62, -(2**62)])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_bad_action_raises_before_any_env_has_moved(bad: int, threads: int) -> None:
    batch = eights.Batch(small(), num_envs=600, seed=1, threads=threads)
    actions = batch.sample()
    actions[-1] = bad
    before, state = copies(batch), batch.get_state()
    with pytest.raises(eights.BatchError, match=f"env 599: action {bad} is not legal; legal: "):
        batch.step(actions)
    assert_same(arrays(batch), before)
    actions = batch.sample()
    batch.step(actions)
    after = copies(batch)
    batch.set_state(state)
    batch.step(actions)
    assert_same(arrays(batch), after)


def test_actions_are_checked_against_the_engine_not_the_array() -> None:
    batch = eights.Batch(small(), num_envs=1, seed=1)
    illegal = int(np.flatnonzero(~batch.action_masks[0])[0])
    batch.action_masks[:] = True
    with pytest.raises(eights.BatchError, match="is not legal"):
        batch.step(np.array([illegal]))


# ---- Controllers --------------------------------------------------------------------------------


def outside_seats(batch: eights.Batch[Any], steps: int = 40) -> list[set[int]]:
    """Returns the seats that had to decide in each env."""
    asked: list[set[int]] = [set() for _ in range(batch.num_envs)]
    for _ in range(steps):
        for i, seat in enumerate(batch.players.tolist()):
            asked[i].add(seat)
        batch.step(batch.sample())
    return asked


def test_controllers_of_all_envs_and_of_each() -> None:
    game = small()
    assert outside_seats(eights.Batch(game, 3, 0)) == [{0, 1, 2}] * 3
    assert outside_seats(eights.Batch(game, 3, 0, controllers=[None] * 3)) == [{0, 1, 2}] * 3
    bots = eights.Batch(game, 3, 0, controllers=("random", None, "greedy"))
    assert outside_seats(bots) == [{1}] * 3
    envs = [[None, "random", "random"], ["random", None, None], ["heuristic", "greedy", None]]
    assert outside_seats(eights.Batch(game, 3, 0, controllers=envs)) == [{0}, {1, 2}, {2}]
    as_array = eights.Batch(game, 3, 0, controllers=np.array(envs, dtype=object))  # type: ignore[call-overload]
    assert outside_seats(as_array) == [{0}, {1, 2}, {2}]
    assert outside_seats(eights.Batch(game, 1, 0, controllers=[["random", None, "random"]])) == [
        {1}
    ]


def test_set_controllers_takes_effect_at_the_next_reset_only() -> None:
    game = eights.Game("crazy_eights_special", players=3)
    batch = eights.Batch(game, num_envs=40, seed=1)
    batch.set_controllers([None, "random", "random"])
    seeds = [batch.episode_seed(i) for i in range(40)]
    old = np.ones(40, dtype=bool)
    asked: list[set[int]] = [set() for _ in range(40)]
    for _ in range(150):
        old &= np.array([batch.episode_seed(i) == seeds[i] for i in range(40)])
        assert (batch.players[~old] == 0).all()
        for i in np.flatnonzero(old):
            asked[i].add(int(batch.players[i]))
        batch.step(batch.sample())
    assert not old.all()
    assert {0, 1, 2} in asked, "games that were being played went on as they were"
    batch.reset()
    assert (batch.players == 0).all()
    batch.set_controllers(None)
    batch.reset()
    assert set(batch.players.tolist()) == {0, 1, 2}


def test_bots_play_the_same_games_again() -> None:
    game = eights.Game("kings_reverse", players=3)
    one, two = (
        eights.Batch(game, 8, seed=9, controllers=[None, "random", "heuristic"]) for _ in range(2)
    )
    for _ in range(60):
        actions = one.sample()
        one.step(actions)
        two.step(actions)
        assert_same(arrays(one), arrays(two))


@pytest.mark.parametrize(
    "controllers",
    [
        [None, None],
        [None] * 4,
        [None] * 12,
        [[None] * 3] * 3,
        [[None] * 3] * 5,
        [[None, None], [None] * 4, [None] * 3, [None] * 3],
        [[None] * 3, [None] * 3, [None] * 3, None],
        [None, "random", ["random"]],
        [None, 1, "random"],
        [[None, 1, "random"]] * 4,
        [["abc"], [None] * 3, [None] * 3, [None] * 3],
        ["abc", [None] * 3, [None] * 3, [None] * 3],
        [],
        "random",
        5,
    ],
    ids=str,
)
def test_controllers_that_do_not_fit_are_refused(controllers: Any) -> None:
    batch = eights.Batch(small(), num_envs=4, seed=1)
    with pytest.raises((eights.BatchError, eights.BotError)):
        batch.set_controllers(controllers)
    with pytest.raises((eights.BatchError, eights.BotError)):
        eights.Batch(small(), num_envs=4, controllers=controllers)
    batch.reset()
    assert outside_seats(batch) == [{0, 1, 2}] * 4, "nothing has changed"


def test_controllers_that_never_end_are_refused() -> None:
    itself: list[Any] = []
    itself.append(itself)

    def for_ever() -> Any:
        while True:
            yield None

    for given in (itself, [itself] * 4, for_ever()):
        with pytest.raises(eights.BatchError, match="controllers"):
            eights.Batch(small(), num_envs=4, controllers=given)


def test_an_env_without_an_outside_seat_is_refused() -> None:
    batch = eights.Batch(small(), num_envs=2)
    with pytest.raises(eights.BatchError, match="env 0 has no outside seat"):
        batch.set_controllers(["random"] * 3)
    one: list[list[str | None]] = [[None] * 3, ["random"] * 3]
    with pytest.raises(eights.BatchError, match="env 1 has no outside seat"):
        batch.set_controllers(one)
    with pytest.raises(eights.BotError, match='"clever" is not a bot: there are random'):
        batch.set_controllers([None, "clever", None])
    with pytest.raises(eights.BatchError, match="no outside seat"):
        eights.Batch(small(), num_envs=2, controllers=["random"] * 3)


def test_explicit_chance_is_refused() -> None:
    with pytest.raises(eights.BatchError, match="samples chance itself"):
        eights.Batch(small(chance="explicit"), num_envs=2)


def test_episodes_that_bots_finish_alone_are_played_on_and_counted() -> None:
    game = eights.Game("crazy_eights", players=4, overrides={"deal.cards": 1})
    batch = eights.Batch(game, 50, seed=1, controllers=[None, "greedy", "greedy", "greedy"])
    for _ in range(60):
        assert (batch.players == 0).all()
        batch.step(batch.sample())
    assert batch.skipped_episodes > 10
    assert eights.Batch(game, 50).skipped_episodes == 0


def test_decisions_of_bots_are_counted() -> None:
    game = eights.Game("crazy_eights", players=4, overrides={"deal.cards": 9})
    batch = eights.Batch(game, 20, seed=1, controllers=[None, "random", "greedy", "heuristic"])
    for steps in range(4):
        # All decisions in this game are public, so positions count them.
        decided = sum(batch.state(env).to_dict().get("decisions", 0) for env in range(20))
        assert batch.bot_decisions == decided - 20 * steps
        batch.step(batch.sample())
        assert not batch.terminations.any()
    alone = eights.Batch(game, 20)
    alone.step(alone.sample())
    assert alone.bot_decisions == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs = 0 is not in 1 …"),
        ({"num_envs": -1}, "num_envs = -1 is not in"),
        ({"num_envs": 10**30}, "num_envs = 1000000000000000000000000000000 is not in"),
        ({"threads": 0}, "threads = 0 is not in 1 … 1024"),
        ({"threads": 5000}, "threads = 5000 is not in"),
        ({"seed": -1}, "seed = -1 is not in 0 … 18446744073709551615"),
        ({"seed": 2**64}, "seed = 18446744073709551616 is not in"),
        ({"dtype": "float64"}, "dtype = 'float64' is unknown"),
        ({"dtype": "soup"}, "dtype = 'soup' is unknown"),
        ({"dtype": 7}, "dtype = 7 is unknown"),
        ({"autoreset": "never"}, 'autoreset = "never" is unknown: there are "same-step", "next-'),
    ],
    ids=str,
)
def test_arguments_out_of_range_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(eights.BatchError) as refused:
        eights.Batch(small(), **{"num_envs": 2, **arguments})
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize("env", [-1, 2, 2**70, -(2**70)])
def test_there_are_only_so_many_envs(env: int) -> None:
    batch = eights.Batch(small(), num_envs=2)
    for ask in (batch.state, batch.episode_seed):
        with pytest.raises(eights.BatchError, match=r"env = -?\d+ is not in 0 … 1"):
            ask(env)
    assert batch.state(np.int8(1)).game == batch.game


# ---- Saving and restoring -----------------------------------------------------------------------


@pytest.mark.parametrize("autoreset", AUTORESET)
def test_get_state_and_set_state_resume_exactly(
    autoreset: Literal["same-step", "next-step", "disabled"],
) -> None:
    game = small(history=3)
    controllers: Any = [[None, "random", None]] * 3 + [[None, None, "heuristic"]] * 3
    batch = eights.Batch(game, 6, seed=8, autoreset=autoreset, controllers=controllers)
    other = eights.Batch(game, 6, seed=77, autoreset=autoreset)
    for round_ in range(8):
        for _ in range(3 + round_):
            batch.step(batch.sample())
        batch.set_controllers([None, None, "greedy"])
        saved = batch.get_state()
        here = copies(batch)
        trace = []
        for _ in range(25):
            batch.step(batch.sample())
            trace.append(copies(batch))
        for resumed in (batch, other):
            resumed.set_state(saved)
            for name in ("observations", "action_masks", "players"):
                np.testing.assert_array_equal(getattr(resumed, name), here[name])
            if autoreset != "same-step":  # an ended env still shows its end
                np.testing.assert_array_equal(resumed.terminations, here["terminations"])
                np.testing.assert_array_equal(resumed.truncations, here["truncations"])
                np.testing.assert_array_equal(resumed.final_players, here["final_players"])
                ends = here["final_players"] >= 0
                np.testing.assert_array_equal(
                    resumed.final_observations[ends], here["final_observations"][ends]
                )
            for then in trace:
                resumed.step(resumed.sample())
                for name in NAMES:
                    envs = then["final_players"] >= 0
                    where = envs if name == "final_observations" else slice(None)
                    np.testing.assert_array_equal(
                        getattr(resumed, name)[where], then[name][where], err_msg=name
                    )


def test_set_state_refuses_what_does_not_fit() -> None:
    batch = eights.Batch(small(), num_envs=2)
    before = copies(batch)
    for other in (
        eights.Batch(small(), num_envs=3),
        eights.Batch(small(history=1), num_envs=2),
        eights.Batch(eights.Game("crazy_eights"), num_envs=2),
        eights.Batch(small(), num_envs=2, autoreset="disabled"),
    ):
        with pytest.raises(eights.BatchError, match="the saved batch does not fit"):
            batch.set_state(other.get_state())
    with pytest.raises(eights.ArgumentError, match="BatchState"):
        batch.set_state(None)  # type: ignore[arg-type]
    assert_same(arrays(batch), before)
    assert repr(batch.get_state()) == "BatchState(num_envs=2)"


# ---- Copies and pickles -------------------------------------------------------------------------


def same_games(one: eights.Batch[Any], other: eights.Batch[Any], steps: int = 30) -> None:
    """Checks that both batches show the same, and continue with the same games."""
    assert_same(arrays(one), arrays(other))
    for _ in range(steps):
        np.testing.assert_array_equal(actions := one.sample(), other.sample())
        one.step(actions)
        other.step(actions)
        assert_same(arrays(one), arrays(other))
    assert one.skipped_episodes == other.skipped_episodes
    assert one.bot_decisions == other.bot_decisions


WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("autoreset", AUTORESET)
def test_batches_are_copied_and_pickled(
    autoreset: Literal["same-step", "next-step", "disabled"], way: str
) -> None:
    controllers: Any = [[None, "random", None]] * 3 + [[None, None, "heuristic"]] * 3
    for dtype in (np.float32, np.uint8):
        batch = eights.Batch(
            small(history=3, max_decisions=40),
            6,
            seed=8,
            threads=2,
            dtype=dtype,
            autoreset=autoreset,
            controllers=controllers,
        )
        batch.set_controllers([None, None, "greedy"])
        for _ in range(23):
            batch.step(batch.sample())
        other = WAYS[way](batch)
        assert (other.num_envs, other.threads) == (6, 2)
        assert other.game == batch.game
        assert not np.shares_memory(other.observations, batch.observations)
        same_games(batch, other)


def test_batches_of_every_ruleset_are_pickled(ruleset: str) -> None:
    game = eights.Game(ruleset, players=nearest(ruleset, 3), history=2, max_decisions=300)
    batch = eights.Batch(
        game, 4, seed=3, controllers=[None, "random", *[None] * 8][: game.num_players()]
    )
    for _ in range(5):
        for _ in range(37):
            batch.step(batch.sample())
        saved = batch.get_state()
        again = pickle.loads(pickle.dumps(saved))
        assert again.serialize() == saved.serialize()
        assert again.game == game
        assert again.num_envs == 4
        other = pickle.loads(pickle.dumps(batch))
        assert [batch.state(i) for i in range(4)] == [other.state(i) for i in range(4)]
        same_games(batch, other)


RESUME = """
import pickle, sys
batch = pickle.load(sys.stdin.buffer)
for _ in range(50):
    batch.step(batch.sample())
sys.stdout.buffer.write(batch.get_state().serialize())
"""


def test_a_pickled_batch_goes_on_in_another_process() -> None:
    batch = eights.Batch(small(), 8, seed=2, threads=2, controllers=[None, "heuristic", None])
    for _ in range(10):
        batch.step(batch.sample())
    done = subprocess.run(
        [sys.executable, "-c", RESUME], input=pickle.dumps(batch), capture_output=True, check=True
    )
    for _ in range(50):
        batch.step(batch.sample())
    assert done.stdout == batch.get_state().serialize()


def test_damaged_bytes_of_a_batch_are_refused(rng: np.random.Generator) -> None:
    game = small(history=2)
    batch = eights.Batch(game, 2, seed=2, autoreset="disabled", controllers=[None, "random", None])
    for _ in range(12):
        batch.step(batch.sample())
    good = batch.get_state().serialize()
    refused = 0
    for _ in range(1000):
        bad = bytearray(good)
        for at in rng.integers(0, len(bad), int(rng.integers(1, 4))):
            bad[at] = (
                rng.integers(0, 256) if rng.integers(2) else rng.choice(list(b'0123456789"[]{},:-'))
            )
        try:
            batch.set_state(game.deserialize_batch_state(bytes(bad)))
            batch.step(batch.sample())
        except eights.BatchError:
            refused += 1
    assert refused > 500
    for other in (b"", b"null", b"{}", b"\xff", b"[" * 100_000, good[:-1], good + b"x"):
        with pytest.raises(eights.BatchError, match="not a saved batch"):
            game.deserialize_batch_state(other)
    for old, new, message in (
        (b'"version":1', b'"version":2', "version 2"),
        (b'"eights-batch"', b'"eights-state"', "eights-batch"),
        (b'"players":3', b'"players":2', "players is 2, here it is 3"),
        (b'"autoreset":"disabled"', b'"autoreset":"never"', "autoreset"),
        (b'"random"', b'"hal"', '"hal" is not a bot'),
        (b'"envs":[', b'"envs":[7,', "env 0"),
    ):
        assert old in good
        with pytest.raises(eights.BatchError, match=message):
            game.deserialize_batch_state(good.replace(old, new, 1))
    with pytest.raises(eights.ArgumentError, match="data must be bytes, not str"):
        game.deserialize_batch_state("x")  # type: ignore[arg-type]
    with pytest.raises(eights.BatchError, match="of another game"):
        eights.Game("crazy_eights").deserialize_batch_state(good)


# ---- Envs of their own --------------------------------------------------------------------------


@pytest.mark.parametrize("controllers", [None, [None, "random", "greedy"]])
def test_envs_with_seeds_of_their_own_are_batches_of_one(controllers: Any) -> None:
    game = eights.Game("crazy_eights_special", players=3)
    seeds = [7, 2**64 - 1, 0]
    many = eights.Batch(game, 3, seed=1, controllers=controllers)
    ones = [eights.Batch(game, 1, seed=seed, controllers=controllers) for seed in seeds]
    many.reset(seed=seeds)
    for _ in range(200):
        np.testing.assert_array_equal(many.observations, [one.observations[0] for one in ones])
        np.testing.assert_array_equal(many.rewards, [one.rewards[0] for one in ones])
        actions = many.sample()
        assert actions.tolist() == [int(one.sample()[0]) for one in ones]
        many.step(actions)
        for one, action in zip(ones, actions, strict=True):
            one.step(np.array([action]))
        assert [many.episode_seed(i) for i in range(3)] == [one.episode_seed(0) for one in ones]
    copied = pickle.loads(pickle.dumps(many))
    for batch in (many, copied):
        batch.reset()
    np.testing.assert_array_equal(copied.observations, many.observations)


def test_a_mask_says_which_envs_get_their_seed() -> None:
    game = eights.Game("crazy_eights", players=2)
    one, other = eights.Batch(game, 3, seed=1), eights.Batch(game, 3, seed=1)
    one.reset(mask=np.array([False, True, False]), seed=np.array([4, 5, 6], dtype=np.uint64))
    np.testing.assert_array_equal(one.observations[[0, 2]], other.observations[[0, 2]])
    assert one.episode_seed(1) == eights.episode_seed(5, 0, 0)
    one.reset()
    assert [one.episode_seed(i) for i in range(3)] == [
        eights.episode_seed(*of) for of in ((1, 0, 1), (5, 0, 1), (1, 2, 1))
    ]
    for seeds in ([1, 2], [1, 2, 3, 4], []):
        with pytest.raises(eights.ArrayError, match="seed must be an integer, or 3 of them, not"):
            one.reset(seed=seeds)
    with pytest.raises(eights.BatchError, match="seed = -1"):
        one.reset(seed=[1, 2, -1])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_envs_outside_the_mask_stay_as_they_are(autoreset: Any, threads: int) -> None:
    game = eights.Game("crazy_eights_special", players=2, max_decisions=15)
    num_envs, rng = 300, np.random.default_rng(3)
    seats = [None, "random"]
    masked = eights.Batch(
        game, num_envs, autoreset=autoreset, controllers=seats, threads=threads, seed=1
    )
    # Envs that step in turns play like those of another batch that all step at once.
    whole = eights.Batch(game, num_envs, autoreset=autoreset, controllers=seats, seed=1)
    names = ["observations", "action_masks", "players", "rewards", "terminations", "truncations"]
    names += ["final_observations", "final_players"]
    with pytest.raises(eights.BatchError, match="env 0: action 1000000000 is not legal"):
        masked.step(np.full(num_envs, 10**9), np.ones(num_envs, dtype=np.bool_))
    for _ in range(40):
        actions = whole.sample()
        whole.step(actions)
        first = rng.random(num_envs) < 0.5
        for mask in (first, ~first):
            before = [getattr(masked, name).copy() for name in names]
            masked.step(np.where(mask, actions, 10**9), mask)
            for name, kept in zip(names, before, strict=True):
                np.testing.assert_array_equal(getattr(masked, name)[~mask], kept[~mask], name)
        for name in names:
            np.testing.assert_array_equal(getattr(masked, name), getattr(whole, name), name)
    with pytest.raises(eights.ArrayError, match="mask must be a bool array"):
        masked.step(actions, np.ones(num_envs - 1, dtype=np.bool_))


# ---- Threads and memory -------------------------------------------------------------------------


def test_arguments_may_touch_the_batch() -> None:
    batch = eights.Batch(small(), num_envs=2)
    seen = []

    class Touches:
        def __index__(self) -> int:
            seen.append(batch.skipped_episodes)
            batch.step(batch.sample())
            return 1

    def ask() -> None:
        batch.episode_seed(Touches())
        batch.state(Touches())
        batch.reset(seed=Touches())

    asker = threading.Thread(target=ask, daemon=True)
    asker.start()
    asker.join(timeout=60)
    assert not asker.is_alive(), "it waits for itself"
    assert len(seen) == 3


def bots_only(threads: int = 1, num_envs: int = 65_536) -> eights.Batch[Any]:
    """Returns a batch whose steps take long."""
    game = eights.Game("crazy_eights_special", players=10)
    controllers = [None, *["heuristic"] * 9]
    return eights.Batch(game, num_envs, seed=0, threads=threads, controllers=controllers)


def test_a_batch_in_use_says_so() -> None:
    batch = bots_only(num_envs=16_384)
    actions, inside = batch.sample(), threading.Event()
    told: dict[int, str] = {}

    def step() -> None:
        inside.set()
        with contextlib.suppress(eights.BatchError):
            batch.step(actions)

    asks: list[Callable[[], object]] = [
        lambda: batch.step(actions),
        batch.sample,
        batch.get_state,
        lambda: batch.bot_decisions,
        lambda: batch.episode_seed(0),
        lambda: batch.state(0),
        lambda: batch.set_controllers(None),
        batch.reset,
        lambda: pickle.dumps(batch),
    ]

    def ask(which: int) -> None:
        """Makes a call while the other thread is very probably inside a step."""
        batch.reset(seed=1)
        actions[:] = batch.sample()
        inside.clear()
        stepping = threading.Thread(target=step)
        stepping.start()
        inside.wait()
        time.sleep(0.002)
        try:
            asks[which]()
        except eights.BatchError as error:
            told[which] = str(error)
        stepping.join()

    for which in range(len(asks)):
        for _ in range(50):
            if "in use" not in told.get(which, ""):
                ask(which)
    assert told == dict.fromkeys(
        range(len(asks)), "the batch is in use: another call on it has not returned yet"
    )


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_long_step(threads: int) -> None:
    class EnoughError(Exception):
        pass

    def stop(*_: object) -> None:
        raise EnoughError

    batch = bots_only(threads)
    before = signal.signal(signal.SIGALRM, stop)
    interrupted = False
    try:
        for _ in range(200):
            actions = batch.sample()
            with pytest.raises(EnoughError):  # noqa: PT012
                signal.setitimer(signal.ITIMER_REAL, 0.03)
                while True:
                    batch.step(actions)
                    actions = batch.sample()
            with contextlib.suppress(eights.BatchError):
                batch.sample()
                continue
            interrupted = True
            break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert interrupted
    refused: list[Callable[[], object]] = [
        lambda: batch.step(actions),
        batch.sample,
        batch.get_state,
        lambda: batch.state(0),
        lambda: batch.reset(mask=np.ones(batch.num_envs, np.bool_)),
        lambda: pickle.dumps(batch),
    ]
    for ask in refused:
        with pytest.raises(eights.BatchError, match=r"interrupted: call reset\(\) for all envs"):
            ask()
    batch.reset(seed=4)
    fresh = bots_only(1)
    fresh.reset(seed=4)
    assert_same({**arrays(batch), "final_observations": fresh.final_observations}, arrays(fresh))


NO_MEMORY = """
import pickle, resource
import numpy as np
import eights
def refuses(ask):
    try:
        ask()
    except MemoryError:
        print("refused")
game = eights.Game("rose_mau", players=4, layout="universal", history=32)
long = eights.Game("kings_reverse", players=10, max_decisions=65535).new_initial_state(seed=1)
batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=40_000)
saved = batch.get_state()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
for much in (40, 100, 500):
    resource.setrlimit(resource.RLIMIT_AS, (used + much * 2**20, resource.RLIM_INFINITY))
    refuses(lambda: eights.Batch(game, num_envs=2**20))
resource.setrlimit(resource.RLIMIT_AS, (used + 20 * 2**20, resource.RLIM_INFINITY))
refuses(batch.get_state)
refuses(saved.serialize)
refuses(lambda: long.information_state_tensor(0))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for its limits")
def test_memory_that_cannot_be_had_is_a_memory_error() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_MEMORY], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.split()) == (0, ["refused"] * 6), done.stderr[-2000:]


FORKED = """
import multiprocessing, os, pickle, sys
import numpy as np
import eights

def play(batch, steps=20):
    for _ in range(steps):
        batch.step(batch.sample())
    return batch.get_state().serialize()

def child(batch, pipe):
    pipe.send_bytes(play(batch))

def main(method):
    game = eights.Game("crazy_eights_special", players=2)
    batch = eights.Batch(game, num_envs=1024, seed=5, threads=2)
    play(batch)  # its threads are there, and awake
    context = multiprocessing.get_context(method)
    ours, theirs = context.Pipe()
    process = context.Process(target=child, args=(batch, theirs))
    process.start()
    assert ours.poll(60), "the child says nothing"
    told = ours.recv_bytes()
    process.join(60)
    assert process.exitcode == 0, process.exitcode
    assert told == play(batch)
    if method == "fork":
        pid = os.fork()
        if pid == 0:
            del batch  # nobody waits for threads that are not there
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7

if __name__ == "__main__":
    main(sys.argv[1])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")
@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_a_batch_with_threads_works_in_a_child(method: str, tmp_path: Path) -> None:
    script = tmp_path / "forked.py"
    script.write_text(FORKED)
    done = subprocess.run(
        [sys.executable, str(script), method],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_the_gil_is_released_while_stepping() -> None:
    """Another thread makes progress while this one is inside a single `step`."""
    game = eights.Game("kings_reverse", players=4)
    batch = eights.Batch(game, num_envs=4096, controllers=[None, *["heuristic"] * 3])
    inside = [False]
    finished = [False]
    ticks = [0]

    def tick() -> None:
        while not finished[0]:
            ticks[0] += inside[0]
            time.sleep(0)  # lets the other thread take the GIL

    ticker = threading.Thread(target=tick, daemon=True)
    interval = sys.getswitchinterval()
    progressed = False
    # The switch interval never expires, so the ticker runs only while a step releases the GIL.
    sys.setswitchinterval(1000)
    try:
        ticker.start()
        for _ in range(50):
            actions = batch.sample()
            before = ticks[0]
            inside[0] = True
            batch.step(actions)
            inside[0] = False
            progressed = progressed or ticks[0] > before
    finally:
        finished[0] = True
        sys.setswitchinterval(interval)
    ticker.join(timeout=30)
    assert progressed


def test_two_batches_are_stepped_by_two_threads() -> None:
    game = eights.Game("crazy_eights_special", players=4)
    batches = [eights.Batch(game, num_envs=256, seed=s) for s in (1, 1)]
    together = threading.Barrier(2, timeout=60)
    results: dict[int, npt.NDArray[Any]] = {}

    def play(which: int) -> None:
        batch = batches[which]
        together.wait()
        for _ in range(100):
            batch.step(batch.sample())
        results[which] = batch.observations.copy()

    threads = [threading.Thread(target=play, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(results[0], results[1])


def test_one_batch_may_be_used_by_two_threads() -> None:
    """Concurrent calls are refused or wait; none is lost or half done."""
    batch = eights.Batch(eights.Game("crazy_eights_special", players=2), num_envs=512)
    wrong: list[BaseException] = []
    refused = [0]

    def step() -> None:
        try:
            # The other thread may step between these calls.
            batch.step(batch.sample())
            batch.state(0)
            batch.get_state()
        except eights.BatchError:
            refused[0] += 1
        except BaseException as error:
            wrong.append(error)

    def play() -> None:
        for _ in range(100):
            step()

    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    for i in range(0, 512, 17):
        np.testing.assert_array_equal(batch.observations[i], batch.state(i).observation_tensor())


MEMORY = """
import resource, sys, eights
def most() -> int:
    if sys.platform == "darwin":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # What getrusage tells on Linux begins with what the parent held.
    status = dict(line.split(":") for line in open("/proc/self/status"))
    return int(status["VmHWM"].split()[0]) * 1024
before = most()
batch = eights.Batch(eights.Game("crazy_eights_special", players=4), num_envs=65_536)
batch.final_observations.fill(0)  # its pages too
for _ in range(2):
    batch.step(batch.sample())
print(most() - before)
"""


def test_65536_environments_stay_under_512_mib() -> None:
    # Peak memory can only be measured in a process of its own.
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True
    )
    used = int(done.stdout)
    buffers = 65_536 * eights.Game("crazy_eights_special", players=4).observation_tensor_size() * 8
    assert buffers * 0.9 <= used < 512 * 2**20, f"{used / 2**20:.0f} MiB"
