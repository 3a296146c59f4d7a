"""Actions that are not legal: what environments make of them, and the warning at the first one."""

from __future__ import annotations

import warnings
from typing import Any, Literal, TypeAlias, cast, get_args

import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._base.integers import actions_of
from eights._eights import Batch, BatchError, Game, State, string_to_action
from eights.policies import legal
from eights.policy_batch import PolicyBatch

__all__ = [
    "AT_END",
    "MASKABLE",
    "Guard",
    "Illegal",
    "IllegalActionWarning",
    "Notice",
    "loss",
    "lost_returns",
    "mode",
]

Illegal: TypeAlias = Literal["lose", "random", "raise"]

AT_END = string_to_action("pass")
"""The one action that a mask shows after the end, so that no mask is empty."""

MASKABLE = (
    "measure MaskablePPO by sb3_contrib.common.maskable.evaluation.evaluate_policy, since that of "
    "stable_baselines3 gives it no masks"
)
"""Advice where Stable-Baselines3 may be at work."""

_FOLLOWS = {"lose": "ends its episode as a loss", "random": "is replaced by a legal one"}


class IllegalActionWarning(UserWarning):
    """An action was not legal; an environment warns of the first one."""

    __module__ = "eights"


def mode(given: object) -> Illegal:
    """One of the ways to take an illegal action.

    Raises:
        eights.Error: it is none.
    """
    return cast(Illegal, arguments.word("illegal", given, get_args(Illegal)))


def loss(game: Game) -> float:
    """The return of a seat whose illegal action ends the episode: that of losing; -1 for points."""
    by_win = game.options["reward"] == "win"
    return -1.0 / (len(game.teams) - 1) if by_win else -1.0


def lost_returns(state: State, seat: int) -> list[float]:
    """The returns where an illegal action of one seat ends the episode: 0 for all others."""
    return [loss(state.game) if other == seat else 0.0 for other in range(state.num_players())]


class Notice:
    """The warning of an environment at its first illegal action.

    Args:
        illegal: what it makes of them.
        advice: how its policies get to know what is legal.
    """

    def __init__(self, illegal: Illegal, advice: str) -> None:
        """Nothing was said yet."""
        self._illegal = illegal
        self._advice = advice
        self._is_given = False

    def give(self) -> None:
        """Warns, if it has not yet; to be called before the action takes effect."""
        if self._is_given:
            return
        self._is_given = True
        warnings.warn(
            f"an action was not legal; each such action {_FOLLOWS[self._illegal]} "
            f"(illegal={self._illegal!r}): {self._advice}",
            IllegalActionWarning,
            stacklevel=3,
        )


class Guard:
    """A batch in which the agent holds one seat, whether its actions are legal or not.

    The arrays of the batch show an episode that an illegal action has ended as one that has ended
    by itself: with the autoreset `"same-step"` its env deals anew at once, with `"disabled"` it
    waits for a reset.

    Args:
        batch: with one of these.
        seat: of the agent.
        illegal: what becomes of an illegal action.
        advice: as for `Notice`.
    """

    def __init__(
        self, batch: Batch[Any] | PolicyBatch, seat: int, illegal: object, advice: str
    ) -> None:
        """No episode is lost yet."""
        self.illegal = mode(illegal)
        self.batch = batch
        """May be exchanged for one with the same arrays and games."""
        self._seat = seat
        self._loss = loss(batch.game)
        self._notice = Notice(self.illegal, advice)
        self._lost = np.zeros(batch.num_envs, np.bool_)
        """Envs that show an episode which an illegal action has ended: the batch is not over it."""

    def reset(self, mask: npt.NDArray[np.bool_] | None = None, seed: int | None = None) -> None:
        """Deals anew in all envs, or in those of a mask."""
        self.batch.reset(mask=mask, seed=seed)
        self._lost &= False if mask is None else ~mask

    def step(self, given: object) -> npt.NDArray[np.bool_]:
        """Applies one action an env, and returns which were illegal.

        Args:
            given: integers, as an array of any library or a list.

        Raises:
            ArrayError: `given` is not an integer for each env.
            BatchError: an action is illegal and `illegal="raise"`; no env has moved.
        """
        batch, moves = self.batch, ~self._lost
        actions = actions_of(given, batch.num_envs)
        wrong = np.zeros_like(moves)
        try:
            batch.step(actions, moves if self._lost.any() else None)
        except BatchError:
            wrong = moves & ~legal(actions, batch.action_masks)
            if batch.autoreset == "disabled":  # where an end is shown, any action is taken
                wrong &= ~(batch.terminations | batch.truncations)
            if self.illegal == "raise" or not wrong.any():
                raise
            self._notice.give()
            if self.illegal == "random":
                batch.step(np.where(wrong, batch.sample(), actions), moves)
            else:
                batch.step(actions, moves & ~wrong)
                self._lose(wrong)
        batch.rewards[~moves] = 0.0
        return wrong

    def _lose(self, envs: npt.NDArray[np.bool_]) -> None:
        """Shows the end of the episodes of these envs."""
        batch = self.batch
        batch.final_observations[envs] = batch.observations[envs]
        if batch.autoreset == "disabled":
            batch.action_masks[envs] = False
            batch.action_masks[envs, AT_END] = True
            self._lost |= envs
        else:
            batch.reset(mask=envs)
        batch.final_players[envs] = self._seat
        batch.terminations[envs] = True
        batch.truncations[envs] = False
        batch.rewards[envs] = 0.0
        batch.rewards[envs, self._seat] = self._loss
