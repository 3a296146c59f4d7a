"""Compares the speed of two versions of eights, ruleset by ruleset, in turns.

    python benchmarks/versions.py a90f279            # that commit against the tree as it is
    python benchmarks/versions.py a90f279 HEAD~3

Each version is built once, under runs/versions/. Both then run in separate processes on one core,
and take turns for every ruleset: old, new, old, new. The ratio is the new version's decisions per
second divided by the old one's: above 1 the new version is faster. Rulesets that only one of the
versions has are left out.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import statistics
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from probe import on_one_core

ROOT = Path(__file__).resolve().parents[1]
BUILDS = ROOT / "runs" / "versions"

WORKER = """
import json, sys, time
import numpy as np
import eights

print(json.dumps(eights.rulesets()), flush=True)
batches = {}
for line in sys.stdin:
    ruleset, players, num_envs, seconds = json.loads(line)
    if ruleset not in batches:
        game = eights.Game(ruleset, players=players)
        batch = eights.Batch(game, num_envs=num_envs, seed=0)
        actions = np.zeros(num_envs, np.int64)
        for _ in range(200):
            batch.step(batch.sample(out=actions))
        batches[ruleset] = batch, actions
    batch, actions = batches[ruleset]
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        batch.step(batch.sample(out=actions))
        steps += 1
    print(steps * num_envs / (time.perf_counter() - start), flush=True)
"""


def build(revision: str | None) -> Path:
    """Returns the folder of a version's package, built if it is missing; `None` is the tree."""
    if revision is None:
        return unpacked(ROOT, BUILDS / "tree", fresh=True)
    command = ["git", "rev-parse", "--short=12", f"{revision}^{{commit}}"]
    commit = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    folder = BUILDS / commit.strip()
    source = folder / "source"
    if not source.exists():
        archive = ["git", "archive", "--format=tar", commit.strip()]
        tree = subprocess.run(archive, cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(tree)) as files:
            files.extractall(source, filter="data")
    return unpacked(source, folder, fresh=False)


def unpacked(source: Path, folder: Path, fresh: bool) -> Path:
    """Builds the wheel of a source tree and unpacks it."""
    package = folder / "package"
    if fresh or not package.exists():
        wheels = folder / "wheel"
        for old in wheels.glob("*.whl"):
            old.unlink()
        maturin = [sys.executable, "-m", "maturin", "build", "--release", "--locked"]
        subprocess.run([*maturin, "--out", str(wheels)], cwd=source, check=True)
        (wheel,) = wheels.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(package)
    return package


@dataclass
class Version:
    """A version that plays in a separate process."""

    worker: subprocess.Popen[str]
    rulesets: frozenset[str]

    @classmethod
    @contextmanager
    def started(cls, package: Path) -> Iterator[Version]:
        """Starts the version of a package; its process ends with the context."""
        with subprocess.Popen(
            [sys.executable, "-c", WORKER],
            env={"PYTHONPATH": str(package)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as worker:
            try:
                assert worker.stdout is not None
                yield cls(worker, frozenset(json.loads(worker.stdout.readline())))
            finally:
                worker.kill()

    def rate(self, *what: Any) -> float:
        """Measures decisions per second of a ruleset, given players, envs and seconds."""
        assert self.worker.stdin is not None
        assert self.worker.stdout is not None
        self.worker.stdin.write(json.dumps(what) + "\n")
        self.worker.stdin.flush()
        return float(self.worker.stdout.readline())


@dataclass(frozen=True)
class Ratio:
    """The new version's speed relative to the old one's, run by run."""

    ruleset: str
    old: float
    new: float
    runs: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the ratios."""
        return statistics.median(self.runs)


def compare(old: Version, new: Version, ruleset: str, arguments: argparse.Namespace) -> Ratio:
    """Measures both versions in turn; the first run of each does not count."""
    least, most = arguments.rulesets[ruleset]
    what = (ruleset, min(max(4, least), most), arguments.envs, arguments.seconds)
    pairs = [(old.rate(*what), new.rate(*what)) for _ in range(arguments.runs + 1)][1:]
    before, after = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    return Ratio(ruleset, before, after, tuple(b / a for a, b in pairs))


def geometric_mean(numbers: list[float]) -> float:
    """Returns the geometric mean, which suits ratios.

    >>> geometric_mean([0.5, 2.0])
    1.0
    """
    return math.exp(statistics.fmean(map(math.log, numbers)))


def main() -> None:
    """Builds both versions, and prints a line for each ruleset."""
    import eights

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", help="a revision of git")
    parser.add_argument("new", nargs="?", help="another one; without it, the tree as it is")
    parser.add_argument("--envs", type=int, default=1024, help="size of the batch")
    parser.add_argument("--seconds", type=float, default=0.2, help="of a run")
    parser.add_argument("--runs", type=int, default=9, help="of each version and ruleset")
    arguments = parser.parse_args()
    arguments.rulesets = {name: eights.Ruleset(name).players for name in eights.rulesets()}
    packages = [build(arguments.old), build(arguments.new)]
    print(f"{'ruleset':24} {'old M/s':>8} {'new M/s':>8}  ratio (min - max)")
    ratios = []
    with on_one_core(), ExitStack() as stack:
        old, new = (stack.enter_context(Version.started(package)) for package in packages)
        for ruleset in arguments.rulesets:
            if ruleset not in old.rulesets & new.rulesets:
                continue
            ratio = compare(old, new, ruleset, arguments)
            ratios.append(ratio)
            print(
                f"{ruleset:24} {ratio.old / 1e6:8.2f} {ratio.new / 1e6:8.2f}  {ratio.median:.3f}"
                f" ({min(ratio.runs):.3f} - {max(ratio.runs):.3f})",
                flush=True,
            )
    mean = geometric_mean([ratio.median for ratio in ratios])
    print(f"{'geometric mean':24} {'':8} {'':8}  {mean:.3f}")


if __name__ == "__main__":
    main()
