"""OpenSpiel's own Crazy Eights, played through Python, to be compared with a batch."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import eights
from eights.cli.measure import BatchCase, Spread, ratios

__all__ = ["PLAYERS", "Comparison", "compare", "is_installed"]

PLAYERS = 4
PARAMETERS = {"players": PLAYERS, "use_special_cards": True}


def is_installed() -> bool:
    """Whether OpenSpiel can be imported."""
    return importlib.util.find_spec("pyspiel") is not None


class Peer:
    """OpenSpiel's game, one state after the other, with random legal actions.

    At each decision: an observation of the seat to act, its legal actions, a choice, the step.
    Where chance decides, a choice as well; the deck is one pack, so all outcomes are alike.

    Args:
        name: what it is called.
        observe: takes a state and a seat, and makes an observation.
        game: OpenSpiel's game.
        seed: of all choices.
    """

    def __init__(
        self, name: str, observe: Callable[[Any, int], object], game: Any, seed: int
    ) -> None:
        """Makes the loop."""
        self.name = name
        self.observe = observe
        self.game = game
        self.random = random.Random(seed)
        self.rates: list[float] = []

    def run(self, seconds: float) -> None:
        """Measures once: decisions of players per second."""
        choose, observe = self.random.random, self.observe
        count = 0
        start = now = perf_counter()
        while now - start < seconds:
            state = self.game.new_initial_state()
            while not state.is_terminal():
                player = state.current_player()
                if player >= 0:
                    observe(state, player)
                    count += 1
                legal = state.legal_actions()
                state.apply_action(legal[int(choose() * len(legal))])
            now = perf_counter()
        self.rates.append(count / (now - start))


@dataclass
class Comparison:
    """Batches and peers of one run, measured in turn (A B C D, A B C D and so on)."""

    batches: list[BatchCase]
    peers: list[Peer]
    version: str
    parameters: dict[str, Any] = field(default_factory=lambda: dict(PARAMETERS))

    def ratio(self, batch: BatchCase, peer: Peer) -> Spread:
        """How many times faster a batch is, its choice of actions included, as the peer's is."""
        return ratios(batch.totals, peer.rates)

    def step_ratio(self, batch: BatchCase, peer: Peer) -> Spread:
        """The same for `step` alone."""
        return ratios(batch.steps, peer.rates)

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "open_spiel": self.version,
            "parameters": self.parameters,
            "batches": [batch.to_dict() for batch in self.batches],
            "peers": [
                {"name": p.name, "decisions": Spread(tuple(p.rates)).to_dict()} for p in self.peers
            ],
            "ratios": [
                {
                    "ruleset": batch.game.ruleset.id,
                    "peer": peer.name,
                    "step": self.step_ratio(batch, peer).to_dict(),
                    "step_and_sample": self.ratio(batch, peer).to_dict(),
                }
                for batch in self.batches
                for peer in self.peers
            ],
        }


def open_spiel_peers(seed: int) -> list[Peer]:
    """OpenSpiel with observations as lists, and with an observer that writes into one buffer."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("crazy_eights", PARAMETERS)
    observer = make_observation(game)
    return [
        Peer("observation lists", lambda s, player: s.observation_tensor(player), game, seed),
        Peer("shared-buffer observer", observer.set_from, game, seed),
    ]


def same_game() -> eights.Ruleset:
    """The built-in ruleset that plays as OpenSpiel does, with the same parameters."""
    ruleset = eights.Ruleset("crazy_eights_openspiel")
    return ruleset.override(ruleset.to_dict()["variants"]["special-cards"])


def compare(
    num_envs: int, seconds: float, runs: int, seed: int, measured: Callable[[], None]
) -> Comparison:
    """Measures all in turn, on one thread; calls `measured` after each of the `4 * runs` times."""
    games = [
        eights.Game(ruleset, players=PLAYERS)
        for ruleset in (eights.Ruleset("crazy_eights_special"), same_game())
    ]
    comparison = Comparison(
        [BatchCase(game, num_envs, 1, "float32", seed) for game in games],
        open_spiel_peers(seed),
        importlib.metadata.version("open_spiel"),
    )
    everyone: list[BatchCase | Peer] = [*comparison.batches, *comparison.peers]
    for _ in range(runs):
        for case in everyone:
            case.run(seconds)
            measured()
    return comparison
