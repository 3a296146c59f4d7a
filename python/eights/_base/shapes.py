"""The shape of data that is read from a file: its keys, and the types of its values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from eights._base import arguments
from eights._base.limits import MOST_NOTED

__all__ = ["OPTIONAL", "Shape", "mismatch", "parse_object"]

Shape: TypeAlias = Any
"""A type; a tuple of shapes, one of which fits; a list of the shape of all elements; a dict of the
shapes of keys. `None` is the shape of `None`."""

OPTIONAL = "?"
"""The mark after a key that may be missing."""

_LARGEST = 1 << 64
"""No count, seed or figure is beyond it."""


def mismatch(value: Any, shape: Shape, where: str = "") -> str | None:
    """Where a value differs from a shape, in words; `None`: nowhere.

    >>> mismatch({"seed": 3, "seats": [1, "two"]}, {"seed": int, "seats": [int]})
    "'seats[1]' is str"
    >>> mismatch({"seed": 3}, {"seed": int, "seats": [int]})
    "there is no 'seats'"
    """
    if isinstance(shape, tuple):
        found = [mismatch(value, one, where) for one in shape]
        return None if None in found else found[0]
    if isinstance(shape, dict) and isinstance(value, Mapping):
        return _of_keys(value, shape, where)
    if isinstance(shape, list) and isinstance(value, list):
        each = (mismatch(one, shape[0], f"{where}[{at}]") for at, one in enumerate(value))
        return next((why for why in each if why is not None), None)
    if _fits(value, shape):
        return None
    if isinstance(value, int | float) and _fits(0, shape):
        return f"{where!r} is out of range"
    return f"{where!r} is {arguments.kind(value)}" if where else arguments.kind(value)


def _of_keys(value: Mapping[Any, Any], shape: Mapping[str, Shape], where: str) -> str | None:
    for key, of in shape.items():
        name = key.removesuffix(OPTIONAL)
        path = f"{where}.{name}" if where else name
        if name in value:
            why = mismatch(value[name], of, path)
            if why is not None:
                return why
        elif name == key:
            return f"there is no {path!r}"
    return None


def _fits(value: Any, shape: Shape) -> bool:
    """True if a value has a type; numbers are within bounds, whole ones may stand for others."""
    if shape is None or not isinstance(shape, type):
        return shape is None and value is None
    if shape in (int, float):
        numbers = int if shape is int else int | float
        is_number = isinstance(value, numbers) and not isinstance(value, bool)
        return is_number and not abs(value) >= _LARGEST  # NaN is within them
    return isinstance(value, shape)


def parse_object(text: str | bytes, most: int = MOST_NOTED) -> dict[str, Any]:
    """The JSON object of a text, of this many characters or bytes at most.

    Raises:
        ValueError: the text is none; the message says what it is.
    """
    if len(text) > most:
        raise ValueError(f"it has more than {most:,} bytes")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as why:
        # Among them: no UTF-8, and integers of more digits than Python reads.
        raise ValueError("it is not JSON") from why
    if not isinstance(found, dict):
        raise ValueError(f"it is {arguments.kind(found)}, and no object of JSON")
    return found
