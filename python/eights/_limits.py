"""How much is read from outside, in bytes, before any of it is parsed.

Rulesets, records, positions and saved states have their limits in the engine
(`MAX_RULESET_BYTES`, `MAX_RECORD_BYTES`). docs/limits.md lists all.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from eights._eights import Error

__all__ = ["MOST_FOOTER", "MOST_GAMES", "MOST_NOTED", "MOST_REPORT", "loads", "read_bytes"]

MOST_REPORT = 16 << 20
"""Of a report of an arena in a file: 64 entrants have some 7 MB."""
MOST_NOTED = 1 << 20
"""Of what is noted beside data in JSON: rules, options, versions."""
MOST_FOOTER = 64 << 20
"""Of the metadata of a Parquet file."""
MOST_GAMES = 1 << 30
"""Of the games of a meeting of a leaderboard, unpacked."""


def read_bytes(path: str | Path, most: int) -> bytes | None:
    """What a file holds, of which no more is read than may be; `None` if it is more.

    Raises:
        OSError: it cannot be read.
    """
    with Path(path).open("rb") as file:
        found = file.read(most + 1)
    return None if len(found) > most else found


def loads(text: str | bytes, refuse: type[Error], what: str, most: int = MOST_NOTED) -> Any:
    """JSON, if it is one and not too long.

    Raises:
        Error: of the kind that is given.

    >>> from eights import RecordError
    >>> loads("[1]", RecordError, "a list"), loads(b"{}", RecordError, "a mapping")
    ([1], {})
    """
    if len(text) > most:
        raise refuse(f"{what} has more than {most} bytes")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as why:
        raise refuse(f"{what} is not JSON: {str(why)[:200]}") from None
