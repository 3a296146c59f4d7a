"""The seating of a table in the terminal, and its winners, as told to the person."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path

import eights
from eights._play.tables import choose
from eights.cli.added import player
from eights.cli.files import CliError
from eights.policies import AnyPolicy

__all__ = ["Opponents"]


class Opponents:
    """Bots, searchers and policies on all seats but the person's.

    Args:
        names: by seat.
        seed: what their choices come from.
        policies: of the names that are neither bots' nor searchers'.
    """

    def __init__(
        self, names: dict[int, str], seed: int, policies: Mapping[str, AnyPolicy] | None = None
    ) -> None:
        """Sits down."""
        self.names = names
        self.policies = policies or {}
        self.random = random.Random(seed)

    @classmethod
    def seated(cls, game: eights.Game, seat: int, given: str, seed: int) -> Opponents:
        """The bots that a text names, clockwise from the person; files are those of policies.

        Raises:
            CliError: there is no such seat, the number of bots does not fit, or a file is refused.
            eights.BotError: there is no such bot for the game.
        """
        players = game.num_players()
        if seat >= players:
            raise CliError(f"there is no seat {seat}: there are 0 to {players - 1}")
        names = [name.strip() for name in re.split(r",(?![^(]*\))", given)]
        policies = {name: player(name, game) for name in names if Path(name).suffix == ".py"}
        for name in names:
            searcher = None if name in policies else eights.Searcher.named(name)
            if searcher is not None:
                searcher.validate(game)
            elif name not in policies:
                game.new_initial_state(seed=0).bot_action(name)  # refuses a name that there is not
        if len(names) == 1:
            names *= players - 1
        if len(names) != players - 1:
            raise CliError(f"{len(names)} opponents for {players} players: name 1 or {players - 1}")
        seats = {(seat + k) % players: name for k, name in enumerate(names, start=1)}
        return cls(seats, seed, policies)

    def told(self) -> str:
        """Describes the opponents in words."""
        if len(self.names) > 1 and len(set(self.names.values())) == 1:
            return f"{next(iter(self.names.values()))} on all other seats"
        return ", ".join(f"seat {at} {name}" for at, name in sorted(self.names.items()))

    def choose(self, state: eights.State) -> int:
        """The action of the opponent to act."""
        name, seed = self.names[state.current_player()], self.random.getrandbits(64)
        return choose(self.policies.get(name, name), state, seed)
