"""Games of bots and policies, played side by side: a policy is called for all that wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from eights._eights import NUM_ACTIONS, ActionError, State
from eights.policies import Policy, decide, illegal, policy_name
from eights.searcher import Searcher

Seen: TypeAlias = tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]
"""What the seat to act knows, and its action mask."""


class Table(Protocol):
    """A game, and who plays it."""

    @property
    def state(self) -> State:
        """The position."""

    @property
    def seats(self) -> Sequence[str | Policy]:
        """Who sits on each seat: the name of a bot, or a policy."""

    def take(self, action: int, seen: Seen | None) -> None:
        """Applies an action; `seen` is what a policy was shown, `None` for a bot."""

    def refused(self, policy: str, why: str) -> str:
        """What is said of a policy's illegal action."""


def play(tables: Sequence[Table], dtype: type[np.float32] | type[np.uint8]) -> None:
    """Plays games to their ends; policies are shown observations of this dtype.

    Raises:
        ActionError: a policy's action is not legal.
        ArrayError: a policy returned something else than one integer for each game.
    """
    while True:
        waiting: dict[int, tuple[Policy, list[Table]]] = {}
        for table in tables:
            policy = _next_policy(table)
            if policy is not None:
                waiting.setdefault(id(policy), (policy, []))[1].append(table)
        if not waiting:
            return
        for policy, asked in waiting.values():
            _ask(policy, asked, dtype)


def _next_policy(table: Table) -> Policy | None:
    """The policy that is to decide, after bots and searchers have; none, if the game is over."""
    state = table.state
    while not state.is_terminal():
        decides = table.seats[state.current_player()]
        if isinstance(decides, str):
            table.take(state.bot_action(decides), None)
        elif isinstance(decides, Searcher):
            table.take(decides.choose(state), None)
        else:
            return decides
    return None


def _ask(policy: Policy, tables: Sequence[Table], dtype: type[np.float32] | type[np.uint8]) -> None:
    """Lets a policy decide in all these games."""
    size = tables[0].state.game.observation_tensor_size()
    observations: npt.NDArray[Any] = np.empty((len(tables), size), dtype)
    masks = np.empty((len(tables), NUM_ACTIONS), np.bool_)
    for table, observation, mask in zip(tables, observations, masks, strict=True):
        table.state.observation_tensor(out=observation)
        table.state.legal_actions_mask(out=mask)
    actions = decide(policy, observations.copy(), masks.copy())
    wrong = illegal(actions, masks)
    if wrong is not None:
        raise ActionError(tables[wrong[0]].refused(policy_name(policy), wrong[1]))
    for line, table in enumerate(tables):
        table.take(int(actions[line]), (observations[line], masks[line]))
