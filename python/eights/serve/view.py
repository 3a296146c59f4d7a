"""The view of a seat: the one place where anything of a position goes to a client."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eights._eights import State, _seat_view

__all__ = ["content", "seat_view"]


def seat_view(state: State, seat: int, names: Sequence[str] = ()) -> dict[str, Any]:
    """Makes the view of a seat of a position, with the names of players if there are any.

    Equal views look the same to the seat. `src/table/seat_view.rs` documents the keys.

    >>> import eights
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> view = seat_view(state, 1 - state.current_player())
    >>> view["actions"], len(view["hand"]), view["sizes"]
    ([], 7, [7, 7])
    """
    return _seat_view(state, seat, list(names))


def content(view: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the view without the events, which are sent piece by piece."""
    return {key: of for key, of in view.items() if key != "events"}
