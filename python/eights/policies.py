"""Policies from outside: what can be called on a batch plays wherever a bot's name is allowed."""

from __future__ import annotations

import copy
import functools
import types
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from eights import _arguments
from eights._eights import ArgumentError, ArrayError, action_to_string

__all__ = ["Policy", "decide", "frozen", "illegal", "legal", "policy_name"]


class Policy(Protocol):
    """What can be called on a batch: `policy(observations, action_masks) -> actions`.

    It is given NumPy arrays of its own, of shape [n, D] (float32, or the batch's dtype) and
    [n, 100] (bool), and returns n integers: as an array of NumPy's, JAX's, torch's or another
    library's that NumPy reads by `__array__` or DLPack, or as a list.
    """

    def __call__(self, observations: Any, action_masks: Any, /) -> Any:
        """A legal action for each line."""


def policy_name(policy: object) -> str:
    """The name of a policy in messages and reports: its `name`, or its function's or class's.

    >>> policy_name(functools.partial(max, 3))
    'max'
    """
    while isinstance(policy, functools.partial):
        policy = policy.func
    for attribute in ("name", "__qualname__"):
        name = getattr(policy, attribute, None)
        if isinstance(name, str):
            return name
    return type(policy).__name__


def decide(
    policy: Policy, observations: npt.NDArray[Any], action_masks: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int64]:
    """What a policy chooses for each line; whether it is legal is not looked at.

    Raises:
        ArrayError: it returned something else than one integer a line.
    """
    made = policy(observations, action_masks)
    try:
        if hasattr(made, "__dlpack__") and not hasattr(made, "__array__"):
            made = np.from_dlpack(made)
        actions = np.asarray(made)
    except Exception as why:
        raise ArrayError(
            f"policy {policy_name(policy)} returned no array, but {_arguments.kind(made)}: {why}"
        ) from why
    lines = (len(observations),)
    if actions.shape != lines or actions.dtype.kind not in "iu":
        raise ArrayError(
            f"policy {policy_name(policy)} must return integers of shape {lines}, not "
            f"{actions.dtype} of shape {actions.shape}"
        )
    return actions.astype(np.int64, copy=False)


def legal(
    actions: npt.NDArray[np.int64], action_masks: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """For each line whether its action is legal; a number that is no action is not.

    >>> legal(np.array([54, 55, -1]), np.ones((3, 1), bool) & (np.arange(100) == 54)).tolist()
    [True, False, False]
    """
    lines, size = action_masks.shape
    known = (actions >= 0) & (actions < size)
    allowed: npt.NDArray[np.bool_] = action_masks[np.arange(lines), np.where(known, actions, 0)]
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
    possible = [f"{a} ({action_to_string(a)})" for a in np.flatnonzero(action_masks[line])]
    return line, f"action {actions[line]} is not legal; legal: {', '.join(possible)}"


def frozen(policy: Policy) -> Policy:
    """A copy of a policy that what is learned later does not change: `copy.deepcopy`.

    Raises:
        ArgumentError: it cannot be called; or it is a function that refers to variables of the
            function around it, which a copy would share. Give an object, or
            `functools.partial(function, parameters)`.
    """
    if not callable(policy):
        raise ArgumentError(f"a policy must be callable, not {_arguments.kind(policy)}")
    function = policy
    while isinstance(function, functools.partial | types.MethodType):
        function = function.func if isinstance(function, functools.partial) else function.__func__
    if isinstance(function, types.FunctionType) and function.__closure__:
        names = ", ".join(function.__code__.co_freevars)
        raise ArgumentError(
            f"policy {policy_name(policy)} cannot be frozen: a copy of the function would share "
            f"{names}; give an object, or functools.partial(function, parameters)"
        )
    return copy.deepcopy(policy)
