"""Settings of JAX and of signals for the tests of the examples."""

from __future__ import annotations

import os
import signal
import tempfile

# Background processes of a shell script ignore Ctrl-C, and so do their children.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The examples train the same networks repeatedly, each in a process of its own. They share compiled
# programs through this cache, one for each worker of pytest-xdist, since JAX writes without locks.
COMPILED = tempfile.TemporaryDirectory(prefix="eights-jax-")
os.environ["JAX_COMPILATION_CACHE_DIR"] = COMPILED.name
os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
os.environ["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"
# Training takes seconds here, less than optimising its programs would.
os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0"


def pytest_unconfigure() -> None:
    """Removes the compiled programs."""
    COMPILED.cleanup()
