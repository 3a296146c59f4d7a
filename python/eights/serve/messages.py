"""Messages of clients, parsed from JSON: anything else is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from eights.serve.errors import Refusal, ServeError

__all__ = ["MOST_BYTES", "Choices", "Message", "choices", "message"]

MOST_BYTES = 16 * 1024
"""Of a message on the socket, and of the body of a request."""

_TEXT = 200
_FIELDS: dict[str, dict[str, type]] = {
    "join": {"secret": str},
    "act": {"version": int, "action": str},
    "hint": {"version": int},
    "again": {},
    "rename": {"name": str},
    "replace": {"seat": int},
}


@dataclass(frozen=True)
class Message:
    """A message on the socket; what its type does not have is empty."""

    type: str
    secret: str = ""
    version: int = 0
    """Number of the view that it answers."""
    action: str = ""
    name: str = ""
    seat: int = 0


@dataclass(frozen=True)
class Choices:
    """The choices of somebody for a table."""

    ruleset: str
    players: int
    match: bool
    variants: list[str]
    overrides: dict[str, Any]
    seats: list[str]
    names: list[str]
    """Of the seats; all empty, or the list: the usual names."""


_CHOICES: dict[str, type] = {
    "ruleset": str,
    "players": int,
    "match": bool,
    "variants": list,
    "overrides": dict,
    "seats": list,
    "names": list,
}


def message(text: str | bytes | None) -> Message:
    """Reads a message.

    Raises:
        ServeError: `OVERSIZED` or `MALFORMED`.

    >>> message('{"type": "act", "version": 3, "action": "draw"}').action
    'draw'
    """
    given = _object(text)
    kind = given.pop("type", None)
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise _malformed(f"type is {_shown(kind)}: it must be one of {', '.join(_FIELDS)}")
    return Message(kind, **_fields(given, _FIELDS[kind]))


def choices(text: str | bytes) -> Choices:
    """Reads what was chosen for a table.

    Raises:
        ServeError: `OVERSIZED` or `MALFORMED`.
    """
    given = _fields(_object(text), _CHOICES)
    for name in ("variants", "seats", "names"):
        if not all(isinstance(one, str) and len(one) <= _TEXT for one in given[name]):
            raise _malformed(f"{name} must be a list of texts")
    return Choices(**given)


def _malformed(why: str) -> ServeError:
    return ServeError(Refusal.MALFORMED, why)


def _shown(value: object) -> str:
    """A value as messages show it, cut."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _object(text: str | bytes | None) -> dict[str, Any]:
    """The JSON object of a text."""
    if text is None:
        raise _malformed("the message is not text")
    if len(text if isinstance(text, bytes) else text.encode("utf-8", "replace")) > MOST_BYTES:
        raise ServeError(Refusal.OVERSIZED, f"a message has at most {MOST_BYTES} bytes")
    try:
        given = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise _malformed("the message is not JSON") from None
    if not isinstance(given, dict):
        raise _malformed(f"the message must be an object, not {_shown(given)}")
    return given


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _fields(given: Mapping[str, Any], wanted: Mapping[str, type]) -> dict[str, Any]:
    """The fields that are wanted: all of them, each of its type, and no others."""
    for name in given:
        if name not in wanted:
            known = ", ".join(wanted) or "none"
            raise _malformed(f"there is no field {_shown(name)} here: there are {known}")
    for name, kind in wanted.items():
        if name not in given:
            raise _malformed(f"the field {name} is missing")
        if type(given[name]) is not kind:
            raise _malformed(f"{name} must be of type {kind.__name__}, not {_shown(given[name])}")
        if kind is str and len(given[name]) > _TEXT:
            raise _malformed(f"{name} has more than {_TEXT} characters")
    return dict(given)
