"""Instructions that a decision takes in each ruleset, counted by callgrind.

They are compared with the committed figures, `benches/instructions.json`. Unlike times, they hardly
vary from run to run, so that a growth of one in a hundred is seen. They depend on the compiler:
figures of another version of rustc, or of another architecture, are not comparable, and the report
says so.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import eights

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "benches/instructions.json"
TARGET = ROOT / "target/compilations"
ENVS, STEPS = 64, 100
REWRITE = "python benchmarks/instructions.py --write"
MOST = 1.01
"""The greatest growth that passes."""


def built() -> Path:
    """The program of decisions, compiled for release."""
    command = ["cargo", "build", "--locked", "--quiet", "--release", "--bin", "decisions"]
    command += ["--package", "eights-benches", "--target-dir", str(TARGET)]
    subprocess.run(command, cwd=ROOT, check=True)
    return TARGET / "release/decisions"


def instructions(program: Path, ruleset: str) -> float:
    """Instructions of a decision: to sample an action, apply it, and write what is seen then."""
    with tempfile.NamedTemporaryFile() as file:
        done = subprocess.run(
            [
                "valgrind",
                "--tool=callgrind",
                f"--callgrind-out-file={file.name}",
                "--toggle-collect=*measured*",
                program,
                ruleset,
                str(ENVS),
                str(STEPS),
                "f32",
            ],
            check=True,
            capture_output=True,
            text=True,
        )
    collected = re.search(r"Collected : (\d+)", done.stderr)
    assert collected, done.stderr
    return round(int(collected[1]) / (ENVS * STEPS), 1)


def compiler() -> str:
    """The compiler and the architecture for which it compiles."""
    version = subprocess.run(
        ["rustc", "--version"], check=True, capture_output=True, text=True
    ).stdout
    return f"{version.strip()}, {platform.machine()}"


def counted(rulesets: list[str]) -> dict[str, float]:
    """Instructions of a decision by ruleset, counted two at a time."""
    program = built()
    with ThreadPoolExecutor(2) as pool:
        figures = pool.map(lambda ruleset: instructions(program, ruleset), rulesets)
        return dict(zip(rulesets, figures, strict=True))


def grown(now: dict[str, float], before: dict[str, float]) -> list[str]:
    """A line for each ruleset that takes more instructions than allowed, or that has no figure.

    >>> grown({"a": 100.9, "b": 102.0, "c": 5.0}, {"a": 100.0, "b": 100.0})
    ['b: 100.0 -> 102.0 instructions a decision (1.020)', 'c: 5.0, and no committed figure']
    """
    lines = []
    for ruleset, figure in now.items():
        if ruleset not in before:
            lines.append(f"{ruleset}: {figure}, and no committed figure")
        elif figure > before[ruleset] * MOST:
            ratio = figure / before[ruleset]
            lines.append(
                f"{ruleset}: {before[ruleset]} -> {figure} instructions a decision ({ratio:.3f})"
            )
    return lines


def main() -> int:
    """Counts, and compares or writes the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", help="the rulesets to count (all)")
    parser.add_argument("--write", action="store_true", help="write the figures")
    arguments = parser.parse_args()
    here = compiler()
    committed = json.loads(FIGURES.read_text(encoding="utf-8"))
    if committed["compiler"] != here and not arguments.write:
        print(f"not compared: the figures are of {committed['compiler']}, and this is {here}")
        print(f"others are made by: {REWRITE}")
        return 0
    now = counted(arguments.rulesets or list(eights.rulesets()))
    if arguments.write:
        figures = {"compiler": here, "instructions": now}
        FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        return 0
    lines = grown(now, committed["instructions"])
    if not lines:
        print(f"{len(now)} rulesets: none takes more than {MOST} times the committed instructions")
        return 0
    print("\n".join(lines), file=sys.stderr)
    print(f"if the growth is meant, run: {REWRITE}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
