"""No call leaks memory: many calls leave as many objects and bytes as a few."""

from __future__ import annotations

import copy
import ctypes
import gc
import pickle
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import eights
from eights import solve
from eights.envs.vector import EightsVectorEnv

GAME = eights.Game("crazy_eights_special", players=3)
STATE = eights.Game("tiny_eights_a", players=2, max_decisions=20).new_initial_state(seed=1)
BATCH = eights.Batch(GAME, num_envs=4, seed=1, extras=["seat_observations"])
SOLVER = solve.Tabular(eights.Game("tiny_eights_a", players=2), threads=1)
ENV = EightsVectorEnv(4, "crazy_eights")
ENV.reset(seed=1)
HELD: list[Any] = []


def play() -> None:
    state = GAME.new_initial_state(seed=1)
    for _ in range(9):
        state.apply_action(state.legal_actions()[0])
    for make in (state.returns, state.events, state.record, state.to_dict, state.serialize):
        make()


def look() -> None:
    for make in (
        STATE.observation_tensor,
        STATE.privileged_tensor,
        STATE.information_state_tensor,
        STATE.information_state_string,
        STATE.legal_actions_mask,
        STATE.to_svg,
    ):
        make()


def step_and_hold() -> None:
    # Each step's observations outlive the next two, so every step needs a new array.
    HELD.append(ENV.step(ENV.sample())[0])
    del HELD[:-4]


def refuse() -> None:
    for ask in (
        lambda: eights.Game("no such game", players=3),
        lambda: STATE.apply_action(99),
        lambda: BATCH.step(np.zeros(3, np.int64)),
        lambda: eights.Batch(GAME, num_envs=0),
    ):
        with pytest.raises(eights.Error):
            ask()


def report() -> None:
    [games] = eights.arena_games(GAME, "greedy", "random", deals=1, seed=1)
    eights.arena_report(GAME, ["greedy", "random"], 1, 1, [(0, 1, games)])


CALLS: dict[str, Callable[[], object]] = {
    "a game": lambda: eights.Game("crazy_eights_special", players=3),
    "a batch": lambda: eights.Batch(GAME, num_envs=4, seed=1, extras=list(BATCH.extras)),
    "a pool": lambda: eights.Batch(eights.GamePool([GAME]), num_envs=4, seed=1),
    "a step": lambda: BATCH.step(BATCH.sample()),
    "a reset": lambda: BATCH.reset(seed=1),
    "an exchange": lambda: BATCH._exchange(),  # noqa: SLF001
    "a saved batch": lambda: BATCH.set_state(BATCH.get_state()),
    "a pickled batch": lambda: pickle.loads(pickle.dumps(BATCH)),
    "a state of a batch": lambda: BATCH.state(3),
    "a step of a vector env": step_and_hold,
    "an episode": play,
    "views": look,
    "copies": lambda: copy.deepcopy(STATE),
    "a resampled state": lambda: STATE.resample(0, seed=1),
    "a search": lambda: eights.search(STATE, iterations=8, trees=2, keep=True, seed=1),
    "a report": report,
    "an interval": lambda: eights.win_rate_interval([1.0, 0.0]),
    "a policy": lambda: SOLVER.best_response(SOLVER.uniform(), 0),
    "refusals": refuse,
}
TIMES = 50


@pytest.fixture(autouse=True, scope="module")
def _earlier_objects_are_not_looked_through() -> Iterator[None]:
    """Spares each collection of garbage the objects of all modules and tests before."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def bytes_in_use() -> int:
    """Returns the bytes allocated by the C library; 0 where it does not report them."""

    class Info(ctypes.Structure):
        _fields_ = [(f"field{i}", ctypes.c_size_t) for i in range(10)]

    ask = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None
    if ask is None:
        return 0
    ask.restype = Info
    info = ask()
    return int(info.field7 + info.field4)


@pytest.mark.parametrize("call", CALLS)
def test_no_call_keeps_memory(call: str) -> None:
    def many() -> tuple[int, int]:
        for _ in range(TIMES):
            CALLS[call]()
        gc.collect()
        return sys.getallocatedblocks(), bytes_in_use()

    many()
    kept = (0, 0)
    # A leak repeats every time, whereas caches fill once.
    for _ in range(5):
        before, after = many(), many()
        kept = after[0] - before[0], after[1] - before[1]
        if kept[0] < TIMES / 2 and kept[1] < 32 * TIMES:
            return
    raise AssertionError(f"{call} keeps {kept[0]} objects and {kept[1]} bytes in {TIMES} calls")
