"""Fixtures and settings that all tests share."""

from __future__ import annotations

import os
import signal

import missing
import numpy as np
import pytest

import eights

# Background processes of a shell script ignore Ctrl-C, and so do their children.
signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = missing.test_files() if os.environ.get("EIGHTS_LEAVE_OUT") else []

RULESETS = eights.rulesets()


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> str:
    """The id of each built-in ruleset in turn."""
    return str(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    """A random generator with the same choices in every run."""
    return np.random.default_rng(20240607)


def pytest_report_header() -> list[str]:
    """Names the files that tools/test-installed leaves out."""
    return [f"left out, since they import what is not here: {name}" for name in collect_ignore]
