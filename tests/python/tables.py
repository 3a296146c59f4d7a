"""Numbers of players that a ruleset allows."""

from __future__ import annotations

import eights


def nearest(ruleset: str, players: int) -> int:
    """The number of players that a ruleset allows nearest to this one."""
    allowed = eights.Ruleset(ruleset).to_dict()["players"]
    return max(int(allowed["min"]), min(int(allowed["max"]), players))
