"""Numbers of players that a ruleset allows."""

from __future__ import annotations

import eights


def nearest(ruleset: str, players: int) -> int:
    """The number of players that a ruleset allows nearest to this one."""
    fewest, most = eights.Ruleset(ruleset).players
    return max(fewest, min(most, players))
