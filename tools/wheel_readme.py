"""Writes python/README.md, the description of the wheel: README.md with links that always work.

Once the repository has an address, links and pictures lead to it, at the tag of the version. Until
then pages of docs/, which come with the package, are named by the command that shows them; other
files are named without a link, and pictures are left out. `make bless` runs this script, and a test
fails if the copy is stale.
"""

from __future__ import annotations

import re

from home import ROOT, Facts, facts

SOURCE, COPY = ROOT / "README.md", ROOT / "python" / "README.md"
LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?://)([^)]*)\)")
PICTURE = re.compile(r"^!\[[^]]*\]\((?!https?://)[^)]*\)\n\n", re.M)
HEAD = "<!-- Generated from README.md by tools/wheel_readme.py; `make bless` rewrites it. -->\n\n"
TAIL = "\nThe files under `examples/` and `docs/` that are named here are in the repository.\n"


def renamed(link: re.Match[str]) -> str:
    """Returns the name of a repository file for readers without the repository."""
    _, words, target = link.groups()
    if target.startswith("docs/") and target.endswith(".md"):
        name = f"`eights docs {target[5:-3]}`"
        return name if words == target else f"{words} ({name})"
    return f"`{words}`" if words == target else words


def wheel_readme(text: str, of: Facts) -> str:
    """Returns the text of README.md without relative links."""

    def moved(link: re.Match[str]) -> str:
        mark, words, target = link.groups()
        kind = "raw" if mark else "tree" if (ROOT / target).is_dir() else "blob"
        return f"{mark}[{words}]({of.home}/{kind}/v{of.version}/{target})"

    if of.home:
        return HEAD + LINK.sub(moved, text)
    return HEAD + LINK.sub(renamed, PICTURE.sub("", text)) + TAIL


if __name__ == "__main__":
    text = wheel_readme(SOURCE.read_text(encoding="utf-8"), facts())
    COPY.write_text(text, encoding="utf-8")
