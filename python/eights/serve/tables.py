"""Tables: a game, who sits on its seats, and the secrets that open them. Nothing here does I/O."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from eights._eights import ActionError, Game, State, _usual_names
from eights.serve.errors import Refusal, ServeError

__all__ = ["PERSON", "Seat", "Table", "called"]

PERSON = "person"
"""The player of a seat that a link opens."""
STAND_IN = "heuristic"
"""The bot that plays on for a person who has left."""
LONGEST_NAME = 16
"""Characters of a name: the board has room for so many."""


@dataclass(frozen=True)
class Seat:
    """A seat and its player."""

    who: str
    """`person`, or the name of an opponent."""
    digest: str = ""
    """SHA-256 of a person's secret, which itself is kept nowhere."""
    name: str = ""
    """The name that others see."""


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def called(seats: Sequence[Seat]) -> list[str]:
    """The names of seats, which are those that were given or the usual ones.

    >>> called([Seat(PERSON, name="Zoe"), Seat("greedy"), Seat(PERSON)])
    ['Zoe', 'Ben', 'Player 3']
    """
    usual = _usual_names([seat.who for seat in seats])
    return [seat.name or name for seat, name in zip(seats, usual, strict=True)]


def _check_names(seats: Sequence[Seat]) -> None:
    """Refuses names that others could not read or tell apart.

    Raises:
        ServeError: `BAD_SETUP`.
    """
    for seat in seats:
        name = seat.name
        if name != name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise ServeError(
                Refusal.BAD_SETUP,
                f"{name[:40]!r} is not a name: write up to {LONGEST_NAME} characters on one line",
            )
    names = [name.casefold() for name in called(seats)]
    for name in names:
        if name == "you" or names.count(name) > 1:
            raise ServeError(Refusal.BAD_SETUP, f"another player is called {name!r}")


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
    def new(
        cls, game: Game, who: Sequence[str], names: Sequence[str] = ()
    ) -> tuple[Table, dict[int, str]]:
        """A new table, and the secret of each person's seat.

        Args:
            game: what is played.
            who: the player of each seat.
            names: of the seats, as others see them; empty: the usual one.

        Raises:
            ServeError: `BAD_SETUP`: not one for each seat, nobody is a person, or it is not a name.

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
        if names and len(names) != players:
            raise ServeError(
                Refusal.BAD_SETUP, f"{len(names)} names are given, the game has {players} seats"
            )
        seats = [
            Seat(one, _digest(keys[seat]) if seat in keys else "", names[seat] if names else "")
            for seat, one in enumerate(who)
        ]
        _check_names(seats)
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

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return called(self.seats)

    def rename(self, seat: int, name: str) -> None:
        """Gives a seat another name.

        Raises:
            ServeError: `BAD_SETUP`: it is not a name, or another player's; nothing has changed.
        """
        seats = list(self.seats)
        seats[seat] = replace(seats[seat], name=name)
        _check_names(seats)
        self.seats = tuple(seats)

    def to_decide(self, left: Container[int] = ()) -> str | None:
        """The opponent that is to act; `None` if a person is, or nobody.

        Args:
            left: the seats of people for whom a bot plays.
        """
        if self.state.is_terminal():
            return None
        seat = self.state.current_player()
        if seat in left:
            return STAND_IN
        who = self.seats[seat].who
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
