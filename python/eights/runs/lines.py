"""The lines of a run's file: which kinds there are, what each holds, and what is refused.

docs/watch.md tells the format to people. Whatever is written and read goes through `check`.

>>> check({"kind": "point", "decisions": 10, "seconds": 0.5, "values": {"losses/loss": 0.1}})
>>> check({"kind": "end", "decisions": 10, "seconds": 0.5, "how": "finished", "why": ""})
Traceback (most recent call last):
eights.runs.lines.RunError: unknown key 'why': a line of kind "end" has decisions, seconds, how
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from eights._base.arguments import kind, shown
from eights._eights import MAX_SEATS, Error

__all__ = [
    "FILE",
    "GAMES",
    "LONGEST",
    "LONGEST_LINE",
    "VERSION",
    "RunError",
    "check",
    "dumps",
    "parsed",
]

FILE = "run.jsonl"
"""The name of the file in the folder of a run."""
GAMES = "games"
"""The folder of sample games, in the folder of a run."""
VERSION = 1
"""The version of the format that is written and read."""

CURVE = re.compile(r"[a-z0-9_]+(/[A-Za-z0-9_.+-]+)+")
"""The name of a curve: a group, a slash, and a name in it."""
GAME = re.compile(r"[A-Za-z0-9_-]{1,80}\.json")
LONGEST = 200
"""Characters of a text."""
LONGEST_LINE = 1 << 20
"""Bytes of a line."""
ENDS = ("finished", "interrupted", "failed")


class RunError(Error):
    """A run's file, or a line for it, is not as docs/watch.md says."""


def _can_be_written(value: str) -> bool:
    """True if a text is one of Unicode: Python's can hold halves of characters, too."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def _text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST and _can_be_written(value)


def _players(value: object) -> bool:
    return _whole(value) and value in range(2, MAX_SEATS + 1)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _number(value: object) -> bool:
    """True if a value is a finite number, also as the numbers of JavaScript are."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _time(value: object) -> bool:
    return _number(value) and value >= 0  # type: ignore[operator] # a number, by the left side


def _share(value: object) -> bool:
    return _number(value) and 0 <= value <= 1  # type: ignore[operator] # a number, by the left side


def _settings(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(key, str) and _can_be_written(key) and _setting(of) for key, of in value.items()
    )


def _setting(value: object) -> bool:
    if isinstance(value, str):
        return _can_be_written(value)
    return isinstance(value, bool | None) or _number(value)


def _values(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and CURVE.fullmatch(name) and (of is None or _number(of))
        for name, of in value.items()
    )


Field = tuple[Callable[[object], Any], str]
TEXT: Field = (_text, f"a text of 1 to {LONGEST} characters")
WHOLE: Field = (_whole, "a whole number from 0")
TIME: Field = (_time, "a number from 0")
SHARE: Field = (_share, "a number from 0 to 1")
PLACE = {"decisions": WHOLE, "seconds": TIME}
"""Where on the curves a line stands."""

KINDS: dict[str, dict[str, Field]] = {
    "run": {
        "version": (lambda value: value == VERSION, f"{VERSION}"),
        "name": TEXT,
        "began": TIME,
        "eights": TEXT,
        "ruleset": TEXT,
        "players": (_players, f"from 2 to {MAX_SEATS}"),
        "budget": WHOLE,
        "settings": (_settings, "a mapping of names to texts, finite numbers, true, false or null"),
    },
    "resumed": {**PLACE, "began": TIME},
    "point": {
        **PLACE,
        "values": (_values, "a mapping of names such as losses/entropy to numbers or null"),
    },
    "wins": {**PLACE, "against": TEXT, "mean": SHARE, "low": SHARE, "high": SHARE},
    "game": {
        **PLACE,
        "file": (lambda value: isinstance(value, str) and GAME.fullmatch(value), "a name.json"),
        "title": TEXT,
    },
    "end": {**PLACE, "how": (lambda value: value in ENDS, f"one of {', '.join(ENDS)}")},
}
"""Each kind of line, its keys, what each may be."""

OPTIONAL = {"run": {"ruleset", "players", "budget", "settings"}}


def check(line: object) -> None:
    """Holds a line to the format.

    Raises:
        RunError: it is of no kind that there is, a key is unknown or missing, or a value is wrong.
    """
    if not isinstance(line, Mapping):
        raise RunError(f"a line must be a mapping, not {kind(line)}")
    if not isinstance(line.get("kind"), str) or line["kind"] not in KINDS:
        given = shown(line["kind"]) if "kind" in line else "missing"
        raise RunError(f'"kind" is {given}: there are {", ".join(KINDS)}')
    fields = KINDS[line["kind"]]
    of = f'a line of kind "{line["kind"]}"'
    for key in line:
        if key != "kind" and key not in fields:
            raise RunError(f"unknown key {shown(key)}: {of} has {', '.join(fields)}")
    for key, (fits, what) in fields.items():
        if key not in line:
            if key not in OPTIONAL.get(line["kind"], ()):
                raise RunError(f"{of} has no {key}")
        elif not fits(line[key]):
            raise RunError(f"{key} of {of} must be {what}, not {_unfit(line[key], fits)}")


def dumps(line: object) -> str:
    """A line as it stands in a file.

    Raises:
        RunError: it is not as it should be, or too long.
    """
    check(line)
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    if len(text.encode()) > LONGEST_LINE:
        raise RunError(f"a line has {LONGEST_LINE:,} bytes at most")
    return text


def parsed(line: bytes) -> dict[str, Any]:
    """A line of a file.

    Raises:
        RunError: it is not as it should be.
    """
    if len(line) > LONGEST_LINE:
        raise RunError(f"a line has {LONGEST_LINE:,} bytes at most")
    try:
        read: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RunError(f"this is not JSON: {line[:60].decode(errors='replace')!r}") from error
    check(read)
    return read


def _unfit(value: object, fits: Callable[[object], Any]) -> str:
    """A value that is refused; of a mapping, the first part that is at fault."""
    if isinstance(value, Mapping):
        for name, of in value.items():
            if not fits({name: of}):
                return f"{shown(name)}: {shown(of)}"
    return shown(value)
