"""The cost of a decision by players, packs, envs, threads and the observation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import eights
from eights.cli.measure import BatchCase, Feature, in_turn, results

__all__ = ["Point", "sweep"]

RULESET = "crazy_eights_special"
PLAYERS = 4
PACKS = (1, 2, 3, 4)
ENVS = (1, 8, 64, 256, 1024, 2048, 8192, 65536)
HISTORY = 32


@dataclass
class Point:
    """One setting, measured with some numbers of threads in turn."""

    axis: str
    value: int | str
    cases: list[BatchCase]

    def to_dict(self) -> dict[str, Any]:
        """Returns the measurements as JSON data."""
        return {"axis": self.axis, "value": self.value, "results": results(self.cases)}


def points(num_envs: int, threads: list[int], dtype: Feature, seed: int) -> Iterator[Point]:
    """Yields all points, each made on demand."""

    def case(game: eights.Game, envs: int, count: int, kind: Feature) -> BatchCase:
        return BatchCase(game, envs, count, kind, seed)

    game = eights.Game(RULESET, players=PLAYERS)
    least, most = game.ruleset.players
    for players in range(least, most + 1):
        other = eights.Game(RULESET, players=players)
        yield Point("players", players, [case(other, num_envs, 1, dtype)])
    for packs in PACKS:
        other = eights.Game(RULESET, players=PLAYERS, overrides={"deck.packs": packs})
        yield Point("packs", packs, [case(other, num_envs, 1, dtype)])
    for envs in ENVS:
        yield Point("envs", envs, [case(game, envs, count, dtype) for count in threads])
    layouts: dict[str, tuple[Literal["compact", "universal"], int]] = {
        "compact": ("compact", 0),
        "universal": ("universal", 0),
        f"history {HISTORY}": ("universal", HISTORY),
    }
    for name, (layout, history) in layouts.items():
        other = eights.Game(RULESET, players=PLAYERS, layout=layout, history=history)
        for kind in ("float32", "uint8"):
            yield Point("observation", f"{name}, {kind}", [case(other, num_envs, 1, kind)])


def sweep(
    num_envs: int,
    threads: list[int],
    dtype: Feature,
    seed: int,
    seconds: float,
    runs: int,
    measured: Callable[[str], object],
) -> list[dict[str, Any]]:
    """Measures all points as JSON data; calls `measured` with the axis after each point."""
    report = []
    for point in points(num_envs, threads, dtype, seed):
        in_turn(point.cases, seconds, runs, lambda: None)
        report.append(point.to_dict())
        measured(point.axis)
    return report
