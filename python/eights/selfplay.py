"""The bookkeeping of self-play: whose reward belongs to which decision, and what is seen next.

In a `Batch` every seat may learn, and each step holds one decision of one seat an env. What a
decision has won is only known when its seat decides again, or when the episode ends: until then the
other seats have moved. `Rollout` records so many steps and works that out; `Episodes` keeps the
running returns.

>>> import eights, numpy as np
>>> from eights.selfplay import Rollout
>>> game = eights.Game("crazy_eights", players=3)
>>> batch = eights.Batch(game, num_envs=8, seed=0)
>>> rollout = Rollout(batch, steps=64)
>>> while not rollout.is_full:
...     rollout.step(batch.sample())
>>> rollout.actions.shape, rollout.credit().rewards.shape
((64, 8), (64, 8))
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from eights._base.arguments import integer, kind
from eights._base.integers import actions_of
from eights._eights import ArgumentError, Batch, BatchError, string_to_action
from eights.policy_batch import PolicyBatch

__all__ = ["ENDED", "LATER", "Advantages", "Credit", "Ends", "Episodes", "Rollout", "Transitions"]

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

ENDED = -1
"""In `Credit.following`: the episode ended before the seat could decide again."""

LATER = -2
"""In `Credit.following`: the seat decides again only after the rollout."""

MOST_STEPS = 1 << 20

_RECORDED = (
    "observations",
    "action_masks",
    "players",
    "actions",
    "rewards",
    "terminations",
    "truncations",
)
"""The arrays of a rollout that have a line for each step."""


@dataclass(frozen=True)
class Credit:
    """The credit for each decision of a rollout, for the seat that made it."""

    rewards: Floats
    """Rewards of the seat from this decision to its next one, or to the end: shape [T, N]."""
    following: Ints
    """The step of the seat's next decision in the episode, `ENDED` or `LATER`: shape [T, N]."""


@dataclass(frozen=True)
class Ends:
    """The episodes that ended in a rollout, in the order of their steps; K of them."""

    steps: Ints
    """The step that ended each: shape [K]."""
    envs: Ints
    """The env of each: shape [K]."""
    terminations: Bools
    """True where rewards are final: shape [K]. Elsewhere the limit of decisions cut the episode."""
    observations: npt.NDArray[Any]
    """Observations of each seat at the end: shape [K, P, D]; [K, 0, D] where there are none."""


@dataclass(frozen=True)
class Advantages:
    """Generalised advantages of the decisions of a rollout."""

    advantages: Floats
    """The advantage of each decision over its value: shape [T, N]."""
    targets: Floats
    """Targets of a value function, advantage and value together: shape [T, N]."""
    weights: Floats
    """1, or 0 for decisions of which too little is known: shape [T, N]."""


@dataclass(frozen=True)
class Transitions:
    """Decisions with what their own seat saw next: M of them, in the order of their steps."""

    observations: npt.NDArray[Any]
    """Observations of the seat: shape [M, D]."""
    action_masks: Bools
    """Legal actions: shape [M, 100]."""
    actions: Ints
    """Actions taken: shape [M]."""
    seats: npt.NDArray[np.int32]
    """The seat of each decision: shape [M]."""
    rewards: Floats
    """Rewards of the seat until its next observation: shape [M]."""
    next_observations: npt.NDArray[Any]
    """Observations of the seat at its next decision, or at the end: shape [M, D]."""
    next_action_masks: Bools
    """Legal actions then; `pass` alone at an end: shape [M, 100]."""
    terminations: Bools
    """True where the episode had ended, with final rewards: shape [M]. Else bootstrap."""
    ended: Bools
    """True where the episode had ended, also by the limit of decisions: shape [M]."""


