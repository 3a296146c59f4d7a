"""Runs of training to be read: what `RunLog`, or any program, has written of them.

A run is a folder with the file `run.jsonl` and sample games beside it; docs/watch.md tells the
format. `read_run` reads it, also while it is written.

>>> import eights, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> with eights.RunLog(folder.name, name="mine", budget=2000, tensorboard=False) as log:
...     for decisions in (1000, 2000):
...         log.point(decisions, {"losses/entropy": 1.5 - decisions / 4000})
...     log.wins(2000, "random", mean=0.62, low=0.57, high=0.67)
>>> run = read_run(folder.name)
>>> run.name, run.state, run.decisions
('mine', 'finished', 2000)
>>> [value for _, _, value in run.curves["losses/entropy"]]
[1.25, 1.0]
>>> folder.cleanup()
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from eights._base.files import open_plain
from eights.runs.lines import FILE, GAMES, LONGEST_LINE, RunError, parsed

__all__ = ["Run", "RunError", "Sample", "find_runs", "read_run"]

PathLike = str | os.PathLike[str]
Point = TypeVar("Point", tuple[int, float, float | None], tuple[int, float, float, float, float])

LARGEST = 1 << 28
"""Bytes that a run's file may have."""


@dataclasses.dataclass
class Sample:
    """A sample game of a run."""

    decisions: int
    """After how many decisions it was played."""
    title: str
    path: Path
    """The record of the game."""


@dataclasses.dataclass
class Run:
    """A run as its file tells it so far. Curves are by decisions; seconds are those of training."""

    folder: Path
    name: str
    began: float
    """When it began, in seconds since 1970."""
    updated: float
    """When its file was last written, in seconds since 1970."""
    ruleset: str | None = None
    players: int | None = None
    budget: int | None = None
    """The number of decisions that the run is to learn from."""
    settings: dict[str, Any] = dataclasses.field(default_factory=dict)
    state: str = "training"
    """`training`, `finished`, `interrupted` or `failed`; a run that was killed stays `training`."""
    decisions: int = 0
    seconds: float = 0.0
    curves: dict[str, list[tuple[int, float, float | None]]] = dataclasses.field(
        default_factory=dict
    )
    """By name: decisions, seconds, value; `None` where it was no finite number."""
    wins: dict[str, list[tuple[int, float, float, float, float]]] = dataclasses.field(
        default_factory=dict
    )
    """By opponent: decisions, seconds, win rate, and its interval's ends."""
    samples: list[Sample] = dataclasses.field(default_factory=list)


def find_runs(folder: PathLike) -> list[Path]:
    """The folders of runs: the folder itself, and all below it; sorted.

    Raises:
        RunError: there is no such folder.
    """
    top = Path(folder)
    if not top.is_dir():
        raise RunError(f"there is no folder {os.fspath(folder)}")
    return sorted(path.parent for path in top.rglob(FILE))


def read_run(folder: PathLike) -> Run:
    """Reads a run. A last line that is only half written, as a killed run leaves it, is left out.

    Raises:
        RunError: there is no run, or a line is not as docs/watch.md says; the message names it.
    """
    path = Path(folder) / FILE
    run: Run | None = None
    number = 0
    try:
        with open_plain(path, LARGEST) as file:
            updated = os.fstat(file.fileno()).st_mtime
            for line in _whole_lines(file):
                number += 1
                run = _told(run, parsed(line), Path(folder), updated)
    except RunError as error:
        raise RunError(f"{path}, line {number}: {error}") from error
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror or error}") from error
    if run is None:
        raise RunError(f"{path} is empty so far")
    return run


def _whole_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, one that is only half written left out; of one too long, its begin."""
    while line := file.readline(LONGEST_LINE + 1):
        if line.endswith(b"\n") or len(line) > LONGEST_LINE:
            yield line.removesuffix(b"\n")


def _told(run: Run | None, line: dict[str, Any], folder: Path, updated: float) -> Run:
    """A run, after one more line."""
    if (run is None) != (line["kind"] == "run"):
        raise RunError('the first line, and no other, is of kind "run"')
    if run is None:
        known = {key: line[key] for key in line if key not in ("kind", "version", "eights")}
        return Run(folder, updated=updated, **known)
    _take(run, line)
    return run


def _take(run: Run, line: dict[str, Any]) -> None:
    """Adds what a line says to the run."""
    at = (line["decisions"], float(line["seconds"]))
    if line["kind"] == "resumed":
        _forget_after(run, line["decisions"])
    elif line["decisions"] < run.decisions:
        raise RunError(
            f"decisions = {line['decisions']} comes after {run.decisions}: a run that goes back "
            'says so by a line of kind "resumed"'
        )
    run.decisions, run.seconds = at
    run.state = line["how"] if line["kind"] == "end" else "training"
    if line["kind"] == "point":
        for name, value in line["values"].items():
            run.curves.setdefault(name, []).append((*at, value))
    elif line["kind"] == "wins":
        found = (*at, line["mean"], line["low"], line["high"])
        run.wins.setdefault(line["against"], []).append(found)
    elif line["kind"] == "game":
        path = run.folder / GAMES / line["file"]
        run.samples = [sample for sample in run.samples if sample.path != path]
        run.samples.append(Sample(line["decisions"], line["title"], path))


def _forget_after(run: Run, decisions: int) -> None:
    """Takes back what came later: it is played, and told, again."""
    run.curves = _until(run.curves, decisions)
    run.wins = _until(run.wins, decisions)
    run.samples = [sample for sample in run.samples if sample.decisions <= decisions]


def _until(curves: dict[str, list[Point]], decisions: int) -> dict[str, list[Point]]:
    """The curves up to here; none is empty."""
    cut = {name: [at for at in points if at[0] <= decisions] for name, points in curves.items()}
    return {name: points for name, points in cut.items() if points}
