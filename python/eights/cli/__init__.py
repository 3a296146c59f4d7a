"""The command line `eights`; it needs the extras `cli` (typer and rich), but for `eights docs`."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence

from eights.cli.streams import never_fail

__all__ = ["main"]


def main() -> None:
    """Runs the command line; what a user did wrong is told in one line, without a traceback.

    Exit codes: 0 all is well, 1 the input is refused, 2 the command is not understood, 130 Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        never_fail(stream)
    missing = [name for name in ("typer", "rich") if importlib.util.find_spec(name) is None]
    if not missing:
        from eights.cli.app import app

        app(prog_name="eights")
    elif sys.argv[1:2] == ["docs"]:
        sys.exit(_docs(sys.argv[2:]))
    else:
        sys.stderr.write(
            f'error: the command line needs {" and ".join(missing)}: pip install "eights[cli]"; '
            "`eights docs` does without\n"
        )
        sys.exit(1)


def _docs(arguments: Sequence[str]) -> int:
    """Prints the list of the pages, or one; returns the exit code."""
    from eights import Error, documentation

    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        wanted = list(arguments) in (["-h"], ["--help"])
        (sys.stdout if wanted else sys.stderr).write("Usage: eights docs [PAGE]\n")
        return 0 if wanted else 2
    try:
        sys.stdout.write(documentation(*arguments))
    except Error as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    return 0
