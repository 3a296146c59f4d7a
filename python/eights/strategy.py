"""Strategies of solved games: they are saved, loaded, and play."""

from __future__ import annotations

import hashlib
import json
import zipfile
from os import PathLike
from typing import Any

import numpy as np
import numpy.typing as npt

from eights._base.arguments import instance
from eights._base.files import open_plain, whole
from eights._base.limits import MOST_STRATEGY
from eights._base.shapes import mismatch, parse_object
from eights._eights import ArgumentError, Error, Game, GameError, Ruleset, State, Tabular
from eights._play.deciders import Decider

__all__ = ["Strategy"]

_ABOUT = {"strategy": str, "ruleset": dict, "options": dict, "nodes": int, "infostates": str}
"""The contents of a file beside the probabilities."""

_RULES = ("players", "episode", "reward", "max_decisions", "truncation")
"""The options of a game that its strategies are for; the others change what is shown, and how."""


class Strategy(Decider):
    """A policy of a solved game as a player: it enters arenas, and is saved and loaded.

    Its actions are drawn with the probabilities of the policy. It plays from a `State` that was
    dealt or begun here: a batch keeps no histories, so there it does not play.

    Args:
        solver: of the game.
        policy: of the solver's shape, such as `Solution.policy`.
        name: in reports.

    Raises:
        ArrayError: the policy is none.

    >>> import eights
    >>> game = eights.Game("tiny_eights_a", players=2)
    >>> solver = eights.solve.Tabular(game)
    >>> found = eights.solve.cfr(solver, 50, "pcfr+")
    >>> strategy = eights.solve.Strategy(solver, found.policy)
    >>> report = eights.arena(game, [strategy, "random"], deals=50, seed=1)
    >>> report["pairings"][0]["win_rate"]["mean"] > 0.6
    True
    """

    def __init__(
        self, solver: Tabular, policy: npt.NDArray[np.float64], name: str = "strategy"
    ) -> None:
        """Keeps a copy of the policy."""
        instance("solver", solver, Tabular).expected_value(policy)  # refuses what is no policy
        self.solver = solver
        self.policy = np.array(policy)
        self._name = name

    @property
    def name(self) -> str:
        """The name in reports."""
        return self._name

    @property
    def game(self) -> Game:
        """The game that it plays, with explicit chance."""
        return self.solver.game

    def validate(self, game: Game) -> None:
        """Refuses every game but its own; chance, and what observations show, may differ.

        Raises:
            GameError: it is another game.
        """
        if _rules(game) != _rules(self.game):
            raise GameError(f"{self.name} is a strategy of {self.game!r}, not of {game!r}")

    def choose(self, state: State, seed: int | None = None) -> int:
        """Draws an action for the player to act.

        Args:
            state: of its game, with a history from the deal on.
            seed: of the draw; `None`: derived from the state, so that equal states agree.

        Raises:
            GameError: its game does not come to this state.
        """
        row = self.solver.infostate(state)
        if row is None:
            raise GameError(f"{self.name}: {self.game!r} does not come to this state")
        if seed is None:
            seed = int.from_bytes(hashlib.blake2b(state.serialize(), digest_size=8).digest(), "big")
        drawn = np.random.default_rng(seed).random()
        chances = self.policy[row]
        possible = np.flatnonzero(chances)
        at = np.searchsorted(chances[possible].cumsum(), drawn * chances.sum(), "right")
        return int(self.solver.actions[possible[min(int(at), len(possible) - 1)]])

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file (NumPy's .npz) with the game and the policy; all of it or nothing.

        Raises:
            OSError: it cannot be written.

        >>> import eights, os, tempfile
        >>> solver = eights.solve.Tabular(eights.Game("tiny_eights_a", players=2))
        >>> strategy = eights.solve.Strategy(solver, solver.uniform(), "uniform")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "uniform.npz")
        ...     strategy.save(path)
        ...     again = eights.solve.Strategy.load(path)
        >>> again.name, bool((again.policy == strategy.policy).all())
        ('uniform', True)
        """
        about = {
            "strategy": self.name,
            "ruleset": self.game.ruleset.to_dict(),
            "options": self.game.options,
            "nodes": self.solver.num_nodes,
            "infostates": _infostates(self.solver),
        }
        legal = self.policy[self.solver.legal_actions_mask]
        with whole(path) as file:
            np.savez_compressed(file, about=np.array(json.dumps(about)), policy=legal)

    @classmethod
    def load(cls, path: str | PathLike[str], game: Game | None = None) -> Strategy:
        """Reads what `save` wrote, and walks its game again.

        Args:
            path: of the file.
            game: the game that it must be a strategy of; `None`: any.

        Raises:
            ArgumentError: it is no such file, is damaged, or is of a version of eights that numbers
                information states in another way.
            GameError: it is a strategy of another game.
            OSError: it cannot be read.
        """
        try:
            about, legal = _read(path)
            saved = Game(Ruleset.from_dict(about["ruleset"]), **about["options"])
        except (ValueError, TypeError, Error) as why:
            raise ArgumentError(f"{path} is no saved strategy: {why}") from why
        if game is not None and _rules(game) != _rules(saved):
            raise GameError(f"{path} is a strategy of {saved!r}, not of {game!r}")
        if about["nodes"] < 1:
            raise ArgumentError(f"{path} is no saved strategy: it has no nodes")
        solver = Tabular(saved, max_nodes=about["nodes"])
        mask = solver.legal_actions_mask
        if about["infostates"] != _infostates(solver) or legal.shape != (int(mask.sum()),):
            raise ArgumentError(f"{path}: its information states are not those of {saved!r}")
        policy = np.zeros(mask.shape)
        policy[mask] = legal
        try:
            return cls(solver, policy, about["strategy"])
        except Error as why:
            raise ArgumentError(f"{path} is damaged: {why}") from why

    def __repr__(self) -> str:
        """The name and the game."""
        return f"Strategy({self.name!r}, {self.game!r})"


def _rules(game: Game) -> tuple[Any, ...]:
    """The properties that two games share which are played alike."""
    instance("game", game, Game)
    return (game.ruleset.fingerprint, *(game.options[name] for name in _RULES))


def _infostates(solver: Tabular) -> str:
    """A digest of the information states: of their order, players and legal actions."""
    digest = hashlib.blake2b(digest_size=16)
    for array in (solver.actions, solver.players, np.packbits(solver.legal_actions_mask)):
        digest.update(array.tobytes())
    return digest.hexdigest()


def _read(path: str | PathLike[str]) -> tuple[dict[str, Any], npt.NDArray[np.float64]]:
    """The contents of a file, and the probabilities of all legal actions in their order.

    Raises:
        ValueError: it is no such file; the message says why.
        OSError: it cannot be read.
    """
    with open_plain(path, MOST_STRATEGY) as raw:
        try:
            with zipfile.ZipFile(raw) as packed:
                size = sum(part.file_size for part in packed.infolist())
            if size > MOST_STRATEGY:
                raise ValueError(f"it unpacks to more than {MOST_STRATEGY:,} bytes")
            raw.seek(0)
            with np.load(raw) as file:
                about, legal = parse_object(str(file["about"])), file["policy"]
        except ValueError:
            raise
        except Exception as why:  # a damaged archive may raise anything
            raise ValueError(f"it is damaged ({why})") from why
    wrong = mismatch(about, _ABOUT)
    if wrong is not None:
        raise ValueError(wrong)
    if legal.dtype != np.float64 or legal.ndim != 1:
        raise ValueError("its policy is not a list of float64")
    return about, legal
