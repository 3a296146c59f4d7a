"""The view of a seat: the one place where anything of a position goes to a client."""

from __future__ import annotations

import functools
import html
import re
from dataclasses import dataclass
from typing import Any

from eights._display.names import Names
from eights._eights import Ruleset, State, string_to_action

__all__ = ["SeatView", "seat_view"]

_STATUS = re.compile(r"<title>(.*?)</title>", re.DOTALL)
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
    hand: tuple[tuple[str, str], ...]
    """The own cards: the text of the action that plays one, and its name."""
    actions: tuple[tuple[str, str], ...]
    """The legal actions of the seat: text and words. Empty when the seat is not to act."""
    sizes: tuple[int, ...]
    """The number of cards in each hand."""
    acting: int | None
    """The seat that is seen to act."""
    events: tuple[str, ...]
    """The events, as they were told to the seat."""
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool

    def content(self) -> dict[str, Any]:
        """The view as plain data; what has happened is sent piece by piece, and is not in it."""
        keys = _keys([text for text, _ in self.actions])
        return {
            "board": self.board,
            "status": self.status,
            "hand": [{"text": text, "label": label} for text, label in self.hand],
            "actions": [
                {"text": text, "label": label, "key": key}
                for (text, label), key in zip(self.actions, keys, strict=True)
            ],
            "sizes": list(self.sizes),
            "acting": self.acting,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "over": self.over,
        }


def seat_view(state: State, seat: int) -> SeatView:
    """Makes the view of a seat of a position.

    Board, events and observation are made by the engine from what the seat may know; of the full
    position only its own hand is taken.

    >>> import eights
    >>> state = eights.Game("crazy_eights", players=2).new_initial_state(seed=7)
    >>> view = seat_view(state, 1 - state.current_player())
    >>> view.actions, len(view.hand), view.sizes
    ((), 7, (7, 7))
    """
    board = state.to_svg(seat)
    found = _STATUS.search(board)
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
    names = _names(state.game.ruleset)
    own = [f"play {card}" for card in str(state.to_dict()["hands"][seat]).split()]
    places = {text: place for place, text in reversed(list(enumerate(own)))}
    legal = [
        (state.action_to_string(a), state.describe_action(a)) for a in state.legal_actions(seat)
    ]
    # Cards in the order in which they lie in the hand, so that their keys are in order, too.
    legal.sort(key=lambda action: places.get(action[0], len(own)))
    return SeatView(
        board=board,
        status=html.unescape(found[1]) if found else "",
        # Not `describe_action`: it tells what a card would be in the hand of who is to act.
        hand=tuple((text, names.card(string_to_action(text))) for text in own),
        actions=tuple(legal),
        sizes=tuple(sizes),
        acting=None if over else acting,
        events=tuple(state.events(seat)),
        scores=tuple(state.scores()),
        winners=tuple(state.winners()),
        over=over,
    )


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
