"""External policies in batches, environments and the arena, and pools of past selves."""

from __future__ import annotations

import copy
import functools
import gc
import math
import pickle
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eights
from eights.policies import policy_name
from eights.policy_batch import table

Array = np.ndarray[Any, Any]


def by_features(observations: Array, action_masks: Array) -> Array:
    """Chooses a legal action that depends on the whole observation, and on nothing else."""
    sums = (observations * np.arange(1, observations.shape[1] + 1)).sum(axis=1).astype(np.int64)
    ranks = sums % action_masks.sum(axis=1)
    actions: Array = (np.cumsum(action_masks, axis=1) > ranks[:, None]).argmax(axis=1)
    return actions


def first_legal(_: Array, action_masks: Array) -> Array:
    actions: Array = action_masks.argmax(axis=1)
    return actions


def last_legal(_: Array, action_masks: Array) -> Array:
    actions: Array = action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)
    return actions


def playing(observations: Array, action_masks: Array) -> Array:
    """Chooses like `by_features`, but plays a card if possible."""
    cards: Array = np.logical_and(action_masks, np.arange(100) < 54)
    return by_features(
        observations, np.where(cards.any(axis=1, keepdims=True), cards, action_masks)
    )


class Counting:
    """A policy that plays like another, and records the number of envs of each call."""

    name = "counting"

    def __init__(self, policy: Any = by_features) -> None:
        self.policy = policy
        self.sizes: list[int] = []

    def __call__(self, observations: Array, action_masks: Array) -> Array:
        self.sizes.append(len(observations))
        made: Array = self.policy(observations, action_masks)
        return made


def make(
    controllers: Any = (None, by_features),
    num_envs: int = 4,
    players: int = 2,
    ruleset: str = "crazy_eights_special",
    **options: Any,
) -> eights.PolicyBatch:
    game = eights.Game(ruleset, players=players, max_decisions=80)
    return eights.PolicyBatch(game, num_envs, **{"seed": 0, "controllers": controllers, **options})


# ---- The same games as a batch ------------------------------------------------------------------


def follow(batch: Any, steps: int, seat: int = 0) -> list[list[Any]]:
    """Returns all that each env's outside seat saw and won, with `by_features` on every seat."""
    told: list[list[Any]] = [[] for _ in range(batch.num_envs)]
    won = np.zeros(batch.num_envs)
    for _ in range(steps):
        asked = batch.players == seat
        for i in np.flatnonzero(asked):
            told[i].append((batch.observations[i].tobytes(), round(float(won[i]), 5)))
            won[i] = 0
        actions = by_features(batch.observations, batch.action_masks)
        batch.step(actions)
        won += batch.rewards[:, seat]
        for i in np.flatnonzero(batch.terminations | batch.truncations):
            told[i].append(("end", bool(batch.truncations[i]), round(float(won[i]), 5)))
            won[i] = 0
    return told


@pytest.mark.parametrize("ruleset", ["crazy_eights_special", "kings_reverse", "rose_mau"])
@pytest.mark.parametrize("bot", [None, "greedy"])
def test_policies_play_as_the_same_actions_from_outside_do(ruleset: str, bot: str | None) -> None:
    players = max(3, eights.Ruleset(ruleset).players[0])
    game = eights.Game(ruleset, players=players, max_decisions=60)
    third = [bot or by_features] * (players - 2)
    mine = eights.PolicyBatch(game, 6, seed=3, controllers=[None, by_features, *third])
    seats = [None, None, *[bot] * (players - 2)]
    plain = eights.Batch(game, 6, seed=3, controllers=seats)
    one, two = follow(mine, 80), follow(plain, 400)
    ends = 0
    for own, other in zip(one, two, strict=True):
        # The policy batch omits episodes in which the outside seat never decides.
        shown = [
            at
            for i, at in enumerate(other)
            if not (at[0] == "end" and (i == 0 or other[i - 1][0] == "end"))
        ]
        ends += sum(at[0] == "end" for at in own)
        assert own == shown[: len(own)]
    assert ends > 3


@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_ends_are_shown_as_a_batch_shows_them(autoreset: Any) -> None:
    # Seats have a bot's name or a policy: `greedy` decides from the observed state.
    mine = make(num_envs=8, autoreset=autoreset, seed=5)
    states = [mine.game.new_initial_state(seed=mine.episode_seed(i)) for i in range(8)]
    episode = [mine.episode_seed(i) for i in range(8)]
    over: Array = np.zeros(8, dtype=np.bool_)
    seen = 0
    for _ in range(120):
        actions = by_features(mine.observations, mine.action_masks)
        before = over.copy()
        for i, state in enumerate(states):
            if episode[i] != mine.episode_seed(i):
                episode[i] = mine.episode_seed(i)
                states[i] = state = mine.game.new_initial_state(seed=episode[i])
                advance(state)
            elif not state.history():
                advance(state)
            if not state.is_terminal():
                np.testing.assert_array_equal(mine.observations[i], state.observation_tensor(0))
                state.apply_action(int(actions[i]))
                advance(state)
        mine.step(actions)
        ended = mine.terminations | mine.truncations
        for i in np.flatnonzero(ended & ~before).tolist():
            seen += 1
            final = states[i].observation_tensor(0)
            np.testing.assert_array_equal(mine.final_observations[i], final)
            assert mine.final_players[i] == 0
            assert mine.truncations[i] == states[i].is_truncated()
            assert mine.rewards[i, 0] == pytest.approx(states[i].returns()[0])
        if autoreset == "same-step":
            assert mine.action_masks.sum(axis=1).min() >= 1
            over[:] = False
            continue
        assert (mine.action_masks[ended].sum(axis=1) == 1).all()
        over = ended
        if autoreset == "disabled":
            assert not mine.rewards[before].any()
            assert ended[before].all()
            if ended.all():
                mine.reset()
                over[:] = False
                assert not (mine.terminations | mine.truncations).any()
                assert (mine.final_players == -1).all()
    assert seen > 8


