"""Rules that a player states, and how near they come to the true ones."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from eights._display.documentation import documentation
from eights._eights import Game, Ruleset, RulesetError, State, action_to_string, describe_rule
from eights.text.answers import MOST_JSON

__all__ = ["Rule", "cards_of", "grammar", "likeness", "score", "stated"]

Rule: TypeAlias = Mapping[str, Any]
"""A created rule, as rulesets and positions write it."""

MOST_STATED = 16
"""Rules of an answer that are read at most."""

_PAGE, _SECTION = "hidden-rules", "The grammar of created rules"
_UPCARDS = ("2C", "3D", "4H")
"""Upcards of which each card fails to follow one, by suit and by rank."""


def grammar() -> str:
    """The grammar of created rules, as the documentation has it.

    >>> grammar().splitlines()[0]
    'A created rule is a table of a ruleset (`created.rules`), of a position ...'
    """
    page = documentation(_PAGE)
    return page.partition(f"## {_SECTION}\n")[2].partition("\n## ")[0].strip()


def stated(answer: str) -> list[dict[str, Any]] | str:
    """The rules that an answer states, or a sentence that says why it states none.

    Args:
        answer: with a list of JSON, or objects of JSON one after the other. The last list counts.

    >>> stated('I think: [{"cards": "6", "does": "skip", "count": 2}]')
    [{'cards': '6', 'does': 'skip', 'count': 2}]
    >>> stated('[{"cards": "foo", "does": "skip"}]')
    'cards: "foo" is not a word of a class: write all, a rank of 23456789TJQKA*, ...'
    """
    found = _last_rules(answer)
    if found is None:
        return "There is no list of rules in the answer."
    if len(found) > MOST_STATED:
        return f"{len(found)} rules are too many: state at most {MOST_STATED}."
    try:
        for rule in found:
            describe_rule(rule)
    except RulesetError as refused:
        return refused.problems[0]
    return found


def _last_rules(answer: str) -> list[dict[str, Any]] | None:
    """The last list of objects in an answer; without one, its objects; `None` without any."""
    answer = answer[-MOST_JSON:]
    decoder, lists, objects, at = json.JSONDecoder(), [], [], 0
    while at < len(answer):
        if answer[at] not in "[{":
            at += 1
            continue
        try:
            found, at = decoder.raw_decode(answer, at)
        except ValueError:  # also integers of more digits than Python reads
            at += 1
            continue
        except RecursionError:
            break
        if isinstance(found, dict):
            objects.append(found)
        elif all(isinstance(one, dict) for one in found):
            lists.append(found)
    return lists[-1] if lists else objects or None


@functools.cache
def _board() -> Game:
    """A game of plain rules in which created rules may stand."""
    created = {"most": 1, "by": "lot", "drawn": 1, "seen": "all"}
    rules = {"id": "classes", "deck": {"jokers": 2}, "created": created}
    return Game(Ruleset.from_dict(rules), players=2)


@functools.lru_cache(maxsize=4096)
def cards_of(words: str) -> frozenset[str]:
    """The cards of a class, in the words of the grammar: those that a rule of it makes playable.

    Raises:
        eights.Error: it is not a class.

    >>> sorted(cards_of("red face")) == ["JD", "JH", "KD", "KH", "QD", "QH"]
    True
    """
    rule = {"cards": words, "does": "playable"}
    describe_rule(rule)
    deck = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
    found: set[str] = set()
    for upcard in _UPCARDS:
        others = [card for card in deck if not set(card) & set(upcard)]
        hands = [" ".join((*others, "*R *B")), upcard.translate(str.maketrans("CDH", "SSS"))]
        position = {"hands": hands, "pile": upcard, "created": [rule], "seat": 0}
        state: State = _board().position(position)
        texts = map(action_to_string, state.lawful_actions())
        found |= {text[len("play ") :] for text in texts if text.startswith("play ")}
    return frozenset(found)


def likeness(one: Rule, other: Rule) -> float:
    """How alike two created rules are, 0 … 1: 1 if they say the same, 0 if their effects differ.

    Else the mean of the likeness of their parts: of two classes the share of the cards of both that
    they have in common, of counts whether they are equal.

    >>> likeness({"cards": "6", "does": "skip"}, {"cards": "6-7", "does": "skip"})
    0.8333333333333334
    """
    if one["does"] != other["does"]:
        return 0.0
    parts = [
        _common(one["cards"], other["cards"]),
        _common(one.get("after", "all"), other.get("after", "all")),
    ]
    if one["does"] == "only":
        parts.append(_common(one.get("follow", "all"), other.get("follow", "all")))
    else:
        parts.append(float(one.get("count", 1) == other.get("count", 1)))
    return sum(parts) / len(parts)


def _common(one: str, other: str) -> float:
    """The share of the cards of two classes that is in both."""
    first, second = cards_of(one), cards_of(other)
    return len(first & second) / len(first | second) if first | second else 1.0


def score(claimed: Sequence[Rule], true: Sequence[Rule]) -> float:
    """How near the stated rules are to the true ones, 0 … 1.

    Each true rule is compared with a stated one of its own, so that the sum of their likeness is
    greatest; it is divided by the greater number of rules, so that guesses cost.

    >>> true = [{"cards": "6", "does": "skip"}]
    >>> score(true, true), score([*true, {"cards": "A", "does": "reverse"}], true), score([], true)
    (1.0, 0.5, 0.0)
    """
    few, many = sorted((list(claimed), list(true)), key=len)
    if not many:
        return 1.0
    alike = [[likeness(one, other) for other in many] for one in few]
    best = max(
        sum(line[at] for line, at in zip(alike, places, strict=True))
        for places in itertools.permutations(range(len(many)), len(few))
    )
    return best / len(many)
