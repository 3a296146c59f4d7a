"""Names of players in the engine's texts and boards, which know seats by their numbers."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

__all__ = ["board_with_names", "named"]

_SEAT = re.compile(r"\b[Ss]eat (\d+)\b")
_ON_BOARD = 9
"""Characters of a name for which a player's place on the board has room."""


def named(text: str, names: Sequence[str]) -> str:
    """A text of the engine with the names of players, if there are any, for the numbers of seats.

    >>> named("Seat 1 challenges seat 0's Eight", ["Ann", "Ben"])
    "Ben challenges Ann's Eight"
    """
    return _SEAT.sub(lambda found: names[int(found[1])], text) if names else text


def board_with_names(board: str, names: Sequence[str]) -> str:
    """A board (SVG) with the names of players, which are cut where they are long.

    >>> board_with_names("<text>seat 0</text>", ["Maximilian <3"])
    '<text>Maximili…</text>'
    """
    short = [name if len(name) <= _ON_BOARD else f"{name[: _ON_BOARD - 1]}…" for name in names]
    return named(board, [html.escape(name) for name in short])
