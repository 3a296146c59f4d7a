"""Compares the speed of two versions of eights, and refuses a regression.

    python benchmarks/versions.py                    # the last published version against the tree
    python benchmarks/versions.py a90f279            # that commit against the tree as it is
    python benchmarks/versions.py a90f279 HEAD~3

Each version is built once, under runs/versions/. Both then run in separate processes on one core,
and take turns for every ruleset, in passes over all of them: old, new, new, old and so on. The
ratio is the new version's decisions per second divided by the old one's: above 1 the new version is
faster. Rulesets that only one of the versions has are left out.

The ratio of a pass is the geometric mean over rulesets, and the passes give its 95 % interval. If
the whole interval lies below 0.97, the new version has certainly lost more than 3 %: it is
refused, with exit status 1. Rulesets of which the same is certain are named, with intervals widened
for their number. An interval around 0.97 is too wide to tell, as on a busy machine: then more runs
are needed.
"""

from __future__ import annotations

import argparse
import io
import json
import statistics
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import eights
from eights.cli.measure import ratios
from pairs import CONFIDENCE, Ratio, geometric_mean
from probe import on_one_core

ROOT = Path(__file__).resolve().parents[1]
BUILDS = ROOT / "runs" / "versions"

# The share of its speed that a version may lose. Where a loss is the price of a rule or a fix,
# raise it for that release, and tell in CHANGELOG.md why.
TOLERATED = 0.03
# The revision to compare with while no version has been published.
UNPUBLISHED = "be7e063c"

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
    commit = git("rev-parse", "--short=12", f"{revision}^{{commit}}")
    folder = BUILDS / commit
    source = folder / "source"
    if not source.exists():
        archive = ["git", "archive", "--format=tar", commit]
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
class Speeds:
    """Both versions' decisions per second of a ruleset, pass by pass."""

    ruleset: str
    old: tuple[float, ...]
    new: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """The new version's speed relative to the old one's, pass by pass."""
        return ratios(self.new, self.old).runs

    def line(self) -> str:
        """Formats medians of both versions, and the ratio with its interval."""
        old, new = (statistics.median(rates) / 1e6 for rates in (self.old, self.new))
        return f"{self.ruleset:24} {old:8.2f} {new:8.2f}  {shown(Ratio.of(self.ratios))}"


def shown(ratio: Ratio) -> str:
    """Formats a ratio with its interval."""
    return f"{ratio.mean:.3f} ({ratio.low:.3f} - {ratio.high:.3f})"


class Verdict(Enum):
    """The answer to the question whether the new version lost more than is tolerated."""

    KEPT = "no regression"
    UNDECIDED = (
        "undecided: the interval is too wide, so run it on an idle machine or with more --runs"
    )
    REFUSED = "refused: slower by more than is tolerated"

    @classmethod
    def of(cls, ratio: Ratio) -> Verdict:
        """Judges the ratio of new to old by the whole of its interval.

        >>> [Verdict.of(Ratio(0.96, low, high)).name for low, high in ((0.95, 0.968), (0.9, 1.0))]
        ['REFUSED', 'UNDECIDED']
        >>> Verdict.of(Ratio(0.99, 0.98, 1.0)).name
        'KEPT'
        """
        if ratio.high < 1 - TOLERATED:
            return cls.REFUSED
        return cls.KEPT if ratio.low >= 1 - TOLERATED else cls.UNDECIDED


@dataclass(frozen=True)
class Judgement:
    """The verdict on all rulesets together."""

    ratio: Ratio
    verdict: Verdict
    slower: tuple[str, ...]
    """The rulesets that have certainly lost more than is tolerated, whatever the verdict.

    Their intervals are wider: all of them together contain the true ratios with 95 % (Bonferroni).
    """

    @classmethod
    def of(cls, measured: Sequence[Speeds]) -> Judgement:
        """Judges all rulesets, measured in the same passes."""
        passes = zip(*(speeds.ratios for speeds in measured), strict=True)
        ratio = Ratio.of(list(map(geometric_mean, passes)))
        confidence = 1 - (1 - CONFIDENCE) / len(measured)
        slower = tuple(
            speeds.ruleset
            for speeds in measured
            if Verdict.of(Ratio.of(speeds.ratios, confidence)) is Verdict.REFUSED
        )
        return cls(ratio, Verdict.of(ratio), slower)

    def report(self) -> str:
        """Formats the verdict, and names the rulesets that are slower."""
        lines = [f"{'geometric mean':24} {'':8} {'':8}  {shown(self.ratio)}", self.verdict.value]
        if self.slower:
            lines.append(f"slower by more than {TOLERATED:.0%}: {', '.join(self.slower)}")
        return "\n".join(lines)


def compare(
    old: Version, new: Version, rulesets: Mapping[str, int], envs: int, seconds: float, passes: int
) -> list[Speeds]:
    """Measures both versions in turn, in passes over all rulesets; a first pass does not count.

    Args:
        old: The version before.
        new: The version that is judged.
        rulesets: Their names, with numbers of players.
        envs: Size of the batch.
        seconds: Length of a run.
        passes: Number of passes.
    """
    rates: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in rulesets}
    for at in range(-1, passes):
        for name, players in rulesets.items():
            sides = list(zip((old, new), rates[name], strict=True))
            for version, found in sides[::-1] if at % 2 else sides:
                rate = version.rate(name, players, envs, seconds)
                if at >= 0:
                    found.append(rate)
    return [Speeds(name, tuple(a), tuple(b)) for name, (a, b) in rates.items()]


def git(*arguments: str) -> str:
    """Returns what git prints."""
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def published(new: str | None) -> str:
    """Returns the greatest tag before a revision (or the tree), or `UNPUBLISHED`."""
    at = new or "HEAD"
    order = "-c", "versionsort.suffix=-", "tag", "--sort=-version:refname"
    tags = git(*order, "--list", "v*", "--merged", at, "--no-contains", at)
    return tags.splitlines()[0] if tags else UNPUBLISHED


def players(ruleset: str) -> int:
    """Returns four players, or the nearest number that the ruleset allows."""
    least, most = eights.Ruleset(ruleset).players
    return min(max(4, least), most)


def main() -> None:
    """Builds both versions, prints a line for each ruleset, and judges."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", nargs="?", help="a revision of git; without it, the last tag v*")
    parser.add_argument("new", nargs="?", help="another one; without it, the tree as it is")
    parser.add_argument("--envs", type=int, default=1024, help="size of the batch")
    parser.add_argument("--seconds", type=float, default=0.2, help="of a run")
    parser.add_argument("--runs", type=int, default=10, help="of each version and ruleset")
    arguments = parser.parse_args()
    if arguments.runs < 2:
        parser.error("--runs must be 2 or more, for an interval")
    before = arguments.old or published(arguments.new)
    packages = [build(before), build(arguments.new)]
    print(f"{before} against {arguments.new or 'the tree'}")
    with on_one_core(), ExitStack() as stack:
        old, new = (stack.enter_context(Version.started(package)) for package in packages)
        both = {
            name: players(name) for name in eights.rulesets() if name in old.rulesets & new.rulesets
        }
        measured = compare(old, new, both, arguments.envs, arguments.seconds, arguments.runs)
    print(f"{'ruleset':24} {'old M/s':>8} {'new M/s':>8}  ratio (95 % interval)")
    for speeds in measured:
        print(speeds.line())
    judgement = Judgement.of(measured)
    print(judgement.report())
    sys.exit(judgement.verdict is Verdict.REFUSED)


if __name__ == "__main__":
    main()
