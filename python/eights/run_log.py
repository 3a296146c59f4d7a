"""Writes runs of training: for `eights watch`, and for TensorBoard.

`eights.RunLog` is the class; docs/watch.md tells what it writes, `eights.runs` reads it.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, SupportsFloat, SupportsIndex

from eights._eights import __version__, replay
from eights._run_lines import FILE, GAMES, VERSION, RunError, check
from eights.runs import read_run

__all__ = ["RunLog"]


class RunLog:
    """Writes a run: curves, win rates, sample games; for TensorBoard too, where it is installed.

    Each line is in the file when the method returns. `with RunLog(...) as log:` notes at the end
    how the run has ended: finished, interrupted by Ctrl-C, or failed by an error.

    Args:
        folder: of the run; it is made. What a former run of `RunLog` left there is removed, unless
            this one goes on.
        name: for people; the folder's name if there is none.
        ruleset: the id of the game.
        players: seats at the table.
        budget: how many decisions are to be learned from: tells how far the run is.
        settings: whatever made the run what it is: names and plain values.
        resume: go on with the run of this folder after so many decisions; what it has told later
            is taken back. `None`: a new run.
        tensorboard: whether to write for TensorBoard; `None`: if it is installed.

    Raises:
        RunError: an argument is refused, or the folder holds no run to go on with.
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
        tensorboard: bool | None = None,
    ) -> None:
        """Begins the file, or goes on with it."""
        self.folder = Path(folder)
        self.decisions = resume or 0
        self._start, self._before = time.perf_counter(), 0.0
        now = round(time.time(), 3)
        given: dict[str, Any] = {"ruleset": ruleset, "players": players, "budget": budget}
        if settings is not None:
            given["settings"] = {key: _plain(value) for key, value in settings.items()}
        first = {"kind": "run", "version": VERSION, "name": name or self.folder.resolve().name}
        first |= {"began": now, "eights": __version__}
        first |= {key: value for key, value in given.items() if value is not None}
        check(first)
        if resume is not None:
            self._before = _cut(self.folder, resume)
            first = {"kind": "resumed", **self._place(resume, None), "began": now}
            check(first)
        else:
            _clear(self.folder)
        self._file = (self.folder / FILE).open("a", encoding="utf-8", newline="\n")
        self._board = _board(self.folder, resume, tensorboard)
        self._write(first)

    def _place(self, decisions: SupportsIndex, seconds: float | None) -> dict[str, Any]:
        """Where a line stands; the time is that since the beginning, pauses left out."""
        if seconds is None:
            seconds = self._before + time.perf_counter() - self._start
        return {"decisions": _plain(decisions), "seconds": round(float(seconds), 3)}

    def _write(self, line: dict[str, Any]) -> None:
        check(line)
        if line["kind"] not in ("run", "resumed") and line["decisions"] < self.decisions:
            raise RunError(
                f"decisions = {line['decisions']} comes after {self.decisions}: a run goes on"
            )
        self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()
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
                is no finite number becomes a gap.
            seconds: of training; `None`: since the log began.

        Raises:
            RunError: a name or a number is refused.
        """
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
        rate = {"mean": float(mean), "low": float(low), "high": float(high)}
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
            RecordError: it is no record, or does not replay.
            RunError: the title or the number is refused.
        """
        replay(record)
        place = self._place(decisions, seconds)
        stem = f"game-{place['decisions']:012}"
        folder = self.folder / GAMES
        taken = {path.name for path in folder.glob(f"{stem}*.json")}
        name, number = f"{stem}.json", 1
        while name in taken:
            number += 1
            name = f"{stem}-{number}.json"
        line = {"kind": "game", **place, "file": name, "title": title}
        check(line)
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(record + "\n", encoding="utf-8")
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
        """Goes on after so many decisions: what was logged later is logged again."""
        from tensorboard.compat.proto import event_pb2, summary_pb2
        from tensorboard.summary.writer.event_file_writer import EventFileWriter

        self.event, self.summary = event_pb2.Event, summary_pb2.Summary
        self.writer = EventFileWriter(str(folder))
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


def _board(folder: Path, resume: int | None, wanted: bool | None) -> _Board | None:
    """What writes for TensorBoard, if it is wanted."""
    if wanted is False:
        return None
    try:
        return _Board(folder, resume)
    except ImportError as missing:
        if wanted is None:
            return None
        raise ImportError(
            'tensorboard=True needs tensorboard: pip install "eights[train]"'
        ) from missing


def _plain(value: Any) -> Any:
    """A number of NumPy's, or of an array library's, as Python's."""
    return value.item() if hasattr(value, "item") else value


def _left_by_a_run(folder: Path) -> Iterator[Path]:
    """The files that `RunLog` writes in a folder."""
    for pattern in (FILE, f"{GAMES}/game-*.json", "events.out.tfevents.*"):
        yield from folder.glob(pattern)


def _clear(folder: Path) -> None:
    """An empty place for a new run."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in list(_left_by_a_run(folder)):
        path.unlink()


def _cut(folder: Path, decisions: int) -> float:
    """Cuts off a line that is half written, removes later games; returns the seconds up to here."""
    run = read_run(folder)
    path = folder / FILE
    for game in (folder / GAMES).glob("game-*.json"):
        if int(game.stem.split("-")[1]) > decisions:
            game.unlink()
    whole = path.read_bytes().rfind(b"\n") + 1
    os.truncate(path, whole)
    points = [point for points in run.curves.values() for point in points]
    return max((seconds for at, seconds, _ in points if at <= decisions), default=0.0)
