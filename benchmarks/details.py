"""The parts of a batch's time, and the cost of bots, resets and single games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

import eights
from eights.cli.measure import BatchCase, Feature, Spread, in_turn, ratios
from probe import Probe, differences, timed

__all__ = ["Details"]

# Number of steps in which decisions of bots are counted.
COUNTED_STEPS = 100
# Least number of timed decisions of single games, and number of positions that are queried: few, so
# that they stay in the cache like the position of a game that is being played.
DECISIONS = 1000
POSITIONS = 64
# Envs of a batch with a slow bot, so that a run has many steps. The call from Python, which they
# share, takes less than 0.2 % of the time of its decisions even so.
FEW_ENVS = {"learned": 64}
# Number of steps before measuring, so that envs are at any stage of their games.
STEPS_BEFORE = 200


def sample_and_step(batch: eights.Batch[Any], actions: npt.NDArray[np.int64]) -> None:
    """Takes a random legal action in each env that waits for one."""
    batch.step(batch.sample(out=actions))


def playing(
    game: eights.Game, num_envs: int, seed: int, bot: str | None, **options: Any
) -> tuple[eights.Batch[Any], npt.NDArray[np.int64]]:
    """Returns a batch after some steps, with `bot` in all seats but one, and its actions."""
    seats = [None, *[bot] * (game.num_players() - 1)]
    batch: eights.Batch[Any] = eights.Batch(game, num_envs, seed=seed, controllers=seats, **options)
    actions = np.zeros(num_envs, np.int64)
    for _ in range(STEPS_BEFORE):
        sample_and_step(batch, actions)
    return batch, actions


def bots_a_step(batch: eights.Batch[Any], actions: npt.NDArray[np.int64]) -> float:
    """Returns the number of bot decisions for each outside decision.

    >>> batch, actions = playing(eights.Game("crazy_eights", players=4), 100, 0, "random")
    >>> 2.5 < bots_a_step(batch, actions) < 3.5
    True
    """
    before = batch.bot_decisions
    for _ in range(COUNTED_STEPS):
        sample_and_step(batch, actions)
    return (batch.bot_decisions - before) / (COUNTED_STEPS * batch.num_envs)


def random_games(game: eights.Game, seed: int) -> list[tuple[int, list[int]]]:
    """Returns seeds and actions of random games with at least `DECISIONS` decisions in all."""
    choices = random.Random(seed)
    games: list[tuple[int, list[int]]] = []
    while sum(len(actions) for _, actions in games) < DECISIONS:
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(choices.choice(state.legal_actions()))
        games.append((seed, state.history()))
        seed += 1
    return games


def applying(game: eights.Game, seed: int) -> Callable[[float], float]:
    """Times `State.apply_action` on whole games with known actions."""
    games = random_games(game, seed)

    def measure(seconds: float) -> float:
        spent, count = 0.0, 0
        end = perf_counter() + seconds
        while perf_counter() < end:
            for deal, actions in games:
                apply = game.new_initial_state(deal).apply_action
                start = perf_counter()
                for action in actions:
                    apply(action)
                spent += perf_counter() - start
                count += len(actions)
        return spent / count * 1e9

    return measure


def looking(
    game: eights.Game, seed: int, look: Callable[[eights.State], object]
) -> Callable[[float], float]:
    """Times a query on many positions of random games, one after the other."""
    games = random_games(game, seed)
    every = sum(len(actions) for _, actions in games) // POSITIONS
    positions: list[eights.State] = []
    passed = 0
    for deal, actions in games:
        state = game.new_initial_state(deal)
        for action in actions:
            if passed % every == 0:
                positions.append(state.clone())
            passed += 1
            state.apply_action(action)

    def look_at_all() -> None:
        for state in positions:
            look(state)

    return lambda seconds: timed(look_at_all, seconds) / len(positions)


@dataclass
class Details:
    """All measurements of one ruleset besides decisions per second.

    All are in nanoseconds on one thread; those of a batch are for one env.
    """

    game: eights.Game
    num_envs: int
    dtype: Feature
    seed: int
    case: BatchCase = field(init=False)
    probes: dict[str, Probe] = field(init=False)
    shares_of_bots: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        """Makes the batches and plays the games in advance."""
        self.case = BatchCase(self.game, self.num_envs, 1, self.dtype, self.seed)
        idle, unused = self.ended()
        dealt, _ = playing(self.game, self.num_envs, self.seed, None, dtype=self.dtype)
        observation = np.zeros(self.game.observation_tensor_size(), np.float32)
        mask = np.zeros(self.game.num_distinct_actions(), np.bool_)

        def per_env(
            call: Callable[[], object], envs: int = self.num_envs
        ) -> Callable[[float], float]:
            return lambda seconds: timed(call, seconds) / envs

        self.probes = {
            "call": Probe(per_env(lambda: idle.step(unused))),
            "reset": Probe(per_env(dealt.reset)),
            "fill": Probe(per_env(partial(dealt.observations.fill, 0))),
            "apply_action": Probe(applying(self.game, self.seed)),
            "observation_tensor": Probe(
                looking(
                    self.game, self.seed, lambda state: state.observation_tensor(None, observation)
                )
            ),
            "legal_actions_mask": Probe(
                looking(self.game, self.seed, lambda state: state.legal_actions_mask(None, mask))
            ),
        }
        self.shares_of_bots = {}
        for bot in eights.bots():
            envs = min(self.num_envs, FEW_ENVS.get(bot, self.num_envs))
            batch, actions = playing(self.game, envs, self.seed, bot, dtype=self.dtype)
            self.shares_of_bots[bot] = bots_a_step(batch, actions)
            self.probes[bot] = Probe(per_env(partial(sample_and_step, batch, actions), envs))

    def ended(self) -> tuple[eights.Batch[Any], npt.NDArray[np.int64]]:
        """Returns a batch of one env whose game is over, so that a step does nothing."""
        options = {key: self.game.options[key] for key in ("layout", "history")}
        game = eights.Game(
            self.game.ruleset, players=self.game.num_players(), max_decisions=1, **options
        )
        batch = eights.Batch(game, 1, 0, dtype=self.dtype, autoreset="disabled")
        actions = np.zeros(1, np.int64)
        while not (batch.truncations[0] or batch.terminations[0]):
            sample_and_step(batch, actions)
        return batch, actions

    def run(self, seconds: float, runs: int, measured: Callable[[], object]) -> None:
        """Measures everything in turn; calls `measured` after each of the `runs`."""
        for _ in range(runs):
            in_turn([self.case, *self.probes.values()], seconds, 1, lambda: None)
            measured()

    def runs(self, name: str) -> tuple[float, ...]:
        """Returns all runs of a probe."""
        return self.probes[name].spread.runs

    def steps(self) -> Spread:
        """Returns the nanoseconds of an outside decision, without its choice."""
        return nanoseconds(self.case.steps)

    def decisions(self) -> Spread:
        """Returns the nanoseconds of an outside decision, with its choice."""
        return nanoseconds(self.case.totals)

    def bot(self, name: str) -> Spread:
        """Returns the nanoseconds of a bot's decision inside the batch."""
        bots = differences(self.runs(name), self.decisions().runs)
        return Spread(tuple(cost / self.shares_of_bots[name] for cost in bots.runs))

    def shares(self) -> dict[str, Spread]:
        """Returns the parts of a decision's time, subtracted as docs/performance.md describes."""
        step, call = self.steps().runs, self.runs("call")
        sampling = differences(self.decisions().runs, step)
        engine = differences(self.bot("random").runs, sampling.runs)
        return {
            "engine": engine,
            "observation and mask": differences(step, call, engine.runs),
            "sampling": sampling,
            "call from Python": self.probes["call"].spread,
        }

    def to_dict(self) -> dict[str, Any]:
        """Returns the measurements as JSON data."""
        decisions = self.decisions()
        single = ("apply_action", "observation_tensor", "legal_actions_mask")
        bots = {
            bot: {
                "decisions_a_step": share,
                "step_and_sample": self.probes[bot].spread.to_dict(),
                "decision": self.bot(bot).to_dict(),
                "outside_decisions": ratios(self.bot(bot).runs, decisions.runs).to_dict(),
            }
            for bot, share in self.shares_of_bots.items()
        }
        return {
            "ruleset": self.game.ruleset.id,
            "players": self.game.num_players(),
            "step_and_sample": decisions.to_dict(),
            "shares": dicts(self.shares().items()),
            "fill": self.probes["fill"].spread.to_dict(),
            "reset": {
                "env": self.probes["reset"].spread.to_dict(),
                "decisions": ratios(self.runs("reset"), self.steps().runs).to_dict(),
            },
            "bots": bots,
            "single": dicts((name, self.probes[name].spread) for name in single),
        }


def nanoseconds(rates: Iterable[float]) -> Spread:
    """Converts rates per second to nanoseconds each."""
    return Spread(tuple(1e9 / rate for rate in rates))


def dicts(spreads: Iterable[tuple[str, Spread]]) -> dict[str, Any]:
    """Returns spreads as JSON data."""
    return {name: spread.to_dict() for name, spread in spreads}
