"""The type of a game in OpenSpiel's words, for code that asks `game.get_type()`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from eights._eights import Game

__all__ = ["GameType", "of_game"]


@dataclass(frozen=True)
class GameType:
    """The fields of `pyspiel.GameType`; enumerations are given by the names of their members."""

    short_name: str
    """The ruleset's id."""
    long_name: str
    """The ruleset's title."""
    chance_mode: Literal["EXPLICIT_STOCHASTIC", "SAMPLED_STOCHASTIC"]
    """Explicit where chance is a node of its own."""
    utility: Literal["ZERO_SUM", "GENERAL_SUM"]
    """Zero-sum where the returns of all seats always add up to 0."""
    reward_model: Literal["TERMINAL", "REWARDS"]
    """Terminal where only the end pays."""
    min_num_players: int
    """Fewest seats of the ruleset."""
    max_num_players: int
    """Most seats of the ruleset."""
    provides_information_state_tensor: bool
    """True when the game was made with `max_decisions`, from which the size follows."""
    dynamics: Literal["SEQUENTIAL"] = "SEQUENTIAL"
    """One seat acts at a time."""
    information: Literal["IMPERFECT_INFORMATION"] = "IMPERFECT_INFORMATION"
    """Hands are hidden."""
    provides_information_state_string: bool = True
    """There always is one."""
    provides_observation_string: bool = True
    """There always is one."""
    provides_observation_tensor: bool = True
    """There always is one."""


def of_game(game: Game) -> GameType:
    """The type of a game.

    >>> import eights
    >>> found = of_game(eights.Game("uno", players=3))
    >>> found.short_name, found.utility, found.chance_mode
    ('uno', 'ZERO_SUM', 'SAMPLED_STOCHASTIC')
    """
    least, most = game.ruleset.players
    options = game.options
    pays_at_the_end = options["reward"] == "win" or not game.is_match
    return GameType(
        short_name=game.ruleset.id,
        long_name=game.ruleset.title,
        chance_mode=f"{options['chance'].upper()}_STOCHASTIC",  # type: ignore[arg-type]
        utility="ZERO_SUM" if game.utility_sum() == 0 else "GENERAL_SUM",
        reward_model="TERMINAL" if pays_at_the_end else "REWARDS",
        min_num_players=least,
        max_num_players=most,
        provides_information_state_tensor=options["max_decisions"] is not None,
    )
