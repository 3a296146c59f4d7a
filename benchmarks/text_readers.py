"""Scripted players that read the texts of `eights.text`: what a language model has to beat.

Each is a function of the messages alone: it keeps nothing between two calls, and draws what it
leaves to chance from the messages.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

import eights
from eights.text import Message, TextPlayer
from hidden_rules_baselines import FOLLOWS, LEAST, Attempt, RememberingPlayer, Table, follows

__all__ = ["READERS"]

OPTION = re.compile(r"^\d+\. (.*)$", re.M)
EVENT = re.compile(r"^- (.*)\.$", re.M)
UPCARD = re.compile(r"Upcard the (.*?)(?:, \w+ in force (.*?))?\. Stock")
SPECIAL = re.compile(r"^- \*\*(.+?)\.\*\* (.*)$", re.M)
EFFECT = re.compile(r"^\| `([a-z-]+)` \|", re.M)
PLAYED = re.compile(r"(You|Seat \d+) (?:play|plays|try|tries) the ([^,]*)")
RANKS, COLOURS = "23456789TJQKA", {"C": "black", "D": "red", "H": "red", "S": "black"}


class Text:
    """The contents of a prompt, as far as these players read them."""

    def __init__(self, messages: Sequence[Message]) -> None:
        """Reads the last prompt that lists something, or else the last."""
        prompts = [one["content"] for one in messages if one["role"] == "user"]
        listing = [text for text in prompts if OPTION.search(text)]
        self.rules = messages[0]["content"]
        self.last = listing[-1] if listing else prompts[-1]
        self.told = "\n".join(prompts)
        self.options = OPTION.findall(self.last)
        found = UPCARD.search(self.last)
        self.upcard, self.suit = (found[1], found[2] or "") if found else ("", "")
        held = re.search(r"^Your hand: (.*)\.$", self.last, re.M)
        self.hand = held[1].split(", ") if held else []

    @property
    def is_statement(self) -> bool:
        """True if hidden rules are to be stated."""
        return "State them in JSON" in self.told

    @property
    def is_question(self) -> bool:
        """True if a question is asked about the rules."""
        return "You are asked about the rules" in self.rules

    @property
    def is_plural(self) -> bool:
        """True if several options may be right."""
        return "Name all that are right" in self.rules

    def follows(self, card: str) -> bool:
        """True if a card has the suit in force or the upcard's rank, by its name, or is wild."""
        suit, rank = parts(card)
        has_suit = suit == (self.suit or parts(self.upcard)[0])
        return has_suit or rank == parts(self.upcard)[1] or self.means(card, "is wild")

    def means(self, card: str, words: str) -> bool:
        """True if the rules say something of the rank of a card."""
        rank = parts(card)[1]
        return any(
            rank in name.split() and words in text for name, text in SPECIAL.findall(self.rules)
        )


def parts(card: str) -> tuple[str, str]:
    """The suit and the rank of a card, by its name.

    >>> parts("Eight of hearts"), parts("red Draw Two")
    (('hearts', 'Eight'), ('red', 'Draw Two'))
    """
    rank, of, suit = card.partition(" of ")
    if of:
        return suit, rank
    suit, _, rank = card.partition(" ")
    return suit, rank


def drawn(messages: Sequence[Message]) -> random.Random:
    """A source of chance that follows from the last message."""
    return random.Random(messages[-1]["content"])


def chosen(place: int) -> str:
    """The answer that names an option, by its place."""
    return f"[{place + 1}]"


# ---- Random, and the first -----------------------------------------------------------------------


def read_at_random(messages: Sequence[Message]) -> str:
    """Takes any option; guesses a hidden rule about one rank."""
    text, chance = Text(messages), drawn(messages)
    if text.is_statement:
        effects = EFFECT.findall(text.rules.partition("| `does` |")[2])
        rule = {"cards": chance.choice(RANKS), "does": chance.choice(effects)}
        rule |= {"follow": chance.choice(RANKS)} if rule["does"] == "only" else {}
        return json.dumps([rule])
    return chosen(chance.randrange(len(text.options)))


def read_first(messages: Sequence[Message]) -> str:
    """Takes the first option, and states no rule."""
    return "[]" if Text(messages).is_statement else "[1]"


# ---- Greedy --------------------------------------------------------------------------------------


def read_greedily(messages: Sequence[Message]) -> str:
    """Plays cards of its longest suit, keeps wild ones, and follows the wording of the rules."""
    text = Text(messages)
    if text.is_statement:
        return "[]"
    return answered(text) if text.is_question else chosen(greedy_place(text, text.follows))


def greedy_place(text: Text, may_be_played: Callable[[str], bool]) -> int:
    """The place of the option that a greedy player takes."""
    suits = Counter(parts(card)[0] for card in text.hand)
    named = [at for at, option in enumerate(text.options) if option.startswith("nominate ")]
    if named:
        return max(named, key=lambda at: suits[text.options[at].removeprefix("nominate ")])
    calls = [at for at, option in enumerate(text.options) if option.startswith('say "')]
    if calls:
        return calls[0]
    cards = {
        at: option.removeprefix("play the ")
        for at, option in enumerate(text.options)
        if option.startswith("play the ")
    }
    if "Illegal cards are not held back" in text.rules:
        cards = {at: card for at, card in cards.items() if may_be_played(card)}
        if not cards and "draw a card" in text.options:
            return text.options.index("draw a card")
    if not cards:
        return 0

    def worth(at: int) -> tuple[bool, int]:
        return not text.means(cards[at], "is wild"), suits[parts(cards[at])[0]]

    return max(cards, key=worth)


