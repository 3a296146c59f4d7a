"""Writes tables into pages of docs/, between two marks."""

from __future__ import annotations

from pathlib import Path

__all__ = ["write", "written"]


def written(text: str, marks: tuple[str, str], block: str) -> str:
    r"""Returns a page with the table between two marks replaced.

    Raises:
        SystemExit: The page does not have the marks.

    >>> written("a\n<1>\n\nold\n\n<2>\nb\n", ("<1>\n", "<2>\n"), "new\n")
    'a\n<1>\n\nnew\n\n<2>\nb\n'
    """
    begin, end = marks
    head, _, rest = text.partition(begin)
    _, found, tail = rest.partition(end)
    if not found:
        raise SystemExit(f"there is no place for the table: {begin.strip()} … {end.strip()}")
    return f"{head}{begin}\n{block}\n{end}{tail}"


def write(page: Path, marks: tuple[str, str], block: str) -> None:
    """Writes a table into a page."""
    text = written(page.read_text(encoding="utf-8"), marks, block)
    page.write_text(text, encoding="utf-8")
