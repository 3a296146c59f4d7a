"""Bookkeeping of self-play: `eights.selfplay`."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tables import nearest

import eights
from eights.selfplay import ENDED, LATER, Episodes, Rollout

PASS = eights.string_to_action("pass")


def chosen(batch: eights.Batch[Any]) -> npt.NDArray[np.int64]:
    """Chooses a card wherever possible, so that episodes end soon."""
    actions: npt.NDArray[np.int64] = batch.action_masks.argmax(axis=1)
    return actions


def played(ruleset: str = "uno", steps: int = 120, envs: int = 12, **options: Any) -> Rollout:
    """Returns a rollout, long enough for several episodes in most rulesets."""
    game = eights.Game(ruleset, players=nearest(ruleset, 3), **options)
    batch = eights.Batch(game, num_envs=envs, seed=5, extras=["seat_observations"])
    rollout = Rollout(batch, steps, value=np.float32)
    rng = np.random.default_rng(7)
    while not rollout.is_full:
        rollout.step(chosen(batch), value=rng.normal(size=envs))
    return rollout


def trajectories(rollout: Rollout) -> dict[tuple[int, int, int], list[int]]:
    """Computes the steps of each seat of each env by episode, slowly, as a reference."""
    found: dict[tuple[int, int, int], list[int]] = {}
    for i in range(rollout.actions.shape[1]):
        episode = 0
        for t in range(len(rollout)):
            found.setdefault((i, episode, int(rollout.players[t, i])), []).append(t)
            episode += bool(rollout.terminations[t, i] or rollout.truncations[t, i])
    return found


def last_step(rollout: Rollout, env: int, t: int) -> int | None:
    """Returns the step that ends the episode of step `t`, or none if it is not recorded."""
    over = rollout.terminations[t:, env] | rollout.truncations[t:, env]
    return t + int(over.argmax()) if over.any() else None


def test_a_reward_belongs_to_the_last_decision_of_its_seat(ruleset: str) -> None:
    rollout = played(ruleset)
    credit = rollout.credit()
    for (i, _, seat), steps in trajectories(rollout).items():
        for t, after in zip(steps, [*steps[1:], None], strict=True):
            end = last_step(rollout, i, t)
            stop = after if after is not None else len(rollout) if end is None else end + 1
            won = rollout.rewards[t:stop, i, seat].sum()
            assert credit.rewards[t, i] == pytest.approx(won, abs=1e-5)
            later = LATER if end is None else ENDED
            assert credit.following[t, i] == (later if after is None else after)


def test_nothing_is_lost_and_nothing_is_credited_twice() -> None:
    rollout = played(steps=400)
    over = rollout.terminations | rollout.truncations
    for i in range(over.shape[1]):
        first, last = np.flatnonzero(over[:, i])[[0, -1]]
        between = slice(first + 1, last + 1)
        paid = rollout.rewards[between, i].sum()
        assert rollout.credit().rewards[between, i].sum() == pytest.approx(paid, abs=1e-4)


def slow_advantages(
    rollout: Rollout, gamma: float, lam: float, last: npt.NDArray[Any], cut: dict[Any, float]
) -> npt.NDArray[np.float64]:
    """Computes generalised advantages seat by seat, backwards along its decisions."""
    credit, value = rollout.credit(), rollout.columns["value"]
    found = np.zeros(value.shape)
    for (i, _, seat), steps in trajectories(rollout).items():
        after, gained = 0.0, 0.0
        for t in reversed(steps):
            if credit.following[t, i] == LATER:
                after = last[i, seat]
            elif credit.following[t, i] == ENDED:
                after = cut.get((last_step(rollout, i, t), i, seat), 0.0)
            delta = credit.rewards[t, i] + gamma * after - value[t, i]
            gained = delta + gamma * lam * gained
            found[t, i] = gained
            after = float(value[t, i])
    return found


@pytest.mark.parametrize("truncation", ["score", "bootstrap"])
def test_advantages_follow_each_seats_own_decisions(truncation: Any) -> None:
    rollout = played("uno", max_decisions=30, truncation=truncation)
    players = rollout.rewards.shape[2]
    rng = np.random.default_rng(1)
    last = rng.normal(size=(12, players)).astype(np.float32)
    ends = rollout.ends()
    at_end = rng.normal(size=(len(ends.steps), players)).astype(np.float32)
    cut = {
        (int(ends.steps[k]), int(ends.envs[k]), seat): float(at_end[k, seat])
        for k in np.flatnonzero(~ends.terminations)
        for seat in range(players)
    }
    assert (truncation == "bootstrap") == bool(cut)
    got = rollout.advantages(rollout.columns["value"], 0.9, 0.8, last, at_end)
    expected = slow_advantages(rollout, 0.9, 0.8, last, cut)
    np.testing.assert_allclose(got.advantages, expected, atol=1e-4)
    np.testing.assert_allclose(got.targets, expected + rollout.columns["value"], atol=1e-4)
    assert (got.weights == 1).all()


def test_without_last_values_unfinished_decisions_have_no_weight() -> None:
    rollout = played()
    value = rollout.columns["value"]
    got, credit = rollout.advantages(value), rollout.credit()
    np.testing.assert_array_equal(got.weights == 0, credit.following == LATER)
    known = rollout.advantages(value, last_values=np.zeros((12, 3)))
    # Where the same seat's next decision is known, only the difference to that one counts.
    direct = credit.following >= 0
    after = value[np.where(direct, credit.following, 0), np.arange(12)]
    one_step = rollout.advantages(value, gae_lambda=0.0)
    expected = credit.rewards + after - value
    np.testing.assert_allclose(one_step.advantages[direct], expected[direct], atol=1e-5)
    ended = credit.following == ENDED
    np.testing.assert_allclose(known.advantages[ended], got.advantages[ended], atol=1e-5)


def test_transitions_show_what_the_own_seat_saw_next() -> None:
    rollout = played(steps=300)
    credit, found, ends = rollout.credit(), rollout.transitions(), rollout.ends()
    assert len(found.actions) == (credit.following != LATER).sum()
    steps, envs = np.nonzero(credit.following != LATER)
    by_end = {(int(ends.steps[k]), int(ends.envs[k])): k for k in range(len(ends.steps))}
    for m in range(len(steps)):
        t, i = int(steps[m]), int(envs[m])
        seat = rollout.players[t, i]
        assert found.seats[m] == seat
        assert found.actions[m] == rollout.actions[t, i]
        assert found.action_masks[m, found.actions[m]]
        assert found.rewards[m] == credit.rewards[t, i]
        np.testing.assert_array_equal(found.observations[m], rollout.observations[t, i])
        after = credit.following[t, i]
        assert found.ended[m] == found.terminations[m] == (after == ENDED)
        if after == ENDED:
            end = last_step(rollout, i, t)
            assert end is not None
            seen = ends.observations[by_end[end, i], seat]
            assert np.flatnonzero(found.next_action_masks[m]).tolist() == [PASS]
        else:
            seen = rollout.observations[after, i]
            np.testing.assert_array_equal(
                found.next_action_masks[m], rollout.action_masks[after, i]
            )
        np.testing.assert_array_equal(found.next_observations[m], seen)
    assert found.ended.sum() > 3 * 12


def test_a_rollout_goes_on_after_it_is_cleared() -> None:
    whole = played(steps=200)
    game = whole.batch.game
    batch = eights.Batch(game, num_envs=12, seed=5, extras=["seat_observations"])
    part = Rollout(batch, steps=50)
    for begin in range(0, 200, 50):
        part.clear()
        assert len(part) == 0
        while not part.is_full:
            part.step(chosen(batch))
        assert len(part) == 50
        for name in ("observations", "action_masks", "actions", "players", "rewards"):
            expected = getattr(whole, name)[begin : begin + 50]
            np.testing.assert_array_equal(getattr(part, name), expected, err_msg=name)
        ends = part.ends()
        assert len(ends.observations) == len(ends.steps)
    for one, other in zip(part.episodes.take(), whole.episodes.take(), strict=True):
        np.testing.assert_array_equal(one, other)
    assert len(part.episodes.take()[0]) == 0


def test_running_returns_and_lengths_are_those_of_the_seats() -> None:
    rollout = played(steps=300)
    episodes = Episodes(rollout.batch)
    assert episodes.returns.shape == episodes.lengths.shape == (12, 3)
    returns, lengths = rollout.episodes.take()
    ends = rollout.ends()
    assert len(returns) == len(ends.steps) > 12
    first = [int(np.flatnonzero(ends.envs == i)[0]) for i in range(12)]
    for i, k in enumerate(first):
        upto = int(ends.steps[k]) + 1
        assert ends.envs[k] == i
        np.testing.assert_allclose(returns[k], rollout.rewards[:upto, i].sum(axis=0), atol=1e-5)
        expected = np.bincount(rollout.players[:upto, i], minlength=3)
        np.testing.assert_array_equal(lengths[k], expected)


def test_a_rollout_of_a_policy_batch_holds_the_decisions_from_outside_only() -> None:
    game = eights.Game("uno", players=3)
    pool = eights.Pool()
    pool.add(first_legal)
    seats: list[Any] = [[None, None, None]] * 6 + [[pool, None, pool]] * 6
    batch = eights.PolicyBatch(game, num_envs=12, seed=5, controllers=seats)
    rollout = Rollout(batch, steps=200)
    while not rollout.is_full:
        rollout.step(batch.action_masks.argmax(axis=1))
    assert (rollout.players[:, 6:] == 1).all()
    assert 0 < batch.policy_seconds < rollout.batch_seconds
    # The pool also plays the first legal action, so the games equal those of a plain batch.
    plain = eights.Batch(game, num_envs=12, seed=5)
    whole = Rollout(plain, steps=600)
    while not whole.is_full:
        whole.step(chosen(plain))
    for env in range(12):
        own = whole.players[:, env] == 1
        expected = whole.observations[own, env]
        seat = rollout.players[:, env] == 1
        count = min(own.sum(), seat.sum())
        assert count > 50
        found = rollout.observations[seat, env][:count]
        np.testing.assert_array_equal(found, expected[:count])
        credit, plainly = rollout.credit().rewards[seat, env], whole.credit().rewards[own, env]
        np.testing.assert_allclose(credit[: count - 1], plainly[: count - 1], atol=1e-6)


def first_legal(_: Any, action_masks: Any) -> Any:
    return action_masks.argmax(axis=1)


@pytest.mark.parametrize("steps", [0, 20])
def test_a_copy_of_a_rollout_goes_on_with_the_same_games(steps: int) -> None:
    rollout = played(steps=40)
    rollout.clear()
    for _ in range(steps):
        rollout.step(rollout.batch.sample(), value=np.arange(12))
    data = pickle.dumps(rollout)
    assert (len(data) < rollout.observations.nbytes / 3) == (steps == 0)
    for other in (pickle.loads(data), copy.deepcopy(rollout)):
        assert len(other) == steps
        assert other.batch is not rollout.batch
        copied = copy.deepcopy(rollout)
        while not copied.is_full:
            actions = copied.batch.sample()
            assert other.batch.sample().tolist() == actions.tolist()
            for one in (copied, other):
                one.step(actions, value=np.ones(12))
        for name in ("observations", "players", "actions", "rewards", "terminations"):
            np.testing.assert_array_equal(getattr(copied, name), getattr(other, name))
        np.testing.assert_array_equal(copied.columns["value"], other.columns["value"])
        np.testing.assert_array_equal(copied.ends().observations, other.ends().observations)
        for one, two in zip(copied.episodes.take(), other.episodes.take(), strict=True):
            np.testing.assert_array_equal(one, two)


def test_what_a_rollout_refuses() -> None:
    game = eights.Game("crazy_eights", players=2)
    batch = eights.Batch(game, num_envs=2)
    for autoreset in ("next-step", "disabled"):
        other = eights.Batch(game, num_envs=2, autoreset=autoreset)
        with pytest.raises(eights.BatchError, match=f'"same-step", not "{autoreset}"'):
            Rollout(other, 4)
    for refused in (lambda: Rollout(game, 4), lambda: Episodes(game)):  # type: ignore[arg-type]
        with pytest.raises(eights.ArgumentError, match="batch must be a Batch, not Game"):
            refused()
    with pytest.raises(eights.Error, match=r"steps = 0 is not in 1 … 1048576"):
        Rollout(batch, 0)
    with pytest.raises(eights.ArgumentError, match="column 'rewards' has the name of an array"):
        Rollout(batch, 4, rewards=np.float32)
    rollout = Rollout(batch, 1, value=np.float32)
    with pytest.raises(eights.ArgumentError, match="of the rollout are value; given were n"):
        rollout.step(batch.sample())
    with pytest.raises(eights.BatchError):
        rollout.step(np.full(2, 99), value=np.zeros(2))
    for actions in ([0.5, 54.0], ["54", "54"], 54, [54]):
        with pytest.raises(eights.ArrayError, match="one for each of 2 envs"):
            rollout.step(actions, value=np.zeros(2))
    assert len(rollout) == 0
    rollout.step(batch.sample(), value=np.zeros(2))
    with pytest.raises(eights.ArgumentError, match="holds its 1 steps already"):
        rollout.step(batch.sample(), value=np.zeros(2))
    with pytest.raises(eights.BatchError, match="at the end is not recorded: make the batch with"):
        rollout.transitions()
    assert rollout.ends().observations.shape == (0, 0, game.observation_tensor_size())
    for arguments, name, shape in (
        ((np.zeros(2),), "values", r"\(1, 2\)"),
        ((np.zeros((1, 2)), 1.0, 0.9, np.zeros(2)), "last_values", r"\(2, 2\)"),
        ((np.zeros((1, 2)), 1.0, 0.9, None, np.zeros((3, 2))), "end_values", r"\(0, 2\)"),
    ):
        with pytest.raises(eights.ArgumentError, match=f"{name} must have shape {shape}, not"):
            rollout.advantages(*arguments)


def test_games_of_other_numbers_of_players_share_a_rollout() -> None:
    pool = eights.house_rules(players=[2, 4], pool=6, max_decisions=60)
    batch = eights.Batch(pool, num_envs=8, seed=2, extras=["seat_observations"])
    rollout, fewest = Rollout(batch, 150), 0
    while not rollout.is_full:
        players = [batch.game_of(i).num_players() for i in range(8)]
        rollout.step(chosen(batch))
        for i in range(8):
            if players[i] == 2:
                fewest += 1
                assert not rollout.rewards[len(rollout) - 1, i, 2:].any()
                assert rollout.players[len(rollout) - 1, i] < 2
    assert 0 < fewest < 1200
    returns, lengths = rollout.episodes.take()
    assert returns.shape == lengths.shape
    assert returns.shape[1] == 4
    of_two = (lengths[:, 2:] == 0).all(axis=1)
    assert 0 < of_two.sum() < len(returns)
    transitions = rollout.transitions()
    assert len(transitions.actions) > 500
