"""Two speeds measured in pairs, and the interval of their ratio."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scipy.stats import t as student

__all__ = ["CONFIDENCE", "Ratio", "alternate", "geometric_mean"]

CONFIDENCE = 0.95

T = TypeVar("T")


def alternate(ours: T, theirs: T, pairs: int, run: Callable[[T], object]) -> None:
    """Runs two things in pairs, and changes the order from pair to pair: A B, B A, A B and so on.

    So a machine that becomes slower or faster meanwhile does so to both alike.

    >>> alternate("A", "B", 4, lambda name: print(name, end=" "))
    A B B A A B B A
    """
    for pair in range(pairs):
        for thing in (theirs, ours) if pair % 2 else (ours, theirs):
            run(thing)


def geometric_mean(numbers: Sequence[float]) -> float:
    """Returns the geometric mean, which suits ratios.

    >>> geometric_mean([0.5, 2.0])
    1.0
    """
    return math.exp(statistics.fmean(map(math.log, numbers)))


@dataclass(frozen=True)
class Ratio:
    """The geometric mean of ratios, with its interval by Student's t of their logarithms."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, ratios: Sequence[float], confidence: float = CONFIDENCE) -> Ratio:
        """Takes the ratios of independent pairs, of which there must be two or more.

        Args:
            ratios: One for each pair.
            confidence: Probability that the interval contains the true ratio.

        >>> Ratio.of([2.0, 2.0, 2.0])
        Ratio(mean=2.0, low=2.0, high=2.0)
        >>> Ratio.of([1.0, 4.0]).mean
        2.0
        """
        mean = geometric_mean(ratios)
        error = statistics.stdev(map(math.log, ratios)) / math.sqrt(len(ratios))
        width = math.exp(float(student.ppf((1 + confidence) / 2, len(ratios) - 1)) * error)
        return cls(mean, mean / width, mean * width)

    def to_dict(self) -> dict[str, Any]:
        """Returns mean and interval as JSON data."""
        return {"mean": self.mean, "low": self.low, "high": self.high}
