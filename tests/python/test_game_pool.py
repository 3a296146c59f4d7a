"""Batches whose games are drawn from a pool: their output and their errors."""

from __future__ import annotations

import copy
import functools
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
    """Returns all that a batch shows of an env."""
    arrays = (batch.observations, batch.action_masks, batch.players, batch.rewards)
    return tuple(array[i].tolist() for array in arrays)


def step(batch: Any, steps: int) -> None:
    for _ in range(steps):
        batch.step(batch.sample())


# ---- Draws --------------------------------------------------------------------------------------


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
    assert prints[:20] == [drawn().draw(seed).ruleset.fingerprint for seed in range(20)]
    assert len(set(prints)) == 6
    every = [drawn(pool=None).draw(seed).ruleset.fingerprint for seed in range(20)]
    assert len(set(every)) == 20
    other = drawn(split="test")
    assert not {other.draw(seed).ruleset.fingerprint for seed in range(60)} & set(prints)
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
    draw = functools.cache(pool.draw)
    for _ in range(60):
        for i in range(5):
            played, state = batch.game_of(i), batch.state(i)
            assert played == draw(batch.episode_seed(i)) == state.game
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


# ---- Other pools, other numbers of players, positions -------------------------------------------


def several(**options: Any) -> eights.GamePool:
    """Returns a pool of games for two to four players."""
    players = (2, 4, 3, 2)
    games = [game(name, players=n, **options) for name, n in zip(NAMES, players, strict=True)]
    return eights.GamePool(games)


@pytest.mark.parametrize("kind", [eights.Batch, eights.PolicyBatch])
def test_games_go_on_until_the_next_deal(kind: Any) -> None:
    first, second = listed(), eights.GamePool([game("rose_mau"), game("fat_buddah")])
    batch = kind(first, 6, 3, controllers=[None, "greedy", None])
    step(batch, 10)
    seeds = [batch.episode_seed(i) for i in range(6)]
    batch.set_pool(second)
    assert (batch.pool, batch.game) == (second, second.first)
    assert repr(second) in repr(batch)
    played = set()
    for _ in range(90):
        for i in range(6):
            pool = first if batch.episode_seed(i) == seeds[i] else second
            played.add(pool is second)
            assert batch.game_of(i) == pool.draw(batch.episode_seed(i))
            np.testing.assert_array_equal(
                batch.observations[i], batch.state(i).observation_tensor()
            )
        step(batch, 1)
    assert played == {False, True}
    batch.set_pool(game("uno"))
    assert (batch.pool, batch.game) == (None, game("uno"))
    batch.reset()
    assert {batch.game_of(i) for i in range(6)} == {game("uno")}


@pytest.mark.parametrize("way", ["pickle", "deepcopy", "bytes"])
def test_a_copy_between_two_pools_goes_on_alike(way: str) -> None:
    batch = eights.Batch(listed(), 4, 3, controllers=[None, "greedy", "random"])
    step(batch, 10)
    batch.set_pool(weighted())
    assert weighted() != listed()
    if way == "pickle":
        other = pickle.loads(pickle.dumps(batch))
    elif way == "deepcopy":
        other = copy.deepcopy(batch)
    else:
        data = batch.get_state().serialize()
        other = eights.Batch(weighted(), 4, 9)
        other.set_state(weighted().deserialize_batch_state(data))
        with pytest.raises(eights.BatchError, match="of another game"):
            listed().deserialize_batch_state(data)
    for _ in range(60):
        step(batch, 1)
        step(other, 1)
        assert [batch.game_of(i) for i in range(4)] == [other.game_of(i) for i in range(4)]
        assert [shown(batch, i) for i in range(4)] == [shown(other, i) for i in range(4)]


