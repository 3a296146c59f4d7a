"""The settings of JAX for the examples, and what a shell hides from them."""

from __future__ import annotations

import os
import signal
import tempfile

# What a shell script starts in the background ignores Ctrl-C, and so does all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The examples train again and again with the same networks, each in a process of its own: what one
# has compiled, the next finds here. Each worker of pytest-xdist has its own: JAX writes unlocked.
COMPILED = tempfile.TemporaryDirectory(prefix="eights-jax-")
os.environ["JAX_COMPILATION_CACHE_DIR"] = COMPILED.name
os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
os.environ["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"
# They train for seconds: it takes longer to optimize their programs than to run them.
os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0"


def pytest_unconfigure() -> None:
    """Removes what JAX has compiled."""
    COMPILED.cleanup()
