"""Writes runs of training: for `eights watch`, and for TensorBoard.

`eights.RunLog` is the class; docs/watch.md describes what it writes, `eights.runs` reads it.
"""

from __future__ import annotations

import importlib
import math
import os
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, SupportsFloat, SupportsIndex

from eights._base.arguments import kind
from eights._base.files import printable
from eights._eights import __version__, replay
from eights.runs.folder import EVENTS, begin, cut
from eights.runs.lines import GAMES, LONGEST, VERSION, RunError, check, dumps

__all__ = ["RunLog"]


class RunLog:
    """Writes a run: curves, win rates, sample games; for TensorBoard too, where it is installed.

    Each line is in the file when the method returns. `with RunLog(...) as log:` notes at the end
    how the run has ended: finished, interrupted by Ctrl-C, or failed by an error.

    Args:
        folder: of the run; it is made, or empty, unless the run goes on or overwrites another.
        name: for people; the folder's name if there is none.
        ruleset: the id of the game.
        players: seats at the table.
        budget: how many decisions are to be learned from: tells how far the run is.
        settings: whatever made the run what it is: names and plain values.
        resume: go on with the run of this folder after this many decisions; what it has told later
            is taken back. `None`: a new run.
        overwrite: replace what a former run of `RunLog` left in the folder. Other files stay.
        tensorboard: whether to write for TensorBoard; `None`: if it is installed.

    Raises:
        RunError: an argument is refused, the folder is not empty, or it holds no run to go on with.
        ImportError: TensorBoard is asked for, and not installed.
        OSError: the folder cannot be written.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        *,
        name: str | None = None,
        ruleset: str | None = None,
        players: int | None = None,
        budget: int | None = None,
        settings: Mapping[str, Any] | None = None,
        resume: int | None = None,
        overwrite: bool = False,
        tensorboard: bool | None = None,
    ) -> None:
        """Begins the file, or goes on with it."""
        self.folder = Path(folder)
        self.decisions = 0
        self._start, self._before = time.perf_counter(), 0.0
        now = round(time.time(), 3)
        given: dict[str, Any] = {"ruleset": ruleset, "players": players, "budget": budget}
        if isinstance(settings, Mapping):
            given["settings"] = {key: _plain(value) for key, value in settings.items()}
        else:
            given["settings"] = settings
        first = {"kind": "run", "version": VERSION, "name": name or _name(self.folder)}
        first |= {"began": now, "eights": __version__}
        first |= {key: value for key, value in given.items() if value is not None}
        dumps(first)
        if tensorboard is not False:
            tensorboard = _can_board(needed=tensorboard is True)
        if resume is not None:
            first = {"kind": "resumed", **self._place(resume, None), "began": now}
            check(first)
            self._before = cut(self.folder, resume)
            first |= self._place(resume, None)
        self._file = begin(self.folder, overwrite=overwrite, resumed=resume is not None)
        self._write(first)
        self._board = _Board(self.folder, resume) if tensorboard else None

    def _place(self, decisions: SupportsIndex, seconds: float | None) -> dict[str, Any]:
        """Where a line stands; the time is that since the beginning, pauses left out."""
        if seconds is None:
            seconds = self._before + time.perf_counter() - self._start
        told = _number(seconds)
        return {
            "decisions": _plain(decisions),
            "seconds": round(told, 3) if isinstance(told, float) else told,
        }

    def _text(self, line: dict[str, Any]) -> str:
        """A line as it stands in the file.

        Raises:
            RunError: it is refused, or comes too late.
        """
        text = dumps(line)
        if self._file.closed:
            raise RunError(f"the log of {self.folder} is closed: nothing is added to it")
        if line["kind"] not in ("run", "resumed") and line["decisions"] < self.decisions:
            raise RunError(
                f"decisions = {line['decisions']} comes after {self.decisions}: a run goes on"
            )
        return text

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(self._text(line))
        self.decisions = line.get("decisions", 0)

    def point(
        self,
        decisions: SupportsIndex,
        values: Mapping[str, SupportsFloat],
        *,
        seconds: float | None = None,
    ) -> None:
        """A point of each of these curves.

        Args:
            decisions: how many have been learned from; never less than before.
            values: by name, `group/name`; docs/watch.md lists those that `eights watch` knows. What
                is not a finite number becomes a gap.
            seconds: of training; `None`: since the log began.

        Raises:
            RunError: a name or a number is refused.
        """
        if not isinstance(values, Mapping):
            raise RunError(f"values must be a mapping of names to numbers, not {kind(values)}")
        plain = {name: _plain(value) for name, value in values.items()}
        finite = {
            name: None if isinstance(value, float) and not math.isfinite(value) else value
            for name, value in plain.items()
        }
        self._write({"kind": "point", **self._place(decisions, seconds), "values": finite})
        if self._board is not None:
            self._board.write(self.decisions, plain)

    def wins(
        self,
        decisions: SupportsIndex,
        against: str,
        *,
        mean: float,
        low: float,
        high: float,
        seconds: float | None = None,
    ) -> None:
        """A win rate against an opponent, with its interval, as `eights.arena` tells it.

        Args:
            decisions: how many have been learned from; never less than before.
            against: the opponent.
            mean: the win rate, 0 … 1.
            low: the interval's lower end.
            high: the interval's upper end.
            seconds: of training; `None`: since the log began.

        Raises:
            RunError: a name or a number is refused.
        """
        rate = {"mean": _number(mean), "low": _number(low), "high": _number(high)}
        place = self._place(decisions, seconds)
        self._write({"kind": "wins", **place, "against": against, **rate})
        if self._board is not None:
            told = {f"wins_{against}/{of}": value for of, value in rate.items()}
            self._board.write(self.decisions, told)

    def game(
        self,
        decisions: SupportsIndex,
        record: str,
        title: str = "a game",
        *,
        seconds: float | None = None,
    ) -> None:
        """A sample game, which `eights watch` shows as a page to step through.

        Args:
            decisions: how many have been learned from; never less than before.
            record: what `State.record` returned, with notes or without.
            title: who plays, for people.
            seconds: of training; `None`: since the log began.

        Raises:
            RecordError: it is not a record, or does not replay.
            RunError: the title or the number is refused.
        """
        place = self._place(decisions, seconds)
        check({"kind": "game", **place, "file": "game.json", "title": title})
        replay(record)
        stem = f"game-{place['decisions']:012}"
        folder = self.folder / GAMES
        taken = {path.name for path in folder.glob(f"{stem}*.json")}
        name, number = f"{stem}.json", 1
        while name in taken:
            number += 1
            name = f"{stem}-{number}.json"
        line = {"kind": "game", **place, "file": name, "title": title}
        self._text(line)
        folder.mkdir(exist_ok=True)
        with (folder / name).open("x", encoding="utf-8", newline="\n") as file:
            file.write(record + "\n")
        self._write(line)

    def close(self, how: str = "finished") -> None:
        """Notes how the run has ended: `finished`, `interrupted` or `failed`; once is enough.

        Raises:
            RunError: it is none of these.
        """
        if not self._file.closed:
            self._write({"kind": "end", **self._place(self.decisions, None), "how": how})
            self._file.close()
            if self._board is not None:
                self._board.close()

    def __enter__(self) -> RunLog:
        """The log itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Notes how the run has ended."""
        stopped = kind is not None and issubclass(kind, KeyboardInterrupt)
        self.close("finished" if kind is None else "interrupted" if stopped else "failed")


class _Board:
    """Curves for TensorBoard, written by its own package."""

    def __init__(self, folder: Path, resume: int | None) -> None:
        """Goes on after this many decisions: what was logged later is logged again."""
        from tensorboard.compat.proto import event_pb2, summary_pb2
        from tensorboard.summary.writer.event_file_writer import EventFileWriter

        self.event, self.summary = event_pb2.Event, summary_pb2.Summary
        self.writer = EventFileWriter(str(folder), filename_suffix=EVENTS)
        if resume:
            start = event_pb2.SessionLog(status=event_pb2.SessionLog.START)
            self.writer.add_event(self.event(step=resume + 1, session_log=start))

    def write(self, decisions: int, values: Mapping[str, float]) -> None:
        """A point of each of these curves."""
        points = [self.summary.Value(tag=tag, simple_value=value) for tag, value in values.items()]
        summary = self.summary(value=points)
        self.writer.add_event(self.event(wall_time=time.time(), step=decisions, summary=summary))
        self.writer.flush()

    def close(self) -> None:
        """Writes what waits."""
        self.writer.close()


def _can_board(*, needed: bool) -> bool:
    """True if TensorBoard is there to be written for.

    Raises:
        ImportError: it is not, and it is needed.
    """
    try:
        importlib.import_module("tensorboard.summary.writer.event_file_writer")
    except ImportError as missing:
        if not needed:
            return False
        raise ImportError(
            'tensorboard=True needs tensorboard: pip install "eights[train]"'
        ) from missing
    return True


def _name(folder: Path) -> str:
    """The name of a folder, as a text that can be written."""
    return printable(folder.resolve().name)[:LONGEST]


def _plain(value: Any) -> Any:
    """A number of NumPy's, or of an array library's, as Python's; else the value as it is."""
    try:
        return value.item() if hasattr(value, "item") else value
    except (TypeError, ValueError, RuntimeError):  # of an array that is not a single number
        return value


def _number(value: Any) -> Any:
    """A value as a number with a fraction, where it is a number."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return value
