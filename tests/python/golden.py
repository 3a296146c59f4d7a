"""Generated files, and how `make bless` rewrites them."""

from __future__ import annotations

import os
from pathlib import Path


def blessed(path: Path, text: str) -> str:
    """What a generated file holds; `make bless` writes into it what it would be now, `text`."""
    if os.environ.get("EIGHTS_BLESS"):
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")
