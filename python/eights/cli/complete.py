"""Completions for a shell: ids, names of bots, words."""

from __future__ import annotations

from collections.abc import Callable

import typer

import eights
import eights.solve
from eights._play.bots import BOTS

__all__ = ["BOTS", "bot_list", "bots", "ruleset_ids", "solved_ids", "variants", "words"]


def ruleset_ids(incomplete: str) -> list[tuple[str, str]]:
    """Ids of rulesets that begin so, with their titles."""
    ids = [name for name in eights.rulesets() if name.startswith(incomplete)]
    return [(name, eights.Ruleset(name).title) for name in ids]


def solved_ids(incomplete: str) -> list[tuple[str, str]]:
    """Ids of the rulesets that are small enough to be solved and begin so, with their titles."""
    ids = [name for name in eights.solve.rulesets() if name.startswith(incomplete)]
    return [(name, eights.Ruleset(name).title) for name in ids]


def bots(incomplete: str) -> list[str]:
    """Names of bots that begin so."""
    return [name for name in BOTS if name.startswith(incomplete)]


def bot_list(incomplete: str) -> list[str]:
    """Lists of bots, separated by commas, whose last name begins so.

    >>> bot_list("random,heu")
    ['random,heuristic']
    """
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in bots(last)]


def variants(ctx: typer.Context, incomplete: str) -> list[str]:
    """Variants of the ruleset that the line names already."""
    line = [
        ctx.params.get("ruleset"),
        *ctx.args,
    ]  # where what is completed follows, it is not parsed
    named = [name for name in eights.rulesets() if name in line]
    known = eights.Ruleset(named[0]).variants if named else []
    return [name for name in known if name.startswith(incomplete)]


def words(*known: str) -> Callable[[str], list[str]]:
    """Makes a completer of one of some words.

    >>> words("train", "test", "all")("t")
    ['train', 'test']
    """

    def complete(incomplete: str) -> list[str]:
        return [word for word in known if word.startswith(incomplete)]

    return complete
