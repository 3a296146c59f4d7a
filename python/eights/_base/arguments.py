"""Checks of arguments: whatever is refused is an `eights.Error` that says what was possible."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, SupportsFloat, SupportsIndex, TypeVar

from eights._eights import ArgumentError, GameError

_Of = TypeVar("_Of")

_SHOWN = 40
"""Characters of a value that a message shows."""


def shown(value: object) -> str:
    """A value as messages have it: cut where it is long.

    >>> shown("dev"), shown(10**10_000)
    ("'dev'", 'a very large integer')
    """
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write integers of thousands of digits
        return "a very large integer"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def kind(value: object) -> str:
    """The name of a value's type."""
    return type(value).__name__[:60]


def instance(name: str, value: object, of: type[_Of]) -> _Of:
    """An object of this class.

    Raises:
        ArgumentError: it is another one.
    """
    if not isinstance(value, of):
        article = "an" if of.__name__[0] in "AEIO" else "a"
        raise ArgumentError(f"{name} must be {article} {of.__name__}, not {kind(value)}")
    return value


def integer(
    name: str, value: SupportsIndex, least: int | None = None, most: int | None = None
) -> int:
    """An integer, Python's or NumPy's, within bounds.

    Raises:
        ArgumentError: it is none.
        GameError: it is out of bounds.
    """
    try:
        number = operator.index(value)
    except Exception:  # whatever an object's `__index__` raises
        raise ArgumentError(f"{name} must be an integer, not {kind(value)}") from None
    if least is not None and (number < least or (most is not None and number > most)):
        possible = f"{least} or greater" if most is None else f"in {least} … {most}"
        raise GameError(f"{name} = {shown(number)} is not {possible}")
    return number


def number(name: str, value: object) -> float:
    """A number, Python's or NumPy's.

    Raises:
        ArgumentError: it is none.

    >>> number("power", 2)
    2.0
    """
    try:
        if isinstance(value, SupportsFloat | SupportsIndex):
            return float(value)
    except Exception:  # whatever an object's `__float__` raises
        pass
    raise ArgumentError(f"{name} must be a number, not {kind(value)}")


def text(name: str, value: object) -> str:
    """A text.

    Raises:
        ArgumentError: it is none, or no Unicode.

    >>> text("name", "mine")
    'mine'
    """
    if not isinstance(value, str):
        raise ArgumentError(f"{name} must be a text, not {kind(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ArgumentError(
            f"{name} = {shown(value)} is refused: half of a surrogate pair is not Unicode"
        ) from None
    return value


def word(name: str, value: object, words: Sequence[str]) -> str:
    """One of some words.

    Raises:
        ArgumentError: it is not a text.
        GameError: it is another word.
    """
    given = text(name, value)
    if given not in words:
        possible = ", ".join(f'"{known}"' for known in words)
        raise GameError(f"{name} = {shown(given)} is unknown: there are {possible}")
    return given


def names(name: str, value: object, what: str) -> list[str]:
    """A list of names; `what` says of whom.

    Raises:
        ArgumentError: it is not a list, or an element is not a text.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise ArgumentError(f"{name} must be names of {what}, not {kind(value)}")
    return [text(f"{name}[{at}]", element) for at, element in enumerate(value)]


def mapping(name: str, value: object) -> Mapping[Any, Any]:
    """A mapping; `None` is an empty one.

    Raises:
        ArgumentError: it is none.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ArgumentError(f"{name} must be a mapping, not {kind(value)}")
    return value
