"""The ruleset `crazy_eights_openspiel` and OpenSpiel's own game, move by move."""

from __future__ import annotations

import itertools
import math
import random

import pyspiel
import pytest

import eights

pytestmark = pytest.mark.skipif(
    "max_turns" not in pyspiel.load_game("crazy_eights").get_parameters(),
    reason="OpenSpiel 1.6.0 has no limit of turns",
)
# OpenSpiel numbers cards as eights does. Its other actions are 52 draw, 53 pass, 54 … 57 suits, and
# the chance outcomes from 52 on name the dealer.
OURS = {52: 54, 53: 55} | {54 + suit: 56 + suit for suit in range(4)}

PARAMETERS = [
    {"players": players, "special": special, "reshuffle": reshuffle}
    for players, special, reshuffle in itertools.product(range(2, 11), (False, True), (False, True))
]


def ours(action: int) -> int:
    """Returns the eights id of an OpenSpiel action."""
    return OURS.get(action, action)


def games(
    rng: random.Random, *, players: int, special: bool, reshuffle: bool
) -> tuple[pyspiel.Game, eights.Game]:
    """Returns the same game in OpenSpiel and in eights, with random limits of draws and turns."""
    draws, turns = rng.choice([1, 2, 3, 5, 8]), rng.choice([5, 30, 100, 400])
    theirs = pyspiel.load_game(
        "crazy_eights",
        {
            "players": players,
            "max_draw_cards": draws,
            "max_turns": turns,
            "use_special_cards": special,
            "reshuffle": reshuffle,
        },
    )
    overrides: dict[str, object] = {"draw.most": draws, "round.plays": turns}
    if special:
        overrides["variant"] = "special-cards"
    if reshuffle:
        overrides["stock.empty"] = "reshuffle"
    game = eights.Game(
        "crazy_eights_openspiel",
        players=players,
        overrides=overrides,
        chance="explicit",
        reward="points",
        max_decisions=60_000,
    )
    return theirs, game


def play(rng: random.Random, theirs: pyspiel.Game, game: eights.Game) -> int:
    """Plays one random game in lockstep; returns the number of decisions."""
    there, here = theirs.new_initial_state(), game.new_initial_state(seed=0)
    decisions, base = 0, 52  # the first outcome names the dealer

    def path() -> str:
        return f"{theirs} after {there.history()}"

    while not there.is_terminal():
        if there.is_chance_node():
            actions, chances = zip(*there.chance_outcomes(), strict=True)
            assert here.is_chance_node(), path()
            own, own_chances = zip(*here.chance_outcomes(), strict=True)
            assert own == tuple(action - base for action in actions), path()
            assert all(map(math.isclose, own_chances, chances)), path()
            action = rng.choices(actions, chances)[0]
            there.apply_action(action)
            here.apply_action(action - base)
            base = 0
            continue
        assert here.current_player() == there.current_player(), path()
        legal = there.legal_actions()
        assert here.legal_actions() == sorted(ours(a) for a in legal), path()
        action = rng.choice(legal)
        there.apply_action(action)
        here.apply_action(ours(action))
        decisions += 1
    assert here.is_terminal(), path()
    assert here.returns() == there.returns(), path()
    return decisions


@pytest.mark.parametrize("parameters", PARAMETERS, ids=lambda p: "-".join(map(str, p.values())))
def test_the_same_choices_give_the_same_game(parameters: dict[str, bool | int]) -> None:
    rng = random.Random(str(parameters))
    decisions = 0
    for _ in range(35):
        theirs, game = games(
            rng,
            players=int(parameters["players"]),
            special=bool(parameters["special"]),
            reshuffle=bool(parameters["reshuffle"]),
        )
        decisions += play(rng, theirs, game)
    assert decisions > 35