@pytest.mark.parametrize(
    ("pool", "error", "message"),
    [
        (lambda: drawn(players=4), eights.BatchError, "has at most 4 players, and the arrays"),
        (lambda: game("uno", layout="compact"), eights.BatchError, "shows other features in"),
        (lambda: game("uno", chance="explicit"), eights.BatchError, "chance that is decided"),
        (lambda: "uno", eights.ArgumentError, "pool must be a Game or a GamePool"),
        (lambda: several_of_three(), eights.BatchError, "in games of 2 players: leave at least"),
    ],
)
def test_a_pool_that_does_not_fit_is_refused(
    pool: Callable[[], Any], error: type[eights.Error], message: str
) -> None:
    for kind in (eights.Batch, eights.PolicyBatch):
        batch: Any = kind(listed(), 2, 3, controllers=["random", "random", None])
        before = batch.state(0)
        with pytest.raises(error, match=message):
            batch.set_pool(pool())
        assert (batch.pool, batch.state(0)) == (listed(), before)


def several_of_three() -> eights.GamePool:
    return eights.GamePool([game("uno"), game("macau", players=2)])


@pytest.mark.parametrize("make", [several, lambda: drawn(players=[2, 4, 3])])
def test_numbers_of_players_differ(make: Callable[[], eights.GamePool]) -> None:
    pool = make()
    assert pool.players == (2, 4)
    assert pickle.loads(pickle.dumps(pool)) == pool
    batch = eights.Batch(pool, 8, 1, extras=["seat_observations", "privileged_observations"])
    assert batch.num_players == 4
    assert (batch.rewards.shape, batch.seat_observations.shape[:2]) == ((8, 4), (8, 4))
    numbers = set()
    for _ in range(120):
        step(batch, 1)
        for i in range(8):
            state = batch.state(i)
            players = state.num_players()
            numbers.add(players)
            whole = state.privileged_tensor(state.current_player())
            np.testing.assert_array_equal(batch.privileged_observations[i], whole)
            seats = [state.observation_tensor(seat) for seat in range(players)]
            np.testing.assert_array_equal(batch.seat_observations[i, :players], seats)
            assert not batch.seat_observations[i, players:].any()
            assert batch.players[i] < players
    assert numbers == {2, 3, 4}


def test_a_game_of_fewer_players_has_the_first_controllers() -> None:
    def first_legal(_: Any, action_masks: Any) -> Any:
        return action_masks.argmax(axis=1)

    with pytest.raises(eights.BatchError, match="in games of 2 players: leave at least one of"):
        eights.Batch(several(), 8, 1, controllers=["greedy", "greedy", None, None])
    with pytest.raises(eights.BatchError, match=r"shape \(4,\) or \(8, 4\)"):
        eights.Batch(several(), 8, 1, controllers=[None, "greedy"])
    league = eights.Pool()
    league.add(first_legal)
    controllers = ["greedy", None, first_legal, league]
    batch = eights.PolicyBatch(several(), 8, 1, controllers=controllers)
    assert batch.num_players == 4
    for _ in range(150):
        step(batch, 1)
        assert set(batch.players.tolist()) == {1}
    assert batch.policy_seconds > 0
    saved = batch.get_state()
    step(batch, 5)
    later = [shown(batch, i) for i in range(8)]
    batch.set_state(saved)
    step(batch, 5)
    assert [shown(batch, i) for i in range(8)] == later


def start(seed: int, moves: int) -> eights.State:
    """Returns a position after this number of moves."""
    state = game("uno", history=2).new_initial_state(seed=seed)
    for _ in range(moves):
        state.apply_action(state.legal_actions()[0])
    return state


