"""Compares games of fixed seeds between machines: a seed means the same game everywhere.

`benches/fingerprints.rs` prints a fingerprint of what games show, and of what bots decide in them,
for each ruleset. Here it runs on this machine with one thread and with two, and with fewer vector
instructions; with `--all` also for another C library and architecture and for WebAssembly, by an
emulator (qemu-user-static) and Node.js. All must print what `tests/data/fingerprints.txt` holds;
`--write` writes that file.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMITTED = ROOT / "tests/data/fingerprints.txt"
TARGET = ROOT / "target/compilations"
NODE = """
const { WASI } = require("node:wasi");
const { readFileSync } = require("node:fs");
const wasi = new WASI({ version: "preview1", args: ["fingerprints"], returnOnExit: true });
WebAssembly.instantiate(readFileSync(process.argv[1]), wasi.getImportObject())
    .then(({ instance }) => wasi.start(instance));
"""


@dataclass(frozen=True)
class Run:
    """One way to run the program."""

    name: str
    target: str | None = None
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    linker: str | None = None


HERE = [
    Run("one thread"),
    Run("two threads", after=["2"]),
    Run("AVX2 at most", environment={"EIGHTS_VECTORS": "avx2"}),
    Run("no vectors beyond the architecture's", environment={"EIGHTS_VECTORS": "any"}),
]

ELSEWHERE = [
    Run("x86_64, musl", "x86_64-unknown-linux-musl"),
    Run(
        "aarch64, musl",
        "aarch64-unknown-linux-musl",
        before=["qemu-aarch64-static"],
        after=["2"],
        linker="rust-lld",
    ),
    Run("WebAssembly", "wasm32-wasip1", before=["node", "--no-warnings", "-e", NODE]),
]


def built(run: Run) -> Path:
    """The program, compiled for release."""
    command = ["cargo", "build", "--locked", "--quiet", "--release", "--bin", "fingerprints"]
    command += ["--package", "eights-benches", "--target-dir", str(TARGET)]
    environment = dict(os.environ)
    folder = TARGET
    if run.target is not None:
        subprocess.run(["rustup", "--quiet", "target", "add", run.target], check=True)
        command += ["--target", run.target]
        folder /= run.target
        if run.linker is not None:
            key = run.target.upper().replace("-", "_")
            environment[f"CARGO_TARGET_{key}_LINKER"] = run.linker
    subprocess.run(command, cwd=ROOT, check=True, env=environment)
    program = folder / "release/fingerprints"
    return program if program.exists() else program.with_suffix(".wasm")


def printed(run: Run) -> str:
    """What the program prints when it is run so."""
    command = [*run.before, str(built(run)), *run.after]
    environment = {**os.environ, **run.environment}
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    ).stdout


def difference(said: str, expected: str) -> str | None:
    r"""The first line that differs, or `None`.

    >>> difference("a 1\nb 2\n", "a 1\nb 3\n")
    'b 2, not b 3'
    """
    lines = zip(said.splitlines(), expected.splitlines(), strict=False)
    for line, wanted in lines:
        if line != wanted:
            return f"{line}, not {wanted}"
    return None if said == expected else "another number of rulesets"


def main() -> int:
    """Runs the program in each way, and compares what it prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="other targets, too")
    parser.add_argument("--write", action="store_true", help="write the fingerprints")
    arguments = parser.parse_args()
    if arguments.write:
        COMMITTED.write_text(printed(HERE[0]), encoding="utf-8")
    expected = COMMITTED.read_text(encoding="utf-8")
    failed = False
    for run in HERE + (ELSEWHERE if arguments.all else []):
        why = difference(printed(run), expected)
        print(f"{run.name}: {why or 'the same'}", flush=True)
        failed |= why is not None
    if failed:
        print("a seed no longer means the same game everywhere", file=sys.stderr)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
