"""What the tests share."""

from __future__ import annotations

import signal

import numpy as np
import pytest

import eights

# What a shell script starts in the background ignores Ctrl-C, and so does all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

RULESETS = eights.rulesets()


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> str:
    """The id of each built-in ruleset in turn."""
    return str(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    """Random choices that are the same in every run."""
    return np.random.default_rng(20240607)
