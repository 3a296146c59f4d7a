"""Searching players: they look ahead wherever a table has a `State`, as in `eights.arena`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from eights._eights import ArgumentError, State, search

__all__ = ["Searcher"]


@dataclass(frozen=True)
class Searcher:
    """A player that searches: an entrant of `eights.arena` beside bots and policies.

    Its fields are the arguments of `eights.search`; without a budget it plays 1000 iterations.

    >>> import eights
    >>> game = eights.Game("crazy_eights_special", players=2)
    >>> searcher = eights.Searcher(iterations=50)
    >>> searcher.name
    'ismcts(iterations=50)'
    >>> state = game.new_initial_state(seed=7)
    >>> searcher.choose(state) in state.legal_actions()
    True
    """

    algorithm: Literal["ismcts", "pimc"] = "ismcts"
    iterations: int | None = None
    milliseconds: int | None = None
    worlds: int = 100
    trees: int = 1
    rollout: str = "heuristic"
    exploration: float = 0.7

    @property
    def name(self) -> str:
        """What it is called in reports: its algorithm, and what was chosen for it."""
        fields = type(self).__dataclass_fields__
        chosen = [
            f"{name}={getattr(self, name)}"
            for name, field in fields.items()
            if name != "algorithm" and getattr(self, name) != field.default
        ]
        return f"{self.algorithm}({', '.join(chosen)})" if chosen else self.algorithm

    def search(self, state: State) -> dict[str, Any]:
        """What `eights.search` finds with these arguments.

        Raises:
            eights.Error: as `eights.search` says.
        """
        return search(
            state,
            self.algorithm,
            iterations=self.iterations,
            milliseconds=self.milliseconds,
            worlds=self.worlds,
            trees=self.trees,
            rollout=self.rollout,
            exploration=self.exploration,
        )

    def choose(self, state: State) -> int:
        """The action that it chooses for the player to act.

        Raises:
            eights.Error: as `eights.search` says.
        """
        action: int = self.search(state)["action"]
        return action

    def __call__(self, observations: object, action_masks: object, /) -> NoReturn:
        """Refused: observations hold no history to search from.

        Raises:
            ArgumentError: always.
        """
        del observations, action_masks
        raise ArgumentError(
            f"{self.name} searches from a State: it plays in eights.arena, and not in a Batch"
        )
