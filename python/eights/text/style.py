"""The form of the texts that a seat is given, and of the answers that are taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Literal, get_args, get_type_hints

from eights._base import arguments
from eights._eights import ArgumentError

__all__ = ["Style", "estimate_tokens"]

CHARACTERS = 4
"""Characters of English that make about one token."""


def estimate_tokens(text: str) -> int:
    """The estimated number of tokens of a text: one for every four characters, rounded up.

    Tokenizers of language models differ; a function that counts by one of them can stand in the
    place of this one (`Style.count_tokens`).

    >>> estimate_tokens("play the Eight of hearts")
    6
    """
    return -(-len(text) // CHARACTERS)


@dataclass(frozen=True)
class Style:
    """How a game is told to a seat, and how the seat has to answer.

    Args:
        history: `"turn"` tells what has happened since the seat's last answer, `"whole"` all since
            the beginning, in each prompt; `"chat"` tells the first, and repeats the earlier prompts
            and answers of the seat before it.
        actions: `"numbered"` lists the legal actions with numbers that may be answered, `"text"`
            without, `"none"` lists none, so that the seat has to know them.
        grammar: where the action stands in an answer: in square `"brackets"` (the last ones count),
            on the last `"line"`, or in an object of `"json"` under `"action"`.
        table: in `"words"`, or as a `"board"`, as `State.render` draws it.
        form: of a prompt: `"text"`, or the same as an object of `"json"`.
        max_tokens: the most tokens of all messages of a prompt; `None`: as many as it takes. What
            is oldest is left out first. 1 or more.
        count_tokens: a function that counts the tokens of a text.

    Raises:
        GameError: an option is refused; the message says what was possible.
        ArgumentError: an option has the wrong type.

    >>> Style(history="short")
    Traceback (most recent call last):
      ...
    eights.GameError: history = 'short' is unknown: there are "turn", "whole", "chat"
    """

    history: Literal["turn", "whole", "chat"] = "turn"
    actions: Literal["numbered", "text", "none"] = "numbered"
    grammar: Literal["brackets", "line", "json"] = "brackets"
    table: Literal["words", "board"] = "words"
    form: Literal["text", "json"] = "text"
    max_tokens: int | None = None
    count_tokens: Callable[[str], int] = estimate_tokens

    def __post_init__(self) -> None:
        """Refuses what is not an option."""
        hints = get_type_hints(type(self))
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(field.default, str):
                arguments.word(field.name, value, get_args(hints[field.name]))
        if self.max_tokens is not None:
            arguments.integer("max_tokens", self.max_tokens, 1)
        if not callable(self.count_tokens):
            raise ArgumentError("count_tokens must be a function that counts the tokens of a text")

    def tokens(self, texts: Iterable[str]) -> int:
        """The tokens of some texts.

        Raises:
            eights.Error: `count_tokens` returns something else than a whole number, 0 or greater.
        """
        name = "a number of tokens"
        return sum(arguments.integer(name, self.count_tokens(text), 0) for text in texts)
