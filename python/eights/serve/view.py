"""The view of a seat: the one place where anything of a position goes to a client."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eights._display.names import Names
from eights._display.players import board_with_names, named
from eights._eights import Ruleset, State, string_to_action

__all__ = ["SeatView", "played_by", "seat_view"]

_STATUS = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_LINE = re.compile(r"<desc>(.*?)</desc>", re.DOTALL)
_PLAYED = re.compile(r"(?:You play|Seat (\d+) plays) ")
_RESERVED = {"draw": "d", "pass": "p"}
_KEYS = "1234567890abcefgijklmnoqstuvwxyz"
"""Keys for actions: those that draw and pass, hints (h) and rules (r) do not take."""


@dataclass(frozen=True)
class SeatView:
    """A position as one seat may see it; equal ones look the same to it."""

    board: str
    """The table as SVG, from this seat."""
    status: str
    """The decision that is due, in a sentence."""
    line: str
    """The table and the decision in one line, for those who do not see the board."""
    hand: tuple[tuple[str, str], ...]
    """The seat's cards: the text of the action that plays one, and its name."""
    actions: tuple[tuple[str, str], ...]
    """The legal actions of the seat: text and words. Empty when the seat is not to act."""
    sizes: tuple[int, ...]
    """The number of cards in each hand."""
    acting: int | None
    """The seat that is seen to act."""
    events: tuple[str, ...]
    """The events, as they were told to the seat; seats in them have numbers, not names."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool
    hands: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The hands of all seats once the game is over: the texts of cards, and their names."""
    open_board: str = ""
    """The table with all hands open once the game is over, as SVG."""

    def content(self) -> dict[str, Any]:
        """The view as plain data; what has happened is sent piece by piece, and is not in it."""
        keys = _keys([text for text, _ in self.actions])
        return {
            "board": self.board,
            "status": self.status,
            "line": self.line,
            "hand": _cards(self.hand),
            "actions": [
                {"text": text, "label": label, "key": key}
                for (text, label), key in zip(self.actions, keys, strict=True)
            ],
            "sizes": list(self.sizes),
            "acting": self.acting,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "over": self.over,
            "hands": [_cards(hand) for hand in self.hands],
            "open_board": self.open_board,
        }


def _cards(hand: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"text": text, "label": label} for text, label in hand]


def played_by(events: Sequence[str], seat: int) -> int | None:
    """The seat that played the upcard, by the events that a seat was told; `None`: it was turned.

    >>> played_by(["Seat 1 plays the Eight of hearts", "Seat 1 nominates clubs"], 0)
    1
    """
    for event in reversed(events):
        if event.endswith("turned to begin the pile"):
            return None
        if found := _PLAYED.match(event):
            return seat if found[1] is None else int(found[1])
    return None


def seat_view(state: State, seat: int, names: Sequence[str] = ()) -> SeatView:
    """Makes the view of a seat of a position, with the names of players if there are any.

    Board, events and observation are made by the engine from what the seat may know; of the full
    position only its own hand is taken, and all hands once the game is over.

    >>> import eights
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> view = seat_view(state, 1 - state.current_player())
    >>> view.actions, len(view.hand), view.sizes
    ((), 7, (7, 7))
    """
    drawn = state.to_svg(seat)
    players = state.num_players()
    told = state.game.explain(state.observation_tensor(seat))
    relative = ["[self]", *(f"[+{k}]" for k in range(1, players))]
    absolute = [(seat + k) % players for k in range(players)]
    sizes = [0] * players
    for name, at in zip(relative, absolute, strict=True):
        sizes[at] = told.get(f"hand_sizes{name}", 0)
    over = state.is_terminal()
    actor = {f"phase actor{name}": at for name, at in zip(relative, absolute, strict=True)}
    acting = next((at for name, at in actor.items() if name in told), None)
    cards = _names(state.game.ruleset)
    dealt = state.to_dict()["hands"]
    hand = _hand(str(dealt[seat]), cards)
    own = [text for text, _ in hand]
    places = {text: place for place, text in reversed(list(enumerate(own)))}
    legal = [
        (state.action_to_string(a), named(state.describe_action(a), names))
        for a in state.legal_actions(seat)
    ]
    # Cards in the order in which they lie in the hand, so that their keys are in order, too.
    legal.sort(key=lambda action: places.get(action[0], len(own)))
    return SeatView(
        board=board_with_names(drawn, names),
        status=named(_content(_STATUS, drawn), names),
        line=named(_content(_LINE, drawn), names),
        hand=hand,
        actions=tuple(legal),
        sizes=tuple(sizes),
        acting=None if over else acting,
        events=tuple(state.events(seat)),
        scores=tuple(state.scores()),
        winners=tuple(state.winners()),
        over=over,
        hands=tuple(_hand(str(one), cards) for one in dealt) if over else (),
        open_board=board_with_names(state.to_svg("all"), names) if over else "",
    )


def _content(element: re.Pattern[str], board: str) -> str:
    """The text of an element of a board."""
    found = element.search(board)
    return html.unescape(found[1]) if found else ""


def _hand(cards: str, names: Names) -> tuple[tuple[str, str], ...]:
    """The cards of a hand: the text of the action that plays one, and its name.

    The name is not from `describe_action`, which describes a card in the hand of who is to act.
    """
    texts = [f"play {card}" for card in cards.split()]
    return tuple((text, names.card(string_to_action(text))) for text in texts)


@functools.lru_cache(64)
def _names(ruleset: Ruleset) -> Names:
    """The names of cards, read once for a ruleset."""
    return Names(ruleset)


def _keys(texts: list[str]) -> list[str]:
    """A key of the keyboard for each action; none where there are more than keys.

    >>> _keys(["play 8H", "play 9H", "draw"])
    ['1', '2', 'd']
    """
    free = iter(_KEYS)
    return [_RESERVED.get(text) or next(free, "") for text in texts]
