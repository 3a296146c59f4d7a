"""Python code that is called in the midst of a call, and calls in turn: an error, or it works."""

from __future__ import annotations

import contextlib
import copy
import pickle
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from machines import (
    PICKS,
    SEEDS,
    contents,
    first_legal,
    moment,
    refused,
    shown,
    shows_its_state,
)

import eights
from eights.solve import Cfr, Tabular

pytestmark = pytest.mark.usefixtures("ends")

Deed = Callable[[], object]


class Meddling:
    """Plays as `first_legal`; the first time that it is asked it does something else before."""

    def __init__(self) -> None:
        self.deed: Deed | None = None
        self.refusal: Exception | None = None

    def __call__(self, observations: Any, action_masks: Any) -> Any:
        deed, self.deed = self.deed, None
        if deed is not None:
            self.refusal = refused(deed)
        return first_legal(observations, action_masks)


class OwnError(RuntimeError):
    """The error that a policy raises."""


def fail() -> None:
    raise OwnError


def draws(meddling: Meddling) -> eights.Pool:
    """A pool whose draws do what the policy should do."""

    class Drawing(eights.Pool):
        def draw(self, number: Any) -> Any:
            meddling(np.zeros((0, 1)), np.zeros((0, 1), np.bool_))
            return super().draw(number)

    pool = Drawing(seed=1)
    pool.add("random")
    return pool


REFUSED: list[Callable[[eights.PolicyBatch], object]] = [
    lambda batch: batch.step(batch.action_masks.argmax(axis=1)),
    lambda batch: batch.step(batch.action_masks.argmax(axis=1), np.ones(len(batch), np.bool_)),
    lambda batch: batch.reset(),
    lambda batch: batch.reset(seed=1),
    lambda batch: batch.reset(np.ones(len(batch), np.bool_)),
    lambda batch: batch.get_state(),
    copy.copy,
    copy.deepcopy,
    pickle.dumps,
]
"""Calls that a batch refuses while one of its calls is under way."""

ACCEPTED: list[Callable[[eights.PolicyBatch], object]] = [
    lambda batch: batch.bot_actions("greedy"),
    lambda batch: batch.state(0).record(),
    lambda batch: batch.episode_seed(1),
    lambda batch: batch.game_of(0),
    lambda batch: eights.search(batch.game.new_initial_state(1), iterations=2),
    lambda batch: eights.arena(batch.game, [first_legal, "random"], deals=1),
    lambda batch: eights.PolicyBatch(batch.game, 1, 1, controllers=[None, *[first_legal] * 2]),
    lambda batch: eights.Batch(batch.game, 2, 1).step([54, 54]),
    lambda batch: eights.decision_time(batch.game, first_legal),
    repr,
]
"""Calls that work at any time, and change nothing."""


