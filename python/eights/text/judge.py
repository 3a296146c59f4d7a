"""How good an action is, by a search over worlds that the seat cannot tell apart."""

from __future__ import annotations

from dataclasses import dataclass

from eights._eights import ResampleError, State
from eights.searcher import Searcher

__all__ = ["Judge", "Rank"]


@dataclass(frozen=True)
class Rank:
    """The place of an action among the legal ones.

    Args:
        place: 1 for the best; actions of equal value share the best of their places.
        of: number of legal actions.
    """

    place: int
    of: int


@dataclass(frozen=True)
class Judge:
    """Ranks actions by the return that each is expected to bring, by flat Monte Carlo.

    Each legal action is played equally often to the end, in worlds that the seat to act cannot tell
    from the true one, by bots on all seats: no hidden card is looked at. Where rules are hidden, a
    world has others drawn anew, so ranks mean little there.

    Args:
        iterations: number of games that are played to the end for a decision.
        worlds: number of worlds that are drawn, at most.
        rollout: the bot that plays them to the end.

    >>> import eights
    >>> game = eights.Game("crazy_eights", players=2)
    >>> state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
    >>> Judge().rank(state, eights.string_to_action("draw"))
    Rank(place=3, of=3)
    """

    iterations: int = 200
    worlds: int = 50
    rollout: str = "heuristic"

    def rank(self, state: State, action: int) -> Rank | None:
        """The rank of a legal action; `None` if there is no other, or if no world was found.

        The same position has the same ranks.

        Raises:
            eights.Error: as `eights.search` says.
        """
        if len(state.legal_actions()) < 2:
            return None
        search = Searcher(
            "pimc", iterations=self.iterations, worlds=self.worlds, rollout=self.rollout
        )
        try:
            values: dict[int, float] = search.search(state)["values"]
        except ResampleError:
            return None
        return Rank(1 + sum(of > values[action] for of in values.values()), len(values))
