"""Calls on one object from several threads: each has its effect in some order, or a clear error."""

from __future__ import annotations

import functools
import itertools
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from machines import COPIES, PICKS, SEEDS, contents, first_legal, games, moment, shows_its_state

import eights

pytestmark = pytest.mark.usefixtures("ends")

Call = Callable[[], object]


@pytest.fixture(autouse=True, scope="module")
def _often() -> Iterator[None]:
    """Lets threads change places as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def together(*programs: Sequence[Call]) -> list[list[bool]]:
    """Makes the calls of each program in a thread of its own; tells which were accepted.

    Raises:
        BaseException: One of them raised what is no `eights.Error`.
    """
    begin = threading.Barrier(len(programs), timeout=60)
    accepted: list[list[bool]] = [[] for _ in programs]
    wrong: list[BaseException] = []

    def accept(call: Call, told: list[bool]) -> None:
        try:
            call()
        except eights.Error:
            told.append(False)
        except BaseException as error:
            wrong.append(error)
            told.append(False)
        else:
            told.append(True)

    def run(calls: Sequence[Call], told: list[bool]) -> None:
        begin.wait()
        for call in calls:
            accept(call, told)

    threads = [
        threading.Thread(target=run, args=arguments, daemon=True)
        for arguments in zip(programs, accepted, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads), "they wait for each other"
    if wrong:
        raise wrong[0]
    return accepted


Program = Sequence[Callable[[Any], object]]
"""Calls on an object, which a thread makes one after the other."""


def on(subject: Any, programs: Sequence[Program]) -> list[list[Call]]:
    """The calls of the programs on this object."""
    return [[functools.partial(call, subject) for call in calls] for calls in programs]


def done(programs: Sequence[Program], accepted: list[list[bool]]) -> list[Program]:
    """Those of the calls that were accepted."""
    return [list(itertools.compress(*of)) for of in zip(programs, accepted, strict=True)]


def orders(sizes: list[int]) -> Iterator[tuple[int, ...]]:
    """Every order of so many calls of each thread, as the numbers of the threads."""
    numbers = [at for at, size in enumerate(sizes) for _ in range(size)]
    yield from sorted(set(itertools.permutations(numbers)))


def of_some_order(
    start: Callable[[], Any], programs: Sequence[Program], end: Any, seen: Callable[[Any], Any]
) -> bool:
    """True if the calls, made one after the other in some order, lead from the start to the end."""
    for order in orders([len(calls) for calls in programs]):
        subject, left = start(), [iter(calls) for calls in programs]
        try:
            for at in order:
                next(left[at])(subject)
        except eights.Error:
            continue
        if seen(subject) == end:
            return True
    return False


STATE_CALLS: list[Callable[[eights.State], object]] = [
    lambda state: state.apply_action(state.legal_actions()[0]),
    lambda state: state.apply_action("draw"),
    lambda state: state.apply_actions([state.legal_actions()[-1]]),
    lambda state: state.undo_action(state.current_player(), state.history()[-1]),
    lambda state: state.child(state.legal_actions()[0]).serialize(),
    lambda state: state.observation_tensor(),
    lambda state: state.bot_action("greedy"),
    lambda state: eights.search(state, iterations=4, keep=True),
    lambda state: eights.replay(state.record()),
    lambda state: state.resample(0, 1),
    lambda state: state.render("all"),
    lambda state: state.game.deserialize_state(state.serialize()),
]


@given(
    game=games(max_decisions=40),
    seed=SEEDS,
    programs=st.lists(
        st.lists(st.sampled_from(STATE_CALLS), min_size=1, max_size=8), min_size=2, max_size=3
    ),
)
def test_a_state_in_threads(game: eights.Game, seed: int, programs: Any) -> None:
    state = game.new_initial_state(seed=seed)
    together(*on(state, [[functools.partial(ours, call) for call in of] for of in programs]))
    # Whatever was done, it is a game that can be played again, and searched.
    assert eights.replay(state.record()) == state
    assert game.deserialize_state(state.serialize()) == state
    if state.is_player_node():
        found = eights.search(state, iterations=4, keep=True)
        assert found["action"] in state.legal_actions()


def ours(call: Callable[[eights.State], object], state: eights.State) -> None:
    """Makes a call; what it looked up before may be out of date, and its list empty."""
    try:
        call(state)
    except IndexError as error:
        raise eights.ActionError("nothing is legal, or nothing was done") from error


@given(seed=SEEDS, picks=st.lists(PICKS, min_size=4, max_size=4))
def test_actions_on_a_state_are_made_in_some_order(seed: int, picks: list[int]) -> None:
    game = eights.Game("crazy_eights", players=2)
    texts = ["draw", "pass", *game.new_initial_state(seed).legal_actions()]
    calls = [texts[pick % len(texts)] for pick in picks]
    state = game.new_initial_state(seed)
    plays = [functools.partial(play, action) for action in calls]
    programs = [plays[:2], plays[2:]]
    made = done(programs, together(*on(state, programs)))
    assert of_some_order(
        lambda: game.new_initial_state(seed), made, state.serialize(), eights.State.serialize
    )


def play(action: Any, state: eights.State) -> None:
    state.apply_action(action)


BATCH_CALLS: list[Callable[[Any], object]] = [
    lambda batch: batch.step(batch.action_masks.argmax(axis=1)),
    lambda batch: batch.step(np.full(len(batch), eights.string_to_action("draw"))),
    lambda batch: batch.reset(seed=3),
    lambda batch: batch.reset(np.arange(len(batch)) == 0),
    lambda batch: batch.sample(),
    lambda batch: batch.set_controllers([None, "random"]),
    lambda batch: batch.set_state(batch.get_state()),
    lambda batch: batch.set_pool(batch.game),
    lambda batch: batch.bot_actions("greedy"),
    lambda batch: batch.state(0).serialize(),
    lambda batch: batch.episode_seed(1),
    lambda batch: COPIES[1](batch).step(batch.sample()),
    lambda batch: COPIES[2](batch).reset(),
]


@given(
    threads=st.sampled_from([1, 2]),
    programs=st.lists(
        st.lists(st.sampled_from(BATCH_CALLS), min_size=1, max_size=8), min_size=2, max_size=3
    ),
)
def test_a_batch_in_threads(threads: int, programs: Any) -> None:
    batch = eights.Batch(eights.Game("crazy_eights", players=2), 8, seed=1, threads=threads)
    together(*on(batch, programs))
    for i in range(len(batch)):
        shows_its_state(batch, i)
    batch.set_state(batch.game.deserialize_batch_state(batch.get_state().serialize()))
    batch.step(batch.sample())


ORDERED: list[Callable[[Any], object]] = [
    lambda batch: batch.step(np.full(len(batch), eights.string_to_action("draw"))),
    lambda batch: batch.reset(seed=3),
    lambda batch: batch.reset(np.arange(len(batch)) == 0),
    lambda batch: batch.sample(),
    lambda batch: batch.set_controllers([None, "random"]),
]
"""Calls whose effect follows from the batch alone, and from nothing looked up before."""


@given(programs=st.lists(st.lists(st.sampled_from(ORDERED), max_size=2), min_size=2, max_size=2))
def test_calls_on_a_batch_are_made_in_some_order(programs: Any) -> None:
    def start() -> eights.Batch[np.float32]:
        return eights.Batch(eights.Game("crazy_eights", players=2), 8, seed=1)

    batch = start()
    made = done(programs, together(*on(batch, programs)))
    assert of_some_order(start, made, moment(batch), moment)


def last_legal(_: Any, action_masks: Any) -> Any:
    return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)


POLICY_CALLS: list[Callable[[Any], object]] = [
    *BATCH_CALLS[:5],
    lambda batch: batch.set_controllers([None, last_legal]),
    lambda batch: batch.set_controllers([first_legal, None]),
    lambda batch: batch.set_controllers([None, "random"]),
    lambda batch: batch.set_state(batch.get_state()),
    lambda batch: COPIES[0](batch).reset(),
    lambda batch: COPIES[1](batch).reset(),
]


@given(
    programs=st.lists(
        st.lists(st.sampled_from(POLICY_CALLS), min_size=1, max_size=8), min_size=2, max_size=3
    )
)
def test_a_batch_with_policies_in_threads(programs: Any) -> None:
    game = eights.Game("crazy_eights", players=2, overrides={"deal.cards": 2})
    batch = eights.PolicyBatch(game, 8, seed=1, controllers=[None, first_legal])
    together(*on(batch, programs))
    batch.reset()
    for _ in range(3):
        batch.step(batch.sample())
    for i in range(len(batch)):
        shows_its_state(batch, i)


def test_a_run_of_cfr_in_threads() -> None:
    solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
    run = solver.cfr()
    calls: list[Call] = [
        lambda: run.run(1),
        lambda: COPIES[2](run).run(1),
        lambda: run.average_policy(),
        lambda: run.exploitability(),
    ]
    together(calls, calls[::-1], calls[1:])
    assert run.iteration == 2
    plain = solver.cfr()
    plain.run(2)
    assert contents(run.average_policy()) == contents(plain.average_policy())
