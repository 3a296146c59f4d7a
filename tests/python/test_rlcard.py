"""The ruleset `uno_rlcard` and RLCard's own UNO, move by move, with cards drawn by RLCard."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from rlcard.games.uno import Game as Uno
from rlcard.games.uno.card import UnoCard

import eights

if TYPE_CHECKING:
    from collections.abc import Callable

# Random games for each number of players: 640 in all.
GAMES = 80

# Share of the games that must be compared to their end. When RLCard renews the stock it also
# shuffles the upcard in, so there is one card too many from then on; more players use up the stock
# sooner.
SHARES = {2: 0.9, 3: 0.9, 4: 0.9, 5: 0.9, 6: 0.9, 7: 0.8, 8: 0.7, 10: 0.4}

SUITS = {"r": "C", "y": "D", "g": "H", "b": "S"}
RANKS = dict(zip([*"0123456789", "skip", "reverse", "draw_2"], "23456789TJQKA", strict=True))
WILDS = {"wild": "*R", "wild_draw_4": "*B"}


@cache
def ours(color: str, trait: str) -> str:
    """Returns the eights text of an RLCard card."""
    return WILDS.get(trait) or RANKS[trait] + SUITS[color]


def cards(theirs: list[UnoCard]) -> list[str]:
    return [ours(card.color, card.trait) for card in theirs]


def action(text: str) -> str:
    """Returns the eights text of an RLCard action; a wild card's colour is nominated afterwards."""
    return "draw" if text == "draw" else f"play {ours(*text.split('-'))}"


@dataclass
class Lockstep:
    """One game in both engines: RLCard's cards and random choices decide eights' chance nodes."""

    theirs: Uno
    here: eights.State
    # Cards that RLCard has drawn and eights has not drawn yet.
    drawn: list[str] = field(default_factory=list)
    renewed: bool = False

    @property
    def path(self) -> str:
        return f"after {[self.here.action_to_string(a) for a in self.here.history()]}"

    def begin(self) -> None:
        """Deals the cards that RLCard dealt, and turns the one that it turned."""
        self.theirs.init_game()
        players, first = len(self.theirs.players), self.theirs.round.target
        # The starter may already have made the first player draw.
        hands = [cards(player.hand[:7]) for player in self.theirs.players]
        self.drawn = [card for player in self.theirs.players for card in cards(player.hand[7:])]
        # RLCard has no dealer: seat 0 plays first, or after a Reverse the last seat.
        self.here.apply_action(f"chance {0 if first.trait == 'reverse' else players - 1}")
        while (phase := self.here.to_dict()["phase"])["node"] == "deal":
            self.here.apply_action(f"chance {hands[phase['to']].pop()}")
        self.here.apply_action(f"chance {ours(first.color, first.trait)}")
        replace = self.theirs.round.replace_deck

        def replace_deck() -> None:
            self.renewed = True
            replace()

        self.theirs.round.replace_deck = replace_deck
        self.chance()

    def chance(self) -> None:
        """Applies the cards that RLCard drew, and its random colour of a wild card."""
        while self.here.is_chance_node():
            if self.here.to_dict()["phase"]["node"] == "draw":
                self.here.apply_action(f"chance {self.drawn.pop(0)}")
            else:
                self.here.apply_action(f"chance {SUITS[self.theirs.round.target.color]}")
        assert not self.drawn, self.path

    def compare(self) -> None:
        """Compares the actor, the legal actions, all hands, the upcard and the colour in force."""
        target = self.theirs.round.target
        assert self.here.current_player() == self.theirs.get_player_id(), self.path
        legal = {self.here.action_to_string(a) for a in self.here.legal_actions()}
        assert legal == {action(text) for text in self.theirs.get_legal_actions()}, self.path
        position = self.here.to_dict()
        hands = [sorted(cards(player.hand)) for player in self.theirs.players]
        assert [sorted(hand.split()) for hand in position["hands"]] == hands, self.path
        upcard = position["pile"].split()[-1]
        assert upcard == ours(target.color, target.trait), self.path
        assert (position.get("suit") or upcard[-1]) == SUITS[target.color], self.path

    def step(self, text: str) -> None:
        """Takes one decision in both engines, or only in RLCard's once it has renewed its stock."""
        stock = cards(self.theirs.dealer.deck)
        self.theirs.step(text)
        if self.renewed:
            return
        self.drawn = stock[len(self.theirs.dealer.deck) :][::-1]
        self.here.apply_action(action(text))
        # A wild card from the hand; the last card ends the round and nominates nothing.
        if "wild" in text and self.here.to_dict().get("phase") == "nominate":
            self.here.apply_action(f"suit {SUITS[text[0]]}")
        self.chance()

    def compare_end(self) -> None:
        """Compares the winners, and with two players the payoffs."""
        assert self.here.is_terminal(), self.path
        returns = self.here.returns()
        winners = [seat for seat, won in enumerate(returns) if won > 0]
        assert winners == self.theirs.round.winner, self.path
        if len(returns) == 2:
            # With more players RLCard takes 1 from one seat only, possibly the winner's.
            assert returns == self.theirs.get_payoffs(), self.path


def play(rng: random.Random, game: eights.Game) -> tuple[int, bool]:
    """Plays a random game in lockstep; returns the decisions compared, and true if that was all."""
    theirs = Uno(num_players=game.num_players())
    theirs.np_random = np.random.RandomState(rng.randrange(2**32))
    lockstep = Lockstep(theirs, game.new_initial_state(seed=0))
    lockstep.begin()
    decisions = 0
    while not theirs.is_over():
        lockstep.compare()
        decisions += 1
        lockstep.step(rng.choice(theirs.get_legal_actions()))
        if lockstep.renewed:
            return decisions, False
    lockstep.compare_end()
    return decisions, True


@pytest.mark.parametrize("players", SHARES)
def test_the_same_cards_and_choices_give_the_same_game(
    players: int, record_property: Callable[[str, object], None]
) -> None:
    rng = random.Random(players)
    game = eights.Game("uno_rlcard", players=players, chance="explicit")
    played = [play(rng, game) for _ in range(GAMES)]
    decisions, to_the_end = (sum(column) for column in zip(*played, strict=True))
    record_property("decisions", decisions)
    record_property("games compared to the end", to_the_end)
    assert to_the_end >= SHARES[players] * GAMES
    assert decisions > 20 * GAMES
