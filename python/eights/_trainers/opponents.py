"""Environments in which the agent holds a seat, and bots or policies the others."""

from __future__ import annotations

from typing import Any

from eights._base import arguments
from eights._eights import ArgumentError, Batch
from eights.policy_batch import Opponents, PolicyBatch, controllers_of, with_controllers

__all__ = ["Opposed", "no_options"]


class Opposed:
    """Opponents, and how they are changed: a mixin for environments over one batch."""

    _opponents: Opponents

    @property
    def opponents(self) -> Opponents:
        """The opponents on the other seats, as given; `set_opponents` changes them."""
        return self._opponents

    @opponents.setter
    def opponents(self, value: Opponents) -> None:
        """Refused, since it would not be clear when others sit down.

        Raises:
            AttributeError: always.
        """
        raise AttributeError(
            f"opponents = {arguments.shown(value)} is refused: call set_opponents(), and others "
            "play from the next deals on"
        )

    def set_opponents(self, opponents: Opponents) -> None:
        """Says who holds the other seats from each table's next deal on.

        Args:
            opponents: as when the environment was made.

        Raises:
            eights.Error: they are refused; nothing has changed.
        """
        batch = self._played()
        seats = controllers_of(opponents, batch.num_players, batch.num_envs)
        self._play(with_controllers(batch, seats))
        self._opponents = opponents

    def _played(self) -> Batch[Any] | PolicyBatch:
        """The batch of all tables."""
        raise NotImplementedError

    def _play(self, batch: Batch[Any] | PolicyBatch) -> None:
        """Goes on with another batch, which has the same arrays and the same games."""
        raise NotImplementedError


def no_options(given: object, *known: str) -> None:
    """Refuses options of a reset that it does not know.

    Raises:
        ArgumentError: it knows one of them not, or they are no mapping.
    """
    for name in arguments.mapping("options", given):
        if name not in known:
            possible = f"there is {', '.join(known)}" if known else "there are none"
            raise ArgumentError(f"option {arguments.shown(name)} is unknown: {possible}")
