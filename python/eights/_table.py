"""What the adapters to trainers share: what they import, their game, who sits at its table."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import Any, SupportsIndex

import numpy as np

from eights import _arguments
from eights._eights import Game, GameError, Ruleset


def require(adapter: str, module: str, package: str, extra: str) -> ModuleType:
    """A module of a package that is an extra.

    Raises:
        ImportError: it is not installed; the message names the extra.
    """
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        raise ImportError(f'{adapter} needs {package}: pip install "eights[{extra}]"') from missing


def game(ruleset: str | Ruleset | Game, options: dict[str, Any]) -> Game:
    """The game of a ruleset and the options of `Game`, or one that is made already.

    Raises:
        GameError: a game that is made already comes with options.
        eights.Error: an option is refused.
    """
    if not isinstance(ruleset, Game):
        return Game(ruleset, **options)
    if options:
        raise GameError(
            f"{', '.join(sorted(options))} cannot be set for a game that is made already: "
            "make the game with it, or give a ruleset"
        )
    return ruleset


def controllers(table: Game, opponents: str | Sequence[str]) -> list[str | None]:
    """Who holds each seat: the learner, `None`, seat 0; bots the others, clockwise from there.

    Raises:
        GameError: there are too few or too many opponents.
        ArgumentError: they are no names.
    """
    others = table.num_players() - 1
    if isinstance(opponents, str):
        opponents = [opponents] * others
    seated = _arguments.names("opponents", opponents, "bots")
    if len(seated) != others:
        raise GameError(
            f"{len(seated)} opponents are too few or too many: {others + 1} players need {others}"
        )
    return [None, *seated]


def seed(value: SupportsIndex | None) -> int:
    """A seed that is given, or one drawn by the operating system.

    Raises:
        ArgumentError: it is no integer.
        GameError: it is below 0.
    """
    if value is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))
    return _arguments.integer("seed", value, 0)
