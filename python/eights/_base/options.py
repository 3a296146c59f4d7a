"""The options of a game, for all that makes one; `eights.Game` says what each means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, SupportsIndex, TypedDict

from eights._base import arguments
from eights._eights import Game, GameError, Ruleset

__all__ = ["GameOptions", "HiddenOptions", "PoolOptions", "game_of", "sampled"]

USUAL = "crazy_eights"
"""The ruleset that is played where none is named."""


class _Options(TypedDict, total=False):
    reward: Literal["win", "points"]
    history: SupportsIndex
    truncation: Literal["score", "bootstrap"]
    beliefs: bool


class HiddenOptions(_Options, total=False):
    """The options of games under hidden rules."""

    layout: Literal["compact", "universal", "cards"]


class _Played(_Options, total=False):
    episode: Literal["round", "match"]
    max_decisions: SupportsIndex | None


class PoolOptions(_Played, total=False):
    """The options of games that are drawn from a pool, whose layout is one for all games."""

    layout: Literal["universal", "cards"]


class GameOptions(_Played, total=False):
    """The options of a game of one ruleset, with sampled chance; or the game itself."""

    overrides: Mapping[str, Any] | None
    layout: Literal["compact", "universal", "cards"]
    game: Game | None


def game_of(
    ruleset: str | Ruleset | Game | None,
    options: Mapping[str, Any],
    players: SupportsIndex | None = None,
) -> Game:
    """The game of a ruleset and options of `Game`, or one that is made already.

    Args:
        ruleset: an id, a `Ruleset` or a `Game`; `None`: the usual one, unless `game` is an option.
        options: keyword arguments of `Game`, or `game`.
        players: number of seats; `None`: as the options say.

    Raises:
        GameError: a game that is made already comes with a ruleset or options.
        ArgumentError: `game` is none.
        eights.Error: an option is refused.
    """
    further = {name: value for name, value in options.items() if name != "game"}
    if players is not None:
        further["players"] = players
    game = options.get("game")
    if game is not None and ruleset is not None:
        raise GameError("a ruleset cannot be given beside a game, which has one: leave it out")
    if isinstance(ruleset, Game):
        game = ruleset
    elif game is None:
        return Game(USUAL if ruleset is None else ruleset, **further)
    game = arguments.instance("game", game, Game)
    if further:
        raise GameError(
            f"{', '.join(sorted(further))} cannot be set for a game that is made already: "
            "make the game with it, or give a ruleset"
        )
    return game


def sampled(given: Game) -> Game:
    """A game whose chance is sampled, as trainers expect it that know no chance nodes.

    Raises:
        GameError: its chance is explicit.
    """
    if arguments.instance("game", given, Game).options["chance"] != "sampled":
        raise GameError('chance = "explicit" is not possible here: there is "sampled"')
    return given
