"""Output in the terminal: consoles, tables, progress, and the colours of win rates."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Literal

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import BarColumn, Progress, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from eights.cli.streams import visible

__all__ = [
    "is_dumb_terminal",
    "is_without_colors",
    "judged",
    "legend",
    "marked",
    "new_table",
    "print_markdown",
    "progress_bar",
    "stderr",
    "stdout",
]

PAUSE = 5.0
"""Seconds between two lines of progress."""

WIDTH = 100
"""Of text that is set for reading, at most."""


def is_dumb_terminal() -> bool:
    """True when a terminal can show nothing but lines of text."""
    return os.environ.get("TERM") in ("dumb", "unknown")


def is_without_colors() -> bool:
    """True when a terminal is to get no colours: NO_COLOR is set, or it can show none."""
    return bool(os.environ.get("NO_COLOR")) or is_dumb_terminal()


class Terminal(Console):
    """A console that shows a text as it is: nothing in it is markup, nothing is obeyed.

    What has colours within is made by `marked`.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        """For results, or for errors and progress."""
        system: Literal["auto"] | None = None if is_without_colors() else "auto"
        super().__init__(
            stderr=stderr, markup=False, emoji=False, highlight=False, color_system=system
        )

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The parts of what is printed."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(visible(part.text), part.style)


def stdout() -> Console:
    """The console that results go to."""
    return Terminal()


def stderr() -> Console:
    """The console that errors and progress go to."""
    return Terminal(stderr=True)


def marked(markup: str, *values: object) -> Text:
    """A text with colours, given as Rich's markup, with values in its places `{}`.

    >>> str(marked("[bold]{}[/] of {}", "[/]", 2))
    '[/] of 2'
    """
    texts = (escape(str(value)) for value in values)
    return Text.from_markup(markup.format(*texts), emoji=False)


def new_table(**options: Any) -> Table:
    """An empty table in the one style that all commands have."""
    padding = (0, 1, 0, 0)
    return Table(
        box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False, padding=padding, **options
    )


class Lines(Progress):
    """Progress told in a line now and then, for terminals that take nothing but text."""

    def __init__(self, console: Console) -> None:
        """Tells nothing before `PAUSE` seconds have passed."""
        super().__init__(console=console, disable=True)
        self.told = time.monotonic()
        self.starts: dict[TaskID, float] = {}

    def update(self, task_id: TaskID, *args: Any, **kwargs: Any) -> None:
        """Changes a task."""
        super().update(task_id, *args, **kwargs)
        self.tell(task_id)

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        """Steps on with a task."""
        super().advance(task_id, advance)
        self.tell(task_id)

    def tell(self, task_id: TaskID) -> None:
        """A line, if the last one is some seconds old."""
        if time.monotonic() - self.told < PAUSE:
            return
        self.told = time.monotonic()
        task = next(task for task in self.tasks if task.id == task_id)
        share = "" if task.total is None else f": {task.percentage:.0f} %{self.left(task)}"
        self.console.print(f"{task.description or 'measuring'}{share}", markup=False)

    def left(self, task: Task) -> str:
        """Estimates the remaining time from the speed so far; one task may follow another."""
        done = task.percentage / 100
        if not 0 < done < 1:
            return ""
        seconds = (time.monotonic() - self.starts[task.id]) * (1 - done) / done
        return f", {timedelta(seconds=round(seconds))} left"

    def add_task(self, description: str, *args: Any, **kwargs: Any) -> TaskID:
        """Adds a task, which begins now."""
        task = super().add_task(description, *args, **kwargs)
        self.starts[task] = time.monotonic()
        return task


def print_markdown(console: Console, text: str) -> None:
    """Markdown, set for reading on a terminal, as it is elsewhere."""
    if console.is_terminal:
        console.print(Markdown(text), width=min(console.width, WIDTH))
    else:
        sys.stdout.write(visible(text.rstrip()) + "\n")


def judged(rate: float, low: float, high: float, fair: float) -> Text:
    """A win rate in the colour, and with the sign, of what its interval says of a fair share."""
    color, sign = ("green", "+") if low > fair else ("red", "-") if high < fair else ("yellow", "=")
    return Text(f"{rate:.1%} {sign}", style=color)


def legend(fair: float) -> str:
    """The meanings of the signs of `judged`, as markup."""
    return (
        f"A fair share is {fair:.1%}: by its interval a rate is [green]+ above it[/], "
        "[red]- below it[/], or [yellow]= not told apart[/]."
    )


def progress_bar() -> Progress:
    """Progress on stderr: a bar that leaves nothing behind, or lines; silent without a terminal."""
    console = stderr()
    if console.is_terminal and is_dumb_terminal():
        return Lines(console)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f}%", markup=False),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
