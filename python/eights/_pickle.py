"""What pickled games are rebuilt with."""

from __future__ import annotations

from typing import Any

from eights._eights import Game, Ruleset


def game(ruleset: Ruleset, options: dict[str, Any]) -> Game:
    """Makes a game of its ruleset and the keyword arguments that `Game.options` gave."""
    return Game(ruleset, **options)
