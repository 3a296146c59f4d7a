"""The exchange of texts with one player: what is asked, what is answered, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Literal, Protocol, TypeAlias, TypedDict

from eights._play.deciders import Decider
from eights.text.judge import Rank

__all__ = ["Counts", "Exchange", "Message", "Player", "Reply", "TextPlayer", "refused"]


class Message(TypedDict):
    """A message, as interfaces of chat models have it."""

    role: Literal["system", "user", "assistant"]
    content: str


def refused(answer: str, refusal: str) -> list[Message]:
    """A refused answer and its refusal, as the player is reminded of them."""
    return [
        {"role": "assistant", "content": answer},
        {"role": "user", "content": refusal},
    ]


class TextPlayer(Protocol):
    """A player by texts: a language model, a person, a script.

    One object may play on several seats, and in many games.
    """

    def __call__(self, messages: Sequence[Message], /) -> str:
        """The answer to the last message."""


Player: TypeAlias = str | Decider | TextPlayer
"""A player of a seat: the name of a bot or searcher, a searcher, or a player by texts."""


@dataclass(frozen=True)
class Reply:
    """The result of an answer.

    Args:
        accepted: true if the answer was taken, or an action in its place.
        action: the text of the action that was taken; empty if there was none.
        refusal: why the answer was refused, in a sentence; empty where it was not.
    """

    accepted: bool
    action: str = ""
    refusal: str = ""


@dataclass
class Counts:
    """Counts of a player's answers and decisions; those of several games can be added.

    Args:
        decisions: decisions that were answered, by the player or in its place.
        answers: answers, refused ones too.
        invalid: answers that were refused.
        random: decisions that were taken at random after too many refused answers.
        forfeits: games that ended with too many refused answers.
        prompt_tokens: tokens of all messages that the player was sent.
        answer_tokens: tokens of all its answers.
        ranks: the ranks of its actions by a search, if they were judged.
    """

    decisions: int = 0
    answers: int = 0
    invalid: int = 0
    random: int = 0
    forfeits: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    ranks: list[Rank] = field(default_factory=list)

    def __add__(self, other: Counts) -> Counts:
        """The sum of both."""
        return Counts(
            **{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        )

    def add_answer(self, prompt_tokens: int, answer_tokens: int) -> None:
        """Counts an answer, and the tokens that it took."""
        self.answers += 1
        self.prompt_tokens += prompt_tokens
        self.answer_tokens += answer_tokens

    @property
    def invalid_share(self) -> float | None:
        """The share of answers that were refused; `None` without answers."""
        return self.invalid / self.answers if self.answers else None

    @property
    def hit_rate(self) -> float | None:
        """The share of judged actions that no other was better than; `None` without any."""
        if not self.ranks:
            return None
        return sum(rank.place == 1 for rank in self.ranks) / len(self.ranks)

    @property
    def mean_rank(self) -> float | None:
        """The mean place of the judged actions, 1 being the best; `None` without any."""
        if not self.ranks:
            return None
        return sum(rank.place for rank in self.ranks) / len(self.ranks)


class Exchange(Protocol):
    """One item of a task, played or answered by one player, step by step.

    As long as it is not `done`, `messages()` is what the player is asked, and `answer()` takes
    what it says. Every interface to models needs no more than this.
    """

    @property
    def done(self) -> bool:
        """True if nothing more is asked."""

    @property
    def score(self) -> float:
        """The score, 0 … 1; 0 before the end."""

    @property
    def counts(self) -> Counts:
        """Counts of the player's answers and decisions so far."""

    def messages(self) -> list[Message]:
        """The messages to the player.

        Raises:
            GameError: it is over, or the messages have more tokens than the style allows.
        """

    def answer(self, text: str) -> Reply:
        """Takes an answer.

        Raises:
            GameError: it is over.
            ArgumentError: the answer is not a text.
        """
