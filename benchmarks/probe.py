"""Measurements besides those of batches: calls, differences, all on one core."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from eights.cli.measure import WARM_UP, Spread

__all__ = ["Probe", "differences", "on_one_core", "timed"]


def differences(whole: Sequence[float], *parts: Sequence[float]) -> Spread:
    """Subtracts parts from a cost, run by run; the rest is at least 0.

    >>> differences([10.0, 30.0, 20.0], [5.0, 10.0, 4.0], [6.0, 1.0, 1.0]).runs
    (0.0, 19.0, 15.0)
    """
    return Spread(tuple(max(0.0, a - sum(b)) for a, *b in zip(whole, *parts, strict=True)))


def timed(call: Callable[[], object], seconds: float) -> float:
    """Returns the mean nanoseconds of a call, over as many calls as fit."""
    count = 0
    start = now = perf_counter()
    while now - start < seconds:
        call()
        count += 1
        now = perf_counter()
    return (now - start) / count * 1e9


@dataclass
class Probe:
    """A number that is measured repeatedly, such as nanoseconds of a call."""

    measure: Callable[[float], float]
    runs: list[float] = field(default_factory=list)

    def run(self, seconds: float) -> None:
        """Measures once; a first short run does not count."""
        if not self.runs:
            self.measure(min(seconds, WARM_UP))
        self.runs.append(self.measure(seconds))

    @property
    def spread(self) -> Spread:
        """Returns all runs."""
        return Spread(tuple(self.runs))


@contextmanager
def on_one_core() -> Iterator[bool]:
    """Keeps this thread, and threads that it starts, on one core; yields true if the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield True
    finally:
        os.sched_setaffinity(0, before)