def answered(text: Text) -> str:
    """The answer to a question, by the wording of the rules."""
    if "Which of your cards" in text.last:
        places = [at for at, card in enumerate(text.options) if text.follows(card)]
        return f"[{', '.join(str(at + 1) for at in places) or 'none'}]"
    asked = re.search(r"It is your turn\. You (play the )?(.*?)\. Who", text.last)
    card = asked[2] if asked and asked[1] else ""
    seats = len(text.options)
    onward = 1 if "goes clockwise" in text.last else seats - 1
    if text.is_plural:
        if not card:
            return chosen(0)
        return chosen(onward % seats) if text.means(card, "draws") else "[none]"
    if card and text.means(card, "nominates"):
        return chosen(0)
    if card and text.means(card, "direction"):
        onward = -onward
    steps = 2 if card and text.means(card, "loses the turn") else 1
    return chosen(onward * steps % seats)


# ---- Remembering ---------------------------------------------------------------------------------


@cache
def codes() -> dict[str, str]:
    """The code of each card of a usual deck, by its name."""
    state = eights.Game("crazy_eights").new_initial_state(seed=0)
    texts = (eights.action_to_string(action) for action in range(54))
    return {state.describe_action(text).removeprefix("play the "): text[5:] for text in texts}


def attempts(events: Iterable[str]) -> list[tuple[Attempt, list[str]]]:
    """The attempts to play a card, each with what followed until the next event of a turn."""
    upcard, suit = "", ""
    found: list[tuple[Attempt, list[str]]] = []
    for event in events:
        turned = re.fullmatch(r"The (.*) is turned to begin the pile", event)
        named = re.search(r" nominates? (\w+)$", event)
        played = PLAYED.match(event)
        if turned:
            upcard, suit = codes().get(turned[1], ""), ""
        elif played and upcard and played[2] in codes():
            card, refused = codes()[played[2]], event.endswith("which is not allowed")
            found.append((Attempt(card, Table("play", (upcard,), suit), refused), []))
            if not refused:
                upcard, suit = card, ""
        else:
            suit = named[1][0].upper() if named else suit
            if found:
                found[-1][1].append(event)
    return found


def read_remembering(messages: Sequence[Message]) -> str:
    """Plays greedily what was likely to be accepted so far, and states effects that always came."""
    text = Text(messages)
    if text.is_question:
        return answered(text)
    seen = attempts(EVENT.findall(text.told))
    if text.is_statement:
        return json.dumps(concluded(seen))
    player = RememberingPlayer(0)
    for attempt, _ in seen:
        player.see(attempt)
    upcard, suit = codes().get(text.upcard, ""), text.suit[:1].upper()
    table = Table("play", (upcard,), suit if upcard and suit != upcard[1] else "")

    def chance(card: str) -> float:
        known = upcard and card in codes()
        return player.chance(codes()[card], table) if known else FOLLOWS * text.follows(card)

    cards = [option.removeprefix("play the ") for option in text.options if "play the" in option]
    best = max(map(chance, cards), default=0.0)
    return chosen(greedy_place(text, lambda card: chance(card) >= max(best, LEAST)))


EFFECTS = {
    "skip": re.compile(r" (?:is|are) skipped$"),
    "nominate": re.compile(r" nominates? "),
    "reverse": re.compile(r"^The direction of play turns$"),
    "two-piles": re.compile(r"dealt into two$"),
}
"""Effects by the events that tell of them."""


def concluded(seen: Sequence[tuple[Attempt, list[str]]]) -> list[dict[str, Any]]:
    """The rule that explains most of what was seen; none, if nothing needs one."""
    accepted = [(attempt, after) for attempt, after in seen if not attempt.refused]
    found: list[tuple[int, dict[str, Any]]] = []
    for effect, told in EFFECTS.items():
        came = [any(told.search(event) for event in after) for _, after in accepted]
        for words, has in classes().items():
            hits = [came[at] for at, (attempt, _) in enumerate(accepted) if has(attempt.card)]
            if sum(hits) >= 2 and sum(hits) >= 0.9 * len(hits):
                found.append((sum(hits), {"cards": words, "does": effect}))
    odd = [attempt for attempt, _ in accepted if not plainly(attempt)]
    for rank, times in Counter(attempt.card[0] for attempt in odd).items():
        if times >= 2:
            found.append((times, {"cards": rank, "does": "playable"}))
    return [max(found, key=lambda one: one[0])[1]] if found else []


def plainly(attempt: Attempt) -> bool:
    """True if a card follows by suit or rank, as if nothing were hidden."""
    return follows(attempt.card, attempt.table.upcards[0], attempt.table.suit)


def classes() -> dict[str, Callable[[str], bool]]:
    """Some classes of cards, by the words of the grammar."""
    found: dict[str, Callable[[str], bool]] = {"all": lambda _: True}
    for rank in RANKS:
        found[rank] = lambda card, rank=rank: card[0] == rank  # type: ignore[misc]
    for suit in COLOURS:
        found[suit] = lambda card, suit=suit: card[1] == suit  # type: ignore[misc]
    for colour in ("red", "black"):
        found[colour] = lambda card, colour=colour: COLOURS.get(card[1]) == colour  # type: ignore[misc]
    return found


READERS: dict[str, TextPlayer] = {
    "random": read_at_random,
    "first": read_first,
    "greedy reading": read_greedily,
    "remembers": read_remembering,
}
"""The players by name, the simplest first."""
