"""Messages of at most so many tokens: what is oldest goes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eights._eights import GameError
from eights.text.exchange import Message
from eights.text.style import Style

__all__ = ["fitted", "size"]

SHORTEST_ANSWER = 100
"""Characters of a refused answer that are repeated, where there is little room."""


def size(messages: Sequence[Message], style: Style) -> int:
    """The tokens of all messages."""
    return style.tokens(message["content"] for message in messages)


def fitted(
    system: Callable[[bool], str],
    before: Sequence[Message],
    told: Callable[[int], str],
    events: int,
    refused: Sequence[Message],
    style: Style,
) -> list[Message]:
    """The messages of a decision, of at most `style.max_tokens` tokens.

    What is left out, in this order, as far as it takes: earlier exchanges, the oldest first;
    refused answers but the last one; events, the oldest first; the decisions on what the source of
    the rules leaves open; the end of the last refused answer.

    Args:
        system: the first message, with those decisions or without.
        before: earlier prompts and answers, in pairs.
        told: the open decision, with so many of its events, the last ones.
        events: the number of its events.
        refused: refused answers and their refusals, in pairs.
        style: the form of the texts.

    Raises:
        GameError: what is left still has more tokens; the message says how many.
    """
    most = style.max_tokens

    def made(
        decisions: bool, skipped: int, again: Sequence[Message], kept: int, longest: int | None
    ) -> list[Message]:
        repeated = [
            Message(role=one["role"], content=one["content"][:longest])
            if one["role"] == "assistant"
            else one
            for one in again
        ]
        return [
            Message(role="system", content=system(decisions)),
            *before[skipped:],
            Message(role="user", content=told(kept)),
            *repeated,
        ]

    whole = made(True, 0, refused, events, None)
    if most is None or size(whole, style) <= most:
        return whole
    last, everything = refused[-2:], len(before)
    steps: list[tuple[int, Callable[[int], list[Message]]]] = [
        (len(before) // 2, lambda at: made(True, 2 * at, refused, events, None)),
        (0, lambda _: made(True, everything, last, events, None)),
        (events, lambda at: made(True, everything, last, events - at, None)),
        (0, lambda _: made(False, everything, last, 0, None)),
        (0, lambda _: made(False, everything, last, 0, SHORTEST_ANSWER)),
    ]
    shortest = whole
    for count, make in steps:
        shortest = make(count)
        if size(shortest, style) <= most:
            return _first(count, make, lambda found: size(found, style) <= most)
    raise GameError(
        f"max_tokens = {most} is too few: the shortest prompt here has {size(shortest, style)}"
    )


def _first(
    count: int,
    make: Callable[[int], list[Message]],
    fits: Callable[[list[Message]], bool],
) -> list[Message]:
    """The messages with the least left out that fit; they do with `count` left out."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if fits(make(middle)):
            high = middle
        else:
            low = middle + 1
    return make(high)
