"""Names of cards and suits at a table, and the meaning of what a person types."""

from __future__ import annotations

import re

from eights._eights import Game, Ruleset

__all__ = ["Names"]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
RANK_NAMES = {
    "0": "Zero",
    "1": "One",
    "2": "Two",
    "3": "Three",
    "4": "Four",
    "5": "Five",
    "6": "Six",
    "7": "Seven",
    "8": "Eight",
    "9": "Nine",
    "T": "Ten",
    "J": "Jack",
    "Q": "Queen",
    "K": "King",
    "A": "Ace",
}
"""Names of ranks without labels; the others are called by their letters."""
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
JOKER_PLACES = {"R": 0, "B": 1}
SYMBOLS = str.maketrans("♣♦♥♠", SUITS)
CODE = re.compile(r"(?<![\w*])(?:[0-9TJQKABEFGL][CDHSV-Y]|\*[RB3-9])(?!\w)")


def plain(text: str) -> str:
    """A text without what makes no difference: case, blanks, articles.

    >>> plain(" the  Red 4")
    'red 4'
    """
    return " ".join(word for word in text.casefold().split() if word != "the")


def _named(labels: list[str] | None, letters: str, names: dict[str, str]) -> list[str]:
    """The names of suits or ranks by their places: the labels, or the usual ones."""
    return labels or [names.get(letter, letter) for letter in letters]


class Names:
    """Names of cards and suits in a game, from its labels where it has any.

    Args:
        ruleset: of the game.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        """Reads the labels."""
        rules = ruleset.to_dict()
        labels, deck = rules.get("labels", {}), rules.get("deck", {})
        self._game = Game(ruleset)
        self.suit_letters: str = deck.get("suits", SUITS)
        self.rank_letters: str = deck.get("ranks", RANKS)
        self.labelled = any(labels.get(kind) for kind in ("suits", "ranks", "jokers"))
        self.suits = _named(labels.get("suits"), self.suit_letters, SUIT_NAMES)
        self.ranks = _named(labels.get("ranks"), self.rank_letters, RANK_NAMES)
        further = [f"Joker {place}" for place in range(3, 10)]
        self.jokers: list[str] = labels.get("jokers") or ["red Joker", "black Joker", *further]

    def card(self, action: int) -> str:
        """The name of the card that an action plays: "Eight of hearts", "red 4"."""
        code = self.code(action)
        if code.startswith("*"):
            place = JOKER_PLACES.get(code[1])
            return self.jokers[int(code[1]) - 1 if place is None else place]
        rank, suit = self.ranks[self.rank_letters.index(code[0])], self.suit(code[1])
        return f"{suit} {rank}" if self.labelled else f"{rank} of {suit}"

    def code(self, action: int) -> str:
        """The letters of the card that an action plays; empty for an action that plays none."""
        verb, _, card = self._game.action_to_string(action).partition(" ")
        return card if verb == "play" and not card.startswith("#") else ""

    def suit(self, letter: str) -> str:
        """The name of a suit."""
        return self.suits[self.suit_letters.index(letter)]

    def phrases(self, action: int, said: str = "") -> set[str]:
        """The texts that may be typed for an action, beside its own; `said` is the one shown."""
        verb, _, rest = self._game.action_to_string(action).partition(" ")
        names = {plain(said)} - {""}
        if self.code(action):
            names |= self._of_card(action)
        elif verb == "suit" and rest in self.suit_letters:
            names |= {plain(self.suit(rest))}
        elif verb == "rank" and rest in self.rank_letters:
            names |= {plain(self.ranks[self.rank_letters.index(rest)])}
        return names | {f"{verb} {name}" for name in names if name != plain(said)}

    def _of_card(self, action: int) -> set[str]:
        names, code = {plain(self.card(action))}, self.code(action)
        if not self.labelled and code.startswith("*"):
            names.add("joker")
        elif not self.labelled:
            rank = code[0].replace("T", "10")
            names.add(plain(f"{rank} of {self.suit(code[1])}"))
        return names

    def reword(self, text: str) -> str:
        """A text with names of cards in place of their codes.

        >>> Names(Ruleset("uno")).reword("4D does not follow *R")
        'the yellow 2 does not follow the Wild'
        """

        def name(code: re.Match[str]) -> str:
            return f"the {self.card(self._game.string_to_action(f'play {code[0]}'))}"

        return CODE.sub(name, text)

    def meant(self, line: str, actions: list[int], said: list[str]) -> list[int]:
        """The places, in a list of actions, of those that a line may mean.

        Args:
            line: what was typed; a number is a place, from 1.
            actions: ids.
            said: what is shown for each action, such as "play the red 4".
        """
        if line.isascii() and line.isdigit():
            number = line.lstrip("0")[:9]
            return [int(number) - 1] if number and int(number) <= len(actions) else []
        words = plain(line)
        code = plain(line.translate(SYMBOLS)).replace("10", "t")
        texts = [self._game.action_to_string(action).casefold() for action in actions]
        phrases = [self.phrases(action, text) for action, text in zip(actions, said, strict=True)]
        for known in ([{text} for text in texts], [{t.partition(" ")[2]} for t in texts]):
            if code and any(code in names for names in known):
                return [i for i, names in enumerate(known) if code in names]
        exact = [i for i, names in enumerate(phrases) if words in names]
        if exact or not words:
            return exact
        return [
            i
            for i, (text, names) in enumerate(zip(texts, phrases, strict=True))
            if text.startswith(code) or any(name.startswith(words) for name in names)
        ]

    def action(self, line: str) -> int | None:
        """The one action, possible now or not, that a line means exactly; or none."""
        words, code = plain(line), plain(line.translate(SYMBOLS)).replace("10", "t")
        found = []
        for action in range(self._game.num_distinct_actions()):
            text, is_card = self._game.action_to_string(action).casefold(), bool(self.code(action))
            if "#" in text:
                continue
            codes = {text, text.partition(" ")[2] if is_card else text}
            if code in codes:
                return action
            # The name of a suit alone is not an action: it would be taken for a nomination.
            phrases = self.phrases(action)
            if words in phrases and (is_card or words.startswith(text.partition(" ")[0])):
                found.append(action)
        return found[0] if len(found) == 1 else None
