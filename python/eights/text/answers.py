"""The action that an answer means, or a sentence that says why it means none."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eights._base.arguments import instance, kind
from eights._base.arguments import text as as_text
from eights._display.names import Names
from eights._display.refusals import why_not
from eights._eights import ArgumentError, Game, State
from eights.text.prompts import Choice, where
from eights.text.style import Style

__all__ = ["MOST_JSON", "Reading", "read", "said"]

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_NUMBERED = re.compile(r"(\d+)\s*[.):]\s*(\S.*)")
_BEGINNING = re.compile(
    r"(?:(?:my )?(?:action|answer|move)\s*(?:is\b|:)|i(?:'ll| will)? )\s*", re.I
)
MOST_JSON = 10_000
"""Characters at the end of an answer in which JSON is looked for."""
_LONGEST = 80
"""Characters of an answer that a refusal repeats."""
_AROUND = " \t\r\n\"'`_.!"
"""Characters around an action that mean nothing; an asterisk is a Joker's."""


@dataclass(frozen=True)
class Reading:
    """The meaning of an answer.

    Args:
        action: the id of the action; `None` where the answer is refused.
        refusal: why it is refused, in a sentence to whoever answered; else empty.
    """

    action: int | None = None
    refusal: str = ""


def said(answer: str, style: Style, key: str = "action") -> str | None:
    """The part of an answer that counts, by the grammar of a style; `None`: there is none.

    Without brackets, the last line counts where brackets are asked for.

    Args:
        answer: of a model or a person.
        style: whose grammar counts.
        key: of an object of JSON, where the grammar asks for one.

    >>> said("I could [draw]. But better: [play 8H]", Style())
    'play 8H'
    >>> said('So: {"action": "draw"}', Style(grammar="json"))
    'draw'
    """
    if style.grammar == "json":
        value = (last_object(answer) or {}).get(key)
        values = value if isinstance(value, list) else [value]
        if not all(isinstance(one, str | int) and not isinstance(one, bool) for one in values):
            return None
        return ", ".join(str(one)[:_LONGEST] for one in values).strip() or None
    brackets = _BRACKETS.findall(answer) if style.grammar == "brackets" else []
    lines = [part for part in (brackets or answer.splitlines()) if part.strip(_AROUND)]
    return plain(lines[-1]) if lines else None


def plain(part: str) -> str:
    """A part of an answer without what makes no difference, such as quotes.

    >>> plain(" **Action: play 8H.**")
    'play 8H'
    """
    part = part.replace("**", "").strip(_AROUND)
    return part[found.end() :].strip(_AROUND) if (found := _BEGINNING.match(part)) else part


def last_object(answer: str) -> dict[str, Any] | None:
    """The last object of JSON in an answer that stands in no other.

    >>> last_object('{"a": {"b": 1}} then {"c": 2}.')
    {'c': 2}
    """
    answer = answer[-MOST_JSON:]
    decoder, found, at = json.JSONDecoder(), None, answer.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(answer, at)
        except ValueError:  # also integers of more digits than Python reads
            end = at + 1
        except RecursionError:
            break
        at = answer.find("{", end)
    return found


def read(answer: str, source: State | Game, choices: Sequence[Choice], style: Style) -> Reading:
    """The action of the seat to act that an answer means.

    Args:
        answer: of a model or a person.
        source: the position; or the game, where the position is not at hand: then a refusal does
            not say why an action is impossible.
        choices: the legal actions, as they were listed.
        style: the form of answers.

    Raises:
        ArgumentError: the answer is not a text.

    >>> import eights
    >>> from eights.text.prompts import prompt
    >>> game = eights.Game("crazy_eights", players=2)
    >>> state = game.position({"hands": ["8H 5C", "KD QD"], "pile": "TC"})
    >>> choices = prompt(state, 0).actions
    >>> [read(answer, state, choices, Style()).action for answer in ("[2]", "8 of hearts", "8H.")]
    [26, 26, 26]
    >>> read("I play [KD]", state, choices, Style()).refusal
    'KD is not possible now: you do not hold the King of diamonds.'
    >>> read("I play [KD]", game, choices, Style()).refusal
    'KD is not possible now.'
    """
    if not isinstance(source, Game | State):
        raise ArgumentError(f"source must be a Game or a State, not {kind(source)}")
    part = said(as_text("an answer", answer), instance("style", style, Style))
    if part is None:
        return Reading(refusal=f"There is no action in the answer. {where(style, 'draw')}")
    state, game = (source, source.game) if isinstance(source, State) else (None, source)
    names = Names(game.ruleset)
    actions = [game.string_to_action(choice.action) for choice in choices]
    found = _meant(part, names, actions, choices, style)
    if len(found) == 1:
        return Reading(actions[found[0]])
    if found:
        possible = ", ".join(choices[at].name for at in found)
        return Reading(refusal=f"{_shown(part)} may mean: {possible}. Say which.")
    return Reading(refusal=_refusal(part, names, state, actions))


def _meant(
    part: str, names: Names, actions: list[int], choices: Sequence[Choice], style: Style
) -> list[int]:
    """The places of the legal actions that a part of an answer may mean."""
    labels = [choice.name for choice in choices]
    listed = style.actions == "numbered"
    numbered = _NUMBERED.fullmatch(part) if listed else None
    if numbered is not None:
        both = [names.meant(half, actions, labels) for half in numbered.groups()]
        return both[1] if both[1] and both[0] != both[1] else both[0]
    if part.isdecimal() and not listed:
        return []
    return names.meant(part, actions, labels)


def _shown(part: str) -> str:
    """A part of an answer as a refusal repeats it."""
    return part if len(part) <= _LONGEST else f"{part[:_LONGEST]}…"


def _refusal(part: str, names: Names, state: State | None, legal: list[int]) -> str:
    """Why a part of an answer is no legal action."""
    shown = _shown(part)
    action = None if part.isdecimal() else names.action(part)
    if action is None:
        return f"{shown} is not an action here: choose one of those that are possible."
    if action in legal:
        return f"{shown} is not clear: write the action as it is listed."
    why = "" if state is None else f": {why_not(state, names, action)}"
    return f"{shown} is not possible now{why}."
