"""Writes the docstrings of the extension into its stub, python/eights/_eights.pyi.

Signatures and types in the stub are written by hand. The docstrings are those of the Rust source,
read from the built module, so that editors show them without an import. A test fails if the stub is
stale; `make bless` rewrites it.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

from eights import _eights

STUB = Path(__file__).resolve().parents[1] / "python" / "eights" / "_eights.pyi"


def documented(tree: ast.Module) -> list[tuple[ast.ClassDef | ast.FunctionDef, object]]:
    """Returns the classes and functions of the stub, each with its object in the module.

    Of overloads only the first is returned.
    """
    found: list[tuple[ast.ClassDef | ast.FunctionDef, object]] = []
    seen: set[tuple[object, str]] = set()

    def look(body: list[ast.stmt], owner: object) -> None:
        for node in body:
            if not isinstance(node, ast.ClassDef | ast.FunctionDef) or (owner, node.name) in seen:
                continue
            seen.add((owner, node.name))
            thing = vars(owner).get(node.name)
            if thing is not None and not node.name.startswith("_"):
                found.append((node, thing))
            if isinstance(node, ast.ClassDef):
                look(node.body, thing)

    look(tree.body, _eights)
    return found


def docstring(text: str, indent: str) -> list[str]:
    """Formats the lines of a docstring."""
    lines = text.replace("\\", "\\\\").split("\n")
    lines[0] = '"""' + lines[0]
    if len(lines) == 1:
        lines[0] += '"""'
    else:
        lines.append('"""')
    return [(indent + line).rstrip() for line in lines]


def is_docstring(node: ast.stmt) -> bool:
    """True if a statement is a string."""
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def with_docstrings(source: str) -> str:
    """Returns the stub with its docstrings replaced by those of the module."""
    lines = source.split("\n")
    # Backwards, so that the numbers of earlier lines stay valid.
    for node, thing in reversed(documented(ast.parse(source))):
        text = inspect.getdoc(thing)
        first = node.body[0]
        if text is None:
            continue
        indent = " " * (node.col_offset + 4)
        new = docstring(text, indent)
        if is_docstring(first):
            lines[first.lineno - 1 : first.end_lineno] = new
        elif first.lineno == (node.body[-1].end_lineno or 0) and isinstance(first, ast.Expr):
            # `def f(self) -> int: ...`: the docstring replaces the dots.
            head = lines[first.lineno - 1][: first.col_offset].rstrip()
            lines[first.lineno - 1 : first.end_lineno] = [head, *new]
        else:
            decorators = getattr(first, "decorator_list", [])
            above = min([first.lineno, *(each.lineno for each in decorators)]) - 1
            lines[above:above] = [*new, ""]
    return "\n".join(lines)


if __name__ == "__main__":
    STUB.write_text(with_docstrings(STUB.read_text(encoding="utf-8")), encoding="utf-8")
