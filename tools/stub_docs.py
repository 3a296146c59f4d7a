"""Writes the docstrings of the extension into its stub, python/eights/_eights.pyi.

Signatures and types are written in the stub by hand. The docstrings stand in the Rust source and
are read off the built module, so that editors show them without importing anything. A test fails
where the stub is stale: `make bless` rewrites it.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

from eights import _eights

STUB = Path(__file__).resolve().parents[1] / "python" / "eights" / "_eights.pyi"


def documented(tree: ast.Module) -> list[tuple[ast.ClassDef | ast.FunctionDef, object]]:
    """The classes and functions of the stub, and what each is in the module.

    Of overloads it is the first.
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
    """The lines of a docstring."""
    lines = text.replace("\\", "\\\\").split("\n")
    lines[0] = '"""' + lines[0]
    if len(lines) == 1:
        lines[0] += '"""'
    else:
        lines.append('"""')
    return [(indent + line).rstrip() for line in lines]


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is a text."""
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def with_docstrings(source: str) -> str:
    """The stub with the docstrings of the module, instead of those that stood in it."""
    lines = source.split("\n")
    # From the end, so that the numbers of the lines above stay true.
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
            # `def f(self) -> int: ...`: the docstring takes the place of the dots.
            head = lines[first.lineno - 1][: first.col_offset].rstrip()
            lines[first.lineno - 1 : first.end_lineno] = [head, *new]
        else:
            decorators = getattr(first, "decorator_list", [])
            above = min([first.lineno, *(each.lineno for each in decorators)]) - 1
            lines[above:above] = [*new, ""]
    return "\n".join(lines)


if __name__ == "__main__":
    STUB.write_text(with_docstrings(STUB.read_text(encoding="utf-8")), encoding="utf-8")
