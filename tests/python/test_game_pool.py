"""Batches whose games are drawn from a pool: what they show, and what is refused."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import eights

NAMES = ("crazy_eights_special", "uno", "macau", "tschau_sepp")


def game(name: str, **options: Any) -> eights.Game:
    given = {"players": 3, "layout": "universal", "max_decisions": 80, **options}
    return eights.Game(name, **given)


def listed(**options: Any) -> eights.GamePool:
    return eights.GamePool([game(name, **options) for name in NAMES])


def drawn(**options: Any) -> eights.GamePool:
    return eights.house_rules(**{"players": 3, "pool": 6, "max_decisions": 80, **options})


def weighted(weights: tuple[float, ...] = (1, 2.5, 4, 0.5)) -> eights.GamePool:
    return eights.GamePool([game(name) for name in NAMES], weights)


POOLS = [listed, weighted, drawn, lambda: drawn(pool=None, split="test")]


def shown(batch: eights.Batch[Any] | eights.PolicyBatch, i: int) -> tuple[Any, ...]:
    """What a batch shows of an env."""
    arrays = (batch.observations, batch.action_masks, batch.players, batch.rewards)
    return tuple(array[i].tolist() for array in arrays)


def step(batch: Any, steps: int) -> None:
    for _ in range(steps):
        batch.step(batch.sample())


# ---- What is drawn ------------------------------------------------------------------------------


def test_a_pool_draws_its_games_by_seeds() -> None:
    pool = listed()
    games = [pool.draw(seed) for seed in range(40)]
    assert {one.ruleset.id for one in games} == set(NAMES)
    assert games == [listed().draw(seed) for seed in range(40)]
    assert (pool.size, pool.first) == (4, game(NAMES[0]))
    assert repr(pool) == "GamePool(4 games, players=3)"


def test_a_pool_draws_by_weights() -> None:
    pool = weighted()
    assert pool.weights == [1.0, 2.5, 4.0, 0.5]
    assert (listed().weights, drawn().weights) == (None, None)
    names = [pool.draw(seed).ruleset.id for seed in range(1600)]
    for name, expected in zip(NAMES, (200, 500, 800, 100), strict=True):
        assert abs(names.count(name) - expected) < 100
    assert pool != listed()
    assert pool != weighted((1, 2.5, 4, 0.6))
    assert hash(pool) != hash(listed())
    assert repr(pool) == "GamePool(4 games, players=3, weights=[1.0, 2.5, 4.0, 0.5])"
    many = eights.GamePool([game("uno")] * 9, np.ones(9))
    assert repr(many).endswith("1.0, 1.0, …])")


def test_house_rules_are_drawn_by_seeds() -> None:
    pool = drawn()
    assert pool.size == 6
    assert drawn(pool=None).size is None
    prints = [pool.draw(seed).ruleset.fingerprint for seed in range(60)]
    assert prints == [drawn().draw(seed).ruleset.fingerprint for seed in range(60)]
    assert len(set(prints)) == 6
    every = [drawn(pool=None).draw(seed).ruleset.fingerprint for seed in range(20)]
    assert len(set(every)) == 20
    tested = {drawn(split="test").draw(seed).ruleset.fingerprint for seed in range(60)}
    assert not tested & set(prints)
    options = pool.draw(0).options
    assert (options["layout"], options["players"]) == ("universal", 3)
    assert options["max_decisions"] == 80
    assert repr(pool) == 'house_rules(players=3, split="train", pool=6)'
    assert repr(drawn(pool=None)).endswith("pool=None)")


@pytest.mark.parametrize("make", POOLS)
def test_pools_are_compared_copied_and_pickled(make: Callable[[], eights.GamePool]) -> None:
    pool = make()
    assert pool == make()
    assert hash(pool) == hash(make())
    assert pool != eights.GamePool([game("uno")])
    assert copy.copy(pool) is copy.deepcopy(pool) is pool
    again = pickle.loads(pickle.dumps(pool))
    assert again == pool
    assert [again.draw(s) for s in range(5)] == [pool.draw(s) for s in range(5)]


# ---- Batches ------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", POOLS)
@pytest.mark.parametrize("threads", [1, 2])
def test_each_env_plays_the_game_of_its_seed(
    make: Callable[[], eights.GamePool], threads: int
) -> None:
    pool = make()
    batch = eights.Batch(pool, num_envs=5, seed=3, threads=threads)
    assert batch.pool == pool
    assert batch.game == pool.first
    assert repr(batch).startswith(("Batch(GamePool(4 games", "Batch(house_rules(players=3"))
    ids = set()
    for _ in range(60):
        for i in range(5):
            played, state = batch.game_of(i), batch.state(i)
            assert played == pool.draw(batch.episode_seed(i)) == state.game
            np.testing.assert_array_equal(batch.observations[i], state.observation_tensor())
            np.testing.assert_array_equal(batch.action_masks[i], state.legal_actions_mask())
            ids.add(played.ruleset.id)
        step(batch, 1)
    assert len(ids) >= 3
    assert "<svg" in batch._repr_html_()
    start = batch.state(0).game.new_initial_state(seed=batch.episode_seed(0))
    assert start.game == batch.game_of(0)


def test_a_batch_of_one_game_has_no_pool() -> None:
    batch = eights.Batch(game("uno"), num_envs=2)
    assert batch.pool is None
    assert batch.game_of(1) == batch.game
    with pytest.raises(eights.BatchError, match="env = 2 is not in 0 … 1"):
        batch.game_of(2)


def test_extras_are_those_of_each_game() -> None:
    batch = eights.Batch(
        listed(history=2), 6, 1, extras=["seat_observations", "privileged_observations"]
    )
    for _ in range(100):
        step(batch, 1)
        for i in range(6):
            state = batch.state(i)
            whole = state.privileged_tensor(state.current_player())
            np.testing.assert_array_equal(batch.privileged_observations[i], whole)
            seats = [state.observation_tensor(seat) for seat in range(3)]
            np.testing.assert_array_equal(batch.seat_observations[i], seats)


@pytest.mark.parametrize("make", POOLS)
@pytest.mark.parametrize("way", ["pickle", "deepcopy", "state", "bytes"])
def test_a_copy_goes_on_with_the_same_games(make: Callable[[], eights.GamePool], way: str) -> None:
    pool = make()
    batch = eights.Batch(pool, 4, 3, controllers=[None, "greedy", "random"], autoreset="next-step")
    step(batch, 20)
    if way == "pickle":
        other = pickle.loads(pickle.dumps(batch))
    elif way == "deepcopy":
        other = copy.deepcopy(batch)
    else:
        saved = batch.get_state()
        assert saved.pool == pool
        if way == "bytes":
            saved = pickle.loads(pickle.dumps(pool.deserialize_batch_state(saved.serialize())))
        other = eights.Batch(pool, 4, 9, autoreset="next-step")
        other.set_state(saved)
    for _ in range(60):
        assert [batch.game_of(i) for i in range(4)] == [other.game_of(i) for i in range(4)]
        step(batch, 1)
        step(other, 1)
        assert [shown(batch, i) for i in range(4)] == [shown(other, i) for i in range(4)]


def test_resets_of_some_envs_draw_anew() -> None:
    batch = eights.Batch(listed(), num_envs=4, seed=1, autoreset="disabled")
    step(batch, 5)
    before = [(batch.game_of(i), batch.state(i)) for i in range(4)]
    batch.reset(np.array([True, False, True, False]), seed=[5, 6, 7, 8])
    assert [(batch.game_of(i), batch.state(i)) for i in (1, 3)] == [before[1], before[3]]
    for i, seed in ((0, 5), (2, 7)):
        assert batch.episode_seed(i) == eights.episode_seed(seed, 0, 0)
        assert batch.game_of(i) == listed().draw(batch.episode_seed(i))


def test_policies_play_drawn_games() -> None:
    def first_legal(_: Any, action_masks: Any) -> Any:
        return action_masks.argmax(axis=1)

    pool = listed()
    batch = eights.PolicyBatch(pool, 6, 2, controllers=[None, first_legal, "greedy"])
    assert batch.pool == pool
    names = set()
    for _ in range(80):
        step(batch, 1)
        names |= {batch.game_of(i).ruleset.id for i in range(6)}
        assert set(batch.players.tolist()) == {0}
    assert names == set(NAMES)


# ---- What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: eights.GamePool([]), eights.GameError, "at least one game"),
        (lambda: eights.GamePool([game("uno"), "uno"]), eights.ArgumentError, "one of"),  # type: ignore[list-item]
        (lambda: eights.GamePool("uno"), eights.ArgumentError, "a sequence of Game objects"),  # type: ignore[arg-type]
        (lambda: eights.GamePool(3), eights.ArgumentError, "games must be"),  # type: ignore[arg-type]
        (
            lambda: eights.GamePool([game("uno"), game("macau", players=2)]),
            eights.GameError,
            "game 1 of the pool, macau, has 2 players, the first 3",
        ),
        (
            lambda: eights.GamePool([game("uno"), game("macau", layout="compact")]),
            eights.GameError,
            "shows other features in",
        ),
        (
            lambda: eights.GamePool([game("uno"), game("macau", chance="explicit")]),
            eights.GameError,
            "chance that is decided in another way",
        ),
        (
            lambda: eights.Batch(eights.GamePool([game("uno", chance="explicit")]), 1),
            eights.BatchError,
            "a batch samples chance itself",
        ),
        (
            lambda: weighted((1, 2)),
            eights.GameError,
            "2 weights are too few or too many: the pool has 4 games",
        ),
        (lambda: weighted((1, 2, -3, 4)), eights.GameError, r"weights\[2\] = -3 is not a finite"),
        (lambda: weighted((1, float("nan"), 1, 1)), eights.GameError, r"weights\[1\] = NaN"),
        (lambda: weighted((1, "2", 1, 1)), eights.ArgumentError, r"weights\[1\] must be a number"),  # type: ignore[arg-type]
        (lambda: weighted(3), eights.ArgumentError, "weights must be a sequence"),  # type: ignore[arg-type]
        (lambda: eights.GamePool([game("uno")] * 65537), eights.GameError, "65537 games"),
        (lambda: eights.house_rules(1), eights.GameError, "players = 1 is not in 2 … 10"),
        (lambda: eights.house_rules(pool=0), eights.GameError, "pool = 0 is not in 1 …"),
        (lambda: eights.house_rules(split="dev"), eights.RulesetError, '"dev"'),  # type: ignore[arg-type]
        (lambda: eights.house_rules(history=33), eights.GameError, "history = 33"),
        (lambda: eights.house_rules(max_decisions=0), eights.GameError, "max_decisions = 0"),
        (lambda: eights.house_rules("four"), eights.ArgumentError, "players must be"),  # type: ignore[arg-type]
        (lambda: drawn().draw(-1), eights.GameError, "seed"),
        (
            lambda: eights.Batch(listed(), 2, controllers=[None, "learned", None]),
            eights.BotError,
            "does not play every game, and the games of a pool are drawn",
        ),
        (
            lambda: eights.Batch(listed(), 2, controllers=[None, "hal", None]),
            eights.BotError,
            '"hal" is not a bot',
        ),
        (lambda: eights.Batch([game("uno")], 2), eights.ArgumentError, "a Game or a GamePool"),  # type: ignore[call-overload]
        (
            lambda: eights.Batch(listed(), 2).set_state(eights.Batch(drawn(), 2).get_state()),
            eights.BatchError,
            "it is of another game",
        ),
        (
            lambda: drawn().deserialize_batch_state(b"{}"),
            eights.BatchError,
            "not a saved batch",
        ),
        (
            lambda: drawn().deserialize_batch_state(
                eights.Batch(listed(), 1).get_state().serialize()
            ),
            eights.BatchError,
            "of another game: pool is",
        ),
    ],
)
def test_what_is_refused(
    make: Callable[[], object], error: type[eights.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        make()
