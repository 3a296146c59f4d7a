"""Opponents of people: bots, searchers, and policies from files."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from eights._eights import _SEARCHERS, Error, Game, State, bots
from eights._play.bots import BOTS
from eights._play.tables import choose
from eights.leaderboard import Entrant, Player
from eights.searcher import Searcher
from eights.serve.errors import Refusal, ServeError

__all__ = ["HINT", "SEARCHERS", "Opponents"]

LOG = logging.getLogger("eights.serve")

MOST_PLAYERS = 64
"""Players of entrants that are kept, each for one game."""
SEARCHERS = tuple(_SEARCHERS)
"""Searchers that every server offers."""
HINT = Searcher("ismcts", milliseconds=500)
"""The searcher that gives hints, by worlds that the seat cannot tell from the true one."""


class Opponents:
    """All that can sit on a seat beside people, and the threads that they think in.

    A built-in bot decides at once; searchers and policies decide in threads, so that nobody waits
    for another table.

    Args:
        searchers: names of searchers, as `Searcher.named` reads them, beside `SEARCHERS`.
        entrants: policies, offered at the tables that they play at.
        threads: that search, from 1.

    Raises:
        ServeError: `BAD_SETUP`: a name is not a searcher's, or is there twice.
        BotError: a searcher's name goes on wrongly.
    """

    def __init__(
        self, searchers: Sequence[str] = (), entrants: Sequence[Entrant] = (), threads: int = 2
    ) -> None:
        """Reads the names."""
        self._searchers: dict[str, Searcher] = {}
        for name in (*SEARCHERS, *searchers):
            found = Searcher.named(name)
            if found is None:
                raise ServeError(
                    Refusal.BAD_SETUP, f"{name!r} is not a searcher; one is {SEARCHERS[0]}"
                )
            self._searchers[name] = found
        self._entrants: dict[str, Entrant] = {}
        for entrant in entrants:
            if entrant.name in {*self._entrants, *self._searchers, *BOTS, "person"}:
                raise ServeError(
                    Refusal.BAD_SETUP, f"there is an opponent {entrant.name!r} already"
                )
            self._entrants[entrant.name] = entrant
        self._players: dict[tuple[str, Game], Player | None] = {}
        self._policies = threading.Lock()
        """Held while code of a policy runs: it need not be made for threads."""
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="eights-opponent")

    def close(self) -> None:
        """Ends the threads, without waiting for what they search."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def names(self, game: Game) -> list[str]:
        """The possible opponents at a game's table; this may run code of policies."""
        entrants = [name for name in self._entrants if self._player(name, game) is not None]
        return [*bots(game), *entrants, *self._searchers]

    def _player(self, name: str, game: Game) -> Player | None:
        """The player of an entrant's name at a game, made once; `None`: not at this table."""
        with self._policies:
            if (name, game) not in self._players:
                if len(self._players) >= MOST_PLAYERS:
                    self._players.clear()
                self._players[name, game] = _made(self._entrants[name], game)
            return self._players[name, game]

    async def choose(self, name: str, state: State) -> int:
        """The action of an opponent, for the seat to act.

        Raises:
            ServeError: `OPPONENT_FAILED`.
        """
        if name in bots(state.game):
            return state.bot_action(name)
        return await self._think(name, state.clone())

    async def hint(self, state: State) -> int:
        """The action of a searcher, for the seat to act.

        Raises:
            ServeError: `OPPONENT_FAILED`: it finds nothing.
        """
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, HINT.choose, state.clone())
        except Error as why:
            raise ServeError(Refusal.OPPONENT_FAILED, "there is no hint here") from why

    async def _think(self, name: str, state: State) -> int:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._decide, name, state)
        except Exception as why:
            # The code of a policy may raise anything; what it was is told to the server's keeper.
            raise ServeError(Refusal.OPPONENT_FAILED, f"the opponent {name} has failed") from why

    def _decide(self, name: str, state: State) -> int:
        """The action of a searcher or of an entrant."""
        player: Player | None = self._searchers.get(name)
        if player is None:
            if name not in self._entrants:
                raise ServeError(Refusal.OPPONENT_FAILED, f"there is no opponent {name}")
            player = self._player(name, state.game)
        if isinstance(player, str | Searcher):
            return choose(player, state)
        if player is None:
            raise ServeError(Refusal.OPPONENT_FAILED, f"{name} does not play at this table")
        with self._policies:
            return choose(player, state)


def _made(entrant: Entrant, game: Game) -> Player | None:
    """The player of an entrant at a game; `None` if its code fails, which is logged."""
    try:
        return entrant.make(game)
    except Error:
        return None
    except Exception as why:
        LOG.warning("the opponent %s cannot be made: %s", entrant.name, why)
        return None
