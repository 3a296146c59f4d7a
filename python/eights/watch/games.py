"""The sample games of runs: their pages, and how they ended."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from eights._base.files import open_plain
from eights._display.results import result
from eights._eights import Error, State, replay
from eights.replays import replay_page
from eights.runs import RunError

__all__ = ["Ending", "ending", "game_page"]

LARGEST = 1 << 24
"""Bytes that a record may have."""


@dataclass(frozen=True)
class Ending:
    """How a sample game ended."""

    players: int
    words: str
    """The winners, and the points of a match."""


def _record(path: Path) -> str:
    """The text of a record.

    Raises:
        RunError: it cannot be read.
    """
    try:
        with open_plain(path, LARGEST) as file:
            return file.read().decode("utf-8")
    except OSError as error:
        raise RunError(f"cannot show {path}: {error.strerror or error}") from error
    except (UnicodeDecodeError, Error) as error:
        raise RunError(f"cannot show {path}: {error}") from error


def game_page(path: Path) -> str:
    """A sample game as a page to step through.

    Raises:
        RunError: the record cannot be read, or is none.
    """
    record = _record(path)
    try:
        return replay_page(record)
    except Error as error:
        raise RunError(f"cannot show {path}: {error}") from error


def ending(path: Path) -> Ending | None:
    """How a sample game ended; nothing, if its record cannot be read: its page tells why."""
    try:
        touched = path.stat()
    except OSError:
        return None
    return _ending(path, touched.st_size, touched.st_mtime_ns)


@functools.lru_cache(4096)
def _ending(path: Path, size: int, changed: int) -> Ending | None:
    """How the game of a file ended; the file is read once as long as its size and time stay."""
    del size, changed
    try:
        state = replay(_record(path))
    except Error:
        return None
    return Ending(state.num_players(), _words(state))


def _words(state: State) -> str:
    """The winners, and the points of a match."""
    if not state.is_terminal():
        return "not over"
    said = "cut short" if state.is_truncated() else result(state, None).rstrip(".").lower()
    if state.game.is_match:
        said += f", points {' : '.join(map(str, state.scores()))}"
    return said
