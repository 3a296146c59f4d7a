"""Tables for one visitor: games that are begun, looked at and played by texts, such as by tools."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import SupportsIndex

from eights._base import arguments
from eights._eights import Game, GameError, Ruleset, episode_seed, rulesets
from eights._play.bots import BOTS
from eights.text.answers import read
from eights.text.episode import Episode
from eights.text.prompts import briefing, prompt, rules
from eights.text.style import Style

__all__ = ["OPPONENTS", "Tables"]

OPPONENTS = (*BOTS, "ismcts", "pimc")
"""The players that may sit on the other seats. Searchers cannot be told to search for hours."""

MOST_GAMES = 100
"""Games that are kept; the oldest goes first."""

_STYLE = Style(grammar="line")
_HOW = "Play by the number of an action in the list, or in words, such as 'draw' or 'play 8H'."


@dataclass
class _Table:
    """A game, and the seat of the visitor."""

    episode: Episode
    seat: int
    lock: threading.Lock = field(default_factory=threading.Lock)


class Tables:
    """Games against bots, which a visitor begins, looks at and plays by texts.

    The visitor is told nothing but what its seat may know, and cannot choose the deal: whoever
    could would deal the same cards again and look at them from another seat. It may be called by
    several threads.

    Args:
        seed: of all deals, 0 … 2**64 - 1; `None`: by chance.

    Raises:
        GameError: the seed is out of range.

    >>> tables = Tables(seed=7)
    >>> print(tables.begin("crazy_eights").partition("## Your seat")[2].strip())
    You sit at a table of 2 players, who have the numbers of their seats, clockwise from 0. ...
    >>> "You may:" in tables.look(1)
    True
    """

    def __init__(self, seed: SupportsIndex | None = None) -> None:
        """No game is begun."""
        drawn = secrets.randbits(64) if seed is None else seed
        self._seed = arguments.integer("seed", drawn, 0, (1 << 64) - 1)
        self._begun = 0
        self._games: dict[int, _Table] = {}
        self._lock = threading.Lock()

    def rulesets(self) -> str:
        """The rulesets that there are: a line for each."""
        lines = []
        for name in rulesets():
            found = Ruleset(name)
            fewest, most = found.players
            players = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            variants = f"; variants: {', '.join(found.variants)}" if found.variants else ""
            lines.append(f"{name}: {found.title}, {players} players{variants}")
        return "\n".join(lines)

    def rules(self, ruleset: str, variant: str = "") -> str:
        """The rules of a ruleset, in English.

        Args:
            ruleset: its id.
            variant: one of its variants; empty: none.

        Raises:
            eights.Error: there is no such ruleset or variant.
        """
        return rules(Game(_ruleset(ruleset, variant)))

    def begin(
        self,
        ruleset: str,
        opponents: Sequence[str] = ("heuristic",),
        seat: SupportsIndex = 0,
        variant: str = "",
        match: bool = False,
    ) -> str:
        """Deals a new game; the text has its number, the rules, and what is to be decided.

        Args:
            ruleset: its id.
            opponents: of the other seats, clockwise from the visitor's: any of `OPPONENTS`.
            seat: of the visitor.
            variant: one of the ruleset's variants; empty: none.
            match: true for a match of several rounds.

        Raises:
            eights.Error: an argument is refused; the message says what was possible.
        """
        names = arguments.names("opponents", opponents, "bots")
        for at, name in enumerate(names):
            arguments.word(f"opponents[{at}]", name, OPPONENTS)
        game = Game(
            _ruleset(ruleset, variant),
            players=len(names) + 1,
            episode="match" if match else "round",
        )
        own = arguments.integer("seat", seat, 0, len(names))
        bots = {(own + at) % game.num_players(): name for at, name in enumerate(names, start=1)}
        with self._lock:
            self._begun += 1
            number = self._begun
        table = _Table(Episode(game, episode_seed(self._seed, number, 0), bots=bots), own)
        with self._lock:
            self._games[number] = table
            for oldest in sorted(self._games)[:-MOST_GAMES]:
                del self._games[oldest]
        told = briefing(game, own, _HOW, _shown(table, 0))
        return f"This is game {number}.\n\n{told}"

    def look(self, game: SupportsIndex) -> str:
        """All that the visitor knows of a game, from its beginning, and may do in it.

        Args:
            game: its number.

        Raises:
            GameError: there is no such game.
        """
        table = self._table(game)
        with table.lock:
            return _shown(table, 0)

    def actions(self, game: SupportsIndex) -> str:
        """The legal actions of a game, numbered: a line for each.

        Args:
            game: its number.

        Raises:
            GameError: there is no such game, or it is over.
        """
        table = self._table(game)
        with table.lock:
            choices = table.episode.prompt().actions
        return "\n".join(f"{number}. {one.name}" for number, one in enumerate(choices, start=1))

    def play(self, game: SupportsIndex, action: str) -> str:
        """Takes an action of a game; the text tells what has happened until the next decision.

        Args:
            game: its number.
            action: the number of an action in the list, or the action in words.

        Raises:
            GameError: there is no such game, it is over, or the action is refused: it says why.
            ArgumentError: the action is not a text.
        """
        table = self._table(game)
        with table.lock:
            episode = table.episode
            choices = episode.prompt().actions
            if not arguments.text("action", action).strip():
                raise GameError(f"the action is empty. {_HOW}")
            found = read(action, episode.state, choices, _STYLE)
            if found.action is None:
                raise GameError(found.refusal)
            since = len(episode.state.events(table.seat))
            episode.act(found.action)
            return _shown(table, since)

    def _table(self, game: SupportsIndex) -> _Table:
        """The table of a number.

        Raises:
            GameError: there is none.
        """
        number = arguments.integer("game", game)
        with self._lock:
            if number not in self._games:
                there = ", ".join(map(str, sorted(self._games))) or "none: begin one"
                raise GameError(f"there is no game {arguments.shown(number)}: there are {there}")
            return self._games[number]


def _ruleset(name: str, variant: str) -> Ruleset:
    """A built-in ruleset, or a variant of it.

    Raises:
        eights.Error: there is none.
    """
    found = Ruleset(arguments.text("ruleset", name))
    chosen = arguments.text("variant", variant)
    return found.override({"variant": chosen}) if chosen else found


def _shown(table: _Table, since: int) -> str:
    """The prompt of the visitor, with the events from a number on."""
    return prompt(table.episode.state, table.seat, since).text(_STYLE)
