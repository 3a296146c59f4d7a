"""Positions and events on the terminal, for `eights play` and `eights replay`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from rich.console import Console
from rich.text import Text

import eights

__all__ = ["Story", "print_board", "print_events"]

DEALT = re.compile(r"(You are|Seat \d+ is) dealt ")


class Story:
    """What has happened at a table, told piece by piece.

    Args:
        state: the game, as it goes on.
        seat: who listens; `None` is told everything.
    """

    def __init__(self, state: eights.State, seat: int | None) -> None:
        """Listens from the beginning."""
        self.state = state
        self.seat = seat
        self.told = 0

    def news(self) -> list[str]:
        """What has happened since it was last asked; the deal is one line, and so are draws."""
        events = self.state.events(self.seat)
        new, self.told = events[self.told :], len(events)
        lines: list[str] = []
        told = ("The cards are dealt" if DEALT.match(event) else event for event in new)
        for line, same in groupby(told):
            count = len(list(same))
            if count > 1 and line.endswith(" a card"):
                lines.append(f"{line.removesuffix(' a card')} {count} cards")
            elif line == "The cards are dealt":
                lines.append(line)
            else:
                lines += [line] * count
        return lines


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
        Text.from_ansi(state.render(player=seat, color=color, unicode=unicode)), soft_wrap=True
    )
