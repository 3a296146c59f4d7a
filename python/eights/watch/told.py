"""The data of the page: the runs below a folder."""

from __future__ import annotations

import hashlib
import math
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eights._base.files import printable
from eights._eights import Ruleset, rulesets
from eights.runs import Run, RunError, Sample, find_runs, read_run
from eights.runs.lines import FILE
from eights.watch.games import ending

__all__ = ["POINTS", "places", "stamp", "told"]

POINTS = 500
"""Points of a curve that are shown at most: of more, neighbours are told by their mean."""
GAMES = 30
"""Sample games of a run that are listed at most, the newest ones."""


def stamp(top: Path) -> str:
    """A text that changes when the runs below a folder do.

    Raises:
        RunError: there is no such folder.
    """
    found = hashlib.sha256()
    for folder in find_runs(top):
        found.update(os.fsencode(folder) + f"\0{_touched(folder / FILE)}\0".encode())
    return found.hexdigest()[:16]


def _touched(path: Path) -> tuple[int, int] | None:
    """A file's size and time; nothing, if it cannot be looked at."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_size, state.st_mtime_ns


def places(top: Path) -> dict[str, Path]:
    """The folders of the runs below a folder, each by what the page calls it.

    Raises:
        RunError: there is no such folder.
    """
    found: dict[str, Path] = {}
    for folder in find_runs(top):
        place = printable(folder.relative_to(top).as_posix())
        while place in found:
            place += "'"
        found[place] = folder
    return found


def told(top: Path) -> dict[str, Any]:
    """All runs below a folder; of one that cannot be read, why.

    Raises:
        RunError: there is no such folder.
    """
    runs = [_run_or_why(place, folder) for place, folder in places(top).items()]
    return {"folder": printable(top), "now": time.time(), "runs": runs}


def _run_or_why(place: str, folder: Path) -> dict[str, Any]:
    """The data of a run; of one that cannot be read, the reason."""
    try:
        return _run(read_run(folder), place)
    except RunError as error:
        name = printable(folder.resolve().name)
        return {"place": place, "name": name, "error": printable(error)}


def _run(run: Run, place: str) -> dict[str, Any]:
    """The data of one run."""
    known = run.ruleset in rulesets()
    samples = sorted(run.samples, key=lambda sample: -sample.decisions)[:GAMES]
    return {
        "place": place,
        "name": run.name,
        "game": Ruleset(run.ruleset).title if known and run.ruleset else run.ruleset,
        "players": run.players,
        "budget": run.budget,
        "settings": run.settings,
        "state": run.state,
        "began": run.began,
        "updated": run.updated,
        "decisions": run.decisions,
        "seconds": run.seconds,
        "curves": {name: _thinned(points) for name, points in run.curves.items()},
        "wins": {bot: _thinned(points) for bot, points in run.wins.items()},
        "games": [_game(sample) for sample in samples],
    }


def _game(sample: Sample) -> dict[str, Any]:
    """The data of a sample game; its title says the result."""
    ended = ending(sample.path)
    return {
        "decisions": sample.decisions,
        "title": f"{sample.title}: {ended.words}" if ended else sample.title,
        "players": ended.players if ended else None,
        "file": sample.path.name,
    }


def _thinned(points: Sequence[tuple[float | None, ...]]) -> list[list[float | None]]:
    """At most `POINTS` of them; the last one stays as it is.

    >>> _thinned([(n, n, 1.0) for n in range(1001)])[:2]
    [[1.0, 1.0, 1.0], [4.0, 4.0, 1.0]]
    """
    size = -(-len(points) // POINTS)
    if size <= 1:
        return [list(point) for point in points]
    *older, last = points
    parts = [older[at : at + size] for at in range(0, len(older), size)]
    return [*([_mean(column) for column in zip(*part, strict=True)] for part in parts), list(last)]


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean of what is there."""
    there = [value for value in values if value is not None]
    if not there:
        return None
    mean = sum(there) / len(there)
    return mean if math.isfinite(mean) else sum(value / len(there) for value in there)
