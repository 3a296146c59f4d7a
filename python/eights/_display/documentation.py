"""The documentation that comes with the package: the pages of docs/."""

from __future__ import annotations

import difflib
from pathlib import Path

from eights._base.arguments import shown
from eights._eights import Error

__all__ = ["documentation"]

PAGES = Path(__file__).parents[1] / "docs"


def pages() -> dict[str, Path]:
    """The file of each page, by its name."""
    paths = sorted(PAGES.rglob("*.md"), key=lambda path: (path.parent != PAGES, path))
    return {path.relative_to(PAGES).with_suffix("").as_posix(): path for path in paths}


def title(path: Path) -> str:
    """The first heading of a page."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(line[2:] for line in lines if line.startswith("# "))


def documentation(page: str | None = None) -> str:
    """A page of the documentation as Markdown, or the list of the pages.

    Args:
        page: the name of a page, as the list has it (`"trainers"`, `"rules/uno"`).

    Raises:
        Error: there is no such page; the message names those that there are.

    >>> import eights
    >>> print(eights.documentation().splitlines()[0])
    actions            Actions
    >>> print(eights.documentation("trainers").splitlines()[0])
    # Trainers
    """
    found = pages()
    if page is None:
        width = max(map(len, found))
        return "".join(f"{name:{width}}  {title(path)}\n" for name, path in found.items())
    if page not in found:
        close = difflib.get_close_matches(page[:60], found, n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        raise Error(f"there is no page {shown(page)}: {hint}there are {', '.join(found)}")
    return found[page].read_text(encoding="utf-8")
