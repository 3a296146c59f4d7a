"""Test files that import what a system or environment lacks, such as a terminal on Windows."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

HERE = Path(__file__).parent


def imported(path: Path) -> set[str]:
    """Returns the modules that a file imports whenever it is loaded, by their first names."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def lacks(path: Path) -> bool:
    """Returns if a module is missing that a file imports, itself or by another file here."""
    beside = {name: HERE / f"{name}.py" for name in imported(path)}
    return any(
        lacks(file) if file.is_file() else importlib.util.find_spec(name) is None
        for name, file in beside.items()
    )


def test_files() -> list[str]:
    """Returns the names of the test files here that cannot be loaded."""
    return [path.name for path in sorted(HERE.glob("test_*.py")) if lacks(path)]
