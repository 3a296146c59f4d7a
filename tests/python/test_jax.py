"""A batch inside compiled functions of JAX: `eights.jax`."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import eights
from eights.jax import JaxBatch, Seen


def batch_of(ruleset: str = "uno", envs: int = 12, **options: Any) -> eights.Batch[Any]:
    return eights.Batch(eights.Game(ruleset, players=3), num_envs=envs, seed=4, **options)


def first_legal(seen: Seen) -> jax.Array:
    return seen.action_masks.argmax(axis=1)


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_a_scan_plays_what_a_loop_plays(dtype: Any) -> None:
    env, plain = JaxBatch(batch_of(dtype=dtype)), batch_of(dtype=dtype)

    def step(seen: Seen, _: None) -> tuple[Seen, Seen]:
        after = env.step(first_legal(seen))
        return after, after

    play = jax.jit(lambda: jax.lax.scan(step, env.observe(), None, length=80)[1])
    for _ in range(2):  # the second call is compiled already, and goes on with the games
        found = play()
        for t in range(80):
            plain.step(plain.action_masks.argmax(axis=1))
            for name in Seen._fields:
                shown = np.asarray(getattr(found, name)[t])
                assert shown.dtype == getattr(plain, name).dtype
                np.testing.assert_array_equal(shown, getattr(plain, name), err_msg=f"{name} {t}")
        assert np.asarray(found.terminations).any()


def test_what_was_seen_stays_when_the_batch_goes_on() -> None:
    env = JaxBatch(batch_of())
    seen = jax.jit(env.observe)()
    before = np.array(seen.observations)
    env.batch.step(env.batch.sample())
    np.testing.assert_array_equal(seen.observations, before)
    assert (np.asarray(jax.jit(env.observe)().observations) != before).any()


def test_a_step_that_nothing_depends_on_is_made_all_the_same() -> None:
    env = JaxBatch(batch_of())
    plain = batch_of()

    @jax.jit
    def twice() -> jax.Array:
        seen = env.step(first_legal(env.observe()))
        env.step(first_legal(seen))
        return jnp.zeros(())

    twice().block_until_ready()
    np.asarray(jax.jit(env.observe)().players)  # callbacks run in order
    for _ in range(2):
        plain.step(plain.action_masks.argmax(axis=1))
    np.testing.assert_array_equal(env.batch.observations, plain.observations)


def test_an_illegal_action_is_an_error_and_nothing_moves() -> None:
    env = JaxBatch(batch_of(envs=2))
    before = env.batch.observations.copy()
    with pytest.raises(jax.errors.JaxRuntimeError, match="env 0: action 99"):
        np.asarray(jax.jit(env.step)(jnp.full(2, 99)).players)
    np.testing.assert_array_equal(env.batch.observations, before)
    assert jax.jit(env.observe)().observations.shape == before.shape


def test_only_batches_are_taken() -> None:
    with pytest.raises(eights.ArgumentError, match="batch must be a Batch, not Game"):
        JaxBatch(eights.Game("uno", players=2))  # type: ignore[arg-type]
