"""Decisions per second through each interface, in turns, in one run on one core.

    OMP_NUM_THREADS=1 python benchmarks/interfaces.py

Without that variable the threads of NumPy's matrix products fight for the one core.

Each plays the same game with the same bots; the agent's actions are random legal ones. `Batch` is
what the others are made of, so their share of its speed is what an interface costs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import perf_counter
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt

import eights
from eights.cli.measure import in_turn
from eights.envs import env_id
from eights.pettingzoo import raw_env
from probe import Probe, on_one_core

Steps: TypeAlias = Callable[[], int]
"""Steps once; how many decisions that were."""

Masks: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float32]


class Interfaces:
    """The loops of all interfaces, each over envs of its own."""

    def __init__(self, ruleset: str, players: int, opponents: str, num_envs: int, few: int) -> None:
        """Settings that all share; `few` is the number of envs that Gymnasium's own vectors get."""
        self.ruleset, self.players, self.opponents = ruleset, players, opponents
        self.num_envs, self.few = num_envs, few
        self.rng = np.random.default_rng(0)

    def all(self) -> dict[str, Callable[[], Steps]]:
        """What makes each loop, by the name of the interface."""
        return {
            "Batch": self.batch,
            "Gymnasium, vector env, copy=False": lambda: self.native(copy=False),
            "Gymnasium, vector env": lambda: self.native(copy=True),
            f"Gymnasium, SyncVectorEnv of {self.few}": lambda: self.wrapped("sync"),
            f"Gymnasium, AsyncVectorEnv of {self.few}": lambda: self.wrapped("async"),
            "Gymnasium, one env": self.single,
            "PettingZoo, AEC": self.aec,
            "PolicyBatch, the first legal action": lambda: self.policies(network=False),
            "PolicyBatch, a NumPy network": lambda: self.policies(network=True),
        }

    def options(self) -> dict[str, Any]:
        """Arguments of the Gymnasium environments."""
        return {"players": self.players, "opponents": self.opponents}

    def batch(self) -> Steps:
        """The batch itself."""
        game = eights.Game(self.ruleset, players=self.players)
        seats = [None, *[self.opponents] * (self.players - 1)]
        batch = eights.Batch(game, self.num_envs, controllers=seats, autoreset="next-step")
        actions = np.zeros(self.num_envs, dtype=np.int64)

        def step() -> int:
            batch.step(batch.sample(actions))
            return self.num_envs

        return step

    def native(self, *, copy: bool) -> Steps:
        """The vector env that `make_vec` gives."""
        id_ = env_id(self.ruleset)
        made = gymnasium.make_vec(id_, num_envs=self.num_envs, copy=copy, **self.options())
        env: Any = made.unwrapped
        env.reset(seed=0)
        actions = np.zeros(self.num_envs, dtype=np.int64)

        def step() -> int:
            env.step(env.sample(actions))
            return self.num_envs

        return step

    def wrapped(self, way: str) -> Steps:
        """Gymnasium's own vectors of single envs."""
        env = gymnasium.make_vec(
            env_id(self.ruleset), num_envs=self.few, vectorization_mode=way, **self.options()
        )
        masks: Masks = env.reset(seed=0)[1]["action_mask"]

        def step() -> int:
            nonlocal masks
            actions = (self.rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
            masks = env.step(actions)[4]["action_mask"]
            return self.few

        return step

    def single(self) -> Steps:
        """One env alone."""
        env = gymnasium.make(env_id(self.ruleset), **self.options())
        mask: Masks = env.reset(seed=0)[1]["action_mask"]

        def step() -> int:
            nonlocal mask
            choices = np.flatnonzero(mask)
            _, _, terminated, truncated, info = env.step(choices[self.rng.integers(len(choices))])
            if terminated or truncated:
                info = env.reset()[1]
            mask = info["action_mask"]
            return 1

        return step

    def policies(self, *, network: bool) -> Steps:
        """A batch in which a policy plays the other seats: an idle one, or two layers of 128."""
        game = eights.Game(self.ruleset, players=self.players)
        first = self.rng.normal(size=(game.observation_tensor_size(), 128)).astype(np.float32)
        second = self.rng.normal(size=(128, 100)).astype(np.float32)

        def policy(seen: Floats, masks: npt.NDArray[np.bool_]) -> Any:
            if not network:
                return masks.argmax(axis=1)
            scores = np.maximum(seen @ first, 0) @ second
            return np.where(masks, scores, -np.inf).argmax(axis=1)

        seats = [None, *[policy] * (self.players - 1)]
        batch = eights.PolicyBatch(game, self.num_envs, controllers=seats, autoreset="next-step")
        actions = np.zeros(self.num_envs, dtype=np.int64)

        def step() -> int:
            batch.step(batch.sample(actions))
            return self.num_envs

        return step

    def aec(self) -> Steps:
        """A table at which this loop plays every seat."""
        table = raw_env(self.ruleset, players=self.players)
        table.reset(seed=0)

        def step() -> int:
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.reset()
                return 0
            choices = np.flatnonzero(seen["action_mask"])
            table.step(choices[self.rng.integers(len(choices))])
            return 1

        return step


def rate(step: Steps) -> Callable[[float], float]:
    """What measures decisions per second, for so many seconds."""

    def measure(seconds: float) -> float:
        decisions = 0
        start = now = perf_counter()
        while now - start < seconds:
            decisions += step()
            now = perf_counter()
        return decisions / (now - start)

    return measure


def table(probes: dict[str, Probe]) -> list[str]:
    """The lines of the table: median, extremes and the share of the batch's speed, run by run."""
    first = next(iter(probes.values())).runs
    lines = ["| interface | decisions/s | lowest … highest | of Batch |", "|---|---:|---:|---:|"]
    for name, probe in probes.items():
        shares = [run / whole for run, whole in zip(probe.runs, first, strict=True)]
        lines.append(
            f"| {name} | {np.median(probe.runs):,.0f} | {min(probe.runs):,.0f} … "
            f"{max(probe.runs):,.0f} | {np.median(shares):.1%} |"
        )
    return lines


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="crazy_eights_special")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--envs", type=int, default=1024)
    parser.add_argument("--few", type=int, default=16, help="envs of Gymnasium's own vectors")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args(arguments)
    interfaces = Interfaces(given.ruleset, given.players, given.opponents, given.envs, given.few)
    with on_one_core():
        probes = {name: Probe(rate(make())) for name, make in interfaces.all().items()}
        in_turn(list(probes.values()), given.seconds, given.runs, lambda: None)
    print(f"{given.ruleset}, {given.players} players, {given.opponents} bots, {given.envs} envs\n")
    print("\n".join(table(probes)))


if __name__ == "__main__":
    main()
