"""Fixtures and settings that all tests share."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
from collections.abc import Iterator

import missing
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings

import eights

# Background processes of a shell script ignore Ctrl-C, and so do their children.
signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = missing.test_files() if os.environ.get("EIGHTS_LEAVE_OUT") else []

# `make test` draws the same examples every time, so that a failure is that of a change, and leaves
# them as long as they are, since making them short takes longer than a test may.
# `--hypothesis-profile=long --timeout=0` draws others, for minutes, and makes a failure short.
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "short",
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=SLOW,
)
settings.register_profile(
    "long",
    settings.get_profile("short"),
    max_examples=1000,
    stateful_step_count=50,
    derandomize=False,
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    print_blob=True,
)
settings.load_profile("short")

RULESETS = eights.rulesets()


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> str:
    """The id of each built-in ruleset in turn."""
    return str(request.param)


@pytest.fixture
def rng() -> np.random.Generator:
    """A random generator with the same choices in every run."""
    return np.random.default_rng(20240607)


@pytest.fixture
def ends() -> Iterator[None]:
    """Ends the process of a test that waits for itself in Rust, where Python sees no signal."""
    if settings.get_current_profile_name() == "short":
        assert sys.__stderr__ is not None
        faulthandler.dump_traceback_later(110, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()


def pytest_report_header() -> list[str]:
    """Names the files that tools/test-installed leaves out."""
    return [f"left out, since they import what is not here: {name}" for name in collect_ignore]
