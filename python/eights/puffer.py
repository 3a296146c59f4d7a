"""A batch of games as a native environment of PufferLib 3."""

from __future__ import annotations

from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from eights._base import extras
from eights._eights import Batch, Game, Ruleset
from eights._trainers import adapter
from eights._trainers.illegal import Guard, Illegal
from eights._trainers.opponents import Opposed
from eights.policy_batch import Opponents, PolicyBatch

extras.require("eights.puffer", "pufferlib", "pufferlib", "puffer")

import gymnasium  # noqa: E402
import pufferlib  # noqa: E402

__all__ = ["EightsPufferEnv"]

_ADVICE = "an observation begins with the mask: set the logits of what is 0 there to minus infinity"

Returned = tuple[
    npt.NDArray[np.float32],
    npt.NDArray[np.float32],
    npt.NDArray[np.bool_],
    npt.NDArray[np.bool_],
    list[dict[str, float]],
]


class EightsPufferEnv(Opposed, pufferlib.PufferEnv):
    """One seat at many tables of bots or policies: a `PufferEnv` with an agent for each table.

    The agent holds seat 0; bots or policies hold the others and move inside `step`. All that a step
    gives is written into the buffers `observations`, `rewards`, `terminals` and `truncations`,
    which the trainer may own. A table that ends its episode shows the first observation of the next
    one.

    PufferLib 3 knows no masks of actions, so an observation begins with the mask: 100 numbers, 1
    for a legal action, then the features of the seat. A policy that knows of it sets the logits of
    the others to minus infinity: `logits.masked_fill(observations[:, :100] == 0, -torch.inf)`.

    Infos are sparse: where episodes ended, one dict with the means `episode_return` and
    `episode_length` (decisions of the agent), and `illegal_actions`, how many there were since the
    last such dict.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset`, or a `Game`; `None`: `crazy_eights`.
        num_agents: number of tables.
        opponents: the name of a bot, a policy or a pool for all other seats; a list of these, one
            for each seat, in clockwise order from the agent; or a list of such lists, one a table.
            `set_opponents` changes them.
        illegal: what an illegal action does: `"lose"` ends the episode as a loss, `"random"` plays
            a legal one instead, and both warn at the first; `"raise"` raises, and no table has
            moved.
        seed: 0 or greater; the same seed means the same episodes. `None`: another one each time.
        buf: the buffers of the trainer; `None`: the environment makes its own.
        threads: threads that step the batch.
        options: what `Game` takes further: `players`, `overrides`, `reward` …

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    SEAT = 0

    def __init__(
        self,
        ruleset: str | Ruleset | Game | None = None,
        num_agents: SupportsIndex = 64,
        opponents: Opponents = "random",
        illegal: Illegal = "lose",
        seed: SupportsIndex | None = None,
        buf: Any = None,
        threads: SupportsIndex = 1,
        **options: Any,
    ) -> None:
        """Makes the tables; `reset` deals."""
        self._next_seed: int | None = adapter.seed(seed)
        self.batch = adapter.agents_table(
            ruleset, options, opponents, num_agents, "same-step", threads, self._next_seed
        )
        self._opponents = opponents
        self._guard = Guard(self.batch, self.SEAT, illegal, _ADVICE)
        self.game = self.batch.game
        self.num_agents = self.batch.num_envs
        actions = self.game.num_distinct_actions()
        features = actions + self.game.observation_tensor_size()
        self.single_observation_space = gymnasium.spaces.Box(0.0, 1.0, (features,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.render_mode = "ansi"
        super().__init__(buf)
        self._forget()

    def _played(self) -> Batch[Any] | PolicyBatch:
        return self.batch

    def _play(self, batch: Batch[Any] | PolicyBatch) -> None:
        self.batch = self._guard.batch = batch

    def _forget(self) -> None:
        """Begins all episodes anew, as far as they are counted."""
        self._return = np.zeros(self.num_agents)
        self._length = np.zeros(self.num_agents, np.int64)
        self._illegal = 0

    def _show(self) -> None:
        """Writes what the agents see into the buffer."""
        masks = self.batch.action_masks
        self.observations[:, : masks.shape[1]] = masks
        self.observations[:, masks.shape[1] :] = self.batch.observations

    def reset(
        self, seed: SupportsIndex | None = None
    ) -> tuple[npt.NDArray[np.float32], list[dict[str, float]]]:
        """Deals at all tables: the first time, and with a seed, the first episodes of the seed."""
        if seed is not None:
            self._next_seed = adapter.seed(seed)
        self._guard.reset(seed=self._next_seed)
        self._next_seed = None
        self._forget()
        self._show()
        self.rewards[:] = 0
        self.terminals[:] = self.truncations[:] = False
        self.masks[:] = True
        return self.observations, []

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> Returned:
        """Applies an action a table, then those of bots and policies up to the next decision.

        Returns:
            The buffers, and a list of at most one info.

        Raises:
            ArrayError: the actions are not integers, one a table; no table has moved.
            BatchError: an action is not legal and `illegal="raise"`; no table has moved.
        """
        batch = self.batch
        wrong = self._guard.step(actions)
        self._illegal += int(wrong.sum())
        self._show()
        self.rewards[:] = batch.rewards[:, self.SEAT]
        self.terminals[:] = batch.terminations
        self.truncations[:] = batch.truncations
        self._return += batch.rewards[:, self.SEAT]
        self._length += 1
        return self.observations, self.rewards, self.terminals, self.truncations, self._ended()

    def _ended(self) -> list[dict[str, float]]:
        """The infos of the episodes that ended in this step."""
        ended = self.batch.terminations | self.batch.truncations
        if not ended.any():
            return []
        info = {
            "episode_return": float(self._return[ended].mean()),
            "episode_length": float(self._length[ended].mean()),
            "illegal_actions": float(self._illegal),
        }
        self._return[ended] = 0
        self._length[ended] = 0
        self._illegal = 0
        return [info]

    def render(self) -> str:
        """The first table as its agent sees it."""
        return self.batch.state(0).render(player=self.SEAT)

    def close(self) -> None:
        """Does nothing: there is nothing to be closed."""
