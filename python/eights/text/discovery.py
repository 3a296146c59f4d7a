"""Finding hidden rules by playing, and stating them."""

from __future__ import annotations

from typing import Any

from eights._base import arguments
from eights._eights import Game, GameError
from eights.text.budget import fitted, size
from eights.text.episode import Episode
from eights.text.exchange import Counts, Message, Reply, refused
from eights.text.prompts import briefing, prompt
from eights.text.statements import grammar, score, stated
from eights.text.style import Style

__all__ = ["Discovery"]

_ASKED = (
    "The match is over. Which {} stood in it, beside those that you were told? State them in JSON "
    'at the end of your answer, as a list: [{{"cards": "6", "does": "skip", "count": 2}}]. '
    "State what you have found: a rule that does not stand costs as much as one that is missing."
)


class Discovery:
    """A match under hidden rules, after which the player states them.

    The player is asked for its actions first. Everything that it is told follows from what its
    seat has seen. When the match is over it is asked for the rules, once more after each answer
    that cannot be read.

    Args:
        episode: a game under hidden rules, with one seat that is asked.

    Raises:
        GameError: the game has no hidden rules, or another number of seats is asked.

    >>> import eights
    >>> game = eights.hidden_rules("rose_mau", players=2, rules=1, rounds=1)
    >>> discovery = Discovery(Episode(game, seed=3, bots={1: "greedy"}))
    >>> while not discovery.is_asked_for_rules:
    ...     reply = discovery.answer("[1]")
    >>> reply = discovery.answer("[]")
    >>> discovery.done, discovery.score
    (True, 0.0)
    """

    def __init__(self, episode: Episode) -> None:
        """Nothing is stated yet."""
        arguments.instance("episode", episode, Episode)
        created = episode.game.ruleset.to_dict()["created"]
        if created["seen"] != "nobody" or not created["drawn"]:
            raise GameError("the game has no hidden rules: eights.hidden_rules makes one")
        if len(episode.asked) != 1:
            raise GameError(f"{len(episode.asked)} seats are asked: one states the rules")
        self.episode = episode
        self.stated: list[dict[str, Any]] | None = None
        """The rules that were stated; `None` before."""
        self._drawn: int = created["drawn"]
        self._counts = Counts()
        self._refused: list[Message] = []
        self._done = False

    @property
    def game(self) -> Game:
        """The game of the match."""
        return self.episode.game

    @property
    def style(self) -> Style:
        """The form of the texts."""
        return self.episode.style

    @property
    def is_asked_for_rules(self) -> bool:
        """True when the match is over and the rules are not yet stated."""
        return self.episode.done and not self._done

    @property
    def done(self) -> bool:
        """True if the rules are stated, or no answer could be read."""
        return self._done

    @property
    def counts(self) -> Counts:
        """The player's answers and decisions, in the match and after it."""
        return self.episode.counts + self._counts

    @property
    def score(self) -> float:
        """How near the stated rules are to the true ones, 0 … 1."""
        if self.stated is None:
            return 0.0
        return score(self.stated, self.episode.state.to_dict().get("created", []))

    def messages(self) -> list[Message]:
        """The messages to the player, who is asked for an action, or for the rules.

        Raises:
            GameError: it is over, or the messages have more tokens than the style allows.
        """
        if not self.episode.done:
            return self.episode.messages()
        if self._done:
            raise GameError("the rules are stated: nothing more is asked")
        seat = self.episode.asked[0]
        told = prompt(self.episode.state, seat)

        def asked(events: int) -> str:
            drawn = "created rule" if self._drawn == 1 else f"{self._drawn} created rules"
            question = _ASKED.format(drawn)
            return f"{told.shortened(events).happened()}\n\n{question}".strip()

        return fitted(self._system, [], asked, len(told.news), self._refused, self.style)

    def _system(self, decisions: bool) -> str:
        """The message about the rules, and how created rules are written."""
        seat, heading = self.episode.asked[0], "## How created rules are written"
        return briefing(self.game, seat, heading, grammar(), decisions=decisions)

    def act(self, action: int | str) -> None:
        """Takes an action in the match without any text, as a bot would do.

        Raises:
            GameError: the match is over.
            ActionError: the action is not possible here.
        """
        self.episode.act(action)

    def answer(self, text: str) -> Reply:
        """Takes an answer: an action in the match, then the rules.

        Raises:
            GameError: it is over, or the messages have more tokens than the style allows.
            ArgumentError: the answer is not a text.
        """
        if not self.episode.done:
            return self.episode.answer(text)
        sent = self.messages()
        found = stated(arguments.text("an answer", text))
        self._counts.add_answer(size(sent, self.style), self.style.tokens([text]))
        if not isinstance(found, str):
            self._counts.decisions += 1
            self.stated, self._done = found, True
            return Reply(True)
        self._counts.invalid += 1
        self._done = self._counts.invalid > self.episode.retries
        self._refused += refused(text, f"{found} Answer again.")
        return Reply(False, refusal=found)