class Policies(RuleBasedStateMachine):
    """A batch whose policy meddles, beside one whose policy does not."""

    @initialize(mode=st.sampled_from(["same-step", "next-step", "disabled"]), is_pool=st.booleans())
    def make(self, mode: Any, is_pool: bool) -> None:
        options: dict[str, Any] = {"overrides": {"deal.cards": 2}, "max_decisions": 30}
        game = eights.Game("crazy_eights", players=3, **options)
        self.meddling = Meddling()
        pools = [draws(Meddling()), draws(self.meddling)]
        policies: list[Any] = pools if is_pool else [first_legal, self.meddling]
        self.twin, self.batch = (
            eights.PolicyBatch(game, 3, 1, controllers=[None, policy, "greedy"], autoreset=mode)
            for policy in policies
        )

    def both(self, call: Callable[[eights.PolicyBatch], object]) -> None:
        call(self.twin)
        call(self.batch)

    def played(self, pick: int, deed: Deed) -> None:
        """Makes a step, or a reset where the pick says so, in the midst of which it is done."""
        self.meddling.deed = deed
        mask = self.batch.action_masks
        legal = [np.flatnonzero(of) for of in mask]
        actions = [int(of[pick % len(of)]) for of in legal]
        if pick % 7 == 0:
            self.both(lambda batch: batch.reset())
        elif pick % 7 == 1:
            which = np.arange(len(mask)) == pick % len(mask)
            self.both(lambda batch: batch.reset(which))
        else:
            self.both(lambda batch: batch.step(actions))

    @rule(pick=PICKS, deed=st.sampled_from(REFUSED))
    def do_what_is_refused(self, pick: int, deed: Callable[[eights.PolicyBatch], object]) -> None:
        self.meddling.refusal = None
        self.played(pick, lambda: deed(self.batch))
        if self.meddling.deed is None:
            assert isinstance(self.meddling.refusal, eights.BatchError)

    @rule(pick=PICKS, deed=st.sampled_from(ACCEPTED))
    def do_what_is_accepted(self, pick: int, deed: Callable[[eights.PolicyBatch], object]) -> None:
        self.meddling.refusal = None
        self.played(pick, lambda: deed(self.batch))
        assert self.meddling.refusal is None

    @rule(pick=PICKS, seed=SEEDS)
    def fail_and_begin_anew(self, pick: int, seed: int) -> None:
        try:
            self.played(pick, fail)
        except OwnError:
            for call in REFUSED[0], REFUSED[4], REFUSED[5]:
                with pytest.raises(eights.BatchError, match="in the middle"):
                    call(self.batch)
        self.meddling.deed = None
        self.both(lambda batch: batch.reset(seed=seed))
        self.batch.final_observations[...] = self.twin.final_observations

    @rule(pick=PICKS)
    def copy(self, pick: int) -> None:
        """A copy goes its own way; the batch stays as it was."""
        copied = copy.copy(self.batch)
        assert moment(copied) == moment(self.batch)
        was = moment(self.batch)
        copied.step(copied.sample())
        copied.reset(seed=pick)
        assert moment(self.batch) == was

    @invariant()
    def it_makes_no_difference(self) -> None:
        self.meddling.deed = None
        for name, array in shown(self.twin).items():
            assert contents(array) == contents(shown(self.batch)[name]), name


TestPolicies = Policies.TestCase


SOLVER = Tabular(eights.Game("tiny_eights_a", players=2))


class Subjects:
    """A state and a batch, and something to be done with them while an argument is read."""

    def __init__(self, deed: Callable[[Subjects], object]) -> None:
        self.game = eights.Game("crazy_eights", players=2)
        self.state = self.game.new_initial_state(seed=1)
        self.batch = eights.Batch(self.game, 2, seed=1)
        self.solver: Tabular = SOLVER
        self.cfr: Cfr = SOLVER.cfr()
        self.deed: Callable[[Subjects], object] | None = deed

    def do(self, *_: object) -> Any:
        """Does it, but not again while it is being done."""
        deed, self.deed = self.deed, None
        if deed is not None:
            deed(self)
            self.deed = deed
        return 1


class Reading:
    """An integer that is read by calling."""

    def __init__(self, subjects: Subjects) -> None:
        self.subjects = subjects

    def __index__(self) -> int:
        return int(self.subjects.do())

    def __float__(self) -> float:
        return float(self.subjects.do())


def number(subjects: Subjects) -> Any:
    """Such an integer, or float."""
    return Reading(subjects)


class Items(Mapping[str, Any]):
    """A mapping whose items are made by calling."""

    def __init__(self, subjects: Subjects, held: dict[str, Any]) -> None:
        self.subjects, self.held = subjects, held

    def __getitem__(self, key: str) -> Any:
        self.subjects.do()
        return self.held[key]

    def __iter__(self) -> Iterator[str]:
        self.subjects.do()
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


class Viewed(np.ndarray[Any, Any]):
    """An array that calls when it is viewed, or read as another."""

    subjects: Subjects

    def view(self, *given: Any) -> Any:  # type: ignore[override]
        self.subjects.do()
        return super().view(*given)

    @classmethod
    def of(cls, subjects: Subjects, array: Any) -> Any:
        made = array.view(cls)
        made.subjects = subjects
        return made


HANDS = {"hands": ["8H 5C", "KD QD"], "pile": "TC"}