def advance(state: eights.State) -> None:
    """Lets `by_features` decide for seat 1 until seat 0 decides next."""
    while not state.is_terminal() and state.current_player() == 1:
        line = state.observation_tensor()[None], state.legal_actions_mask()[None]
        state.apply_action(int(by_features(*line)[0]))


def test_one_call_serves_all_envs_that_wait() -> None:
    policy = Counting()
    batch = make([None, policy], num_envs=64)
    policy.sizes.clear()
    for _ in range(20):
        calls = len(policy.sizes)
        batch.step(batch.sample())
        assert len(policy.sizes) - calls < 20
    assert sum(policy.sizes) > 20 * 32
    assert max(policy.sizes) > 40


def test_a_policy_is_called_once_for_the_seats_it_shares() -> None:
    policy = Counting()
    batch = make([None, policy, policy, by_features], num_envs=32, players=4)
    batch.step(batch.sample())
    assert max(policy.sizes) <= 32
    assert sum(policy.sizes) > len(policy.sizes)


def test_each_env_may_have_policies_of_its_own() -> None:
    one, two = Counting(), Counting()
    seats = [[None, one], [two, None], [None, "random"], [None, None]]
    batch = make(seats, num_envs=4)
    for _ in range(60):
        assert batch.players[[0, 2]].tolist() == [0, 0]
        assert batch.players[1] == 1
        batch.step(batch.sample())
    assert set(one.sizes) == set(two.sizes) == {1}
    assert batch.bot_decisions > 0


def test_controllers_change_at_the_next_deal_only() -> None:
    old, new = Counting(), Counting()
    batch = make([None, old], num_envs=6)
    batch.set_controllers([None, new])
    dealt = [batch.episode_seed(i) for i in range(6)]
    new_at = np.zeros(6, dtype=np.bool_)
    for _ in range(80):
        if not new_at.any():
            assert new.sizes == []
        calls = len(old.sizes)
        batch.step(batch.sample())
        new_at = np.array([batch.episode_seed(i) for i in range(6)]) != dealt
        if new_at.all() and len(old.sizes) == calls:
            break
    assert new_at.all()
    assert new.sizes


# ---- Reentrance and errors ----------------------------------------------------------------------


def many_steps(batch: eights.PolicyBatch) -> None:
    for _ in range(200):
        batch.step(batch.sample())


def test_an_illegal_action_names_env_seat_action_and_what_is_legal() -> None:
    def wrong(observations: Array, action_masks: Array) -> Array:
        actions = first_legal(observations, action_masks)
        if observations.shape[0] > 2:
            actions[2] = 99
        return actions

    batch = make([None, first_legal, first_legal], players=3, num_envs=5)
    batch.set_controllers([None, wrong, wrong])
    pattern = (
        r"env \d, seat [12]: policy .*wrong: action 99 is not legal; legal: \d+ \((play|draw|pass)"
    )
    with pytest.raises(eights.ActionError, match=pattern):
        many_steps(batch)
    unfinished = r"in the middle: call reset\(\) for all envs"
    with pytest.raises(eights.BatchError, match=unfinished):
        batch.step(batch.sample())
    with pytest.raises(eights.BatchError, match=unfinished):
        batch.reset(np.ones(5, dtype=np.bool_))
    batch.set_controllers([None, first_legal, first_legal])
    batch.reset()
    batch.step(batch.sample())


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (lambda n: np.zeros((n, 1), dtype=np.int64), "integers of shape"),
        (lambda n: np.zeros(n), "not float64"),
        (lambda n: np.zeros(n + 1, dtype=np.int64), "integers of shape"),
        (lambda _: 54, r"int64 of shape \(\)"),
        (lambda _: [[1], [2, 3]], r"integers of shape \(\d,\), not list: "),
        (lambda n: ["draw"] * n, "integers of shape"),
        (lambda _: None, "not object"),
    ],
)
def test_what_is_no_action_for_each_env_is_refused(returned: Any, message: str) -> None:
    def policy(observations: Array, _: Array) -> Any:
        return returned(len(observations))

    with pytest.raises(eights.ArrayError, match=f"policy .*policy .*{message}"):
        make([policy, None], num_envs=8)


def test_errors_of_a_policy_are_its_own() -> None:
    def policy(_: Array, __: Array) -> Array:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        make([policy, None], num_envs=8)


