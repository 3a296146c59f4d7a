"""Bots and searchers by name: which there are, and whether they play a game."""

from __future__ import annotations

from eights._base import arguments
from eights._eights import Batch, BotError, Game, GamePool, bots
from eights.searcher import Searcher

__all__ = ["BOTS", "named", "validate"]

BOTS = tuple(bots())
"""Names of the built-in bots."""


def named(name: str) -> str | Searcher:
    """The bot of a name, which is the name, or the searcher.

    Raises:
        BotError: there is neither.

    >>> named("greedy"), named("ismcts").name
    ('greedy', 'ismcts')
    """
    searcher = Searcher.named(name)
    if searcher is None and name not in BOTS:
        raise BotError(f"{arguments.shown(name)} is not a bot: there are {', '.join(BOTS)}")
    return name if searcher is None else searcher


def validate(player: object, source: Game | GamePool) -> None:
    """Refuses a bot or searcher that does not play a game, or all games of a pool.

    Raises:
        BotError: as `Batch` and `Searcher.validate` say.
    """
    game = source.first if isinstance(source, GamePool) else source
    if isinstance(player, Searcher):
        player.validate(game)
    elif isinstance(player, str):
        seats = max(source.players) if isinstance(source, GamePool) else game.num_players()
        Batch(source, 1, 0, controllers=[None] + [player] * (seats - 1))
