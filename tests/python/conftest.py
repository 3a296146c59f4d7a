"""What the tests share."""

from __future__ import annotations

import numpy as np
import pytest

import eights

RULESETS = eights.rulesets()


def nearest(ruleset: str, players: int) -> int:
    """The number of players that a ruleset allows nearest to this one."""
    allowed = eights.Ruleset(ruleset).to_dict()["players"]
    return max(int(allowed["min"]), min(int(allowed["max"]), players))


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> str:
    """The id of each built-in ruleset in turn."""
    return str(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    """Random choices that are the same in every run."""
    return np.random.default_rng(20240607)
