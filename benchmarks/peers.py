"""Environments of other packages, each measured in pairs with a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from contestants import Contestant, our_game
from eights.cli.measure import WARM_UP, BatchCase, Measured, Spread, ratios
from pairs import Ratio, alternate
from peer_games import OPEN_SPIEL, Play
from probe import on_one_core

__all__ = ["Comparison", "Peer", "compare"]


@dataclass
class Peer:
    """A game of another package that is measured, and the batch beside it."""

    contestant: Contestant
    play: Play
    batch: BatchCase
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

    def to_dict(self) -> dict[str, Any]:
        """Returns the measurements as JSON data; all speeds include the choice of actions."""
        return {
            "name": self.contestant.name,
            "way": self.contestant.way,
            "versions": self.contestant.versions(),
            "decisions": Spread(tuple(self.rates)).to_dict(),
            "beside": self.batch.to_dict(),
            "ratio": Ratio.of(ratios(self.batch.totals, self.rates).runs).to_dict(),
        }


@dataclass
class Comparison:
    """Peers of one run, each measured in pairs with a batch."""

    pairs: int
    peers: list[Peer] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Contestants that are not measured, with reasons."""
    pinned: bool = False
    """True if everything ran on one core."""

    def measure(self, contestant: Contestant, num_envs: int, seconds: float, seed: int) -> None:
        """Measures a contestant, or notes the reason why it cannot play."""
        why = contestant.missing()
        if why is None:
            try:
                with contestant.playing(num_envs, seed) as play:
                    batch = BatchCase(our_game(contestant.beside), num_envs, 1, "float32", seed)
                    peer = Peer(contestant, play, batch)
                    sides: tuple[Measured, Measured] = (batch, peer)
                    alternate(*sides, self.pairs, lambda side: side.run(seconds))
                self.peers.append(peer)
            except (ImportError, RuntimeError) as error:  # too old, or it has no such game
                why = f"{error}: {contestant.remedy()}"
        if why is not None:
            self.skipped.append((f"{contestant.name}, {contestant.way}", why))

    def to_dict(self) -> dict[str, Any]:
        """Returns the measurements as JSON data."""
        return {
            "one_core": self.pinned,
            "pairs": self.pairs,
            "open_spiel_parameters": dict(OPEN_SPIEL),
            "peers": [peer.to_dict() for peer in self.peers],
            "skipped": [{"name": name, "why": why} for name, why in self.skipped],
        }


def compare(
    contestants: Sequence[Contestant], num_envs: int, seconds: float, pairs: int, seed: int
) -> Comparison:
    """Measures contestants on one thread and, if the system allows it, on one core.

    Args:
        contestants: Games of other packages.
        num_envs: Number of environments of a batch.
        seconds: Length of a run.
        pairs: Number of pairs of runs for each contestant.
        seed: Seed of all deals and choices.
    """
    with on_one_core() as pinned:
        comparison = Comparison(pairs, pinned=pinned)
        for contestant in contestants:
            comparison.measure(contestant, num_envs, seconds, seed)
    return comparison