class Raising:
    """An object that fails at every call."""

    def fail(self, *_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("its own")

    __call__ = __eq__ = __array__ = __index__ = __len__ = fail
    __hash__ = None  # type: ignore[assignment]


def test_an_object_that_raises_leaves_all_usable() -> None:
    game = eights.Game("crazy_eights", players=2)
    raising: Any = Raising()
    with pytest.raises(ZeroDivisionError, match="its own"):
        make([raising, None], num_envs=8)
    with pytest.raises(ZeroDivisionError, match="its own"):
        eights.arena(game, [raising, "random"], deals=1)

    def returning(observations: Array, _: Array) -> Any:
        del observations
        return raising

    with pytest.raises(eights.ArrayError, match=r"returning must return.*its own") as refusal:
        make([returning, None], num_envs=8)
    assert isinstance(refusal.value.__cause__, ZeroDivisionError)

    switch = Holding(first_legal)
    batch = make([None, switch], num_envs=8, seed=4)
    other = make([None, first_legal], num_envs=8, seed=4)
    switch.function = raising
    with pytest.raises(ZeroDivisionError, match="its own"):
        many_steps(batch)
    with pytest.raises(eights.BatchError, match="in the middle"):
        batch.step(batch.sample())
    switch.function = first_legal
    for one in (batch, other):
        one.reset(seed=5)
        many_steps(one)
    np.testing.assert_array_equal(batch.observations, other.observations)


WITHIN: dict[str, Callable[[eights.PolicyBatch], object]] = {
    "reset": lambda batch: batch.reset(),
    "step": lambda batch: batch.step(batch.sample()),
    "reset of some": lambda batch: batch.reset(np.ones(4, np.bool_)),
    "state": lambda batch: batch.get_state(),
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "pickle": pickle.dumps,
}


@pytest.mark.parametrize("call", WITHIN)
def test_a_batch_is_not_reset_stepped_or_copied_within_a_policy(call: str) -> None:
    batches: list[eights.PolicyBatch] = []
    refused: list[str] = []

    def meddling(observations: Array, action_masks: Array) -> Array:
        for batch in batches:
            with pytest.raises(eights.BatchError, match="a policy is deciding") as refusal:
                WITHIN[call](batch)
            refused.append(str(refusal.value))
        return first_legal(observations, action_masks)

    batches.append(make([None, meddling], seed=2))
    plain = make([None, first_legal], seed=2)
    for _ in range(30):
        actions = plain.sample()
        batches[0].step(actions)
        plain.step(actions)
        np.testing.assert_array_equal(batches[0].observations, plain.observations)
    assert len(refused) > 10


def test_controllers_are_set_by_the_policy_that_decides_and_by_no_other_thread() -> None:
    told: list[str] = []

    def from_another_thread() -> None:
        with pytest.raises(eights.BatchError) as refusal:
            batch.set_controllers([last_legal, None])
        told.append(str(refusal.value))

    def meddling(observations: Array, action_masks: Array) -> Array:
        if not told and batch is not None:
            thread = threading.Thread(target=from_another_thread)
            thread.start()
            thread.join()
            batch.set_controllers([first_legal, None])
        return first_legal(observations, action_masks)

    batch: Any = None
    batch = make([None, meddling])
    while not told:
        batch.step(batch.sample())
    assert told == ["a policy is deciding: its batch is not stepped, reset or copied now"]
    batch.reset()
    assert batch.players.tolist() == [1] * 4


def test_a_mask_may_be_an_array_of_the_batch() -> None:
    batch = make([None, first_legal], autoreset="disabled")
    batch.set_controllers([first_legal, None])
    while not batch.terminations.any():
        batch.step(batch.sample())
    ended = batch.terminations.copy()
    batch.reset(batch.terminations)
    assert (batch.players[ended] == 1).all()
    assert not batch.terminations.any()


class OnlyDlpack:
    """Actions that NumPy can read only by DLPack."""

    def __init__(self, actions: Array) -> None:
        self.actions = actions

    def __dlpack__(self, **options: Any) -> Any:
        return self.actions.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.actions.__dlpack_device__()


def in_jax(_: Array, action_masks: Array) -> Any:
    """A policy that does not use NumPy."""
    jnp = pytest.importorskip("jax.numpy", reason="JAX is an extra")
    return jnp.argmax(jnp.asarray(action_masks), axis=1)


@pytest.mark.parametrize(
    "policy",
    [
        lambda seen, masks: OnlyDlpack(first_legal(seen, masks)),
        lambda seen, masks: first_legal(seen, masks).tolist(),
        lambda seen, masks: first_legal(seen, masks).astype(np.uint8),
        in_jax,
    ],
)
def test_any_library_may_choose(policy: Any) -> None:
    one, two = make([None, policy], seed=2), make([None, first_legal], seed=2)
    for _ in range(30):
        np.testing.assert_array_equal(one.observations, two.observations)
        actions = two.sample()
        one.step(actions)
        two.step(actions)


def test_a_policy_cannot_write_into_the_batch() -> None:
    def careless(observations: Array, action_masks: Array) -> Array:
        actions = first_legal(observations, action_masks)
        observations[:] = 7
        action_masks[:] = True
        return actions

    one, two = make([None, careless], seed=2), make([None, first_legal], seed=2)
    for _ in range(30):
        np.testing.assert_array_equal(one.observations, two.observations)
        np.testing.assert_array_equal(one.action_masks, two.action_masks)
        actions = two.sample()
        one.step(actions)
        two.step(actions)


@pytest.mark.parametrize(
    ("controllers", "error", "message"),
    [
        ([by_features, by_features], eights.BatchError, "env 0 has no outside seat"),
        ([[None, by_features]] * 3, eights.BatchError, r"shape \(2,\) or \(4, 2\), not of 3 envs"),
        ([None, by_features, None], eights.BatchError, r"shape \(2,\) or \(4, 2\)"),
        ([[None, by_features]] * 3 + [[None]], eights.BatchError, r"shape \(2,\) or \(4, 2\)"),
        ([[None, by_features]] * 3 + [by_features], eights.BatchError, r"or \(4, 2\)"),
        ([None, "hal"], eights.BotError, "hal"),
        ([None, 3], eights.ArgumentError, "a policy or a pool, not int"),
        ("greedy", eights.ArgumentError, "not str"),
        (3, eights.ArgumentError, "not int"),
    ],
)
def test_controllers_that_are_refused(
    controllers: Any, error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        make(controllers)
    batch = make()
    with pytest.raises(error, match=message):
        batch.set_controllers(controllers)
    batch.step(batch.sample())


def test_what_a_batch_refuses_is_refused() -> None:
    batch = make()
    with pytest.raises(eights.BatchError, match="env 0: action 777"):
        batch.step(np.full(4, 777))
    with pytest.raises(eights.ArrayError, match="actions must be"):
        batch.step([1, 2, 3])
    with pytest.raises(eights.ArrayError, match=r"mask must be a bool array of shape \(4,\)"):
        batch.step(np.zeros(4, dtype=np.int64), np.ones(3, dtype=np.bool_))
    with pytest.raises(eights.ArrayError, match=r"mask must be a bool array of shape \(4,\)"):
        batch.reset(np.ones(4))  # type: ignore[arg-type]
    with pytest.raises(eights.GameError, match='"same-step", "SameStep", "next-step"'):
        make(autoreset="never")
    with pytest.raises(eights.BatchError, match="num_envs = 0"):
        make(num_envs=0)
    with pytest.raises(eights.BatchError, match=r"policies play in eights\.PolicyBatch"):
        eights.Batch(batch.game, 4, controllers=[None, by_features])  # type: ignore[arg-type]
    assert isinstance(table(batch.game, [None, "greedy"], 2, "disabled"), eights.Batch)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_goes_on_with_the_same_games(way: Callable[[Any], Any]) -> None:
    pool = eights.Pool(seed=3)
    pool.add(first_legal)
    pool.add(by_features)
    batch = make([None, pool, "random"], players=3, num_envs=6)
    for _ in range(20):
        batch.step(batch.sample())
    other = way(batch)
    for _ in range(60):
        np.testing.assert_array_equal(batch.observations, other.observations)
        np.testing.assert_array_equal(batch.rewards, other.rewards)
        actions = batch.sample()
        assert actions.tolist() == other.sample().tolist()
        batch.step(actions)
        other.step(actions)


def test_a_shallow_copy_has_the_same_policies_and_games_of_its_own() -> None:
    policy = Counting()
    batch = make([None, policy])
    other = copy.copy(batch)
    shown = batch.observations.copy()
    calls = len(policy.sizes)
    other.step(other.sample())
    other.reset()
    assert len(policy.sizes) > calls
    np.testing.assert_array_equal(batch.observations, shown)


class Remembering:
    """A policy that plays the legal action after the one that it played last in the game."""

    def new_memory(self, num_envs: int, num_seats: int) -> Any:
        return np.zeros((num_envs, num_seats), np.int64)

    def __call__(
        self, _: Array, masks: Array, *, memory: Any, envs: Any, seats: Any, starts: Any
    ) -> Any:
        memory[envs[starts], seats[starts]] = 0
        later = masks & (np.arange(masks.shape[1]) > memory[envs, seats][:, None])
        chosen = np.where(later.any(axis=1), later.argmax(axis=1), masks.argmax(axis=1))
        memory[envs, seats] = chosen
        return chosen


def test_get_state_and_set_state_resume_exactly() -> None:
    pool = eights.Pool(seed=3)
    pool.add(first_legal)
    pool.add(by_features)
    batch = make([None, pool, Remembering()], players=3, num_envs=6)
    for _ in range(20):
        batch.step(batch.sample())
    saved = batch.get_state()
    actions: list[list[list[int]]] = []
    shown: list[list[tuple[Array, Array]]] = []
    for _ in range(2):
        batch.set_state(saved)
        batch.set_controllers([None, Remembering(), "random"])  # a state knows who sits down next
        batch.set_state(saved)
        pool._rng = np.random.default_rng(5)  # noqa: SLF001 - the pool continues its draws
        actions.append([])
        shown.append([])
        for _ in range(60):
            actions[-1].append(batch.sample().tolist())
            batch.step(actions[-1][-1])
            shown[-1].append((batch.observations.copy(), batch.rewards.copy()))
    assert actions[0] == actions[1]
    for one, two in zip(*shown, strict=True):
        np.testing.assert_array_equal(one[0], two[0])
        np.testing.assert_array_equal(one[1], two[1])


def test_a_state_of_another_batch_is_refused() -> None:
    batch, other = make([None, first_legal]), make([None, by_features])
    before = batch.observations.copy()
    with pytest.raises(eights.BatchError, match="in which other policies play"):
        batch.set_state(other.get_state())
    with pytest.raises(eights.ArgumentError, match=r"what get_state\(\) returned, not BatchState"):
        batch.set_state(eights.Batch(batch.game, 4).get_state())  # type: ignore[arg-type]
    np.testing.assert_array_equal(batch.observations, before)


def test_policies_that_play_no_more_are_let_go() -> None:
    batch = make([None, Preferring(0)])
    saved, held = batch.get_state(), []
    for place in range(1, 8):
        policy = Preferring(place)
        held.append(weakref.ref(policy))
        batch.set_controllers([None, policy])
        for _ in range(100):
            batch.step(batch.sample())
    del policy
    gc.collect()
    assert [one() is not None for one in held] == [False] * 5 + [True] * 2
    later = batch.get_state()
    for state in (saved, later, saved):
        batch.set_state(state)
        batch.set_controllers([None, Preferring(9)])
        batch.reset()
        batch.step(batch.sample())
    batch.set_state(later)


def test_extras_and_buffers_are_those_of_a_batch() -> None:
    game = eights.Game("crazy_eights", players=2)
    mine = np.zeros((4, game.observation_tensor_size()), np.float32)
    extras: Any = ["seat_observations", "privileged_observations"]
    batch = eights.PolicyBatch(
        game, 4, 2, controllers=[None, first_legal], buffers={"observations": mine}, extras=extras
    )
    plain = eights.Batch(game, 4, 2, extras=extras)
    assert batch.observations is mine
    assert batch.extras == extras
    assert repr(batch) == f"Policy{plain!r}"
    for name in (*extras, *(f"final_{name}" for name in extras)):
        assert getattr(batch, name).shape == getattr(plain, name).shape
    for _ in range(20):
        batch.step(batch.sample())
        seat = batch.players[0]
        np.testing.assert_array_equal(batch.seat_observations[0, seat], batch.observations[0])
        state = batch.state(0)
        np.testing.assert_array_equal(batch.privileged_observations[0], state.privileged_tensor())
    with pytest.raises(eights.BatchError, match="seat_observations"):
        _ = make().seat_observations


# ---- Frozen copies and pools --------------------------------------------------------------------


class Preferring:
    """A policy that plays the first legal action from a place on; the place can be learned."""

    def __init__(self, place: int) -> None:
        self.place = place

    def __call__(self, _: Array, action_masks: Array) -> Array:
        first: Array = np.roll(action_masks, -self.place, axis=1).argmax(axis=1)
        return (first + self.place) % 100

    def choose(self, observations: Array, action_masks: Array) -> Array:
        return self(observations, action_masks)


def preferring(parameters: Any, observations: Array, action_masks: Array) -> Array:
    return Preferring(parameters["place"])(observations, action_masks)


def test_a_frozen_copy_does_not_learn() -> None:
    masks = np.ones((1, 100), dtype=np.bool_)
    one, parameters = Preferring(7), {"place": 7}
    policies: list[Any] = [one, one.choose, functools.partial(preferring, parameters)]
    copies = [eights.frozen(policy) for policy in policies]
    one.place = parameters["place"] = 9
    for policy, copied in zip(policies, copies, strict=True):
        assert policy(masks, masks).tolist() == [9]
        assert copied(masks, masks).tolist() == [7]
    assert eights.frozen(first_legal) is first_legal, "it has nothing to learn"


def test_what_cannot_be_frozen_is_refused() -> None:
    parameters = np.zeros(3)

    def closure(observations: Any, action_masks: Any, more: Any = None) -> Any:
        return parameters, observations, action_masks, more

    policies: list[Any] = [closure, functools.partial(closure, more=1)]
    for policy in policies:
        with pytest.raises(eights.ArgumentError, match="a copy of the function would share param"):
            eights.frozen(policy)
        with pytest.raises(eights.ArgumentError, match=r"functools\.partial\(function, param"):
            eights.Pool().add(policy)
    with pytest.raises(eights.ArgumentError, match="a policy must be callable, not int"):
        eights.frozen(3)  # type: ignore[type-var]


WEIGHTS = np.zeros(3)
CARDS = 54
temperature = 0.5
generator = np.random.default_rng(0)


def by_weights(observations: Array, action_masks: Array) -> Array:
    actions: Array = first_legal(observations, action_masks) + WEIGHTS.astype(np.int64)
    return actions


def by_helper(observations: Array, action_masks: Array) -> Array:
    return by_weights(observations, action_masks)


def within_a_generator(observations: Array, action_masks: Array) -> Array:
    return next(by_weights(observations, line) for line in action_masks)


def by_temperature(observations: Array, action_masks: Array) -> Array:
    return first_legal(observations, action_masks * temperature)


def by_chance(observations: Array, action_masks: Array) -> Array:
    return first_legal(observations, action_masks * generator.random())


def by_default(observations: Array, action_masks: Array, weights: Array = WEIGHTS) -> Array:
    return first_legal(observations, action_masks + weights)


def by_attribute(_: Array, __: Array) -> Array:
    made: Array = by_attribute.weights  # type: ignore[attr-defined]
    return made


by_attribute.weights = WEIGHTS  # type: ignore[attr-defined]


class ByWeights(Preferring):
    """A policy whose `__call__` reaches a global through a method, but never reaches `train`."""

    def __call__(self, _: Array, action_masks: Array) -> Array:
        return self.score(action_masks)

    def score(self, action_masks: Array) -> Array:
        return by_weights(action_masks, action_masks)

    def train(self) -> float:
        return temperature


class ByConstants(ByWeights):
    """A policy like `ByWeights`, but without the global."""

    def score(self, action_masks: Array) -> Array:
        actions: Array = np.minimum(action_masks.argmax(axis=1), CARDS)
        return actions


class Holding:
    """Holds a function."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, observations: Array, action_masks: Array) -> Any:
        return self.function(observations, action_masks)


@pytest.mark.parametrize(
    ("policy", "shared"),
    [
        (by_weights, "WEIGHTS"),
        (by_helper, "WEIGHTS"),
        (within_a_generator, "WEIGHTS"),
        (by_temperature, "temperature"),
        (by_chance, "generator"),
        (by_default, "weights"),
        (by_attribute, r"by_attribute\.weights"),
        (ByWeights(1), "WEIGHTS"),
        (ByWeights(1).score, "WEIGHTS"),
        (functools.partial(preferring, by_weights), "WEIGHTS"),
        (functools.partial(by_helper), "WEIGHTS"),
        (Holding(by_weights), "WEIGHTS"),
        (functools.wraps(first_legal)(lambda *given: by_weights(*given)), "WEIGHTS"),
    ],
)
def test_what_refers_to_what_may_change_is_not_frozen(policy: Any, shared: str) -> None:
    message = f"cannot be frozen: a copy of the function would share {shared}; give an object"
    for refuses in (eights.frozen, eights.Pool().add):
        with pytest.raises(eights.ArgumentError, match=message):
            refuses(policy)


def test_what_refers_to_code_and_constants_is_frozen() -> None:
    policies: list[Any] = [playing, ByConstants(1), ByConstants(1).score, Counting()]
    for policy in (*policies, Holding(playing)):
        assert callable(eights.frozen(policy))


def test_what_is_compiled_is_frozen_by_what_it_compiles() -> None:
    jax = pytest.importorskip("jax", reason="JAX is an extra")
    assert callable(eights.frozen(jax.jit(first_legal)))
    with pytest.raises(eights.ArgumentError, match="would share WEIGHTS"):
        eights.frozen(jax.jit(by_weights))


def test_names_of_policies() -> None:
    names = [policy_name(one) for one in (Counting(), first_legal, Preferring(1).choose)]
    assert names == ["counting", "first_legal", "Preferring.choose"]
    assert policy_name(Preferring(1)) == "Preferring"
    assert policy_name(functools.partial(first_legal)) == "first_legal"


def filled(sampling: Any, members: int = 4, **options: Any) -> eights.Pool:
    pool = eights.Pool(sampling, **options)
    for place in range(members):
        assert pool.add(Preferring(place), name=f"self {place}") == place
    return pool


def test_draws_are_uniform_or_the_latest_or_prefer_the_hardest() -> None:
    assert filled("uniform").weights().tolist() == [0.25] * 4
    assert filled("latest").weights().tolist() == [0, 0, 0, 1]
    assert set(filled("latest").draw(50).tolist()) == {3}
    pool = filled("prioritised", power=1)
    assert pool.weights().tolist() == [0.25] * 4, "who has not played counts as an equal"
    for won in (1, 1, 1, 0.5):
        pool.record(0, won)
    for won in (0, 0, 0):
        pool.record(1, won)
    # Weights 1 - w for w = 4.0/5, 0.5/4, 1/2, 1/2: half a win in one game is added to each record.
    expected = np.array([0.2, 0.875, 0.5, 0.5])
    np.testing.assert_allclose(pool.weights(), expected / expected.sum())
    assert pool.win_rate(0) == 0.875
    assert pool.win_rate(1) == 0
    assert np.isnan(pool.win_rate(2))
    assert [pool.games(member) for member in range(4)] == [4, 3, 0, 0]
    drawn = np.bincount(pool.draw(4000), minlength=4) / 4000
    np.testing.assert_allclose(drawn, pool.weights(), atol=0.03)
    steeper = filled("prioritised", power=3)
    steeper.record(0, 1)
    assert steeper.weights()[0] < 0.05


def test_a_pool_is_saved_and_restored(tmp_path: Path) -> None:
    pool = filled("prioritised", seed=8)
    pool.record(2, 1)
    pool.draw(10)
    path = tmp_path / "pool"
    pool.save(path)
    again = eights.Pool.load(path)
    assert again.names == ["self 0", "self 1", "self 2", "self 3"]
    assert (len(again), again.games(2), again.win_rate(2)) == (4, 1, 1.0)
    np.testing.assert_array_equal(again.weights(), pool.weights())
    assert again.draw(20).tolist() == pool.draw(20).tolist()
    assert pickle.loads(pickle.dumps(pool)).draw(5).tolist() == again.draw(5).tolist()
    path.write_bytes(pickle.dumps([1]))
    with pytest.raises(eights.BotError, match="holds no pool, but list"):
        eights.Pool.load(path)
    whole = pickle.dumps(pool)
    for damaged in (b"", b"hello", whole[:-9], whole[: len(whole) // 2]):
        path.write_bytes(damaged)
        with pytest.raises(eights.BotError, match="pool holds no pool: "):
            eights.Pool.load(path)


def test_what_a_pool_refuses() -> None:
    pool = filled("uniform")
    before = [pool.games(member) for member in range(4)]
    for call, message in (
        (lambda: eights.Pool().draw(1), "the pool is empty: add a policy first"),
        (lambda: make([None, eights.Pool()]), "the pool is empty"),
        (lambda: pool.record(4, 1), "no member 4: there are 0, 1, 2, 3"),
        (lambda: pool.policy(-1), "no member -1"),
        (lambda: pool.record(0, 2), "won = 2 is not in 0 … 1"),
        (lambda: pool.record(0, float("nan")), "won = nan"),
        (lambda: pool.record(1, -0.5), "won = -0.5 is not in"),
        (lambda: eights.Pool(power=-1), "power = -1"),
    ):
        with pytest.raises(eights.BotError, match=message):
            call()
    with pytest.raises(eights.ArgumentError, match="won must be a number, not str"):
        pool.record(0, "1")  # type: ignore[arg-type]
    assert [pool.games(member) for member in range(4)] == before
    full = eights.Pool(limit=1)
    full.add("random")
    with pytest.raises(ValueError, match="ambiguous"):
        full.add("greedy", keep=np.zeros(2))  # type: ignore[arg-type]
    assert full.names == ["random"]
    with pytest.raises(eights.GameError, match='"uniform", "latest", "prioritised"'):
        eights.Pool("best")  # type: ignore[arg-type]
    with pytest.raises(eights.GameError, match="seed = -1"):
        eights.Pool(seed=-1)


def test_members_are_swapped_at_the_ends_of_episodes_only() -> None:
    pool = eights.Pool("latest")
    pool.add(first_legal)
    batch = make([None, pool], num_envs=8)
    member = np.zeros(8, dtype=np.int64)
    episode = [batch.episode_seed(i) for i in range(8)]
    swaps = 0
    for step in range(150):
        if step % 10 == 0:
            pool.add((first_legal, last_legal)[step // 10 % 2])
        latest = len(pool) - 1
        batch.step(batch.sample())
        for i in range(8):
            now = batch._seating.members[i][1]  # noqa: SLF001
            if batch.episode_seed(i) == episode[i]:
                assert now == member[i], "an episode is played to its end by whoever began it"
            else:
                assert now == latest
                swaps += now != member[i]
                member[i], episode[i] = now, batch.episode_seed(i)
    assert swaps > 8


def test_a_pool_is_told_how_each_episode_ended() -> None:
    pool = filled("uniform", members=2)
    batch = make([None, pool, pool], players=3, num_envs=8)
    expected = [[0.0, 0], [0.0, 0]]
    for _ in range(150):
        members = copy.deepcopy(batch._seating.members)  # noqa: SLF001
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.terminations):
            for seat in (1, 2):
                mine, other = batch.rewards[i, 0], batch.rewards[i, seat]
                expected[members[i][seat]][0] += float(mine > other) + 0.5 * float(mine == other)
                expected[members[i][seat]][1] += 1
    for member in range(2):
        won, games = expected[member]
        assert pool.games(member) == games > 3
        assert pool.win_rate(member) == pytest.approx(won / games)


# ---- The environments ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "opponents", [by_features, [by_features, "greedy"], ["greedy", Counting()]]
)
def test_the_environments_take_policies_as_opponents(opponents: Any) -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    options = {"players": 3, "opponents": opponents, "max_decisions": 40, "illegal": "random"}
    for mode in ("NextStep", "SameStep"):
        mode = gymnasium.vector.AutoresetMode(mode)
        vector = gymnasium.make_vec("eights/Uno-v0", num_envs=4, autoreset_mode=mode, **options)
        singles = gymnasium.vector.SyncVectorEnv(
            [lambda: gymnasium.make("eights/Uno-v0", **options)] * 4, autoreset_mode=mode
        )
        (one, infos), (two, told) = vector.reset(seed=3), singles.reset(seed=3)
        rng = np.random.default_rng(0)
        for _ in range(50):
            np.testing.assert_array_equal(one, two)
            np.testing.assert_array_equal(infos["action_mask"], told["action_mask"])
            actions = by_features(one, infos["action_mask"])
            actions[rng.random(4) < 0.1] = 3
            one, *ends, infos = vector.step(actions)
            two, *expected, told = singles.step(actions)
            np.testing.assert_array_equal(ends, expected)


@pytest.mark.parametrize(
    "name", ["eights/CrazyEights-v0", "eights/HiddenRules-v0", "eights/HouseRules-v0"]
)
def test_a_pool_is_the_callers_own_in_every_environment(name: str) -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    pool = filled("uniform", members=2)
    options = {"opponents": pool, "players": 4, "max_decisions": 30}
    env = gymnasium.make(name, **options)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        *_, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        ended = terminated or truncated
    assert pool.games(0) + pool.games(1) == 3
    envs = gymnasium.make_vec(name, num_envs=2, **options)
    _, infos = envs.reset(seed=1)
    while pool.games(0) + pool.games(1) == 3:
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert (pool.games(0) + pool.games(1)) % 3 == 0


@pytest.mark.parametrize("opponents", [[by_features], [by_features, 3], [None, by_features], 3])
def test_opponents_that_are_refused(opponents: Any) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    from eights.envs import EightsEnv

    with pytest.raises(eights.Error, match="opponents"):
        EightsEnv(players=3, opponents=opponents)


# ---- The arena ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_policies_take_part_in_the_arena(players: int) -> None:
    game = eights.Game("crazy_eights", players=players)
    policy = Counting(playing)
    report = eights.arena(game, [policy, "random", "greedy"], deals=30, seed=4)
    plain = eights.arena(game, ["random", "greedy"], deals=30, seed=4)
    assert report.keys() == plain.keys()
    assert report["entrants"] == ["counting", "random", "greedy"]
    bots = [
        pair for pair in report["pairings"] if "counting" not in (pair["entrant"], pair["field"])
    ]
    assert bots == plain["pairings"], "without a policy the games are the same"
    pairs = [(pair["entrant"], pair["field"]) for pair in report["pairings"]]
    if players == 2:
        assert pairs[:2] == [("counting", "random"), ("random", "counting")]
    assert len(pairs) == len(set(pairs)) == 6
    for pair in report["pairings"]:
        assert pair.keys() == plain["pairings"][0].keys()
        assert pair["games"] == 30 * players
        assert len(pair["seats"]) == players
    assert max(policy.sizes) > 30, "one call serves many games"
    assert report["pairings"][0]["win_rate"]["mean"] > 1 / players


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_parts_of_an_arena_make_its_report(players: int, chance: Any) -> None:
    game = eights.Game("crazy_eights_special", players=players, chance=chance)
    for one in (playing, "heuristic"):
        parts = [(0, 1), (1, 9), (10, 10)]
        played = [eights.arena_games(game, one, "random", n, first, seed=3) for first, n in parts]
        sides = [np.concatenate(side) for side in zip(*played, strict=True)]
        assert [side.shape for side in sides] == [(20 * players, 7)] * (2 if players == 2 else 1)
        report = eights.arena(game, [one, "random"], deals=20, seed=3)
        names = report["entrants"]
        pairings = [(0, 1, sides[0]), *((1, 0, side) for side in sides[1:])]
        told = eights.arena_report(game, names, 20, 3, pairings)
        assert told["pairings"] == report["pairings"][: len(pairings)]
        listed = [
            (
                i,
                k,
                [
                    (won, returns, int(decisions), bool(cut), points, int(place), int(tied))
                    for won, returns, decisions, cut, points, place, tied in side
                ],
            )
            for i, k, side in pairings
        ]
        assert eights.arena_report(game, names, 20, 3, listed) == told
        # Points and places are optional.
        few = [(i, k, np.ascontiguousarray(side[:, :4])) for i, k, side in pairings]
        less = eights.arena_report(game, names, 20, 3, few)
        assert less["ranking"] is None
        for found, pairing in zip(less["pairings"], told["pairings"], strict=True):
            assert found["mean_place"]["mean"] is found["mean_points"]["mean"] is None
            assert found["win_rate"] == pairing["win_rate"]


def test_the_two_sides_of_a_pairing_are_the_same_games() -> None:
    game = eights.Game("crazy_eights", players=2)
    for one in ("greedy", by_features):
        report = eights.arena(game, [playing, one], deals=100, seed=1)
        own, other = report["pairings"]
        assert own["win_rate"]["mean"] + other["win_rate"]["mean"] == pytest.approx(1)
        for seat in (0, 1):
            rates = own["seats"][seat]["win_rate"]["mean"], other["seats"][1 - seat]["win_rate"]
            assert rates[0] + rates[1]["mean"] == pytest.approx(1)
    same = eights.arena(game, [playing, Counting(playing)], deals=50, seed=1)
    assert same["pairings"][0]["win_rate"]["mean"] == 0.5, "the same on the same deals"


def test_the_deals_are_those_of_the_arena_of_bots() -> None:
    game = eights.Game("crazy_eights", players=2)
    dealt: list[Any] = []

    def note(observations: Array, action_masks: Array) -> Array:
        dealt.extend(line.tobytes() for line in observations)
        return playing(observations, action_masks)

    eights.arena(game, [note, "random"], deals=3, seed=9)
    for deal in range(3):
        state = game.new_initial_state(seed=eights.deal_seed(9, deal))
        assert state.observation_tensor().tobytes() in dealt


def test_what_the_arena_refuses() -> None:
    game = eights.Game("crazy_eights", players=3)

    def wrong(observations: Array, _: Array) -> Array:
        return np.full(len(observations), 99)

    with pytest.raises(eights.ActionError, match=r"deal 0, seat \d: policy .*wrong: action 99 is"):
        eights.arena(game, [wrong, "random"], deals=2)
    with pytest.raises(eights.BotError, match="hal"):
        eights.arena(game, [first_legal, "hal"])
    with pytest.raises(eights.BotError, match="at least 2 entrants: there are 1"):
        eights.arena(game, [first_legal])
    with pytest.raises(eights.ArgumentError, match="a bot's name must be a text, not int"):
        eights.arena(game, [first_legal, 3])  # type: ignore[list-item]
    told: list[int] = []
    eights.arena(game, [playing, "greedy"], deals=400, progress=told.append)
    assert told[-1] == 2 * 3 * 400
    assert told == sorted(told)
    assert len(told) > 2
    for entrants, pairings, message in (
        (["a"], [(0, 1, [])], "there is no entrant 1: there are 1"),
        (["a", "b"], [(0, "x", [])], "pairings cannot be read"),
        (["a", "b"], [(0, 1, np.zeros((2, 3)))], "pairings cannot be read"),
        (["a", "b"], [(0, 1, np.zeros((2, 4), np.float32))], "pairings cannot be read"),
        (["a", "b"], [(0, 1, np.zeros((2, 6)))], "pairings cannot be read"),
        (["a", "b"], 3, "pairings must be a list, not int"),
        (["a", "b"], [(0, 1, [(1.0, 0.0, 1)])], "game 0 is not 4 or 7 numbers"),
        (["a", "b"], [(0, 1, [3])], "game 0 is not 4 or 7 numbers: it is 3"),
        ([1], [], "entrants cannot be read"),
    ):
        with pytest.raises(eights.Error, match=message):
            eights.arena_report(game, entrants, 1, 0, pairings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        (0, (2.0, -0.5, math.inf, math.nan), "the share of game 1 is .*: it must be in 0 … 1"),
        (1, (math.inf, -math.inf, math.nan), "the return of game 1 is .* a finite number"),
        (2, (-1, 1.5, math.inf, math.nan, 2**32), "the number of decisions of game 1 is .* whole"),
        (3, (2, -1, 0.5, math.nan), "the truncation of game 1 is .* a whole number in 0 … 1"),
        (4, (math.inf, -math.inf), "the number of points of game 1 is .* finite, or not a number"),
        (5, (-1, 0.5, 4, 300, math.inf, math.nan), "the place of game 1 is "),
        (6, (-1, 0.5, 3, 300, math.inf, math.nan), "the number of others on its place of game 1 "),
    ],
)
def test_a_report_of_games_that_cannot_be_is_refused(
    column: int, values: tuple[float, ...], message: str
) -> None:
    game = eights.Game("crazy_eights", players=3)
    games = np.tile([1.0, 1.0, 30.0, 0.0, 12.0, 1.0, 0.0], (3, 1))
    assert eights.arena_report(game, ["a", "b"], 1, 0, [(0, 1, games)])["deals"] == 1
    for value in values:
        games[1, column] = value
        for given in (games, [tuple(line) for line in games]):
            with pytest.raises(eights.BotError, match=message):
                eights.arena_report(game, ["a", "b"], 1, 0, [(0, 1, given)])
