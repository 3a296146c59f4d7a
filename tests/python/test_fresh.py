"""Arrays that a vector env returned do not change, though nothing is copied."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import eights
from eights.envs.fresh import SPARE, Fresh

ENVS = 9


def made(**options: Any) -> Any:
    return gymnasium.make_vec(
        "eights/CrazyEightsSpecial-v0", num_envs=ENVS, players=3, **options
    ).unwrapped


def parts(returned: Any, how: int) -> list[Any]:
    """Returns parts of the result of a step or reset, as a caller may hold them."""
    observations, masks = returned[0], returned[-1]["action_mask"]
    ways = (
        [observations, masks],
        [observations[3:5]],
        [masks[2:].view(np.bool_)],
        [np.asarray(memoryview(observations.ravel()))],
    )
    return ways[how] if how < len(ways) else []


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("illegal", ["lose", "random"])
def test_what_is_held_stays_and_what_is_shown_is_what_copy_false_shows(
    mode: AutoresetMode, illegal: str
) -> None:
    own = made(autoreset_mode=mode, illegal=illegal, copy=True)
    lent = made(autoreset_mode=mode, illegal=illegal, copy=False)
    rng = np.random.default_rng(0)
    held: list[tuple[Any, Any]] = []

    def compare(ours: Any, theirs: Any) -> None:
        np.testing.assert_array_equal(ours[0], theirs[0])
        np.testing.assert_array_equal(ours[-1]["action_mask"], theirs[-1]["action_mask"])
        for mine, other in zip(ours[1:-1], theirs[1:-1], strict=True):
            np.testing.assert_array_equal(mine, other)
        held.extend((part, part.copy()) for part in parts(ours, int(rng.integers(5))))
        if rng.random() < 0.3:
            ours[0][:] = ours[-1]["action_mask"][:] = 7  # the caller owns them
            held.clear()
        if len(held) > 7:
            held.pop(int(rng.integers(len(held))))
        for part, then in held:
            np.testing.assert_array_equal(part, then)

    compare(own.reset(seed=1), lent.reset(seed=1))
    for _ in range(300):
        actions = own.sample()
        np.testing.assert_array_equal(actions, lent.sample())
        actions[rng.random(ENVS) < 0.03] = 99
        ours = own.step(actions)
        ended = ours[2] | ours[3]
        compare(ours, lent.step(actions))
        del ours
        if (mode is AutoresetMode.DISABLED and ended.any()) or rng.random() < 0.1:
            some = {"reset_mask": ended if ended.any() else np.arange(ENVS) == 3}
            compare(own.reset(options=some), lent.reset(options=some))


def test_a_refused_step_leaves_what_was_shown() -> None:
    env = made(illegal="raise")
    observations, infos = env.reset(seed=1)
    before = observations.copy(), infos["action_mask"].copy()
    with pytest.raises(eights.ActionError, match="99 is not legal"):
        env.step(np.full(ENVS, 99))
    np.testing.assert_array_equal(env.action_masks(), before[1])
    env.step(env.sample())
    np.testing.assert_array_equal(observations, before[0])
    np.testing.assert_array_equal(infos["action_mask"], before[1])


def test_arrays_that_nobody_holds_are_written_again() -> None:
    env = made()
    env.reset(seed=1)
    batch = env._batch  # noqa: SLF001 - only there its buffers are visible
    first = batch.observations.ctypes.data
    env.step(env.sample())
    assert batch.observations.ctypes.data == first, "what reset gave was dropped"
    places = set()
    shown = None
    for _ in range(20):
        shown = env.step(env.sample())
        places.add(shown[0].ctypes.data)
    assert len(places) == 2, "what the last step gave was held, and nothing before it"


def test_what_is_held_for_long_is_let_go() -> None:
    env = made()
    held = [env.reset(seed=1)[0], *(env.step(env.sample())[0] for _ in range(10))]
    assert len({array.ctypes.data for array in held}) == 11
    assert len(vars(vars(env)["_fresh"])["_spare"]) == SPARE


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_has_arrays_of_its_own(copied: Callable[[Any], Any]) -> None:
    env = made()
    env.reset(seed=1)
    shown = env.step(env.sample())
    other = copied(env)
    before = shown[0].copy()
    actions = env.sample()
    np.testing.assert_array_equal(other.step(actions)[0], env.step(actions)[0])
    np.testing.assert_array_equal(shown[0], before)


def test_an_array_that_does_not_fit_is_refused() -> None:
    batch = eights.Batch(eights.Game("crazy_eights", players=2), 4)
    before, exchange = batch.observations, batch._exchange  # noqa: SLF001 - for `Fresh` alone
    with pytest.raises(eights.ArrayError, match="buffer observations must be"):
        exchange(np.zeros((4, 3), np.float32))
    assert batch.observations is before
    shown = before[:]
    assert Fresh(batch).renew(), "it is held here"
    assert batch.observations is not before
    assert (shown == batch.observations).mean() < 1, "the new ones are empty"