class Episodes:
    """Running returns and lengths of every seat, and those of the episodes that have ended.

    Args:
        batch: the batch that is stepped, a `PolicyBatch` too; call `update` after each of its
            steps. Only the decisions given to `step` are counted.
    """

    def __init__(self, batch: Batch[Any] | PolicyBatch) -> None:
        """Begins with the episodes that the batch plays now."""
        self._batch = _a_batch(batch)
        shape = (batch.num_envs, batch.num_players)
        self._envs = np.arange(batch.num_envs)
        self.returns = np.zeros(shape, np.float32)
        """The return of each seat so far in the current episode: shape [N, P]."""
        self.lengths = np.zeros(shape, np.int64)
        """The decisions of each seat in the running episode so far: shape [N, P]."""
        self._ended: list[tuple[Floats, Ints]] = []

    def update(self, players: npt.NDArray[np.int32]) -> Bools:
        """Counts the step that was just made.

        Args:
            players: the seats that acted: `batch.players` as it was before the step.

        Returns:
            Which envs ended an episode: shape [N].
        """
        batch = self._batch
        self.returns += batch.rewards
        self.lengths[self._envs, players] += 1
        ended: Bools = batch.terminations | batch.truncations
        if ended.any():
            self._ended.append((self.returns[ended], self.lengths[ended]))
            self.returns[ended] = 0
            self.lengths[ended] = 0
        return ended

    def take(self) -> tuple[Floats, Ints]:
        """The returns and lengths of the episodes that ended since the last call: shapes [K, P].

        >>> import eights
        >>> from eights.selfplay import Episodes
        >>> batch = eights.Batch(eights.Game("crazy_eights", players=2), num_envs=16, seed=0)
        >>> episodes = Episodes(batch)
        >>> for _ in range(200):
        ...     players = batch.players.copy()
        ...     batch.step(batch.sample())
        ...     ended = episodes.update(players)
        >>> returns, lengths = episodes.take()
        >>> returns.shape == lengths.shape, bool((returns.sum(axis=1) == 0).all())
        (True, True)
        """
        players = self.returns.shape[1]
        returns = [np.zeros((0, players), np.float32)] + [of for of, _ in self._ended]
        lengths = [np.zeros((0, players), np.int64)] + [of for _, of in self._ended]
        self._ended.clear()
        return np.concatenate(returns), np.concatenate(lengths)


