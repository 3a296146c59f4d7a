"""What the terminal shows: consoles, tables, progress, and the colours of win rates."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from typing import Any, Literal

import typer
from rich import box
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, Progress, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

__all__ = [
    "is_plain_terminal",
    "judged",
    "legend",
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


def is_plain_terminal() -> bool:
    """Whether a terminal is to get text and nothing else: it is dumb, or NO_COLOR is set."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") in ("dumb", "unknown")


def stdout() -> Console:
    """The console that results go to."""
    return Console(highlight=False, color_system=None if is_plain_terminal() else "auto")


def stderr() -> Console:
    """The console that errors and progress go to."""
    system: Literal["auto"] | None = None if is_plain_terminal() else "auto"
    return Console(stderr=True, highlight=False, color_system=system)


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
        """How long it will still take, if it goes on as before; one task may follow another."""
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
        typer.echo(text.rstrip())


def judged(rate: float, low: float, high: float, fair: float) -> str:
    """A win rate in the colour, and with the sign, of what its interval says of a fair share."""
    color, sign = ("green", "+") if low > fair else ("red", "-") if high < fair else ("yellow", "=")
    return f"[{color}]{rate:.1%} {sign}[/]"


def legend(fair: float) -> str:
    """What the signs of `judged` mean."""
    return (
        f"A fair share is {fair:.1%}: by its interval a rate is [green]+ above it[/], "
        "[red]- below it[/], or [yellow]= not told apart[/]."
    )


def progress_bar() -> Progress:
    """Progress on stderr: a bar that leaves nothing behind, or lines; silent without a terminal."""
    console = stderr()
    if console.is_terminal and is_plain_terminal():
        return Lines(console)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