OUTER: list[Callable[[Subjects], object]] = [
    lambda of: of.state.apply_action(number(of)),
    lambda of: of.state.apply_actions([54, number(of)]),
    lambda of: of.state.undo_action(number(of), number(of)),
    lambda of: of.state.child(number(of)),
    lambda of: of.state.resample(number(of), number(of)),
    lambda of: of.state.observation_tensor(number(of)),
    lambda of: of.state.legal_actions_mask(number(of)),
    lambda of: of.state.bot_action("random", number(of)),
    lambda of: of.state.to_svg(number(of)),
    lambda of: of.state.resample_from_infostate(0, of.do),
    lambda of: of.state.record([Items(of, {"move": 1, "value": 0.5})]),
    lambda of: of.game.position(Items(of, HANDS), seed=number(of)),
    lambda of: of.game.ruleset.override(Items(of, {"deal.cards": 3})),
    lambda of: eights.Game("uno", players=number(of), overrides=Items(of, {})),
    lambda of: of.batch.step([number(of), number(of)]),
    lambda of: of.batch.step(of.batch.sample(), Viewed.of(of, np.ones(2, np.bool_))),
    lambda of: of.batch.step(Viewed.of(of, of.batch.sample())),
    lambda of: of.batch.reset(Viewed.of(of, np.ones(2, np.bool_)), seed=number(of)),
    lambda of: of.batch.reset(seed=[number(of), number(of)]),
    lambda of: of.batch.state(number(of)),
    lambda of: of.batch.game_of(number(of)),
    lambda of: of.batch.set_controllers(of.do() and iter([None, of.do() and "random"])),  # type: ignore[arg-type]
    lambda of: eights.Batch(of.game, number(of), seed=number(of), threads=number(of)),
    lambda of: eights.GamePool([of.game, of.state], weights=(of.do() for _ in range(2))),
    lambda of: eights.GamePool([of.do() and of.game for _ in range(2)]),
    lambda of: eights.arena(of.game, ["greedy", "random"], deals=number(of), progress=of.do),
    lambda of: eights.arena(of.game, Items(of, {"a": "greedy", "b": "random"}), deals=1),
    lambda of: eights.arena_games(
        of.game, lambda _, mask: mask.argmax(1) * int(of.do()), "random", 1
    ),
    lambda of: eights.win_rate_interval([of.do() for _ in range(3)]),
    lambda of: eights.search(of.state, iterations=number(of), exploration=number(of)),
    lambda of: eights.solve.Tabular(of.solver.game, max_nodes=number(of), progress=of.do),
    lambda of: of.cfr.run(number(of), progress=of.do),
    lambda of: eights.solve.policy_of(of.solver, lambda _, mask: mask.argmax(1) * int(of.do())),
]
"""Calls that read an argument, or ask, by what is done in the midst of them."""

INNER: list[Callable[[Subjects], object]] = [
    lambda of: of.state.apply_action("draw"),
    lambda of: of.state.apply_action(of.state.legal_actions()[0]),
    lambda of: of.state.undo_action(of.state.current_player(), of.state.history()[-1]),
    lambda of: of.batch.step(of.batch.sample()),
    lambda of: of.batch.reset(seed=3),
    lambda of: of.batch.set_state(of.batch.get_state()),
    lambda of: of.batch.set_pool(of.game),
    lambda of: of.cfr.run(1),
    lambda of: pickle.dumps(of.cfr),
    lambda of: eights.arena(of.game, ["greedy", "random"], deals=1),
    lambda _: fail(),
    lambda of: [call(of) for call in (OUTER[0], OUTER[14], OUTER[16])],
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@given(outer=st.sampled_from(OUTER), inner=st.sampled_from(INNER))
def test_what_is_done_while_an_argument_is_read(
    outer: Callable[[Subjects], object], inner: Callable[[Subjects], object]
) -> None:
    subjects = Subjects(inner)
    with contextlib.suppress(OwnError):  # what was raised in the midst passes through
        refused(outer, subjects)
    state, batch = subjects.state, subjects.batch
    assert eights.replay(state.record()) == state
    for i in range(2):
        shows_its_state(batch, i)
    batch.step(batch.sample())