def test_episodes_begin_from_positions() -> None:
    starts = [start(1, 20), start(2, 9), start(3, 0)]
    pool = eights.GamePool([*starts, game("macau", history=2)], weights=[2, 1, 1, 1])
    assert repr(pool).startswith("GamePool(4 games, 3 from positions, players=3, weights=")
    assert pool != eights.GamePool([game("uno", history=2)] * 3 + [game("macau", history=2)])
    assert pickle.loads(pickle.dumps(pool)) == pool
    assert hash(pickle.loads(pickle.dumps(pool))) == hash(pool)
    batch = eights.Batch(pool, 16, 5)
    before = [start.to_dict() for start in starts]
    found = set()
    for i in range(16):
        state, begun = batch.state(i), pool.new_initial_state(batch.episode_seed(i))
        assert (state.to_dict(), state.game) == (begun.to_dict(), begun.game)
        np.testing.assert_array_equal(batch.observations[i], begun.observation_tensor())
        for _ in range(10):
            action = begun.legal_actions()[-1]
            assert state.legal_actions() == begun.legal_actions()
            state.apply_action(action)
            begun.apply_action(action)
            assert state.to_dict() == begun.to_dict()
            if state.is_terminal():
                break
        again = eights.replay(state.record())
        assert again.to_dict() == state.to_dict()
        at = batch.state(i).to_dict()
        found.add(before.index(at) if at in before else -1)
    assert found == {-1, 0, 1, 2}
    # The position is always the same, the cards drawn from the stock differ.
    hands = set()
    for seed in range(60):
        one = pool.new_initial_state(seed)
        if one.to_dict() == before[0] and "draw" in [
            one.action_to_string(action) for action in one.legal_actions()
        ]:
            one.apply_action("draw")
            hands.add(str(one.to_dict()["hands"]))
    assert len(hands) > 3


@pytest.mark.parametrize("way", ["pickle", "bytes"])
def test_a_copy_of_a_batch_from_positions_goes_on_alike(way: str) -> None:
    pool = eights.GamePool([start(1, 20), start(2, 9)])
    batch = eights.Batch(pool, 4, 3, controllers=[None, "greedy", "random"])
    step(batch, 7)
    if way == "pickle":
        other = pickle.loads(pickle.dumps(batch))
    else:
        other = eights.Batch(pool, 4, 9)
        other.set_state(pool.deserialize_batch_state(batch.get_state().serialize()))
    for _ in range(60):
        step(batch, 1)
        step(other, 1)
        assert [shown(batch, i) for i in range(4)] == [shown(other, i) for i in range(4)]


def over() -> eights.State:
    state = game("uno").new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


def test_positions_that_are_no_start_are_refused() -> None:
    with pytest.raises(eights.GameError, match="position 1 of the pool, of uno, is none to start"):
        eights.GamePool([game("uno"), over()])
    chance = game("uno", chance="explicit").new_initial_state(seed=1)
    with pytest.raises(eights.GameError, match="chance is to decide"):
        eights.GamePool([chance])
    # A bot wins at once, whatever the seed.
    position = {"hands": ["KD QD", "8H", "2S 3S"], "pile": "TC", "seat": 1}
    ends = eights.Game("crazy_eights", players=3).position(position)
    with pytest.raises(eights.BatchError, match="finished thousands of episodes"):
        eights.Batch(eights.GamePool([ends]), 2, 1, controllers=[None, "greedy", None])


# ---- Refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: eights.GamePool([]), eights.GameError, "at least one game"),
        (lambda: eights.GamePool([game("uno"), "uno"]), eights.ArgumentError, "one of"),  # type: ignore[list-item]
        (
            lambda: eights.GamePool("uno"),  # type: ignore[arg-type]
            eights.ArgumentError,
            "a sequence of Game and State objects",
        ),
        (lambda: eights.GamePool(3), eights.ArgumentError, "games must be"),  # type: ignore[arg-type]
        (
            lambda: eights.GamePool(
                [game("uno", layout="compact"), game("macau", players=2, layout="compact")]
            ),
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
        (lambda: eights.house_rules([]), eights.GameError, "players is empty"),
        (lambda: eights.house_rules([2, 11]), eights.GameError, r"players\[1\] = 11 is not in"),
        (lambda: eights.house_rules("four"), eights.ArgumentError, "players must be"),  # type: ignore[arg-type]
        (lambda: drawn().draw(-1), eights.GameError, "seed"),
        (lambda: listed().game_at(99), eights.GameError, "place = 99 is not in 0 …"),
        (
            lambda: eights.house_rules(players=2).game_at(0),
            eights.GameError,
            "each episode has house rules of its own",
        ),
        (
            lambda: eights.house_rules(layout="compact"),  # type: ignore[arg-type]
            eights.GameError,
            'layout = "compact" differs from game to game: there are "universal", "cards"',
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
