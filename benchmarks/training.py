"""Decisions per second of training the bot `learned`, in JAX and in PyTorch, in turns.

    .venvs/train_torch/bin/python benchmarks/training.py --write

Each framework trains in a process of its own, with the settings of `train_one_policy.py`, at a
third of its tables. A turn is an update and the games before it; the first turns, which compile, do
not count. `--write` puts the figures into docs/learned.json, and their table into docs/learned.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from time import perf_counter
from typing import Any, Protocol

import jax
import jax.numpy as jnp

import learned
import marked
import train_one_policy
from eights.cli.files import dumps
from eights.cli.measure import Spread, machine, ratios
from train_one_policy import HELD_OUT, Args

SHARE = 3
"""One in so many tables is played."""

PARTS = ("all", "acting", "updating")


class Training(Protocol):
    """A run of training."""

    def collect(self) -> int:
        """Plays on in every game; returns the decisions."""

    def update(self) -> None:
        """Learns from the last decisions."""


class TrainingInJax:
    """The run of `train_one_policy.py`."""

    def __init__(self, args: Args) -> None:
        """Begins the run."""
        self.run = train_one_policy.begin(args)
        self.run.last = perf_counter()
        self.pool = ThreadPoolExecutor(args.threads)
        self.key = jax.random.key(args.seed)

    def collect(self) -> int:
        """Plays on in every game; returns the decisions."""
        data = train_one_policy.collect(self.run, self.pool, imitate=False)
        self.data = jax.block_until_ready(data)  # type: ignore[no-untyped-call]
        return int(data.action.size)

    def update(self) -> None:
        """Learns from the last decisions."""
        run = self.run
        rate = jnp.float32(run.args.learning_rate)
        run.params, run.optimizer, _ = train_one_policy.update(
            *(run.params, run.optimizer, run.columns, run.parts),
            *(self.data, self.key, rate, run.args),
            imitate=False,
        )
        jax.block_until_ready(run.params)  # type: ignore[no-untyped-call]


def training(framework: str, args: Args) -> Training:
    """Begins a run in a framework."""
    if framework == "jax":
        return TrainingInJax(args)
    # PyTorch is imported only where it trains.
    import one_policy_torch

    return one_policy_torch.Training(args)


def work(framework: str, args: Args) -> None:
    """Trains for one turn for each line that comes in, and prints what it took."""
    run = training(framework, args)
    for _ in sys.stdin:
        start = perf_counter()
        decisions = run.collect()
        middle = perf_counter()
        run.update()
        print(json.dumps([decisions, middle - start, perf_counter() - middle]), flush=True)


@dataclass
class Worker:
    """A framework that trains in a process of its own."""

    process: subprocess.Popen[str]
    decisions: int = 0
    speeds: dict[str, list[float]] = field(default_factory=lambda: {part: [] for part in PARTS})

    @classmethod
    @contextmanager
    def started(cls, framework: str, args: Args) -> Iterator[Worker]:
        """Starts the process, which ends with the context."""
        command = [sys.executable, __file__, "--worker", framework, json.dumps(asdict(args))]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                yield cls(process)
            finally:
                process.kill()

    def turn(self, counts: bool = True) -> None:
        """Trains for one turn."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.decisions, acting, updating = json.loads(self.process.stdout.readline())
        if counts:
            seconds = dict(zip(PARTS, (acting + updating, acting, updating), strict=True))
            for part, of in seconds.items():
                self.speeds[part].append(self.decisions / of)


def measure(args: Args, turns: int) -> dict[str, Any]:
    """Lets both frameworks train in turns."""
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        workers = {of: stack.enter_context(Worker.started(of, args)) for of in learned.FRAMEWORKS}
        for turn in range(-2, turns):
            for worker in workers.values():
                worker.turn(counts=turn >= 0)
    first, second = workers.values()
    about = machine() | {of: version(of) for of in workers}
    return {
        "machine": about,
        "load": round(load, 1),
        "rulesets": args.rulesets.split(","),
        "house": args.house,
        "decisions": first.decisions,
        "turns": turns,
        "speed": {
            of: {part: rounded(Spread(tuple(worker.speeds[part]))) for part in PARTS}
            for of, worker in workers.items()
        },
        "ratio": {
            part: rounded(ratios(second.speeds[part], first.speeds[part]), 3) for part in PARTS
        },
    }


def rounded(spread: Spread, digits: int = 0) -> dict[str, float]:
    """Returns the median and the extremes."""
    ends = {"median": spread.median, "low": spread.low, "high": spread.high}
    return {name: round(of, digits) for name, of in ends.items()}


def settings(options: list[str]) -> Args:
    """Returns the default settings for a share of the tables, with some changed by options."""
    names = [name for name in train_one_policy.usual_rulesets() if name not in HELD_OUT]
    house = str(Args().house // SHARE)
    return train_one_policy.parse_args(
        ["--rulesets", ",".join(names[::SHARE]), "--house", house, *options]
    )


def main(arguments: list[str] | None = None) -> None:
    """Measures both frameworks, and prints the table."""
    made = argparse.ArgumentParser(
        description=__doc__.partition("\n")[0] if __doc__ else None,
        epilog="Other options are those of train_one_policy.py.",
    )
    made.add_argument("--turns", type=int, default=8, help="turns of each framework that count")
    made.add_argument("--write", action="store_true", help=f"write {learned.PAGE.name}")
    made.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    given, options = made.parse_known_args(arguments)
    if given.worker:
        framework, args = given.worker
        work(framework, Args(**json.loads(args)))
        return
    figures = measure(settings(options), given.turns)
    print(learned.frameworks(figures))
    if given.write:
        run = json.loads(learned.RUN.read_text(encoding="utf-8"))
        run["frameworks"] = figures
        learned.RUN.write_text(dumps(run), encoding="utf-8")
        marked.write(learned.PAGE, learned.COMPARED, learned.frameworks(figures))


if __name__ == "__main__":
    main()