class Rollout:
    """So many steps of a batch: what was seen, done and won, step by step and env by env.

    Everything is copied once, out of the arrays of the batch, into arrays that are used again and
    again. T = `steps`, N = `batch.num_envs`, P seats, D features.

    It can be copied and pickled, with its batch: the copy goes on with the same games, and holds
    the steps that are recorded. Pickled after `clear`, it is small.

    Args:
        batch: made with `autoreset="same-step"`. With `extras=["seat_observations"]` it tells what
            each seat sees at the end of an episode. In a `PolicyBatch`, only the decisions that are
            given to `step` are recorded, not those of bots and policies inside.
        steps: how many of its steps are recorded, T.
        columns: what else is kept of each decision, such as `value="float32"`: the dtype of a
            number, to be given to `step` by this name.

    Raises:
        BatchError: the batch does not reset in the same step.
        ArgumentError: `steps` is not a whole number from 1, or a column has the name of an array.
    """

    def __init__(
        self, batch: Batch[Any] | PolicyBatch, steps: int, **columns: npt.DTypeLike
    ) -> None:
        """Makes the arrays."""
        if _a_batch(batch).autoreset != "same-step":
            raise BatchError(
                f'a rollout needs a batch with autoreset="same-step", not "{batch.autoreset}"'
            )
        self.steps = integer("steps", steps, 1, MOST_STEPS)
        self.batch = batch
        self.batch_seconds = 0.0
        """The seconds that the batch's own steps have taken so far."""
        self.episodes = Episodes(batch)
        shape = (self.steps, batch.num_envs)
        size, dtype = batch.observations.shape[1], batch.observations.dtype
        self.observations = np.zeros((*shape, size), dtype)
        """Observations of the seat to act: shape [T, N, D]."""
        self.action_masks = np.zeros((*shape, batch.action_masks.shape[1]), np.bool_)
        """Legal actions: shape [T, N, 100]."""
        self.players = np.zeros(shape, np.int32)
        """The seat to act: shape [T, N]."""
        self.actions = np.zeros(shape, np.int64)
        """Actions taken: shape [T, N]."""
        self.rewards = np.zeros((*shape, batch.num_players), np.float32)
        """Rewards of each seat in the step: shape [T, N, P]."""
        self.terminations = np.zeros(shape, np.bool_)
        """True where the step ended an episode, with final rewards: shape [T, N]."""
        self.truncations = np.zeros(shape, np.bool_)
        """True where the limit of decisions ended one: shape [T, N]."""
        taken = [name for name in columns if hasattr(self, name)]
        if taken:
            raise ArgumentError(f"column {taken[0]!r} has the name of an array of the rollout")
        self.columns = {name: np.zeros(shape, dtype) for name, dtype in columns.items()}
        """Columns of the caller's own, by name: shape [T, N]."""
        self._sees_all = isinstance(batch, Batch) and "seat_observations" in batch.extras
        self._final: list[npt.NDArray[Any]] = []
        self._at = 0

    def __getstate__(self) -> dict[str, Any]:
        """The pickled state: of the arrays, the steps that are recorded."""
        state = self.__dict__.copy()
        state |= {name: state[name][: self._at] for name in _RECORDED}
        state["columns"] = {name: values[: self._at] for name, values in self.columns.items()}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Makes arrays for all steps again."""
        self.__dict__.update(state)
        for arrays, names in ((self.__dict__, _RECORDED), (self.columns, tuple(self.columns))):
            for name in names:
                recorded = arrays[name]
                arrays[name] = np.zeros((self.steps, *recorded.shape[1:]), recorded.dtype)
                arrays[name][: self._at] = recorded

    def __len__(self) -> int:
        """Number of steps that are recorded."""
        return self._at

    @property
    def is_full(self) -> bool:
        """True when every step is recorded."""
        return self._at == self.steps

    def clear(self) -> None:
        """Begins anew; the games and the running returns go on."""
        self._at = 0
        self._final.clear()

    def step(self, actions: npt.ArrayLike, **columns: npt.ArrayLike) -> None:
        """Records what is seen and done, and steps the batch.

        Args:
            actions: one an env, for the seat to act: shape [N].
            columns: a value an env for each column that the rollout was made with: shape [N].

        Raises:
            BatchError: an action is not legal; nothing is recorded, and no env has moved.
            ArrayError: the actions are not an integer for each env.
            ArgumentError: the rollout is full, or a column is missing or unknown.
        """
        if self.is_full:
            raise ArgumentError(f"the rollout holds its {self.steps} steps already: clear it first")
        if columns.keys() != self.columns.keys():
            has = ", ".join(self.columns) or "none"
            given = ", ".join(columns) or "none"
            raise ArgumentError(f"the columns of the rollout are {has}; given were {given}")
        t, batch = self._at, self.batch
        chosen = actions_of(actions, batch.num_envs)
        self.observations[t] = batch.observations
        self.action_masks[t] = batch.action_masks
        self.players[t] = batch.players
        self.actions[t] = chosen
        for name, values in columns.items():
            self.columns[name][t] = values
        start = perf_counter()
        batch.step(self.actions[t])
        self.batch_seconds += perf_counter() - start
        self.rewards[t] = batch.rewards
        self.terminations[t] = batch.terminations
        self.truncations[t] = batch.truncations
        ended = self.episodes.update(self.players[t])
        if self._sees_all and isinstance(batch, Batch) and ended.any():
            self._final.append(batch.final_seat_observations[ended])
        self._at += 1

    def ends(self) -> Ends:
        """The episodes that ended in the steps that are recorded."""
        over = self.terminations[: self._at] | self.truncations[: self._at]
        steps, envs = np.nonzero(over)
        size = self.observations.shape[2]
        seats = self.rewards.shape[2] if self._sees_all else 0
        none = np.zeros((0 if self._sees_all else len(steps), seats, size), self.observations.dtype)
        return Ends(
            steps,
            envs,
            self.terminations[steps, envs],
            np.concatenate([none, *self._final]) if self._sees_all else none,
        )

    def credit(self) -> Credit:
        """The credit for each recorded decision, for its own seat.

        A reward is credited to the last decision of its seat before it, whoever moved in between.
        """
        steps, envs, players = self._at, *self.rewards.shape[1:]
        rewards = np.zeros((steps, envs), np.float32)
        following = np.zeros((steps, envs), np.int64)
        won = np.zeros((envs, players), np.float32)
        again = np.full((envs, players), LATER)
        each = np.arange(envs)
        for t in reversed(range(steps)):
            ended = self.terminations[t] | self.truncations[t]
            won[ended] = 0
            again[ended] = ENDED
            won += self.rewards[t]
            own = (each, self.players[t])
            rewards[t], following[t] = won[own], again[own]
            won[own], again[own] = 0, t
        return Credit(rewards, following)

    def advantages(
        self,
        values: npt.ArrayLike,
        gamma: float = 1.0,
        gae_lambda: float = 0.95,
        last_values: npt.ArrayLike | None = None,
        end_values: npt.ArrayLike | None = None,
    ) -> Advantages:
        """Generalised advantages, each seat's own decisions following one another.

        Args:
            values: what each decision was valued at when it was made: shape [T, N].
            gamma: discount from a seat's decision to its next one.
            gae_lambda: how far advantages reach, 0 … 1.
            last_values: the value of what each seat sees after the last step, from
                `batch.seat_observations`: shape [N, P]. Without it, a decision whose seat does not
                decide again in the rollout has weight 0.
            end_values: the value of what each seat saw at each end, from `ends().observations`:
                shape [K, P]. It counts where an episode was cut and not paid
                (`truncation="bootstrap"`).

        Raises:
            ArgumentError: an array has another shape.
        """
        credit, ends = self.credit(), self.ends()
        steps, envs = credit.following.shape
        players = self.rewards.shape[2]
        value = _shaped("values", values, (steps, envs))
        goes_on, later = credit.following >= 0, credit.following == LATER
        next_step, each = np.where(goes_on, credit.following, 0), np.arange(envs)
        after = np.where(goes_on, value[next_step, each], np.float32(0))
        weights = np.ones_like(value)
        if last_values is None:
            weights[later] = 0
        else:
            last = _shaped("last_values", last_values, (envs, players))
            after[later] = last[each, self.players[:steps]][later]
        if end_values is not None:
            at_end = _shaped("end_values", end_values, (len(ends.steps), players))
            ended = credit.following == ENDED
            found = self._first_ends(ends, *np.nonzero(ended))
            cut = np.where(ends.terminations[:, None], 0, at_end)
            after[ended] = cut[found, self.players[:steps][ended]]
        advantages: Floats = np.asarray(credit.rewards + gamma * after - value, np.float32)
        for t in reversed(range(steps)):
            own = (next_step[t], each)
            gained = np.where(goes_on[t], advantages[own] * weights[own], 0)
            advantages[t] += gamma * gae_lambda * gained
        return Advantages(advantages, advantages + value, weights)

    def _first_ends(self, ends: Ends, steps: Ints, envs: Ints) -> Ints:
        """For each of these steps and envs the number of the end that comes first from there on."""
        order = np.lexsort((ends.steps, ends.envs))
        keys = ends.envs[order] * self.steps + ends.steps[order]
        found: Ints = order[np.searchsorted(keys, envs * self.steps + steps)]
        return found

    def transitions(self) -> Transitions:
        """Every decision whose outcome is recorded, with what its own seat saw next.

        Raises:
            BatchError: the batch was made without `extras=["seat_observations"]`.
        """
        if not self._sees_all:
            raise BatchError(
                "what a seat sees at the end is not recorded: make the batch with "
                'extras=["seat_observations"]'
            )
        credit, ends = self.credit(), self.ends()
        steps, envs = np.nonzero(credit.following != LATER)
        following, seats = credit.following[steps, envs], self.players[steps, envs]
        ended = following == ENDED
        found = self._first_ends(ends, steps[ended], envs[ended])
        again = np.where(ended, 0, following)
        next_observations = self.observations[again, envs]
        next_observations[ended] = ends.observations[found, seats[ended]]
        masks = self.action_masks[again, envs]
        masks[ended] = np.arange(masks.shape[1]) == string_to_action("pass")
        terminations = np.zeros(len(steps), np.bool_)
        terminations[ended] = ends.terminations[found]
        return Transitions(
            self.observations[steps, envs],
            self.action_masks[steps, envs],
            self.actions[steps, envs],
            seats,
            credit.rewards[steps, envs],
            next_observations,
            masks,
            terminations,
            ended,
        )


def _a_batch(given: Batch[Any] | PolicyBatch) -> Batch[Any] | PolicyBatch:
    if isinstance(given, Batch | PolicyBatch):
        return given
    raise ArgumentError(f"batch must be a Batch, not {kind(given)}")


def _shaped(name: str, values: npt.ArrayLike, shape: tuple[int, ...]) -> Floats:
    """The values as floats of this shape."""
    given = np.asarray(values, np.float32)
    if given.shape != shape:
        raise ArgumentError(f"{name} must have shape {shape}, not {given.shape}")
    return given
