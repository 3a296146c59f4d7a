"""Docstrings for autodoc: the stub's for the extension module, and tables in reStructuredText."""

from __future__ import annotations
import __future__

import re
from pathlib import Path
from types import ModuleType
from typing import Any

from sphinx.pycode import ModuleAnalyzer

import eights
from eights import _eights

STUB = Path(eights.__file__).with_name("_eights.pyi")


def read_stub() -> None:
    """Replaces the compiled module by the stub, with types and in the stub's order."""
    name = _eights.__name__
    stub = ModuleType(name)
    # A stub may use names before it defines them, so annotations stay strings.
    flags = __future__.annotations.compiler_flag
    exec(compile(STUB.read_text(encoding="utf-8"), STUB, "exec", flags), vars(stub))
    ModuleAnalyzer.cache["module", name] = ModuleAnalyzer.for_file(STUB, name)
    for public in _eights.__all__:
        if hasattr(eights, public) and hasattr(stub, public):
            setattr(eights, public, getattr(stub, public))


def table(lines: list[str]) -> list[str]:
    """Converts a Markdown table to reStructuredText."""
    made = [".. list-table::", "   :header-rows: 1", ""]
    for line in (one for one in lines if not re.fullmatch(r"[|:\- ]+", one)):
        first, *others = re.split(r"(?<!\\)\|", line.strip().strip("|"))
        made.append(f"   * - {first.strip()}")
        made += [f"     - {cell.strip()}" for cell in others]
    return [*made, ""]


def tables(
    _app: Any, _what: str, _name: str, _obj: object, _options: Any, lines: list[str]
) -> None:
    """Converts the tables of a docstring for autodoc, in place."""
    while (
        start := next((at for at, line in enumerate(lines) if line.startswith("|")), None)
    ) is not None:
        end = next(
            (at for at in range(start, len(lines)) if not lines[at].startswith("|")), len(lines)
        )
        lines[start:end] = table(lines[start:end])
