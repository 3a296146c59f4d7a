"""Runs examples, and blocks of docs/trainers.md, in the interpreter of the tests."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples/trainers"


def run_example(name: str, *arguments: str) -> str:
    """Runs an example and returns its output.

    Raises:
        AssertionError: The example fails.
    """
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=800,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_benchmark(group: str) -> None:
    """Runs the loops of `benchmarks/interface_loops.py` that need this trainer, for a moment.

    Raises:
        AssertionError: A loop fails.
    """
    arguments = ["--group", group, "--envs", "8", "--seconds", "0.01", "--runs", "1"]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(ROOT / "benchmarks/interfaces.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(min(runs) > 0 for runs in json.loads(done.stdout.splitlines()[-1]).values())


def run_blocks(group: str) -> None:
    """Runs the blocks of docs/trainers.md that begin with ```` ```python GROUP ````.

    Raises:
        AssertionError: The page has no such block.
    """
    page = (ROOT / "docs/trainers.md").read_text("utf-8")
    blocks = re.findall(rf"```python {group}\n(.*?)```", page, re.S)
    assert blocks, group
    for block in blocks:
        names: dict[str, Any] = {}
        exec(block, names)
