"""Values of every kind, which hardly any argument accepts."""

from __future__ import annotations

import math
import sys
import types
from typing import Any

import numpy as np


class Unspeakable:
    """An object that fails at every call."""

    def fail(self, *_: object) -> Any:
        raise AttributeError("no")

    __repr__ = __str__ = __index__ = __float__ = __len__ = __iter__ = __bool__ = fail


class Endless(list[Any]):
    def __len__(self) -> int:
        return sys.maxsize


SOUP = [
    *(-1, 0, 1, 2, 3, 54, 55, 99, 100, 255, 256, 2**31, 2**63, 2**64, -(2**63), 10**60),
    *(0.5, math.inf, math.nan, True, None, "", "draw", "play 8H", "pass", "chance 8H", "\ud800"),
    *("random", "match", "kings_reverse", "a\0b", "♠", b"", b"eights", (), [], {}, [[]], [None]),
    *({"hands": []}, {"hands": ["8H", "9H"], "pile": "TC"}, {"pile": 1}, {1: 2}, {"deal": {}}),
    *(object(), int, len, range(3), slice(2), {1}, 1j, Ellipsis, bytearray(b"x"), memoryview(b"")),
    *(np.int64(3), np.float32(1), np.bool_(True), np.zeros(3), np.zeros((2, 2), np.int64)),
    *(np.zeros(0, np.int64), np.array("x"), np.array([None]), np.zeros(100, np.bool_)),
    *(10**5000, -(10**5000), Unspeakable(), Endless(["random", None]), types.MappingProxyType({})),
    *(np.array(5), np.datetime64("2020"), np.zeros(2, [("a", "i4")]), np.zeros(1, np.float16)),
]


def few(value: Any) -> Any:
    """Returns the value, or 2 in place of a large number of threads or envs."""
    return 2 if isinstance(value, int) and 2 < value <= 2**31 else value
