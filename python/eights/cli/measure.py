"""The speed of a batch: decisions per second, measured more than once."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, Protocol

import numpy as np

import eights

__all__ = [
    "WARM_UP",
    "BatchCase",
    "Feature",
    "Measured",
    "Spread",
    "cores",
    "in_turn",
    "machine",
    "ratios",
    "results",
    "rounds",
]

WARM_UP = 0.2

Feature = Literal["float32", "uint8"]


@dataclass(frozen=True)
class Spread:
    """Several measurements of the same: they differ, so all are kept."""

    runs: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.runs)

    @property
    def low(self) -> float:
        """The least one."""
        return min(self.runs)

    @property
    def high(self) -> float:
        """The greatest one."""
        return max(self.runs)

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"median": self.median, "min": self.low, "max": self.high, "runs": list(self.runs)}


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> Spread:
    """The ratio of our speed to theirs, run by run.

    >>> ratios([10.0, 30.0, 20.0], [5.0, 10.0, 4.0]).median
    3.0
    """
    return Spread(tuple(a / b for a, b in zip(ours, theirs, strict=True)))


class Measured(Protocol):
    """Something that can be measured again and again."""

    def run(self, seconds: float) -> None:
        """Measures once."""


def in_turn(
    things: Sequence[Measured], seconds: float, runs: int, measured: Callable[[], object]
) -> None:
    """Measures all in turn (A B C, A B C and so on), so that a noisy spell meets all of them.

    Args:
        things: what is measured.
        seconds: length of a run.
        runs: runs of each.
        measured: is called after each run.
    """
    for _ in range(runs):
        for thing in things:
            thing.run(seconds)
            measured()


def rounds(cases: Sequence[BatchCase]) -> int:
    """The number of runs that all cases have; drops further runs of single cases."""
    least = min(min(len(case.steps), len(case.totals)) for case in cases)
    for case in cases:
        del case.steps[least:], case.totals[least:]
    return least


class BatchCase:
    """A batch that plays random legal actions of its built-in sampler.

    Args:
        game: what is played.
        num_envs: environments.
        threads: threads that step them.
        dtype: type of the observations.
        seed: of the deals and of the sampler.
    """

    def __init__(
        self,
        game: eights.Game,
        num_envs: int,
        threads: int,
        dtype: Feature,
        seed: int,
    ) -> None:
        """Makes the batch, and plays a while, so that its envs are anywhere in their games."""
        self.game = game
        self.threads = threads
        self.dtype = dtype
        self.batch = eights.Batch(game, num_envs, seed=seed, threads=threads, dtype=dtype)
        self.actions = np.zeros(num_envs, dtype=np.int64)
        self.steps: list[float] = []
        self.totals: list[float] = []
        self.warm = False

    def run(self, seconds: float) -> None:
        """Measures once; a first short run does not count."""
        if not self.warm:
            self.measure(min(seconds, WARM_UP))
            self.warm = True
        step, total = self.measure(seconds)
        self.steps.append(step)
        self.totals.append(total)

    def measure(self, seconds: float) -> tuple[float, float]:
        """Decisions per second of `step` alone, and with the choice of actions."""
        stepping, count = 0.0, 0
        start = after = perf_counter()
        while after - start < seconds:
            self.batch.sample(out=self.actions)
            before = perf_counter()
            self.batch.step(self.actions)
            after = perf_counter()
            stepping += after - before
            count += len(self.actions)
        return count / stepping, count / (after - start)

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "ruleset": self.game.ruleset.id,
            "fingerprint": self.game.ruleset.fingerprint,
            "players": self.game.num_players(),
            "threads": self.threads,
            "num_envs": len(self.actions),
            "dtype": self.dtype,
            "observation_size": self.game.observation_tensor_size(),
            "step": Spread(tuple(self.steps)).to_dict(),
            "step_and_sample": Spread(tuple(self.totals)).to_dict(),
        }


def results(cases: Sequence[BatchCase]) -> list[dict[str, Any]]:
    """Batches measured in turn, as JSON has them: each also beside the first one."""
    reports = [case.to_dict() for case in cases]
    for case, report in zip(cases[1:], reports[1:], strict=True):
        report["speed_up"] = ratios(case.steps, cases[0].steps).to_dict()
    return reports


def cores() -> int:
    """Cores that this process may use."""
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def cpu_model() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def machine() -> dict[str, Any]:
    """The machine and the versions that a measurement rests on."""
    return {
        "cpu": cpu_model(),
        "cores": cores(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "eights": eights.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
