"""Writes python/README.md, what the wheel says of itself: README.md with links that work anywhere.

A page of docs/ comes with the package and is named by the command that shows it. Other files are
in the repository only: they are named without a link. `make bless` runs this, and a test fails
where the copy is stale.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE, COPY = ROOT / "README.md", ROOT / "python" / "README.md"
LINK = re.compile(r"\[([^]]*)\]\((?!https?://)([^)]*)\)")
HEAD = "<!-- Generated from README.md by tools/wheel_readme.py; `make bless` rewrites it. -->\n\n"
TAIL = "\nThe files under `examples/` and `docs/` that are named here are in the repository.\n"


def renamed(link: re.Match[str]) -> str:
    """How a file of the repository is named where there is no repository."""
    words, target = link.groups()
    if target.startswith("docs/") and target.endswith(".md"):
        return f"`eights docs {target[5:-3]}`"
    return f"`{words}`"


def wheel_readme(text: str) -> str:
    """The text of README.md with no relative link."""
    return HEAD + LINK.sub(renamed, text) + TAIL


if __name__ == "__main__":
    COPY.write_text(wheel_readme(SOURCE.read_text(encoding="utf-8")), encoding="utf-8")
