"""Environments of other packages, compared with a batch."""

from __future__ import annotations

import importlib.metadata
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import eights
import peer_games
from eights.cli.measure import WARM_UP, BatchCase, Measured, Spread, in_turn, ratios
from peer_games import OPEN_SPIEL, PLAYERS, Play
from probe import on_one_core

__all__ = ["CONTESTANTS", "Comparison", "Contestant", "Peer", "compare"]


@dataclass(frozen=True)
class Contestant:
    """A game of another package, which may not be installed."""

    name: str
    """Package and game."""
    way: str
    """The interface by which it is played."""
    packages: tuple[str, ...]
    """The distributions whose versions are reported."""
    modules: tuple[str, ...]
    """The modules that must be importable."""
    make: Callable[[int, int], Play]
    """Makes the loop, from a number of envs and a seed."""
    install: str = ""
    """The argument of `pip install`, if it differs from the names of the packages."""

    def missing(self) -> str | None:
        """Returns the reason why it cannot be played, or `None`."""
        absent = [name for name in self.modules if importlib.util.find_spec(name) is None]
        if not absent:
            return None
        return f"no module {', '.join(absent)}: {self.remedy()}"

    def remedy(self) -> str:
        """Returns the command that installs it.

        >>> Contestant("Name", "way", ("a", "b"), (), lambda envs, seed: len).remedy()
        "pip install 'a' 'b'"
        """
        names = [self.install] if self.install else self.packages
        return "pip install " + " ".join(repr(name) for name in names)


CONTESTANTS = [
    Contestant(
        "OpenSpiel crazy_eights",
        "inside C++",
        ("open_spiel",),
        ("pyspiel",),
        lambda _, seed: peer_games.open_spiel_inside(seed),
    ),
    Contestant(
        "OpenSpiel crazy_eights",
        "shared buffer",
        ("open_spiel",),
        ("pyspiel", "open_spiel"),
        lambda _, seed: peer_games.open_spiel_observer(seed),
    ),
    Contestant(
        "OpenSpiel crazy_eights",
        "lists",
        ("open_spiel",),
        ("pyspiel",),
        lambda _, seed: peer_games.open_spiel_lists(seed),
    ),
    Contestant(
        "RLCard uno",
        "2 players",
        ("rlcard",),
        ("rlcard",),
        lambda _, seed: peer_games.rlcard_game(seed),
    ),
    Contestant(
        "PettingZoo texas_holdem",
        "4 players",
        ("pettingzoo", "rlcard"),
        ("pettingzoo", "rlcard", "pygame"),
        lambda _, seed: peer_games.pettingzoo_game("classic/texas_holdem-v4", "num_players", seed),
        "pettingzoo[classic]",
    ),
    Contestant(
        "PettingZoo hanabi",
        "4 players",
        ("pettingzoo", "open_spiel"),
        ("pettingzoo", "shimmy", "pyspiel"),
        lambda _, seed: peer_games.pettingzoo_game("classic/hanabi-v5", "players", seed),
    ),
    Contestant(
        "Pgx leduc_holdem",
        "vmap and jit",
        ("pgx", "jax"),
        ("pgx", "jax"),
        lambda envs, seed: peer_games.pgx_game("leduc_holdem", envs, seed),
    ),
    Contestant(
        "Pgx kuhn_poker",
        "vmap and jit",
        ("pgx", "jax"),
        ("pgx", "jax"),
        lambda envs, seed: peer_games.pgx_game("kuhn_poker", envs, seed),
    ),
]


