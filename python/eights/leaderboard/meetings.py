"""Finished games of a leaderboard, kept in files so that a stopped leaderboard can continue."""

from __future__ import annotations

import contextlib
import json
import tempfile
import time
import zipfile
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

import numpy as np

from eights._base.files import whole
from eights._base.limits import MOST_GAMES
from eights._base.shapes import mismatch, parse_object
from eights._eights import BotError
from eights.evaluate import Sides

__all__ = ["Key", "Meetings", "folder"]

Key: TypeAlias = dict[str, Any]
"""The values that determine the games of a meeting."""

PAUSE = 2.0
"""Seconds of play after which games are written while a meeting continues."""


def _different(before: Key, key: Key) -> list[str]:
    """Lists the values that have changed since games were kept, such as `"seed 0, now 1"`."""
    return [
        f"{name} {before.get(name)}, now {value}"
        for name, value in key.items()
        if before.get(name) != value
    ]


@dataclass
class Meetings:
    """A folder with a file for each meeting: the games of an entrant against a field.

    Without a folder nothing is kept.

    >>> kept = Meetings(None)
    >>> played = ([np.full((4, 7), part)] for part in range(2))
    >>> [games] = kept.play("uno/2-a-b", {"deals": 4}, [4, 4], lambda _: played)
    >>> games.shape
    (8, 7)
    """

    folder: Path | None
    fresh: bool = False
    """True if everything is played anew, whatever is kept."""
    anew: dict[str, list[str]] = field(default_factory=dict)
    """The meetings that are played anew although games were kept, with the values that changed."""

    def path(self, name: str) -> Path | None:
        """Returns the file of a meeting; characters that file systems may refuse are %-escaped."""
        if self.folder is None:
            return None
        return self.folder / f"{quote(name, safe='/()=, ')}.npz"

    def finished(self, name: str, key: Key, games: list[int]) -> tuple[int, Sides]:
        """Returns the number of parts of a meeting that are kept, and their games.

        A file with another key, or one that is damaged, counts as no parts.
        """
        path = self.path(name)
        if path is None or self.fresh:
            return 0, []
        try:
            with zipfile.ZipFile(path) as packed:
                if sum(part.file_size for part in packed.infolist()) > MOST_GAMES:
                    return 0, []  # not a file of games
            with path.open("rb") as raw, np.load(raw) as file:
                about = parse_object(str(file["about"]))
                if mismatch(about, {"key": dict, "parts": int, "sides": int}) is not None:
                    return 0, []
                before, parts = about["key"], about["parts"]
                sides = [file[f"side{side}"] for side in range(min(about["sides"], 2))]
        except Exception:  # a damaged archive may raise anything
            return 0, []
        changes = _different(before, key)
        if changes:
            self.anew[name] = changes
            return 0, []
        shape = sum(games[: max(parts, 0)]), 7
        if not sides or not 0 <= parts <= len(games) or any(one.shape != shape for one in sides):
            return 0, []
        return parts, sides

    def play(
        self,
        name: str,
        key: Key,
        games: list[int],
        play: Callable[[int], Generator[Sides, None, None]],
        done: Callable[[int], object] = lambda _: None,
    ) -> Sides:
        """Returns the games of a meeting: those that are kept, and the rest, played in parts.

        Args:
            name: the name of its file.
            key: the values that determine its games.
            games: the number of games of each part.
            play: plays the parts from a given one on, and yields their games in order.
            done: a function called with the number of further games that are finished; an
                exception that it raises ends the meeting, whose finished games are kept.
        """
        parts, sides = self.finished(name, key, games)
        done(sum(games[:parts]))
        if parts == len(games):
            return sides
        saved = time.monotonic()
        pieces = [[side] for side in sides]
        try:
            with contextlib.closing(play(parts)) as plays:
                for part in plays:
                    pieces = pieces or [[] for _ in part]
                    for piece, side in zip(pieces, part, strict=True):
                        piece.append(side)
                    parts += 1
                    if time.monotonic() - saved > PAUSE:
                        self.write(name, key, parts, pieces)
                        saved = time.monotonic()
                    done(games[parts - 1])
        finally:
            if pieces:
                self.write(name, key, parts, pieces)
        return [np.concatenate(piece) for piece in pieces]

    def write(self, name: str, key: Key, parts: int, pieces: list[Sides]) -> None:
        """Writes the first parts of a meeting; its file is replaced as a whole or not at all."""
        path = self.path(name)
        if path is None:
            return
        about = json.dumps({"key": key, "parts": parts, "sides": len(pieces)})
        path.parent.mkdir(parents=True, exist_ok=True)
        sides: dict[str, Any] = {f"side{at}": np.concatenate(p) for at, p in enumerate(pieces)}
        with whole(path) as file:
            np.savez_compressed(file, about=np.array(about), **sides)

    def forget(self, names: Iterable[str]) -> None:
        """Deletes the files of these meetings."""
        for name in names:
            path = self.path(name)
            if path is not None:
                path.unlink(missing_ok=True)


def folder(path: str) -> Path:
    """Returns the folder for games, which is created if it does not exist.

    Raises:
        BotError: the folder cannot be written to.
    """
    try:
        made = Path(path)
        made.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=made).close()
    except OSError as why:
        raise BotError(f"cannot keep games in {path}: {why.strerror or why}") from why
    return made
