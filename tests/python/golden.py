"""Generated files, rewritten by `make bless`."""

from __future__ import annotations

import os
from pathlib import Path


def blessed(path: Path, text: str) -> str:
    """Returns the text of a generated file, after writing `text` into it under `make bless`."""
    if os.environ.get("EIGHTS_BLESS"):
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")
