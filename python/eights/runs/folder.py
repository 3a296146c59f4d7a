"""The folder of a run, as `RunLog` begins it or goes on with it: no other file is touched."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, SupportsIndex

from eights.runs import read_run
from eights.runs.lines import FILE, GAMES, LONGEST_LINE, RunError, parsed

__all__ = ["EVENTS", "Lines", "begin", "cut"]

EVENTS = ".eights"
"""The end of the names of TensorBoard's files that `RunLog` has written."""

BEGIN = b'{"kind":"run","version":'
"""The beginning of every file of `RunLog`."""


class Lines:
    """A file of whole lines: what a full disk left of one is cut off before the next.

    Args:
        path: of the file.
        mode: `"wb"` for a new file, `"ab"` to go on with whole lines.
    """

    def __init__(self, path: Path, mode: Literal["wb", "ab"]) -> None:
        """Opens the file."""
        self._file = path.open(mode, buffering=0)
        self._whole = os.fstat(self._file.fileno()).st_size

    @property
    def closed(self) -> bool:
        """True when nothing more can be written."""
        return self._file.closed

    def write(self, line: str) -> None:
        """Adds a line; it is in the file when this returns.

        Raises:
            OSError: it cannot be written, or not all of it.
        """
        data = f"{line}\n".encode()
        self._file.seek(self._file.truncate(self._whole))
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]
        self._whole += len(data)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def begin(folder: Path, *, overwrite: bool, resumed: bool) -> Lines:
    """Opens the file of a run, in a folder that is made if there is none.

    Args:
        folder: of the run.
        overwrite: remove what a former run of `RunLog` left there.
        resumed: write after what is there.

    Raises:
        RunError: something is in the folder, or its `run.jsonl` is not by `RunLog`.
        OSError: the folder cannot be written.
    """
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    if not resumed and next(folder.iterdir(), None) is not None:
        if not overwrite:
            raise RunError(
                f"{folder} is not empty: overwrite=True replaces a run that is there, "
                "resume=decisions goes on with it"
            )
        for left in list(_left(folder)):
            left.unlink()
    return Lines(path, "ab" if resumed else "wb")


def _left(folder: Path) -> Iterator[Path]:
    """The files that a former run has left beside its `run.jsonl`.

    Raises:
        RunError: its `run.jsonl` is not by `RunLog`.
    """
    path = folder / FILE
    if os.path.lexists(path):
        if path.exists() and not path.is_file():
            raise RunError(f"{path} is not a plain file: it is not overwritten")
        for name in _games(path) if path.exists() else ():
            game = folder / GAMES / name
            if game.is_file() and not game.is_symlink():
                yield game
    yield from folder.glob(f"events.out.tfevents.*{EVENTS}")


def _games(path: Path) -> set[str]:
    """The names of the games that a run's file tells of; a line that is damaged tells of none.

    Raises:
        RunError: the file is not by `RunLog`.
    """
    found = set()
    with path.open("rb") as file:
        if not BEGIN.startswith(start := file.read(len(BEGIN))):
            raise RunError(f"{path} was not written by RunLog: it is not overwritten")
        if start:
            file.readline()
        while line := file.readline(LONGEST_LINE):
            try:
                read = parsed(line)
            except RunError:
                continue
            if read["kind"] == "game":
                found.add(read["file"])
    return found


def cut(folder: Path, decisions: SupportsIndex) -> float:
    """Cuts off a line that is half written, removes later games; returns the seconds up to here.

    Raises:
        RunError: the folder holds no run.
        OSError: the file cannot be written.
    """
    run, upto = read_run(folder), operator.index(decisions)
    path = folder / FILE
    with path.open("r+b") as file:
        file.truncate(path.read_bytes().rfind(b"\n") + 1)
    for sample in run.samples:
        if sample.decisions > upto:
            sample.path.unlink(missing_ok=True)
    points = [point for points in run.curves.values() for point in points]
    return max((seconds for at, seconds, _ in points if at <= upto), default=0.0)
