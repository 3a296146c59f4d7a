"""Tables: a game, who sits on its seats, and the secrets that open them. Nothing here does I/O."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from eights._eights import ActionError, Game, State
from eights.serve.errors import Refusal, ServeError

__all__ = ["PERSON", "Seat", "Table"]

PERSON = "person"
"""The player of a seat that a link opens."""


@dataclass(frozen=True)
class Seat:
    """A seat and its player."""

    who: str
    """`person`, or the name of an opponent."""
    digest: str = ""
    """SHA-256 of a person's secret, which itself is kept nowhere."""


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Table:
    """A table: one game after the other, by the same people and opponents."""

    def __init__(
        self, name: str, game: Game, seats: Sequence[Seat], number: int, seed: int
    ) -> None:
        """Deals.

        Args:
            name: what its address says.
            game: what is played.
            seats: who sits on each seat.
            number: of the game at this table, from 1.
            seed: of the deal, 0 … 2**64 - 1.
        """
        self.name = name
        self.game = game
        self.seats = tuple(seats)
        self.number = number
        self.seed = seed
        self.state: State = game.new_initial_state(seed=seed)

    @classmethod
    def new(cls, game: Game, who: Sequence[str]) -> tuple[Table, dict[int, str]]:
        """A new table, and the secret of each person's seat.

        Raises:
            ServeError: `BAD_SETUP`: not one for each seat, or nobody is a person.

        >>> table, keys = Table.new(Game("crazy_eights", players=2), ["person", "heuristic"])
        >>> table.seat_of(keys[0])
        0
        """
        players = game.num_players()
        if len(who) != players:
            raise ServeError(
                Refusal.BAD_SETUP, f"{len(who)} seats are taken, the game has {players}"
            )
        keys = {seat: secrets.token_urlsafe(24) for seat, one in enumerate(who) if one == PERSON}
        if not keys:
            raise ServeError(Refusal.BAD_SETUP, f'no seat is for a "{PERSON}"')
        seats = [
            Seat(one, _digest(keys[seat]) if seat in keys else "") for seat, one in enumerate(who)
        ]
        return cls(secrets.token_urlsafe(9), game, seats, 1, secrets.randbits(64)), keys

    def seat_of(self, secret: str) -> int:
        """The seat that a secret opens.

        Raises:
            ServeError: `WRONG_SECRET`.
        """
        given = _digest(secret)
        found = None
        for number, seat in enumerate(self.seats):  # all of them, so that time tells nothing
            if seat.digest and hmac.compare_digest(seat.digest, given):
                found = number
        if found is None:
            raise ServeError(Refusal.WRONG_SECRET, "the link opens no seat of this table")
        return found

    def to_decide(self) -> str | None:
        """The opponent that is to act; `None` if a person is, or nobody."""
        if self.state.is_terminal():
            return None
        who = self.seats[self.state.current_player()].who
        return None if who == PERSON else who

    def act(self, seat: int, action: str | int) -> int:
        """Takes an action of a seat, by its text or id, and returns the id.

        Raises:
            ServeError: `NOT_YOUR_TURN`, or `ILLEGAL`; nothing has changed.
        """
        if self.state.current_player() != seat:
            raise ServeError(Refusal.NOT_YOUR_TURN, "you are not to act now")
        try:
            chosen = self.state.string_to_action(action) if isinstance(action, str) else action
            self.state.apply_action(chosen)
        except ActionError as why:
            # The engine's reason is for the seat that acts, and speaks of what it may know.
            raise ServeError(Refusal.ILLEGAL, str(why)[:500]) from why
        return chosen

    def deal_again(self) -> None:
        """Begins the next game.

        Raises:
            ServeError: `NOT_OVER`.
        """
        if not self.state.is_terminal():
            raise ServeError(Refusal.NOT_OVER, "the game is not over")
        self.number += 1
        self.seed = secrets.randbits(64)
        self.state = self.game.new_initial_state(seed=self.seed)
