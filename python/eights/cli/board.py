"""Positions and events on the terminal, for `eights play` and `eights replay`."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

import eights
from eights._display.frames import Story

__all__ = ["Story", "print_board", "print_events"]


def print_events(console: Console, events: Iterable[str]) -> None:
    """One event a line; those of the listener stand out."""
    for event in events:
        own = event.startswith("You ")
        console.print(Text(f"  {event}.", style="bold" if own else ""))


def print_board(console: Console, state: eights.State, seat: int | None) -> None:
    """The table as a seat sees it; with `None`, all of it."""
    color = console.color_system is not None and not console.no_color
    unicode = console.encoding.lower().startswith("utf")
    console.print()
    console.print(
        Text.from_ansi(state.render("all" if seat is None else seat, color=color, unicode=unicode)),
        soft_wrap=True,
    )
