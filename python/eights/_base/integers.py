"""Integers that a caller or a policy gives, as an array of whatever library."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from eights._base.arguments import kind
from eights._eights import ArrayError

__all__ = ["actions_of", "integers"]


def integers(wanted: str, given: object, lines: int) -> npt.NDArray[np.int64]:
    """One integer a line, of a list or of an array of any library.

    Args:
        wanted: how a message begins, which goes on with what was given instead.
        given: what NumPy reads by itself, by `__array__` or DLPack.
        lines: how many there must be.

    Raises:
        ArrayError: it is something else.

    >>> integers("actions must be two integers", [3, 4], 2).tolist()
    [3, 4]
    """
    try:
        if hasattr(given, "__dlpack__") and not hasattr(given, "__array__"):
            given = np.from_dlpack(given)
        read = np.asarray(given)
    except Exception as why:
        raise ArrayError(f"{wanted}, not {kind(given)}: {why}") from why
    if read.shape != (lines,) or read.dtype.kind not in "iu":
        raise ArrayError(f"{wanted}, not {read.dtype} of shape {read.shape}")
    return read.astype(np.int64, copy=False)


def actions_of(given: object, num_envs: int) -> npt.NDArray[np.int64]:
    """The action of each env.

    Raises:
        ArrayError: `given` is not an integer for each env.
    """
    return integers(f"actions must be integers, one for each of {num_envs} envs", given, num_envs)
