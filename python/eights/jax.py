"""A batch inside `jax.jit`: each step is an ordered callback from compiled code to the host.

The games are played by `Batch` on the host; JAX waits for them. So a rollout can be a
`jax.lax.scan`, and a whole iteration of training one compiled function. What a callback costs is
told in docs/trainers.md.

Needs the extra `jax`.

>>> import jax, eights
>>> from eights.jax import JaxBatch
>>> batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=16, seed=0)
>>> env = JaxBatch(batch)
>>> @jax.jit
... def play(key):
...     def step(seen, key):
...         scores = jax.random.uniform(key, seen.action_masks.shape) * seen.action_masks
...         return env.step(scores.argmax(axis=1)), seen.players
...     return jax.lax.scan(step, env.observe(), jax.random.split(key, 50))
>>> seen, players = play(jax.random.key(0))
>>> seen.observations.shape[0], players.shape
(16, (50, 16))
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from eights._base.extras import require
from eights._eights import ArgumentError, Batch

require("eights.jax", "jax", "jax", "jax")

import jax  # noqa: E402 - after the check that it is there
from jax.experimental import io_callback  # noqa: E402

__all__ = ["JaxBatch", "Seen"]


class Seen(NamedTuple):
    """The result of a step, as arrays of JAX; N envs, P seats, D features."""

    observations: jax.Array
    """Observations of the seat to act: float32 or uint8, shape [N, D]."""
    action_masks: jax.Array
    """Legal actions of the seat to act: bool, shape [N, 100]."""
    players: jax.Array
    """The number of the seat to act: int32, shape [N]."""
    rewards: jax.Array
    """Rewards of each seat in the step: float32, shape [N, P]."""
    terminations: jax.Array
    """True where the step ended an episode, with final rewards: bool, shape [N]."""
    truncations: jax.Array
    """True where the limit of decisions ended one: bool, shape [N]."""


class JaxBatch:
    """A batch that compiled code steps.

    The callbacks are ordered: the batch moves as often, and in the order, as the program says. It
    has a state of its own on the host, so that what steps it must not be traced by `jax.vmap` or
    `jax.grad`.

    Args:
        batch: the batch, which stays usable from Python in between.
    """

    def __init__(self, batch: Batch[Any]) -> None:
        """Notes the shapes, which compiled code must know beforehand."""
        if not isinstance(batch, Batch):
            raise ArgumentError(f"batch must be a Batch, not {type(batch).__name__}")
        self.batch = batch
        arrays = (getattr(batch, name) for name in Seen._fields)
        shape: Any = jax.ShapeDtypeStruct
        self._shapes = Seen(*(shape(array.shape, array.dtype) for array in arrays))

    def _seen(self) -> Seen:
        """Copies: JAX may use a NumPy array as it is, and the batch writes into its own."""
        return Seen(*(getattr(self.batch, name).copy() for name in Seen._fields))

    def _stepped(self, actions: Any) -> Seen:
        self.batch.step(np.asarray(actions))
        return self._seen()

    def observe(self) -> Seen:
        """The state of the batch now; no env moves."""
        seen: Seen = io_callback(self._seen, self._shapes, ordered=True)
        return seen

    def step(self, actions: jax.Array) -> Seen:
        """Steps every env.

        Args:
            actions: int32, or int64 where JAX has it: one an env, for its seat to act: shape [N].

        Raises:
            jax.errors.JaxRuntimeError: an action is not legal; the message says where and what is.
                No env has moved.
        """
        seen: Seen = io_callback(self._stepped, self._shapes, actions, ordered=True)
        return seen
