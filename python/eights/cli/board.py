"""Positions and events on the terminal, for `eights play` and `eights replay`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rich.console import Console
from rich.text import Text

import eights
from eights._display.frames import Story

__all__ = ["FULL_WIDTH", "NARROWEST", "Story", "print_board", "print_events"]

FULL_WIDTH = 80
"""Columns of a board on which the piles are drawn."""
NARROWEST = 40
"""Fewest columns of a board that tells the piles in words."""


def print_events(console: Console, events: Iterable[str]) -> None:
    """One event a line; those of the listener stand out."""
    for event in events:
        own = event.startswith("You ")
        console.print(Text(f"  {event}.", style="bold" if own else ""))


def print_board(console: Console, state: eights.State, seat: int | None) -> None:
    """The table as a seat sees it; with `None`, all of it. A narrow console gets what fits it."""
    color = console.color_system is not None and not console.no_color
    unicode = console.encoding.lower().startswith("utf")
    width = None if console.width >= FULL_WIDTH else max(console.width, NARROWEST)
    perspective: int | Literal["all"] = "all" if seat is None else seat
    board = state.render(perspective, color=color, unicode=unicode, width=width)
    console.print()
    console.print(Text.from_ansi(board), soft_wrap=True)
