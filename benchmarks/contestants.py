"""Games of other packages, and those of ours that they are measured beside."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import eights
import peer_games
from peer_games import PLAYERS, Play

__all__ = ["CONTESTANTS", "Contestant", "Elsewhere", "Here", "our_game"]

ROOT = Path(__file__).resolve().parents[1]

SPECIAL = "crazy_eights_special"
OF_OPEN_SPIEL = "crazy_eights_openspiel"
OF_RLCARD = "uno_rlcard"


def our_game(ruleset: str) -> eights.Game:
    """Returns the game of a ruleset that others are measured beside.

    `crazy_eights_openspiel` and `uno_rlcard` are the games of OpenSpiel and RLCard by their rules.

    >>> our_game("uno_rlcard").num_players()
    2
    """
    rules = eights.Ruleset(ruleset)
    if ruleset == OF_OPEN_SPIEL:
        rules = rules.override(rules.to_dict()["variants"]["special-cards"])
    return eights.Game(rules, players=2 if ruleset == OF_RLCARD else PLAYERS)


@dataclass(frozen=True, kw_only=True)
class Contestant(ABC):
    """A game of another package, which may not be installed."""

    name: str
    """Package and game."""
    way: str
    """The interface by which it is played."""
    packages: tuple[str, ...]
    """The distributions whose versions are reported."""
    beside: str = SPECIAL
    """The ruleset that it is measured beside, see `our_game`."""

    @abstractmethod
    def missing(self) -> str | None:
        """Returns the reason why it cannot be played, or `None`."""

    @abstractmethod
    def remedy(self) -> str:
        """Returns the command that installs it."""

    @abstractmethod
    def versions(self) -> dict[str, str]:
        """Returns the versions of its packages."""

    @abstractmethod
    def playing(self, num_envs: int, seed: int) -> AbstractContextManager[Play]:
        """Starts the game, which ends with the context."""


@dataclass(frozen=True, kw_only=True)
class Here(Contestant):
    """A game that is played in this process."""

    modules: tuple[str, ...]
    """The modules that must be importable."""
    make: Callable[[int, int], Play]
    """Makes the loop, from a number of envs and a seed."""
    install: str = ""
    """The argument of `pip install`, if it differs from the names of the packages."""

    def missing(self) -> str | None:
        """Returns the reason why it cannot be played, or `None`."""
        absent = [name for name in self.modules if importlib.util.find_spec(name) is None]
        return f"no module {', '.join(absent)}: {self.remedy()}" if absent else None

    def remedy(self) -> str:
        """Returns the command that installs it.

        >>> packages = ("a", "b")
        >>> Here(name="", way="", packages=packages, modules=(), make=lambda *_: len).remedy()
        "pip install 'a' 'b'"
        """
        names = [self.install] if self.install else self.packages
        return "pip install " + " ".join(repr(name) for name in names)

    def versions(self) -> dict[str, str]:
        """Returns the versions of its packages."""
        return {name: importlib.metadata.version(name) for name in self.packages}

    @contextmanager
    def playing(self, num_envs: int, seed: int) -> Iterator[Play]:
        """Starts the game, which ends with the context."""
        yield self.make(num_envs, seed)


@dataclass(frozen=True, kw_only=True)
class Elsewhere(Contestant):
    """A game that another process plays in a virtual environment of its own, `.venvs/group`."""

    group: str
    """The name of the virtual environment, and of the task of the Makefile that makes it."""
    script: str
    """The script in this folder that plays: it is given the game, number of envs and seed."""
    game: str
    """The package's name of the game."""

    def installed(self) -> dict[str, str]:
        """Returns the packages of the virtual environment, with their versions."""
        folders = (ROOT / ".venvs" / self.group).glob("lib/python*/site-packages")
        found = importlib.metadata.distributions(path=list(map(str, folders)))
        return {package.metadata["Name"]: package.version for package in found}

    def missing(self) -> str | None:
        """Returns the reason why it cannot be played, or `None`."""
        absent = sorted(set(self.packages) - set(self.installed()))
        return f"no package {', '.join(absent)}: {self.remedy()}" if absent else None

    def remedy(self) -> str:
        """Returns the command that installs it."""
        return f"make {self.group}"

    def versions(self) -> dict[str, str]:
        """Returns the versions of its packages."""
        installed = self.installed()
        return {name: installed[name] for name in self.packages}

    @contextmanager
    def playing(self, num_envs: int, seed: int) -> Iterator[Play]:
        """Starts the process, which keeps to the cores of this one and ends with the context."""
        python = ROOT / ".venvs" / self.group / "bin" / "python"
        script = Path(__file__).with_name(self.script)
        with subprocess.Popen(
            [python, script, self.game, str(num_envs), str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            ask, answers = process.stdin, process.stdout

            def play() -> int:
                ask.write("\n")
                ask.flush()
                return int(answers.readline())

            try:
                yield play
            finally:
                process.kill()


def openspiel(way: str, *modules: str, make: Callable[[int], Play]) -> Here:
    """Returns OpenSpiel's game, played in one of several ways."""
    return Here(
        name="OpenSpiel crazy_eights",
        way=way,
        packages=("open_spiel",),
        beside=OF_OPEN_SPIEL,
        modules=("pyspiel", *modules),
        make=lambda _, seed: make(seed),
    )


def pgx(game: str) -> Here:
    """Returns a game of Pgx."""
    return Here(
        name=f"Pgx {game}",
        way="vmap and jit",
        packages=("pgx", "jax"),
        modules=("pgx", "jax"),
        make=lambda num_envs, seed: peer_games.pgx_game(game, num_envs, seed),
    )


def envpool(game: str) -> Elsewhere:
    """Returns a game of EnvPool."""
    return Elsewhere(
        name=f"EnvPool {game}",
        way="1 thread",
        packages=("envpool",),
        group="envpool",
        script="envpool_games.py",
        game=game,
    )


CONTESTANTS: list[Contestant] = [
    openspiel("inside C++", make=peer_games.open_spiel_inside),
    openspiel("shared buffer", "open_spiel", make=peer_games.open_spiel_observer),
    openspiel("lists", make=peer_games.open_spiel_lists),
    Here(
        name="RLCard uno",
        way="2 players",
        packages=("rlcard",),
        beside=OF_RLCARD,
        modules=("rlcard",),
        make=lambda _, seed: peer_games.rlcard_game(seed),
    ),
    Here(
        name="PettingZoo texas_holdem",
        way="4 players",
        packages=("pettingzoo", "rlcard"),
        modules=("pettingzoo", "rlcard", "pygame"),
        make=lambda _, seed: peer_games.pettingzoo_game(
            "classic/texas_holdem-v4", "num_players", seed
        ),
        install="pettingzoo[classic]",
    ),
    Here(
        name="PettingZoo hanabi",
        way="4 players",
        packages=("pettingzoo", "open_spiel"),
        modules=("pettingzoo", "shimmy", "pyspiel"),
        make=lambda _, seed: peer_games.pettingzoo_game("classic/hanabi-v5", "players", seed),
    ),
    pgx("leduc_holdem"),
    pgx("kuhn_poker"),
    envpool("LeducHoldem-v1"),
    envpool("KuhnPoker-v1"),
]
