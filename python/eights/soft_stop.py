"""Ctrl-C for loops that save what they have before they end."""

from __future__ import annotations

import contextlib
import signal
from types import FrameType
from typing import Any

__all__ = ["SoftStop"]


class SoftStop:
    """Ctrl-C as a wish: true once it was pressed, so that a loop can end what it is at and save.

    A second Ctrl-C is a `KeyboardInterrupt` as usual. Only the main thread can wait for it;
    elsewhere nothing changes.

    >>> with SoftStop() as stop:
    ...     for turn in range(3):
    ...         if stop:
    ...             break
    """

    def __init__(self) -> None:
        """Has not been pressed."""
        self.pressed = False
        self._former: Any = None

    def __bool__(self) -> bool:
        """True when Ctrl-C was pressed."""
        return self.pressed

    def __enter__(self) -> SoftStop:
        """Listens from now on."""
        with contextlib.suppress(ValueError):  # not the main thread
            self._former = signal.signal(signal.SIGINT, self._press)
        return self

    def _press(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True

    def __exit__(self, *error: object) -> None:
        """Listens no more."""
        if self._former is not None:
            signal.signal(signal.SIGINT, self._former)
