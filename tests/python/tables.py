"""Numbers of players that a ruleset allows."""

from __future__ import annotations

import eights


def nearest(ruleset: str, players: int) -> int:
    """Returns the allowed number of players that is nearest to `players`."""
    fewest, most = eights.Ruleset(ruleset).players
    return max(fewest, min(most, players))
