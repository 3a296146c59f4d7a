"""Observations that are handed out for good: a batch writes only into what nobody holds."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from eights._eights import Batch

__all__ = ["Fresh"]

SPARE = 2
"""Arrays kept to be written again: who holds what two steps gave, holds two."""


def _holders(array: npt.NDArray[Any]) -> int:
    """The number of references to the memory of a view; each array that shares it has one."""
    return sys.getrefcount(array.base)


_ALONE = _holders(np.zeros(1)[:])
"""The count where only the one view holds the memory."""


class Fresh:
    """Sees to it that the observations of a batch do not change as long as somebody holds them.

    They are handed out as views. Where one of them, or anything made of one without a copy, is
    still held when the batch is to write, it gets another array. So whoever drops what a step gave
    by the step after the next pays for no copy. What is handed out may be written: nobody may read
    it from the batch afterwards.
    """

    def __init__(self, batch: Batch[Any]) -> None:
        """For the array that the batch has made."""
        self._batch = batch
        self._spare: list[npt.NDArray[Any]] = []

    def renew(self) -> bool:
        """Has the batch write into an array that nobody holds; to be called before it writes.

        Returns:
            Whether it is another array now; then it holds nothing of use until it is written.
        """
        if _holders(self._batch.observations) == _ALONE:
            return False
        free = None
        for at, spare in enumerate(self._spare):
            if _holders(spare) == _ALONE:
                free = self._spare.pop(at)
                break
        shown = self._batch._exchange(free)  # noqa: SLF001 - it is there for this
        self._spare = [*self._spare[1 - SPARE :], shown]
        return True

    def restore(self) -> None:
        """Takes back what `renew` did, where the batch has refused to write."""
        self._spare.append(self._batch._exchange(self._spare.pop()))  # noqa: SLF001

    def __reduce__(self) -> tuple[type[Fresh], tuple[Batch[Any]]]:
        """A copy is for the array of the copied batch."""
        return Fresh, (self._batch,)
