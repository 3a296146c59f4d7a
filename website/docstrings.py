"""Docstrings for autodoc: those of the extension module are in its stub, some hold tables."""

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
    """Puts what the stub declares, with types and in order, into the place of what was compiled."""
    name = _eights.__name__
    stub = ModuleType(name)
    # A stub may name what it declares further down: annotations stay texts.
    flags = __future__.annotations.compiler_flag
    exec(compile(STUB.read_text(encoding="utf-8"), STUB, "exec", flags), vars(stub))
    ModuleAnalyzer.cache["module", name] = ModuleAnalyzer.for_file(STUB, name)
    for public in _eights.__all__:
        if hasattr(eights, public) and hasattr(stub, public):
            setattr(eights, public, getattr(stub, public))


def table(lines: list[str]) -> list[str]:
    """A table of Markdown as one of reStructuredText."""
    made = [".. list-table::", "   :header-rows: 1", ""]
    for line in (one for one in lines if not re.fullmatch(r"[|:\- ]+", one)):
        first, *others = re.split(r"(?<!\\)\|", line.strip().strip("|"))
        made.append(f"   * - {first.strip()}")
        made += [f"     - {cell.strip()}" for cell in others]
    return [*made, ""]


def tables(
    _app: Any, _what: str, _name: str, _obj: object, _options: Any, lines: list[str]
) -> None:
    """Makes tables of a docstring readable for autodoc, in place."""
    while (
        start := next((at for at, line in enumerate(lines) if line.startswith("|")), None)
    ) is not None:
        end = next(
            (at for at in range(start, len(lines)) if not lines[at].startswith("|")), len(lines)
        )
        lines[start:end] = table(lines[start:end])
