"""Pools: bots as members, eviction, limits, and saving."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_policies import Preferring

import eights
from eights._play.bots import BOTS

Array = np.ndarray[Any, Any]


def filled(members: int = 4, **options: Any) -> eights.Pool:
    pool = eights.Pool(**options)
    for place in range(members):
        assert pool.add(Preferring(place), name=f"self {place}") == place
    return pool


def make(controllers: Any, players: int = 2, **options: Any) -> eights.PolicyBatch:
    game = eights.Game("crazy_eights_special", players=players, max_decisions=80)
    return eights.PolicyBatch(
        game, **{"num_envs": 4, "seed": 0, **options}, controllers=controllers
    )


def played(batch: eights.PolicyBatch, steps: int = 60) -> list[bytes]:
    """Returns the output of a batch whose outside seats act at random."""
    shown = []
    for _ in range(steps):
        batch.step(batch.sample())
        shown.append(batch.observations.tobytes() + batch.rewards.tobytes())
    return shown


# ---- Bots and searchers -------------------------------------------------------------------------


def test_the_bots_are_those_of_a_game_that_all_play() -> None:
    assert list(BOTS) == eights.bots(eights.Game("uno", players=2))


def test_bots_and_searchers_are_members() -> None:
    pool = eights.Pool()
    searcher = eights.Searcher("pimc", iterations=10)
    given: list[Any] = ["heuristic", "ismcts(iterations=10)", searcher, Preferring(3)]
    assert [pool.add(one) for one in given] == [0, 1, 2, 3]
    assert pool.names == ["heuristic", "ismcts(iterations=10)", "pimc(iterations=10)", "Preferring"]
    assert pool.policy(0) == "heuristic"
    assert pool.policy(1) == eights.Searcher(iterations=10)
    assert pool.policy(2) == searcher
    assert pool.add("heuristic", name="anchor") == 4
    assert pool.name(4) == "anchor"
    game = eights.Game("crazy_eights", players=2)
    entrants = {pool.name(at): pool.policy(at) for at in (0, 3)}
    assert eights.arena(game, entrants, deals=2)["entrants"] == ["heuristic", "Preferring"]


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_of_a_pool_plays_as_the_state_says(name: str) -> None:
    pool = eights.Pool()
    pool.add(name)
    batch = make([None, pool])
    plain = eights.Batch(batch.game, 4, seed=0)
    ends = 0
    for _ in range(60):
        while (waiting := np.flatnonzero(plain.players == 1)).size:
            actions = plain.action_masks.argmax(axis=1)
            for i in waiting:
                actions[i] = plain.state(i).bot_action(name)
            plain.step(actions, plain.players == 1)
        np.testing.assert_array_equal(batch.observations, plain.observations)
        actions = plain.action_masks.argmax(axis=1)
        batch.step(actions)
        plain.step(actions)
        ends += int(batch.terminations.sum())
    assert pool.games(0) >= ends > 0


def test_a_bot_wins_against_the_legal_action_of_the_lowest_id() -> None:
    pool = eights.Pool()
    pool.add("heuristic")
    batch = make([None, pool], num_envs=32)
    for _ in range(150):
        batch.step(batch.action_masks.argmax(axis=1))
    assert pool.games(0) > 100
    assert pool.win_rate(0) < 0.4


@pytest.mark.parametrize("way", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_games_against_bots_repeat_and_go_on_from_copies(way: Callable[[Any], Any]) -> None:
    def begun() -> eights.PolicyBatch:
        pool = eights.Pool("prioritised", seed=5)
        for one in ("random", "heuristic", "ismcts(iterations=3)", Preferring(7)):
            pool.add(one)
        return make([None, pool, pool], players=3)

    one, two = begun(), begun()
    assert played(one) == played(two)
    assert played(way(one)) == played(two)
    moment = one.get_state()
    again = way((one, moment))
    expected = played(again[0])
    again[0].set_state(again[1])
    again[0].set_controllers([None, "random", "random"])
    again[0].set_state(again[1])
    assert played(again[0], 3) == expected[:3], "what follows depends on what a pool draws"


def test_what_is_no_bot_is_refused() -> None:
    pool = eights.Pool()
    with pytest.raises(eights.BotError, match="'greedi' is not a bot: there are random, greedy"):
        pool.add("greedi")
    with pytest.raises(eights.BotError, match="'many' is not a number for iterations"):
        pool.add("ismcts(iterations=many)")
    with pytest.raises(eights.ArgumentError, match="a policy must be callable, not int"):
        pool.add(3)  # type: ignore[arg-type]
    assert len(pool) == 0
    pool.add(eights.Searcher(iterations=-3))
    with pytest.raises(eights.BotError, match="iterations = -3"):
        make([None, pool])


def test_environments_play_against_bots_of_a_pool() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is an extra")
    pool = eights.Pool()
    pool.add("greedy")
    envs = gymnasium.make_vec("eights/CrazyEights-v0", num_envs=4, opponents=pool)
    _, infos = envs.reset(seed=1)
    for _ in range(100):
        *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert pool.games(0) > 4


# ---- Members that go ----------------------------------------------------------------------------


def test_numbers_last() -> None:
    pool = filled()
    pool.record(1, 1)
    pool.record(3, 0)
    pool.remove(1)
    assert (len(pool), list(pool), pool.members) == (3, [0, 2, 3], [0, 2, 3])
    assert pool.names == ["self 0", "self 2", "self 3"]
    assert pool.weights().tolist() == [1 / 3] * 3
    assert set(pool.draw(100).tolist()) == {0, 2, 3}
    assert pool.add("random") == 4
    pool.remove(4)
    assert pool.add("random") == 5, "a number is never given twice"
    assert (pool.name(1), pool.games(1), pool.win_rate(1)) == ("self 1", 1, 1.0)
    for call in (pool.policy, pool.remove):
        with pytest.raises(eights.BotError, match="member 1 was removed: there are 0, 2, 3, 5"):
            call(1)
    with pytest.raises(eights.BotError, match="no member 6: there are 0, 2, 3, 5"):
        pool.remove(6)
    with pytest.raises(eights.BotError, match="no member 99: there are 20, 0 … 19"):
        filled(20).policy(99)


def test_a_pool_may_be_emptied_and_filled_again() -> None:
    pool = filled(1, sampling="latest")
    batch = make([None, pool])
    pool.remove(0)
    with pytest.raises(eights.BotError, match="the pool is empty"):
        batch.reset()
    pool.add("random")
    batch.reset()
    assert pool.draw(2).tolist() == [1, 1]


def test_games_of_a_removed_member_go_on_to_the_end_and_count() -> None:
    pool, expected = filled(2), make([None, Preferring(0)], num_envs=8)
    pool.remove(1)
    batch = make([None, pool], num_envs=8)
    pool.add(Preferring(50))
    pool.remove(0)
    first = [batch.episode_seed(i) for i in range(8)]
    for _ in range(80):
        for one in (batch, expected):
            one.step(one.action_masks.argmax(axis=1))
        for i, seed in enumerate(first):
            if batch.episode_seed(i) == seed:
                assert batch.observations[i].tobytes() == expected.observations[i].tobytes()
    assert all(batch.episode_seed(i) != seed for i, seed in enumerate(first))
    assert pool.games(0) == 8
    assert pool.games(2) > 0


def test_a_batch_goes_back_to_a_moment_in_which_removed_members_play() -> None:
    pool = filled(2, sampling="latest")
    batch = make([None, pool], num_envs=8)
    moment = batch.get_state()
    shown: list[list[bytes]] = []
    for _ in range(3):
        batch.set_state(moment)
        shown.append(played(batch, 4))
        played(batch, 100)
        pool.add(Preferring(len(shown)))
        pool.remove(len(shown))
        played(batch, 100)
    assert shown[0] == shown[1] == shown[2]


# ---- Limits -------------------------------------------------------------------------------------


def test_the_oldest_the_easiest_or_any_is_evicted() -> None:
    assert filled(6, limit=3).members == [3, 4, 5]
    pool = filled(3, limit=3, evict="easiest")
    pool.record(1, 1)
    pool.record(2, 0)
    assert pool.add("random") == 3
    assert pool.members == [0, 2, 3]
    pool.add("greedy")
    assert pool.members == [2, 3, 4], "of equal ones the oldest"
    runs = {tuple(filled(9, limit=3, evict="random", seed=seed).members) for seed in range(30)}
    assert len(runs) > 8
    assert all(members[-1] == 8 for members in runs), "never the one that is added"
    assert {len(members) for members in runs} == {3}
    assert filled(3, limit=1, evict="easiest").members == [2]


def test_who_is_kept_is_never_evicted() -> None:
    pool = eights.Pool(limit=2)
    pool.add("heuristic", keep=True)
    for place in range(3):
        pool.add(Preferring(place))
    assert pool.members == [0, 3]
    pool.remove(3)
    pool.add("random", keep=True)
    with pytest.raises(eights.BotError, match="limit = 2, and all members are kept"):
        pool.add("greedy")
    assert pool.members == [0, 4]
    pool.remove(0)
    assert pool.add("greedy") == 5


def test_a_refused_member_evicts_nobody() -> None:
    pool = filled(2, limit=2)
    with pytest.raises(eights.ArgumentError, match="name must be a text, not int"):
        pool.add("greedy", name=3)  # type: ignore[arg-type]
    with pytest.raises(eights.BotError, match="is not a bot"):
        pool.add("greedi")
    assert pool.members == [0, 1]
    with pytest.raises(eights.GameError, match="limit = 0 is not 1 or greater"):
        eights.Pool(limit=0)
    with pytest.raises(eights.GameError, match='"oldest", "easiest", "random"'):
        eights.Pool(evict="worst")  # type: ignore[arg-type]


def test_a_saved_pool_has_the_same_members_and_goes_on_as_before(tmp_path: Path) -> None:
    pool = filled(4, sampling="prioritised", limit=4, evict="random", seed=2)
    pool.add("heuristic", keep=True)
    pool.record(pool.members[0], 1)
    pool.remove(pool.members[1])
    pool.save(tmp_path / "pool")
    again = eights.Pool.load(tmp_path / "pool")
    for _ in range(6):
        assert again.members == pool.members
        assert again.names == pool.names
        assert again.weights().tolist() == pool.weights().tolist()
        assert again.draw(9).tolist() == pool.draw(9).tolist()
        assert again.add("random") == pool.add("random")
    assert 4 in again
    assert [again.games(at) for at in range(10)] == [pool.games(at) for at in range(10)]
