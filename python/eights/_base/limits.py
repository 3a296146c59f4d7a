"""Limits of what is read from outside, in bytes, before any of it is parsed.

Rulesets, records, positions and saved states have their limits in the engine
(`MAX_RULESET_BYTES`, `MAX_RECORD_BYTES`). docs/limits.md lists all.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["MOST_FOOTER", "MOST_GAMES", "MOST_NOTED", "MOST_REPORT", "MOST_STRATEGY", "read_bytes"]

MOST_REPORT = 16 << 20
"""Of a report of an arena in a file: 64 entrants have some 7 MB."""
MOST_NOTED = 1 << 20
"""Of what is noted beside data in JSON: rules, options, versions."""
MOST_FOOTER = 64 << 20
"""Of the metadata of a Parquet file."""
MOST_GAMES = 1 << 30
"""Of the games of a meeting of a leaderboard, unpacked."""
MOST_STRATEGY = 1 << 30
"""Of a saved strategy of a solved game, unpacked: 8 for each legal action of an infostate."""


def read_bytes(path: str | Path, most: int) -> bytes | None:
    """Reads a file of at most this many bytes; `None` if there are more.

    Raises:
        OSError: it cannot be read.
    """
    with Path(path).open("rb") as file:
        found = file.read(most + 1)
    return None if len(found) > most else found
