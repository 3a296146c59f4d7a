"""Fixtures and settings that all tests share."""

from __future__ import annotations

import signal

import numpy as np
import pytest

import eights

# Background processes of a shell script ignore Ctrl-C, and so do their children.
signal.signal(signal.SIGINT, signal.default_int_handler)

RULESETS = eights.rulesets()


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> str:
    """The id of each built-in ruleset in turn."""
    return str(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    """A random generator with the same choices in every run."""
    return np.random.default_rng(20240607)
