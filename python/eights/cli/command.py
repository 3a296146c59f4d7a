"""Parts of every command: help that reads well at any width, and numbers refused in words."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand

__all__ = ["LARGEST_SEED", "Command", "examples", "seconds", "whole", "write_examples"]

LARGEST_SEED = 2**64 - 1

TYPE = re.compile(r" <[^>]*>$")
"""The type of an argument, which its name and its help tell better."""

REQUIRED = re.compile(r"^\{(.*)\}(\.*)$")
"""An argument that is required, as Typer writes it in the line of usage."""


class Command(TyperCommand):
    """A command whose help is plain text: arguments by name, options with what they take."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the line of usage."""
        return [REQUIRED.sub(r"\1\2", piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes arguments and options."""
        parts: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                argument = parameter.param_type_name == "argument"
                name = TYPE.sub("", record[0]) if argument else record[0]
                words = record[1].replace("\\[", "[")  # older Typer writes for Rich
                parts["Arguments" if argument else "Options"].append((name, words))
        for title, records in parts.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Writes the examples."""
        del ctx
        write_examples(self.epilog, formatter)


def write_examples(epilog: str | None, formatter: Any) -> None:
    """Writes the end of a help text; a line too long goes on in the next, as a shell reads it."""
    if not epilog:
        return
    formatter.write_paragraph()
    _, title, *lines = epilog.splitlines()
    formatter.write(f"  {title}\n")
    for line in lines:
        for part in _continued(line.strip(), formatter.width - 4):
            formatter.write(f"    {part}\n")


def _continued(line: str, width: int) -> list[str]:
    r"""A command in lines of a width, each but the last ending with a backslash.

    >>> _continued("eights arena uno --record 'a file'", 24)
    ['eights arena uno \\', "  --record 'a file'"]
    """
    parts: list[str] = []
    for word in shlex.split(line, posix=False):
        if parts and len(parts[-1]) + 1 + len(word) + 2 <= width:
            parts[-1] += f" {word}"
        else:
            parts.append(f"  {word}" if parts else word)
    # A command that needs no second line may use the columns of the backslash.
    return [line] if len(line) <= width else [*(f"{part} \\" for part in parts[:-1]), parts[-1]]


def examples(*lines: str) -> str:
    r"""The end of a help text: a line for each example.

    >>> examples("eights rulesets")
    '\x08\nExamples:\n  eights rulesets'
    """
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def whole(least: int, most: int | None = None) -> Callable[[Any], int]:
    """A parser of a whole number from `least` to `most`, for the parameter `parser` of an option.

    >>> whole(2, 10)("4")
    4
    """
    upto = "2**64 - 1" if most == LARGEST_SEED else str(most)
    possible = f"{least} or greater" if most is None else f"from {least} to {upto}"

    def number(text: Any) -> int:
        try:
            value = int(str(text))
        except ValueError:
            value = None
        if value is None or value < least or (most is not None and value > most):
            raise typer.BadParameter(f"{str(text)[:40]} is not a whole number {possible}.")
        return value

    return number


def seconds(least: float, most: float) -> Callable[[Any], float]:
    """A parser of seconds from `least` to `most`, for the parameter `parser` of an option.

    >>> seconds(0.001, 3600)("0.5")
    0.5
    """

    def number(text: Any) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            raise typer.BadParameter(
                f"{str(text)[:40]} is not a number of seconds from {least:g} to {most:g}."
            )
        return value

    return number
