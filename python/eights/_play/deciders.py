"""Players that decide from a `State`, since they need more of a game than an observation shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NoReturn

from eights._eights import ArgumentError, Game, State

__all__ = ["Decider"]


class Decider(ABC):
    """A player that decides from a state, such as a searcher or a strategy of a solved game."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in reports."""

    @abstractmethod
    def choose(self, state: State, seed: int | None = None) -> int:
        """The action that it chooses for the player to act."""

    @abstractmethod
    def validate(self, game: Game) -> None:
        """Refuses a game that it does not play."""

    def __call__(self, observations: object, action_masks: object, /) -> NoReturn:
        """Refused: observations hold no history.

        Raises:
            ArgumentError: always.
        """
        del observations, action_masks
        raise ArgumentError(f"{self.name} decides from a State: let it choose(state)")
