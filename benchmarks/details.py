"""What a batch spends its time on, and what bots, resets and single games cost."""

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

# Steps that tell how many decisions bots make.
COUNTED_STEPS = 100
# Decisions of single games that are timed, at least; and positions among them that are looked at:
# few, so that they stay in the cache, as the position of a game that is being played does.
DECISIONS = 1000
POSITIONS = 64
# Steps before anything counts, so that envs are anywhere in their games.
STEPS_BEFORE = 200


def sample_and_step(batch: eights.Batch[Any], actions: npt.NDArray[np.int64]) -> None:
    """A random legal action in each env from outside."""
    batch.step(batch.sample(out=actions))


def playing(
    game: eights.Game, num_envs: int, seed: int, bot: str | None, **options: Any
) -> tuple[eights.Batch[Any], npt.NDArray[np.int64]]:
    """A batch with a bot in all seats but one, or in none, that has played a while; its actions."""
    seats = [None, *[bot] * (game.num_players() - 1)]
    batch: eights.Batch[Any] = eights.Batch(game, num_envs, seed=seed, controllers=seats, **options)
    actions = np.zeros(num_envs, np.int64)
    for _ in range(STEPS_BEFORE):
        sample_and_step(batch, actions)
    return batch, actions


def bots_a_step(batch: eights.Batch[Any], actions: npt.NDArray[np.int64]) -> float:
    """How many decisions bots make for each from outside.

    >>> batch, actions = playing(eights.Game("crazy_eights", players=4), 100, 0, "random")
    >>> 2.5 < bots_a_step(batch, actions) < 3.5
    True
    """
    before = batch.bot_decisions
    for _ in range(COUNTED_STEPS):
        sample_and_step(batch, actions)
    return (batch.bot_decisions - before) / (COUNTED_STEPS * batch.num_envs)


def random_games(game: eights.Game, seed: int) -> list[tuple[int, list[int]]]:
    """Seeds and actions of random games, with at least `DECISIONS` decisions together."""
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
    """Times `State.apply_action`: whole games, their actions known beforehand."""
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
    """Times what is asked of many positions of random games, one after the other."""
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
    """Everything about one ruleset that is measured beside decisions per second.

    All are nanoseconds on one thread; what a batch does is for one env.
    """

    game: eights.Game
    num_envs: int
    dtype: Feature
    seed: int
    case: BatchCase = field(init=False)
    probes: dict[str, Probe] = field(init=False)
    shares_of_bots: dict[str, float] = field(init=False)

    def __post_init__(self) -> None:
        """Makes the batches and plays the games beforehand."""
        self.case = BatchCase(self.game, self.num_envs, 1, self.dtype, self.seed)
        idle, unused = self.ended()
        dealt, _ = playing(self.game, self.num_envs, self.seed, None, dtype=self.dtype)
        observation = np.zeros(self.game.observation_tensor_size(), np.float32)
        mask = np.zeros(self.game.num_distinct_actions(), np.bool_)

        def per_env(call: Callable[[], object]) -> Callable[[float], float]:
            return lambda seconds: timed(call, seconds) / self.num_envs

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
            batch, actions = playing(self.game, self.num_envs, self.seed, bot, dtype=self.dtype)
            self.shares_of_bots[bot] = bots_a_step(batch, actions)
            self.probes[bot] = Probe(per_env(partial(sample_and_step, batch, actions)))

    def ended(self) -> tuple[eights.Batch[Any], npt.NDArray[np.int64]]:
        """A batch of one env whose game is over: a step of it does nothing."""
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
        """Measures all in turn; calls `measured` after each of the `runs`."""
        for _ in range(runs):
            in_turn([self.case, *self.probes.values()], seconds, 1, lambda: None)
            measured()

    def runs(self, name: str) -> tuple[float, ...]:
        """All runs of a probe."""
        return self.probes[name].spread.runs

    def steps(self) -> Spread:
        """Nanoseconds of a decision from outside that was chosen already."""
        return nanoseconds(self.case.steps)

    def decisions(self) -> Spread:
        """Nanoseconds of a decision from outside, with its choice."""
        return nanoseconds(self.case.totals)

    def bot(self, name: str) -> Spread:
        """Nanoseconds of a decision of a bot inside the batch."""
        bots = differences(self.runs(name), self.decisions().runs)
        return Spread(tuple(cost / self.shares_of_bots[name] for cost in bots.runs))

    def shares(self) -> dict[str, Spread]:
        """Where the time of a decision goes; see `docs/performance.md` for what is subtracted."""
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
        """As JSON has it."""
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
    """What each costs of which there are so many a second."""
    return Spread(tuple(1e9 / rate for rate in rates))


def dicts(spreads: Iterable[tuple[str, Spread]]) -> dict[str, Any]:
    """Spreads as JSON has them."""
    return {name: spread.to_dict() for name, spread in spreads}
