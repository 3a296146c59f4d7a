"""Searching players: they look ahead wherever bots and policies play."""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import Any, Literal, cast

from eights._base.arguments import instance, shown
from eights._eights import ActionError, BotError, Game, State, search
from eights._play.deciders import Decider

__all__ = ["Searcher"]


_OF_NONE = {"iterations": int, "milliseconds": int, "prior": str, "opponents": str}
"""The types of what is not set by default."""


@dataclass(frozen=True)
class Searcher(Decider):
    """A player that searches: it plays wherever bots and policies do, by its name, too.

    Its fields are the arguments of `eights.search`; without a budget it plays 1000 iterations.

    >>> import eights
    >>> game = eights.Game("crazy_eights_special", players=2)
    >>> searcher = eights.Searcher(iterations=50)
    >>> searcher.name
    'ismcts(iterations=50)'
    >>> state = game.new_initial_state(seed=7)
    >>> searcher.choose(state) in state.legal_actions()
    True
    """

    algorithm: Literal["ismcts", "pimc"] = "ismcts"
    iterations: int | None = None
    milliseconds: int | None = None
    worlds: int = 100
    trees: int = 1
    rollout: str = "heuristic"
    prior: str | None = None
    exploration: float = 0.7
    keep: bool = False
    opponents: str | None = None

    @property
    def name(self) -> str:
        """The name in reports: the algorithm, and the arguments that were chosen."""
        fields = type(self).__dataclass_fields__
        chosen = [
            f"{name}={getattr(self, name)}"
            for name, field in fields.items()
            if name != "algorithm" and getattr(self, name) != field.default
        ]
        return f"{self.algorithm}({', '.join(chosen)})" if chosen else self.algorithm

    @classmethod
    def named(cls, name: str) -> Searcher | None:
        """The searcher of a name, as reports have it; `None` if it is not a searcher's.

        Raises:
            BotError: it begins like a searcher's, and goes on otherwise.

        >>> Searcher.named("pimc(iterations=50, prior=learned)")
        Searcher(algorithm='pimc', iterations=50, milliseconds=None, worlds=100, trees=1, \
rollout='heuristic', prior='learned', exploration=0.7, keep=False, opponents=None)
        """
        found = re.fullmatch(r"(ismcts|pimc)(?:\((.*)\))?", name)
        if found is None:
            return None
        fields = {key: of.default for key, of in cls.__dataclass_fields__.items()}
        given: dict[str, Any] = {}
        for part in filter(None, map(str.strip, (found[2] or "").split(","))):
            key, _, value = map(str.strip, part.partition("="))
            if key not in fields or key == "algorithm":
                possible = ", ".join(key for key in fields if key != "algorithm")
                raise BotError(f"{shown(name)}: {shown(key)} is not set: there are {possible}")
            try:
                kind = type(fields[key]) if fields[key] is not None else _OF_NONE[key]
                given[key] = {"True": True, "False": False}[value] if kind is bool else kind(value)
            except ValueError:
                raise BotError(f"{shown(name)}: {shown(value)} is not a number for {key}") from None
            except KeyError:
                raise BotError(
                    f"{shown(name)}: {key} is True or False, not {shown(value)}"
                ) from None
        return cls(cast(Literal["ismcts", "pimc"], found[1]), **given)

    def search(self, state: State, seed: int | None = None) -> dict[str, Any]:
        """The result of `eights.search` with these arguments.

        Raises:
            eights.Error: as `eights.search` says.
        """
        return search(
            state,
            self.algorithm,
            iterations=self.iterations,
            milliseconds=self.milliseconds,
            worlds=self.worlds,
            trees=self.trees,
            rollout=self.rollout,
            opponents=self.opponents,
            prior=self.prior,
            exploration=self.exploration,
            keep=self.keep,
            seed=seed,
        )

    def choose(self, state: State, seed: int | None = None) -> int:
        """The action that it chooses for the player to act.

        Raises:
            eights.Error: as `eights.search` says.
        """
        action: int = self.search(state, seed)["action"]
        return action

    def validate(self, game: Game) -> None:
        """Refuses what `eights.search` would refuse in a game, without a search.

        Raises:
            BotError: a number is out of range, or there is no such bot or prior.
        """
        options = {**instance("game", game, Game).options, "chance": "explicit"}
        with contextlib.suppress(ActionError):  # at the beginning chance is to act, and no player
            self.search(Game(game.ruleset, **options).new_initial_state())
