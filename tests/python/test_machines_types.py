"""Every public callable with values of any kind: a result, or a clear error and no change."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from machines import first_legal, refused
from soup import SOUP, Unspeakable

import eights
from eights import collect, hidden, policies, reports, selfplay, solve, text

MODULES = [eights, collect, hidden, policies, reports, selfplay, solve, text]
UNBOUNDED = {"eights.exploit", "eights.reports.alpha_rank"}
"""Functions that take long once their arguments are right: only wrong ones are given."""


def small() -> eights.Game:
    """A game that is over soon, for more seats than `Tabular` takes."""
    options: dict[str, Any] = {"players": 3, "max_decisions": 6}
    return eights.Game("crazy_eights_special", overrides={"deal.cards": 2}, **options)


class Subjects:
    """Objects of every kind whose methods are called."""

    solver = solve.Tabular(eights.Game("tiny_eights_a", players=2))
    report = eights.arena(small(), ["greedy", "random"], deals=2, seed=1)

    def __init__(self) -> None:
        """New ones, since calls change them."""
        game = small()
        pool = eights.Pool("prioritised", limit=3)
        pool.add("greedy", keep=True)
        pool.add(first_legal)
        batch = eights.Batch(game, 2, seed=1, extras=["seat_observations"])
        self.all: dict[str, Any] = {
            "ruleset": game.ruleset,
            "game": game,
            "state": game.new_initial_state(seed=1),
            "chance": eights.Game("uno", players=2, chance="explicit").new_initial_state(),
            "batch": batch,
            "batch_state": batch.get_state(),
            "game_pool": eights.GamePool([game, game]),
            "policy_batch": eights.PolicyBatch(game, 2, 1, controllers=[None, pool, first_legal]),
            "pool": pool,
            "searcher": eights.Searcher(iterations=2),
            "rollout": selfplay.Rollout(eights.Batch(game, 2, seed=1), 2, value="float32"),
            "solver": self.solver,
            "cfr": self.solver.cfr(),
            "report": reports.Report(self.report),
        }

    def callables(self) -> dict[str, Callable[..., object]]:
        """All of them by their names: functions, classes, and the methods of the objects."""
        found: dict[str, Callable[..., object]] = {}
        for module in MODULES:
            for name in module.__all__:
                thing = getattr(module, name)
                if callable(thing) and not (
                    inspect.isclass(thing) and issubclass(thing, BaseException | Enum)
                ):
                    found[f"{module.__name__}.{name}"] = thing
        for name, subject in self.all.items():
            for method in dir(subject):
                if method[0] != "_" and callable(getattr(type(subject), method, None)):
                    found[f"{name}.{method}"] = getattr(subject, method)
        return found

    def get(self, value: Any) -> Any:
        """The object of a name; any other value is itself."""
        return self.all.get(value, value) if isinstance(value, str) else value

    def fingerprints(self) -> dict[str, bytes]:
        """The bytes of each of them, which a call may change."""
        return {name: pickle.dumps(subject) for name, subject in self.all.items()}


SAYABLE = [value for value in SOUP if not isinstance(value, Unspeakable)]
"""Values whose own errors are not met: those pass through."""
NAMES = sorted(Subjects().callables())
VALUES = [*SAYABLE, *Subjects().all, [None, "random", "greedy"], ["random", "greedy"]]


def soon(value: Any) -> Any:
    """The value, or 2 in the place of a number of things that would take long."""
    return 2 if isinstance(value, int) and 2 < value < 2**64 else value


def parameters(function: Callable[..., object]) -> list[str]:
    """The names of the arguments; none where they are not told."""
    try:
        return [*inspect.signature(function).parameters]
    except ValueError:
        return []


def failed(function: Callable[..., object], *values: Any, **told: Any) -> Exception | None:
    """The error of a call that is refused, or of a file that cannot be read or written."""
    try:
        return refused(function, *values, **told)
    except OSError as error:
        return error


class Calls(RuleBasedStateMachine):
    """Calls of anything with anything."""

    @initialize()
    def make(self) -> None:
        self.subjects = Subjects()
        self.callables = self.subjects.callables()
        self.was = self.subjects.fingerprints()

    @rule(
        name=st.sampled_from(NAMES),
        places=st.lists(st.integers(0, len(VALUES) - 1), max_size=5),
        is_named=st.booleans(),
    )
    def call(self, name: str, places: list[int], is_named: bool) -> None:
        values = [soon(VALUES[at]) for at in places]
        if name not in UNBOUNDED:
            values = [self.subjects.get(value) for value in values]
        function, told = self.callables[name], {}
        if is_named:
            told, values = dict(zip(parameters(function), values, strict=False)), []
        error = failed(function, *values, **told)
        now = self.subjects.fingerprints()
        assert error is None or [key for key in now if now[key] != self.was[key]] == []
        self.was = now


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
def test_anything_called_with_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where a text is the name of a file
    run_state_machine_as_test(Calls)
