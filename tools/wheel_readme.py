"""Writes python/README.md, the description of the wheel: README.md with links that always work.

Pages of docs/ come with the package and are named by the command that shows them. Other files are
only in the repository, and are named without a link. `make bless` runs this script, and a test
fails if the copy is stale.
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
    """Returns the name of a repository file for readers without the repository."""
    words, target = link.groups()
    if target.startswith("docs/") and target.endswith(".md"):
        return f"`eights docs {target[5:-3]}`"
    return f"`{words}`"


def wheel_readme(text: str) -> str:
    """Returns the text of README.md without relative links."""
    return HEAD + LINK.sub(renamed, text) + TAIL


if __name__ == "__main__":
    COPY.write_text(wheel_readme(SOURCE.read_text(encoding="utf-8")), encoding="utf-8")
