"""Tables that are written into a page of docs/, between two marks."""

from __future__ import annotations

from pathlib import Path

__all__ = ["write", "written"]


def written(text: str, marks: tuple[str, str], block: str) -> str:
    r"""A page with another table.

    Raises:
        SystemExit: the page has no place for it.

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
