"""A batch of games as one batched environment of TorchRL."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np

from eights._base import extras
from eights._eights import Batch, Game, Ruleset
from eights._trainers import adapter
from eights._trainers.illegal import Guard, Illegal
from eights._trainers.opponents import Opposed
from eights.policy_batch import Opponents, PolicyBatch

extras.require("eights.torchrl", "torchrl", "torchrl", "torchrl")

import torch  # noqa: E402
from tensordict import TensorDict, TensorDictBase  # noqa: E402
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded  # noqa: E402
from torchrl.envs import EnvBase  # noqa: E402

__all__ = ["BatchEnv"]

_ADVICE = (
    'policies need the key "action_mask": a MaskedCategorical takes it, and the transform '
    "ActionMask() gives it to random actions"
)


class BatchEnv(Opposed, EnvBase):
    """One seat at many tables of bots or policies: an `EnvBase` with the batch size `[num_envs]`.

    The agent holds seat 0; bots or policies hold the others and move inside `step`. Keys:
    `observation` (float32), `action_mask` (bool, never empty), `action` (int64), `reward`
    (float32), `done`, `terminated` and `truncated` (bool). TorchRL resets what has ended, within
    the same step, so no step is wasted. Where a game is cut off with `truncation="bootstrap"` it is
    truncated only; else it is terminated, too, since the reward is paid.

    `action_spec` knows the legal actions of the moment: `rand_action` takes legal ones.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset`, or a `Game`; `None`: `crazy_eights`.
        num_envs: number of tables.
        opponents: the name of a bot, a policy or a pool for all other seats; a list of these, one
            for each seat, in clockwise order from the agent; or a list of such lists, one a table.
            `set_opponents` changes them.
        seed: 0 or greater; the same seed means the same episodes. `None`: another one each time.
        threads: threads that step the batch.
        copy: whether what is returned is copied. Without, `observation` and `action_mask` are the
            memory of the batch, which the next step overwrites: right for a loop that uses them at
            once, wrong for `rollout` and collectors.
        illegal: what an illegal action does: `"lose"` ends the episode as a loss, `"random"` plays
            a legal one instead, and both warn at the first; `"raise"` raises, and no table has
            moved.
        options: what `Game` takes further: `players`, `overrides`, `reward` …

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    SEAT = 0
    batch_locked = True

    def __init__(
        self,
        ruleset: str | Ruleset | Game | None = None,
        num_envs: SupportsIndex = 64,
        opponents: Opponents = "random",
        seed: SupportsIndex | None = None,
        threads: SupportsIndex = 1,
        copy: bool = True,
        illegal: Illegal = "lose",
        **options: Any,
    ) -> None:
        """Makes the tables; `reset` deals."""
        first = adapter.seed(seed)
        batch = adapter.agents_table(
            ruleset, options, opponents, num_envs, "disabled", threads, first
        )
        game = batch.game
        shape = (batch.num_envs,)
        super().__init__(device="cpu", batch_size=shape)
        self.game = game
        self.batch = batch
        self.copy = copy
        self._opponents = opponents
        self._guard = Guard(batch, self.SEAT, illegal, _ADVICE)
        self._next_seed: int | None = first
        self._observations = torch.from_numpy(batch.observations)
        self._masks = torch.from_numpy(batch.action_masks)
        actions = self._masks.shape[1]
        self.observation_spec = Composite(
            observation=Bounded(0.0, 1.0, (*shape, game.observation_tensor_size())),
            action_mask=Binary(actions, (*shape, actions), dtype=torch.bool),
            shape=shape,
        )
        # The mask is the memory of the batch, so that it is always that of the moment.
        self.action_spec = Categorical(actions, shape, dtype=torch.int64, mask=self._masks)
        self.reward_spec = Unbounded((*shape, 1))
        flag = Categorical(2, (*shape, 1), dtype=torch.bool)
        self.done_spec = Composite(
            done=flag, terminated=flag.clone(), truncated=flag.clone(), shape=shape
        )

    def _played(self) -> Batch[Any] | PolicyBatch:
        return self.batch

    def _play(self, batch: Batch[Any] | PolicyBatch) -> None:
        self.batch = self._guard.batch = batch

    def _set_seed(self, seed: int | None) -> None:
        """The episodes from the next reset of all envs on follow from this seed."""
        self._next_seed = None if seed is None else adapter.seed(seed)

    def _seen(self) -> dict[str, torch.Tensor]:
        """The observation of the agent in each env."""
        seen = {"observation": self._observations, "action_mask": self._masks}
        return {key: value.clone() for key, value in seen.items()} if self.copy else seen

    def _reset(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """Deals in all envs, or in those of the key `_reset`."""
        which = None if tensordict is None else tensordict.get("_reset", None)
        if which is None:
            self._guard.reset(seed=self._next_seed)
            self._next_seed = None
        else:
            self._guard.reset(np.ascontiguousarray(which.numpy().reshape(-1)))
        return TensorDict(self._seen(), batch_size=self.batch_size)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        """Applies the actions, then those of the bots up to the agent's next decision."""
        batch = self.batch
        self._guard.step(tensordict["action"])
        done = batch.terminations | batch.truncations
        if done.any():  # such an env shows its last observation until it is reset
            batch.observations[done] = batch.final_observations[done]
        flags = {"done": done, "terminated": batch.terminations, "truncated": batch.truncations}
        reward = torch.from_numpy(batch.rewards[:, self.SEAT].copy())
        return TensorDict(
            {
                **self._seen(),
                "reward": reward.unsqueeze(-1),
                **{key: torch.from_numpy(flag.copy()[:, None]) for key, flag in flags.items()},
            },
            batch_size=self.batch_size,
        )
