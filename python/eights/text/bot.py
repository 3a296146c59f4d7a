"""A player by texts as a player of states: it plays wherever bots and searchers do."""

from __future__ import annotations

import threading
import zlib
from typing import SupportsIndex

from eights._base import arguments
from eights._eights import ArgumentError, Game, State
from eights._play.deciders import Decider
from eights.policies import policy_name
from eights.text.episode import MOST_RETRIES, Episode
from eights.text.exchange import Counts, TextPlayer
from eights.text.style import Style

__all__ = ["TextBot"]


class TextBot(Decider):
    """A player by texts that decides from positions, so that it plays wherever searchers do.

    It is asked as a seat of an `Episode` is, and told what has happened from the beginning of the
    game at each decision. Where too many of its answers are refused, a legal action is drawn.

    Args:
        player: a function of messages, such as a `ChatModel`.
        name: in reports; `None`: the player's own.
        style: the form of the texts; its `history` makes no difference.
        retries: how often it may answer again after an invalid answer, for each decision.

    Raises:
        ArgumentError: an argument has the wrong type.
        GameError: a number is out of range.

    >>> import eights
    >>> bot = TextBot(lambda messages: "[1]", name="first")
    >>> game = eights.Game("crazy_eights", players=2)
    >>> report = eights.arena(game, [bot, "heuristic"], deals=5)
    >>> report["entrants"], bot.counts.invalid
    (['first', 'heuristic'], 0)
    """

    def __init__(
        self,
        player: TextPlayer,
        *,
        name: str | None = None,
        style: Style | None = None,
        retries: SupportsIndex = 2,
    ) -> None:
        """Has said nothing yet."""
        if not _is_text_player(player):
            raise ArgumentError(
                f"player must be a function of messages, not {arguments.kind(player)}"
            )
        self.player = player
        self._name = policy_name(player) if name is None else arguments.text("name", name)
        self.style = style or Style()
        if not isinstance(self.style, Style):
            raise ArgumentError(f"style must be a Style, not {arguments.kind(style)}")
        self.retries = arguments.integer("retries", retries, 0, MOST_RETRIES)
        self.counts = Counts()
        """The player's answers and decisions in all games."""
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name in reports."""
        return self._name

    def validate(self, game: Game) -> None:
        """Refuses nothing: every game can be told."""

    def choose(self, state: State, seed: int | None = None) -> int:
        """The action that the player answers, for the seat to act.

        Args:
            state: the position; it stays as it is.
            seed: of what is drawn after too many invalid answers. `None`: it follows from what
                the seat was told.

        Raises:
            GameError: the game is over, or chance is to act.
            Exception: whatever the player raises.
        """
        episode = Episode(
            state, seed or 0, style=self.style, retries=self.retries, fallback="random"
        )
        if seed is None:
            episode.seed = zlib.crc32(episode.messages()[-1]["content"].encode())
        seat = state.current_player()
        accepted = False
        while not accepted:
            reply = episode.answer(self.player(episode.messages()))
            accepted = reply.accepted
        with self._lock:
            self.counts += episode.counts_of(seat)
        return state.string_to_action(reply.action)


def _is_text_player(given: object) -> bool:
    """True if it can be asked by messages."""
    return callable(given) and not isinstance(given, Decider)
