"""Decisions per second through each interface, in turns, on one core.

    make interfaces

Each interface plays the same game; the agent's actions are random legal ones. All interfaces are
built on `Batch`, so the share of its speed shows the cost of an interface: interfaces with one
agent are compared with a `Batch` with bots on the other seats, others with one without bots.
Interfaces of a trainer are measured in that trainer's virtual environment, beside a `Batch` there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

import numpy as np

import marked
from eights.cli.measure import in_turn, machine
from interface_loops import EVERY_SEAT, GROUPS, ONE_SEAT, Settings, Steps
from probe import Probe, on_one_core

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "trainers.md"
MARKS = "<!-- speed: `make interfaces` writes it -->\n", "<!-- end of speed -->\n"

Runs: TypeAlias = dict[str, list[float]]
"""Decisions per second of each loop, run by run."""


def rate(step: Steps) -> Callable[[float], float]:
    """Returns a function that measures decisions per second for some seconds."""

    def measure(seconds: float) -> float:
        decisions = 0
        start = now = perf_counter()
        while now - start < seconds:
            decisions += step()
            now = perf_counter()
        return decisions / (now - start)

    return measure


def measured(group: str, of: Settings, seconds: float, runs: int) -> Runs:
    """Measures the loops of a group in this process."""
    with on_one_core():
        probes = {name: Probe(rate(make(of))) for name, make in GROUPS[group].items()}
        in_turn(list(probes.values()), seconds, runs, lambda: None)
    return {name: probe.runs for name, probe in probes.items()}


def measured_elsewhere(python: Path, group: str, arguments: list[str]) -> Runs:
    """Measures the loops of a group in the virtual environment of its trainer."""
    command = [str(python), "-W", "ignore", __file__, "--group", group, *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: Runs = json.loads(done.stdout.splitlines()[-1])
    return found


def rows(runs: Runs) -> list[str]:
    """Formats a group's lines: median, extremes, and the share of the batch's speed run by run."""
    lines, whole = [], [1.0]
    for name, each in runs.items():
        if name in (ONE_SEAT, EVERY_SEAT):
            whole = each
        shares = [run / batch for run, batch in zip(each, whole, strict=True)]
        lines.append(
            f"| {name} | {np.median(each):,.0f} | {min(each):,.0f} … {max(each):,.0f} | "
            f"{np.median(shares):.1%} |"
        )
    return lines


def table(groups: dict[str, Runs]) -> list[str]:
    """Formats the whole table; a trainer's own `Batch` is not shown."""
    lines = ["| interface | decisions/s | lowest … highest | of Batch |", "|---|---:|---:|---:|"]
    for group, runs in groups.items():
        lines += rows(runs)[1:] if group else rows(runs)
    return lines


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the options."""
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("--ruleset", default="crazy_eights_special")
    made.add_argument("--players", type=int, default=4)
    made.add_argument("--opponents", default="random")
    made.add_argument("--envs", type=int, default=1024)
    made.add_argument("--few", type=int, default=16, help="envs of Gymnasium's own vectors")
    made.add_argument("--seconds", type=float, default=1.0, help="of each run")
    made.add_argument("--runs", type=int, default=5)
    made.add_argument("--group", help="print the runs of one group only, as JSON")
    made.add_argument("--write", action="store_true", help=f"write the table into {PAGE.name}")
    return made


def main(arguments: list[str] | None = None) -> None:
    """Measures and prints the table."""
    options = sys.argv[1:] if arguments is None else arguments
    given = parser().parse_args(options)
    # Otherwise the threads of NumPy's and PyTorch's matrix products compete for the one core.
    if os.environ.get("OMP_NUM_THREADS") != "1":
        raise SystemExit("set OMP_NUM_THREADS=1")
    of = Settings(given.ruleset, given.players, given.opponents, given.envs, given.few)
    if given.group is not None:
        print(json.dumps(measured(given.group, of, given.seconds, given.runs)))
        return
    pythons = {group: ROOT / ".venvs" / group / "bin" / "python" for group in filter(None, GROUPS)}
    absent = [group for group, python in pythons.items() if not python.exists()]
    if given.write and absent:
        raise SystemExit(f"the page gets whole tables only: there is no .venvs/{absent[0]}")
    about = machine()
    groups = {"": measured("", of, given.seconds, given.runs)}
    for group, python in pythons.items():
        if group not in absent:
            groups[group] = measured_elsewhere(
                python, group, [option for option in options if option != "--write"]
            )
    caption = (
        f"`{of.ruleset}`, {of.players} players, {of.opponents} bots; {of.num_envs} envs, "
        f"{of.few} where it says a few. {given.runs} runs of {given.seconds:g} s in turn on "
        f"one core of {about['cpu']}, Python {about['python']}, NumPy {about['numpy']}."
    )
    block = "\n".join([*textwrap.wrap(caption, 120), "", *table(groups), ""])
    print(block)
    if absent:
        print(f"not measured, for want of `make test-trainers`: {', '.join(absent)}")
    if given.write:
        marked.write(PAGE, MARKS, block)


if __name__ == "__main__":
    main()
