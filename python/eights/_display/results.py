"""The result of a game, in words."""

from __future__ import annotations

from eights._eights import State

__all__ = ["result"]


def result(state: State, seat: int | None) -> str:
    """Names the winners, to the person on this seat or, with `None`, to anybody.

    >>> import eights
    >>> result(eights.Game("crazy_eights").new_initial_state(seed=1), 0)
    'Nobody wins.'
    """
    names = ["you" if winner == seat else f"seat {winner}" for winner in state.winners()]
    if not names:
        return "Nobody wins."
    if len(names) > 1:
        words = f"{', '.join(names[:-1])} and {names[-1]} share the win."
        return words[0].upper() + words[1:]
    return "You win!" if names == ["you"] else f"{names[0].capitalize()} wins."
