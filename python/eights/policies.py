"""Policies from outside: what can be called on a batch plays wherever a bot's name is allowed."""

from __future__ import annotations

import copy
import functools
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeGuard, TypeVar, cast

import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._base.integers import integers
from eights._eights import NUM_ACTIONS, ArgumentError, ArrayError, action_to_string
from eights._play.deciders import Decider
from eights._play.shared import names as shared_names

__all__ = [
    "AnyPolicy",
    "MemoryPolicy",
    "Policy",
    "Rows",
    "decide",
    "frozen",
    "has_memory",
    "illegal",
    "legal",
    "policy_name",
]


class Policy(Protocol):
    """A callable for a batch: `policy(observations, action_masks) -> actions`.

    It is given NumPy arrays of its own, of shape [n, D] (float32, or the batch's dtype) and
    [n, 100] (bool), and returns n integers: as an array of NumPy's, JAX's, torch's or another
    library's that NumPy reads by `__array__` or DLPack, or as a list.
    """

    def __call__(self, observations: Any, action_masks: Any, /) -> Any:
        """A legal action for each line."""


class MemoryPolicy(Protocol):
    """A policy that remembers what its seat has seen in the episode: one with `new_memory`.

    Whoever plays it keeps its memory: a `PolicyBatch` one for all its envs, an arena one for the
    games that it plays side by side. So one object may play in many places at once, and a copy or
    pickle of a batch holds what was remembered in it.

    A policy is called for the lines in which it decides, and for no others: a memory goes from a
    seat's decision to its next one.
    """

    def new_memory(self, num_envs: int, num_seats: int, /) -> Any:
        """An empty memory for this many envs and seats: any object that the policy likes."""

    def __call__(
        self,
        observations: Any,
        action_masks: Any,
        /,
        *,
        memory: Any,
        envs: Any,
        seats: Any,
        starts: Any,
    ) -> Any:
        """A legal action for each line; changes the memory in place.

        Args:
            observations: as for `Policy`.
            action_masks: as for `Policy`.
            memory: what `new_memory` returned.
            envs: the env of each line, below `num_envs`: int64, shape [n].
            seats: the seat that it decides for: int64, shape [n]. No two lines have the same env.
            starts: whether that is the seat's first decision in an episode, before which it
                remembers nothing: bool, shape [n].
        """


AnyPolicy: TypeAlias = Policy | MemoryPolicy


_Given = TypeVar("_Given", bound=AnyPolicy)


class Rows(NamedTuple):
    """The games of the lines that a policy with a memory decides, and its memory."""

    memory: Any
    envs: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int64]
    starts: npt.NDArray[np.bool_]


def has_memory(policy: object) -> TypeGuard[MemoryPolicy]:
    """True if a policy remembers: whether it has `new_memory`."""
    return callable(getattr(policy, "new_memory", None))


def policy_name(policy: object) -> str:
    """The name of a policy in messages and reports: its `name`, or its function's or class's.

    A bot is its name.

    >>> policy_name(functools.partial(max, 3)), policy_name("greedy")
    ('max', 'greedy')
    """
    if isinstance(policy, str):
        return policy
    while isinstance(policy, functools.partial):
        policy = policy.func
    for attribute in ("name", "__qualname__"):
        name = getattr(policy, attribute, None)
        if isinstance(name, str):
            return name.rpartition("<locals>.")[2]
    return type(policy).__name__


def decide(
    policy: AnyPolicy,
    observations: npt.NDArray[Any],
    action_masks: npt.NDArray[np.bool_],
    rows: Rows | None = None,
) -> npt.NDArray[np.int64]:
    """The action that a policy chooses for each line; legality is not checked.

    Args:
        policy: the policy.
        observations: arrays of its own.
        action_masks: arrays of its own.
        rows: for a policy with a memory.

    Raises:
        ArrayError: it returned something else than one integer a line.
        ArgumentError: it has a memory, and plays where games have no names.
    """
    if not has_memory(policy):
        made = cast(Policy, policy)(observations, action_masks)
    elif rows is None:
        raise ArgumentError(f"policy {policy_name(policy)} has a memory: here lines are not games")
    else:
        made = policy(observations, action_masks, **rows._asdict())
    lines = len(observations)
    wanted = f"policy {policy_name(policy)} must return integers of shape ({lines},)"
    return integers(wanted, made, lines)


def legal(
    actions: npt.NDArray[np.int64], action_masks: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """For each line whether its action is legal; a number that is not an action is illegal.

    Raises:
        ArrayError: the actions are not an integer a line, or the masks are not bools.

    >>> legal(np.array([54, 55, -1]), np.ones((3, 1), bool) & (np.arange(100) == 54)).tolist()
    [True, False, False]
    """
    masks = np.asarray(action_masks)
    if masks.dtype != np.bool_ or masks.ndim != 2:
        raise ArrayError(
            "action_masks must be bools of shape (lines, actions), "
            f"not {masks.dtype} of shape {masks.shape}"
        )
    lines, size = masks.shape
    actions = integers(f"actions must be integers of shape ({lines},)", actions, lines)
    known = (actions >= 0) & (actions < size)
    allowed: npt.NDArray[np.bool_] = masks[np.arange(lines), np.where(known, actions, 0)]
    allowed &= known
    return allowed


def illegal(
    actions: npt.NDArray[np.int64], action_masks: npt.NDArray[np.bool_]
) -> tuple[int, str] | None:
    """The first line whose action is not legal, and what was wrong with it; `None` if none is.

    >>> illegal(np.array([55]), np.arange(100)[None] == 54)
    (0, 'action 55 is not legal; legal: 54 (draw)')
    """
    allowed = legal(actions, action_masks)
    if allowed.all():
        return None
    line = int(np.argmin(allowed))
    possible = [_told(a, action_masks.shape[1]) for a in np.flatnonzero(action_masks[line])]
    return line, f"action {actions[line]} is not legal; legal: {', '.join(possible)}"


def _told(action: np.int64, size: int) -> str:
    """The id of one of `size` actions, with its text where it has the same in every such game."""
    return f"{action} ({action_to_string(action)})" if size == NUM_ACTIONS else f"{action}"


def frozen(policy: _Given) -> _Given:
    """A copy of a policy that what is learned later does not change: `copy.deepcopy`.

    Raises:
        ArgumentError: it cannot be called; or its code refers to what a copy would share: variables
            of the function around it, globals of its module, defaults of its arguments. Modules,
            functions and classes may be referred to, and constants: values that do not change,
            under a global name in capitals. Give an object that holds the rest, or
            `functools.partial(function, parameters)`.
    """
    if not callable(policy):
        raise ArgumentError(f"a policy must be callable, not {arguments.kind(policy)}")
    # Players of the package that decide from states share nothing but code.
    of_package = isinstance(policy, Decider)
    shared = [] if of_package else list(dict.fromkeys(shared_names(policy)))
    if shared:
        raise ArgumentError(
            f"policy {policy_name(policy)} cannot be frozen: a copy of the function would share "
            f"{', '.join(shared)}; give an object, or functools.partial(function, parameters)"
        )
    return copy.deepcopy(policy)