@dataclass
class Peer:
    """A game of another package that is measured."""

    contestant: Contestant
    play: Play
    rates: list[float] = field(default_factory=list)

    def run(self, seconds: float) -> None:
        """Measures once; a first short run does not count."""
        if not self.rates:
            self.measure(min(seconds, WARM_UP))
        self.rates.append(self.measure(seconds))

    def measure(self, seconds: float) -> float:
        """Returns the players' decisions per second."""
        count = 0
        start = now = perf_counter()
        while now - start < seconds:
            count += self.play()
            now = perf_counter()
        return count / (now - start)

    @property
    def versions(self) -> dict[str, str]:
        """Returns the versions of its packages."""
        return {name: importlib.metadata.version(name) for name in self.contestant.packages}

    def to_dict(self) -> dict[str, Any]:
        """Returns the measurements as JSON data."""
        return {
            "name": self.contestant.name,
            "way": self.contestant.way,
            "versions": self.versions,
            "decisions": Spread(tuple(self.rates)).to_dict(),
        }


@dataclass
class Comparison:
    """Batches and peers of one run, measured in turn."""

    batches: list[BatchCase]
    peers: list[Peer]
    skipped: list[tuple[str, str]]
    """Contestants that are not measured, with reasons."""
    pinned: bool = False
    """True if everything ran on one core."""

    def ratio(self, batch: BatchCase, peer: Peer) -> Spread:
        """Returns the batch's speed relative to the peer's, both with their choice of actions."""
        return ratios(batch.totals, peer.rates)

    def step_ratio(self, batch: BatchCase, peer: Peer) -> Spread:
        """Returns the speed of `step` alone relative to the peer's."""
        return ratios(batch.steps, peer.rates)

    def to_dict(self) -> dict[str, Any]:
        """Returns the measurements as JSON data."""
        return {
            "one_core": self.pinned,
            "open_spiel_parameters": dict(OPEN_SPIEL),
            "batches": [batch.to_dict() for batch in self.batches],
            "peers": [peer.to_dict() for peer in self.peers],
            "skipped": [{"name": name, "why": why} for name, why in self.skipped],
            "ratios": [
                {
                    "ruleset": batch.game.ruleset.id,
                    "peer": peer.contestant.name,
                    "way": peer.contestant.way,
                    "step": self.step_ratio(batch, peer).to_dict(),
                    "step_and_sample": self.ratio(batch, peer).to_dict(),
                }
                for batch in self.batches
                for peer in self.peers
            ],
        }


def our_games() -> list[eights.Game]:
    """Returns the games to compare, among them the rules of OpenSpiel's game and of RLCard's."""
    openspiel = eights.Ruleset("crazy_eights_openspiel")
    same = openspiel.override(openspiel.to_dict()["variants"]["special-cards"])
    return [
        eights.Game("crazy_eights_special", players=PLAYERS),
        eights.Game(same, players=PLAYERS),
        eights.Game("uno_rlcard", players=2),
    ]


def enter(contestant: Contestant, num_envs: int, seed: int) -> Peer | str:
    """Returns the contestant ready to play, or the reason why it cannot."""
    why = contestant.missing()
    if why is not None:
        return why
    try:
        return Peer(contestant, contestant.make(num_envs, seed))
    except (ImportError, RuntimeError) as error:  # the package is too old, or has no such game
        return f"{error}: {contestant.remedy()}"


def compare(
    num_envs: int,
    seconds: float,
    runs: int,
    seed: int,
) -> Comparison:
    """Measures all in turn, on one thread and, if the system allows it, on one core.

    Args:
        num_envs: Number of environments of a batch.
        seconds: Length of a run.
        runs: Number of runs of each.
        seed: Seed of all deals and choices.
    """
    with on_one_core() as pinned:
        comparison = Comparison([], [], [], pinned)
        for contestant in CONTESTANTS:
            entered = enter(contestant, num_envs, seed)
            if isinstance(entered, Peer):
                comparison.peers.append(entered)
            else:
                comparison.skipped.append((f"{contestant.name}, {contestant.way}", entered))
        games = our_games() if comparison.peers else []
        comparison.batches = [BatchCase(game, num_envs, 1, "float32", seed) for game in games]
        everyone: list[Measured] = [*comparison.batches, *comparison.peers]
        in_turn(everyone, seconds, runs, lambda: None)
    return comparison
