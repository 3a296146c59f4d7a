"""The command line `eights`; it needs the extras `cli` (typer and rich)."""

from __future__ import annotations

import importlib.util
import sys

__all__ = ["main"]


def main() -> None:
    """Runs the command line; what a user did wrong is told in one line, without a traceback.

    Exit codes: 0 all is well, 1 the input is refused, 2 the command is not understood, 130 Ctrl-C.
    """
    missing = [name for name in ("typer", "rich") if importlib.util.find_spec(name) is None]
    if missing:
        sys.stderr.write(
            f"error: the command line needs {' and '.join(missing)}: pip install 'eights[cli]'\n"
        )
        sys.exit(1)
    from eights.cli.app import app

    app(prog_name="eights")
