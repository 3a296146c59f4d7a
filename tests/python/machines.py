"""Games, wrong values and fingerprints that the state machines of Hypothesis share.

Values are drawn from short lists: Hypothesis mixes constants of the modules that happen to be
loaded into longer ranges, so the same tests would draw differently from one run to the next.
"""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st
from tables import nearest

import eights

RULESETS = [*eights.rulesets(), *eights.solve.rulesets()]
ERRORS = (TypeError, ValueError, OverflowError, IndexError, KeyError)
"""Errors that a call with bad arguments may raise; `eights.Error` is a `ValueError`."""

SEEDS = st.integers(0, 99)
PICKS = st.integers(0, 99)
"""Numbers that choose among whatever is possible when they are used."""

OVERRIDES: list[dict[str, Any]] = [
    {},
    {},
    {"deal.cards": 2},
    {"deal": {"cards": 3}},
    {"mistakes.penalty": 1},
]

WRONG_ACTIONS: list[Any] = [
    *(-1, 100, 121, 127, 255, 256, 2**31, 2**63, 2**64, -(2**63), 10**60),
    *(True, None, 0.0, 54.0, np.float64(1), np.bool_(True), b"draw", [54], (54,), {}, object()),
    *("", "draw ", "Draw", "play", "play 8X", "chance 8H", "54", "\ud800", "a\0b", "♠", "x" * 5000),
    *(np.int8(-1), np.uint64(2**64 - 1), np.array(54), np.array([54]), np.array("draw")),
]
"""Values that are hardly ever the id or the text of an action."""


@st.composite
def games(draw: st.DrawFn, /, **fixed: Any) -> eights.Game:
    """A game of a built-in ruleset; some options are fixed."""
    ruleset = draw(st.sampled_from(RULESETS))
    options: dict[str, Any] = {
        "players": nearest(ruleset, draw(st.sampled_from([2, 3, 4, 10]))),
        "overrides": draw(st.sampled_from(OVERRIDES)),
        "reward": draw(st.sampled_from(["win", "points"])),
        "chance": draw(st.sampled_from(["sampled", "sampled", "explicit"])),
        "layout": draw(st.sampled_from(["compact", "universal", "cards"])),
        "history": draw(st.sampled_from([0, 0, 3])),
        "max_decisions": draw(st.sampled_from([None, 5, 40])),
        "truncation": draw(st.sampled_from(["score", "bootstrap"])),
        "beliefs": draw(st.booleans()),
    }
    if draw(st.booleans()) and eights.Ruleset(ruleset).has_match:
        options["episode"] = "match"
    options |= fixed
    try:
        return eights.Game(ruleset, **options)
    except eights.RulesetError:  # the override does not go with the ruleset
        return eights.Game(ruleset, **(options | {"overrides": None}))


def refused(call: Callable[..., object], *arguments: Any, **named: Any) -> Exception | None:
    """The error of a call that is refused; `None` if it is not. Any other exception is a fault."""
    try:
        call(*arguments, **named)
    except ERRORS as error:
        return error
    return None


def meant(state: eights.State, value: Any) -> int | None:
    """The id of the legal action or outcome that a value stands for; `None` where it is none."""
    legal = state.legal_actions()
    if isinstance(value, str):
        return next((a for a in legal if state.action_to_string(a) == value), None)
    try:
        number = operator.index(value)
    except TypeError:
        return None
    return number if number in legal else None


def unfit(shape: tuple[int, ...], dtype: Any) -> list[Any]:
    """Values that cannot be written as an array of this shape and dtype, for `out=`."""
    right = np.zeros(shape, dtype)
    read_only = right.copy()
    read_only.flags.writeable = False
    raw = np.zeros(right.nbytes + 1, np.uint8)[1:]
    odd = [
        np.zeros((*shape[:-1], shape[-1] + 1), dtype),
        np.zeros((*shape, 1), dtype),
        np.zeros((), dtype),
        right.astype(np.complex128),
        right.astype(object),
        right.astype(np.dtype(np.int16).newbyteorder()),
        read_only,
        np.broadcast_to(np.zeros(1, dtype), shape),
        np.ma.masked_array(right.astype(np.float16)),
        right.tolist(),
        bytearray(right.nbytes),
        memoryview(bytes(right.nbytes)),
        0,
        "out",
    ]
    if right.size > 1:
        odd.append(np.zeros((*shape[:-1], 2 * shape[-1]), dtype)[..., ::2])
    if right.itemsize > 1:
        odd += [raw.view(dtype).reshape(shape), right.view(right.dtype.newbyteorder())]
    return odd


def contents(value: Any) -> bytes:
    """The contents of an array, or of another value for `out=`."""
    return value.tobytes() if isinstance(value, np.ndarray) else repr(value).encode()


ARRAYS = (
    *("observations", "action_masks", "players", "rewards", "terminations", "truncations"),
    *("final_observations", "final_players"),
)


def shown(batch: Any) -> dict[str, npt.NDArray[Any]]:
    """Every array of a batch, by its name."""
    extras = [name for extra in batch.extras for name in (extra, f"final_{extra}")]
    return {name: getattr(batch, name) for name in (*ARRAYS, *extras)}


def moment(batch: Any) -> tuple[Any, ...]:
    """All of a `Batch` or `PolicyBatch` that a call may change."""
    saved = batch.get_state()
    return (
        getattr(saved, "batch", saved).serialize(),
        {name: array.tobytes() for name, array in shown(batch).items()},
        batch.skipped_episodes,
        batch.bot_decisions,
        batch.pool,
    )


def shows_its_state(batch: Any, env: int) -> None:
    """Checks that the arrays of an env, which is not over, are what its state shows."""
    state, out = batch.state(env), np.empty_like(batch.observations[env])
    assert np.flatnonzero(batch.action_masks[env]).tolist() == state.legal_actions()
    assert batch.players[env] == state.current_player()
    assert contents(state.observation_tensor(out=out)) == contents(batch.observations[env])


COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda value: pickle.loads(pickle.dumps(value)),
    lambda value: pickle.loads(pickle.dumps(value, protocol=2)),
]
"""Ways to copy what can be copied and pickled."""


def first_legal(
    observations: npt.NDArray[Any], action_masks: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int64]:
    """A policy that plays the legal action of the lowest id."""
    del observations
    actions: npt.NDArray[np.int64] = action_masks.argmax(axis=1)
    return actions
