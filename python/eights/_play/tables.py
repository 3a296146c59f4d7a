"""Games of bots and policies, played side by side: a policy is called for all that wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from eights._display.frames import beginning
from eights._eights import ActionError, State
from eights._play.deciders import Decider
from eights.policies import (
    AnyPolicy,
    MemoryPolicy,
    Rows,
    decide,
    has_memory,
    illegal,
    policy_name,
)

Seen: TypeAlias = tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]
"""The observation of the seat to act, and its action mask."""


class Table(Protocol):
    """A game and its players."""

    @property
    def state(self) -> State:
        """The position."""

    @property
    def seats(self) -> Sequence[str | AnyPolicy]:
        """The player of each seat: the name of a bot or searcher, or a policy."""

    def take(self, action: int, seen: Seen | None) -> None:
        """Applies an action; `seen` is what a policy was shown, `None` for a bot."""

    def refused(self, policy: str, why: str) -> str:
        """The message about a policy's illegal action."""


def play(tables: Sequence[Table], dtype: type[np.float32] | type[np.uint8]) -> None:
    """Plays games to their ends; policies are shown observations of this dtype.

    Raises:
        ActionError: a policy's action is not legal.
        ArrayError: a policy returned something else than one integer for each game.
    """
    memories: dict[int, _Memory] = {}
    while True:
        waiting: dict[int, tuple[AnyPolicy, list[int]]] = {}
        for at, table in enumerate(tables):
            policy = _next_policy(table)
            if policy is not None:
                waiting.setdefault(id(policy), (policy, []))[1].append(at)
        if not waiting:
            return
        for policy, asked in waiting.values():
            if has_memory(policy) and id(policy) not in memories:
                players = tables[0].state.num_players()
                memories[id(policy)] = _Memory.of(policy, len(tables), players)
            some, memory = [tables[at] for at in asked], memories.get(id(policy))
            states = [table.state for table in some]
            _ask(policy, some, dtype, None if memory is None else memory.rows(states, asked))


@dataclass
class _Memory:
    """The memory of a policy in games that are played side by side."""

    held: Any
    has_decided: npt.NDArray[np.bool_]
    """For each game and seat: true if the seat has decided before."""

    @classmethod
    def of(cls, policy: MemoryPolicy, games: int, players: int) -> _Memory:
        """An empty memory."""
        return cls(policy.new_memory(games, players), np.zeros((games, players), np.bool_))

    def rows(self, states: Sequence[State], numbers: Sequence[int]) -> Rows:
        """The rows of games in which the policy is now to decide."""
        envs = np.array(numbers, np.int64)
        seats = np.array([state.current_player() for state in states], np.int64)
        starts = ~self.has_decided[envs, seats]
        self.has_decided[envs, seats] = True
        return Rows(self.held, envs, seats, starts)


def _next_policy(table: Table) -> AnyPolicy | None:
    """The policy that is to decide, after bots and deciders have; none, if the game is over."""
    state = table.state
    while not state.is_terminal():
        decides = table.seats[state.current_player()]
        if isinstance(decides, str):
            table.take(state.bot_action(decides), None)
        elif isinstance(decides, Decider):
            table.take(decides.choose(state), None)
        else:
            return decides
    return None


def _ask(
    policy: AnyPolicy,
    tables: Sequence[Table],
    dtype: type[np.float32] | type[np.uint8],
    rows: Rows | None,
) -> None:
    """Lets a policy decide in all these games."""
    size = tables[0].state.game.observation_tensor_size()
    observations: npt.NDArray[Any] = np.empty((len(tables), size), dtype)
    masks = np.empty((len(tables), tables[0].state.num_distinct_actions()), np.bool_)
    for table, observation, mask in zip(tables, observations, masks, strict=True):
        table.state.observation_tensor(out=observation)
        table.state.legal_actions_mask(out=mask)
    actions = decide(policy, observations.copy(), masks.copy(), rows)
    wrong = illegal(actions, masks)
    if wrong is not None:
        raise ActionError(tables[wrong[0]].refused(policy_name(policy), wrong[1]))
    for line, table in enumerate(tables):
        table.take(int(actions[line]), (observations[line], masks[line]))


def choose(player: str | AnyPolicy, state: State, seed: int | None = None) -> int:
    """Chooses an action of the seat to act by a bot, decider or policy, outside any batch.

    A policy with a memory is shown all that the seat has decided before: what it remembers follows
    from the game alone, wherever that was played.

    Args:
        player: the name of a bot or searcher, a decider or a policy.
        state: a position that is not over; with a memory, one that was dealt or begun here.
        seed: for what a bot or decider leaves to chance.

    Raises:
        ActionError: a policy's action is not legal.
        ArrayError: a policy returned something else than one integer.
        eights.Error: as `State.bot_action` and `eights.search` say.
    """
    if isinstance(player, str):
        return state.bot_action(player, seed)
    if isinstance(player, Decider):
        return player.choose(state, seed)
    if not has_memory(player):
        return _chosen(player, state, None)
    seat, memory = state.current_player(), _Memory.of(player, 1, state.num_players())
    earlier = beginning(state.record())
    for action in state.history():
        if earlier.current_player() == seat:
            _chosen(player, earlier, memory)
        earlier.apply_action(action)
    return _chosen(player, state, memory)


def _chosen(policy: AnyPolicy, state: State, memory: _Memory | None) -> int:
    """Chooses an action by a policy in one game."""
    observations = state.observation_tensor(
        out=np.empty(state.game.observation_tensor_size(), np.float32)
    )
    masks = state.legal_actions_mask()[None]
    rows = None if memory is None else memory.rows([state], [0])
    actions = decide(policy, observations[None], masks.copy(), rows)
    wrong = illegal(actions, masks)
    if wrong is not None:
        raise ActionError(f"policy {policy_name(policy)}: {wrong[1]}")
    return int(actions[0])
