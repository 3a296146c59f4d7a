"""Runs examples, and blocks of docs/trainers.md, in the interpreter of the tests."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples/trainers"


def run_example(name: str, *arguments: str) -> str:
    """What an example prints.

    Raises:
        AssertionError: it fails.
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


def run_blocks(group: str) -> None:
    """Runs the blocks of docs/trainers.md that begin with ```` ```python GROUP ````.

    Raises:
        AssertionError: there is none.
    """
    page = (ROOT / "docs/trainers.md").read_text("utf-8")
    blocks = re.findall(rf"```python {group}\n(.*?)```", page, re.S)
    assert blocks, group
    for block in blocks:
        names: dict[str, Any] = {}
        exec(block, names)
