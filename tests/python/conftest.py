"""What the tests share."""

from __future__ import annotations

import numpy as np
import pytest

import eights

RULESETS = eights.rulesets()


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> str:
    """The id of each built-in ruleset in turn."""
    return str(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    """Random choices that are the same in every run."""
    return np.random.default_rng(20240607)
