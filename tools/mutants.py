"""Tests whether the tests notice small changes of the engine, each a mutant of it (cargo-mutants).

    make mutants                     # goes on where it stopped: days on two cores
    make mutants ARGS="--shards 1"   # tests one shard
    make mutants ARGS=--quick        # leaves the survivors of quick tests for later
    make mutants ARGS=--again        # tests the survivors again, after new tests
    make mutants ARGS=--score        # only prints the score, and the survivors

The mutants are in 256 shards. Each is spread over all files, and the shards come in an order that
is spread too, so those tested so far are a fair sample. Every mutant meets quick tests first
(.config/nextest.toml), and survivors meet all tests. Those of the last commit are tested, in a
clone, so that no mutant stays behind in the working tree. Where mutants come and go with a change
of the source, the shards are others from then on.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TREE = ROOT / "target" / "mutants" / "tree"
RUNS = ROOT / "runs" / "mutants"
SHARDS = 256

TESTS = {
    "quick": [
        "--cargo-arg=--test=rust",
        "--cargo-test-arg=--profile=mutants",
        "--timeout-multiplier=3",
    ],
    # With optimization, since all tests together play millions of moves. `make test` shows that
    # they pass, and takes far less than the limit of time.
    "whole": [
        "--profile=dev",
        "--cargo-arg=--lib",
        "--cargo-arg=--tests",
        "--baseline=skip",
        "--timeout=1800",
        "--build-timeout=1800",
    ],
}
"""Options of cargo-mutants for the quick tests, and for all of them."""


def order() -> list[int]:
    """The shards in the order in which they are tested: 0, 128, 64, 192, 32 and so on."""
    bits = SHARDS.bit_length() - 1
    return sorted(range(SHARDS), key=lambda shard: f"{shard:0{bits}b}"[::-1])


def results(shard: int) -> dict[str, Any]:
    """The outcome of each mutant of a shard, and those that have met all tests."""
    file = RUNS / f"{shard}.json"
    return json.loads(file.read_text()) if file.exists() else {"mutants": {}, "whole": []}


def survivors(shard: int) -> list[str]:
    """The mutants of a shard that no test has noticed yet."""
    return [name for name, found in results(shard)["mutants"].items() if found == "MissedMutant"]


def met_quick(shard: int) -> bool:
    """True if the mutants of a shard have met the quick tests."""
    return bool(results(shard)["mutants"])


def left(shard: int, mutants: list[str]) -> list[str]:
    """The survivors of a shard that have not met all tests, of those that are listed still."""
    met = results(shard)["whole"]
    return [name for name in survivors(shard) if name in mutants and name not in met]


def test(shard: int, stage: str, chosen: str) -> None:
    """Tests mutants of a shard, chosen as K/N, and notes what became of them."""
    out = RUNS / f"{shard}-{stage}"
    out.mkdir(parents=True, exist_ok=True)
    command = ["cargo", "mutants", "--in-place", f"--output={out}", "--caught"]
    command += [*TESTS[stage], f"--shard={chosen}", "--sharding=round-robin"]
    # 2: tests have missed a mutant; 3: a mutant took too long.
    if subprocess.run(command, cwd=TREE, check=False).returncode not in {0, 2, 3}:
        sys.exit(f"make mutants has failed: see {out}/mutants.out/log")
    known = results(shard)
    for outcome in json.loads((out / "mutants.out/outcomes.json").read_text())["outcomes"]:
        if outcome["scenario"] != "Baseline":
            name = outcome["scenario"]["Mutant"]["name"]
            known["mutants"][name] = outcome["summary"]
            known["whole"] += [name] if stage == "whole" else []
    (RUNS / f"{shard}.json").write_text(json.dumps(known, indent=1))


def test_whole(shard: int, names: list[str], mutants: list[str]) -> None:
    """Tests these mutants of a shard with all tests, each as a shard of its own."""
    for name in names:
        if name in mutants:
            test(shard, "whole", f"{mutants.index(name)}/{len(mutants)}")


def check_out() -> None:
    """Brings the clone to the last commit, without any mutant."""
    if not TREE.exists():
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, TREE], check=True)
    for command in ["fetch --quiet origin HEAD", "reset --quiet --hard FETCH_HEAD"]:
        subprocess.run(["git", *command.split()], cwd=TREE, check=True)


def listed() -> list[str]:
    """All mutants but those that .cargo/mutants.toml argues."""
    folder = TREE if TREE.exists() else ROOT
    command = ["cargo", "mutants", "--list"]
    names = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    return names.splitlines()


def report() -> None:
    """Prints the score, and the survivors."""
    mutants = listed()
    tested = [shard for shard in order() if met_quick(shard)]
    counts = Counter(found for shard in tested for found in results(shard)["mutants"].values())
    missed = [(shard, name) for shard in tested for name in survivors(shard) if name in mutants]
    argued = counts["MissedMutant"] - len(missed)
    noticed = counts["CaughtMutant"] + counts["Timeout"]
    print(f"{len(mutants)} mutants in {SHARDS} shards, of which {len(tested)} are tested:")
    print(f"{noticed} were noticed, {counts['Timeout']} of them since they took too long,")
    print(f"{len(missed)} survived, {counts['Unviable']} did not compile,")
    print(f"{argued} survived and are argued since, or are of lines that were changed since")
    if noticed:
        print(f"score: {100 * noticed / (noticed + len(missed)):.1f} % of those that compile")
    for shard, name in missed:
        note = " (of the quick tests)" if name in left(shard, mutants) else ""
        print(f"survivor in shard {shard}: {name}{note}")


def main() -> None:
    """Tests shards, and prints the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shards", type=int, default=SHARDS, help="shards to test (default: all)")
    parser.add_argument("--quick", action="store_true", help="leave the survivors for later")
    parser.add_argument("--again", action="store_true", help="test the survivors again")
    parser.add_argument("--score", action="store_true", help="only print the score")
    args = parser.parse_args()
    for tool in ("cargo-mutants", "cargo-nextest"):
        if not shutil.which(tool):
            sys.exit(f"make mutants needs {tool}: cargo install {tool} --locked")
    if not args.score:
        check_out()
        mutants = listed()
        if args.again:
            for shard in order():
                test_whole(shard, survivors(shard), mutants)
        else:
            due = [k for k in order() if not met_quick(k) or (not args.quick and left(k, mutants))]
            for shard in due[: args.shards]:
                if not met_quick(shard):
                    test(shard, "quick", f"{shard}/{SHARDS}")
                if not args.quick:
                    test_whole(shard, left(shard, mutants), mutants)
    report()


if __name__ == "__main__":
    main()
