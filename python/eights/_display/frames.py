"""The events of a game piece by piece, and a record as a row of pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from eights._base import arguments
from eights._eights import ActionError, ArgumentError, State, _frames, _news, replay

__all__ = ["Perspective", "Story", "beginning", "frames"]

Perspective: TypeAlias = int | Literal["all"]
"""A seat, or all hands open."""


class Story:
    """The events at a table, told piece by piece.

    Args:
        state: the game, as it goes on.
        seat: who listens; `None` is told everything.
    """

    def __init__(self, state: State, seat: int | None) -> None:
        """Listens from the beginning."""
        self.state = state
        self.seat = seat
        self.told = 0

    def news(self, names: Sequence[str] = ()) -> list[str]:
        """The events since the last call; the deal is one line, and so are draws."""
        events = self.state.events(self.seat)
        new, self.told = events[self.told :], len(events)
        return _news(new, list(names))


def beginning(record: str) -> State:
    """The state that a record begins with; notes are of moves that are not made there.

    Raises:
        RecordError: it is not a record, or does not replay.
    """
    replay(record)
    given = {key: of for key, of in json.loads(record).items() if key != "annotations"}
    return replay(json.dumps(given | {"moves": []}))


def frames(
    record: str, perspective: Perspective | None = None, names: Sequence[str] = ()
) -> dict[str, Any]:
    """The positions of a record one after the other, each as pictures and words.

    Args:
        record: what `State.record` returned.
        perspective: whose eyes to see them with. `None`: every seat's, and all hands open.
        names: of the players, in place of the numbers of their seats; empty: the numbers.

    Returns:
        The fields of `Frames` in `src/table/frames.rs`: what is equal in two pictures is kept once.

    Raises:
        RecordError: it is not a record, does not replay, or makes more than 20,000 pictures.
        ActionError: there is no such seat.
        ArgumentError: there is not one name for each seat.
    """
    players = replay(record).num_players()
    if perspective not in (None, "all") and not (
        isinstance(perspective, int) and 0 <= perspective < players
    ):
        shown = arguments.shown(perspective)
        raise ActionError(f'{shown} is not a seat: there are 0 … {players - 1}, and "all"')
    if names and len(names) != players:
        raise ArgumentError(f"{len(names)} names are given, the game has {players} seats")
    seen = None if perspective is None else [None if perspective == "all" else perspective]
    return _frames(record, seen, list(names))
