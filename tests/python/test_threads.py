"""One thread is the calling one: where no other can be started, such as in a browser, all works."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux limits the memory of a process"
)

LIMITED = """
import resource, eights
pages = int(open("/proc/self/statm").read().split()[0])
room = pages * resource.getpagesize() + {room}
resource.setrlimit(resource.RLIMIT_AS, (room, room))
"""
"""Leaves a process this many bytes more than it has."""

STACK = 1 << 30
"""Bytes of the stack of each thread that is started."""


def printed(script: str, room: int) -> str:
    """Runs a script in a process that has room for some stacks of threads; returns its output."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED.format(room=room) + script],
        env=os.environ | {"RUST_MIN_STACK": str(STACK)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_threads_that_cannot_be_started_are_refused() -> None:
    script = """
game = eights.Game("tiny_eights_a", players=2)
try:
    eights.solve.Tabular(game, threads=8)
except eights.GameError as error:
    print(error)
"""
    # Two stacks fit, with half a stack left, so a started thread has the memory it needs.
    assert printed(script, 5 * STACK // 2).startswith("8 threads could not be started: ")


def test_one_thread_starts_no_other() -> None:
    script = """
game = eights.Game("crazy_eights", players=2)
tiny = eights.Game("tiny_eights_a", players=2)
games, nodes = [], []
eights.arena(game, ["greedy", "random"], deals=50, progress=games.append)
eights.arena(game, ["ismcts(iterations=8)", "random"], deals=1, timing=True)
eights.arena_games(game, "learned", "random", deals=2)
eights.search(game.new_initial_state(seed=1), iterations=64)
solver = eights.solve.Tabular(tiny, threads=1, progress=nodes.append)
eights.solve.cfr(solver, 10)
batch = eights.Batch(game, num_envs=256, controllers=[None, "learned"], seed=0)
for _ in range(100):
    batch.step(batch.sample())
print(games[-1], len(nodes) > 0)
try:
    eights.Batch(game, num_envs=256, threads=2)
except eights.BatchError as error:
    print(error)
"""
    lines = printed(script, STACK // 2).splitlines()
    assert lines[0] == "100 True"
    # The limit holds: a second thread cannot be started.
    assert lines[1].startswith("threads = 2: ")
