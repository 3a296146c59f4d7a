"""Records to look at: a page to step through, and an animation.

>>> import eights
>>> state = eights.Game("uno", players=2).new_initial_state(seed=1)
>>> while not state.is_terminal():
...     state.apply_action(state.bot_action("greedy"))
>>> page = replay_page(state.record())
>>> page.startswith("<!DOCTYPE html>"), "http-equiv" in page, "https://" in page
(True, False, False)
"""

from __future__ import annotations

import html
import json
import math
import os
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from eights._base.arguments import shown
from eights._display.frames import Perspective, frames
from eights._display.page_template import PageTemplate
from eights._eights import ArgumentError

__all__ = ["replay_page", "save_animation", "save_replay"]

LAST = 3
"""The time of an animation's last position, as a multiple of that of the others."""


def replay_page(
    record: str, perspective: Perspective | None = None, names: Sequence[str] = ()
) -> str:
    """One page of HTML that plays a record: it takes nothing from outside.

    It steps, plays and jumps; it tells in words what has happened and what the seat to act could
    do, with what the record notes of decisions: a policy's probabilities and values, a search's
    visits. It opens with the eyes of whoever decides, position by position.

    Args:
        record: what `State.record` returned.
        perspective: the one seat whose view the page holds, so that it may be given away; or
            `"all"`: all hands open. `None`: all of these, to choose among.
        names: of the players, in place of the numbers of their seats; empty: the numbers.

    Raises:
        RecordError: it is not a record, does not replay, or makes more than 20,000 pictures.
        ActionError: there is no such seat.
        ArgumentError: there is not one name for each seat.
    """
    data = frames(record, perspective, names)
    title = data.pop("title")
    # So that nothing in it ends the script that it stands in.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = resources.files("eights._display").joinpath("replay.html").read_text(encoding="utf-8")
    return PageTemplate(page).substitute(title=html.escape(title), data=text)


def save_replay(
    record: str, path: str | os.PathLike[str], perspective: Perspective | None = None
) -> None:
    """Writes `replay_page` of a record to a file.

    Args:
        record: what `State.record` returned.
        path: of the page.
        perspective: as for `replay_page`.

    Raises:
        RecordError: it is not a record, does not replay, or makes more than 20,000 pictures.
        ActionError: there is no such seat.
        OSError: the file cannot be written.
    """
    Path(path).write_text(replay_page(record, perspective), encoding="utf-8")


def save_animation(
    record: str,
    path: str | os.PathLike[str],
    perspective: Perspective = 0,
    seconds: float = 1.0,
) -> None:
    """Writes a record as an animated SVG, which browsers play, also as an image of a page.

    Args:
        record: what `State.record` returned.
        path: of the picture, `game.svg`.
        perspective: the seat that looks, or `"all"`: all hands open.
        seconds: how long each position is shown; the last one is three times as long.

    Raises:
        RecordError: it is not a record, does not replay, or makes more than 20,000 pictures.
        ActionError: there is no such seat.
        ArgumentError: the path does not end with `.svg`, or `seconds` is not above 0.
        OSError: the file cannot be written.
    """
    if Path(path).suffix.lower() != ".svg":
        raise ArgumentError(f"path = {shown(os.fspath(path))} does not end with .svg")
    if not 0 < seconds < math.inf:
        raise ArgumentError(f"seconds = {seconds} is not above 0")
    made = frames(record, perspective)
    Path(path).write_text(_animated(made, seconds), encoding="utf-8")


def _animated(made: Mapping[str, Any], seconds: float) -> str:
    """All pictures in one; a line of them that is drawn in several is there once."""
    all_lines: list[str] = made["lines"]
    pictures = [frame[0]["picture"] for frame in made["frames"]]
    begin, *_ = (all_lines[at] for at in pictures[0])
    symbols: dict[int, str] = {}
    drawn: dict[int, str] = {}
    shown: list[list[int]] = []
    for picture in pictures:
        lines = [all_lines[at] for at in picture]
        first, last = lines.index("<defs>"), lines.index("</defs>")
        symbols.update((at, all_lines[at]) for at in picture[first + 1 : last])
        body = picture[last + 1 : -1]
        drawn.update((at, f'<g id="l{at}">{all_lines[at]}</g>') for at in body)
        shown.append(body)
    title = html.escape(f"{made['title']}, {len(pictures) - 1} moves")
    parts = [begin, f"<title>{title}</title>", "<defs>", *symbols.values(), *drawn.values()]
    parts.append("</defs>")
    whole = len(shown) - 1 + LAST
    for number, body in enumerate(shown):
        uses = "".join(f'<use href="#l{at}"/>' for at in body)
        # Where nothing moves, the last position is shown.
        display = "inline" if number == len(shown) - 1 else "none"
        parts.append(
            f'<g display="{display}">{uses}{_times(number, len(shown), whole, seconds)}</g>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _times(number: int, count: int, whole: int, seconds: float) -> str:
    """When a position is shown, again and again."""
    begin, end = number / whole, (number + 1) / whole
    values, times = ["inline"], [0.0]
    if number > 0:
        values, times = ["none", "inline"], [0.0, begin]
    if number < count - 1:
        values, times = [*values, "none"], [*times, end]
    keys = ";".join(f"{time:.5f}" for time in times)
    return (
        f'<animate attributeName="display" calcMode="discrete" values="{";".join(values)}" '
        f'keyTimes="{keys}" dur="{whole * seconds:g}s" repeatCount="indefinite"/>'
    )
