"""The reason why an action is not possible, as told to whoever chose it."""

from __future__ import annotations

from eights._display.names import Names
from eights._eights import ActionError, State

__all__ = ["why_not"]


def why_not(state: State, names: Names, action: int) -> str:
    """The reason why an action of the seat to act is illegal, in the words of its table.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=2)
    >>> state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
    >>> why_not(state, Names(game.ruleset), eights.string_to_action("play KD"))
    'you do not hold the King of diamonds'
    """
    try:
        state.clone().apply_action(action)
    except ActionError as error:
        why = str(error).partition(" is not legal: ")[2].rpartition("; legal: ")[0]
        if why.startswith("the phase is "):
            return "something else is to be decided"
        why = why.replace(f"seat {state.current_player()} does not hold", "you do not hold")
        return names.reword(why)
    return "it is not among the actions"
