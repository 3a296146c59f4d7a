"""Long runs stay flat: memory over millions of decisions, open files over hundreds of tables.

`EIGHTS_FLAT_DECISIONS` and `EIGHTS_FLAT_TABLES` make them longer.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from serving import running

import eights

linux = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for its limits")
DECISIONS = int(os.environ.get("EIGHTS_FLAT_DECISIONS", "10000000"))
"""Decisions of all rulesets together."""
RULESETS = ["crazy_eights", "mau_mau", "uno", "stalin"]
TABLES = int(os.environ.get("EIGHTS_FLAT_TABLES", "1000"))
ENVS = 512


def resident() -> int:
    """Returns the bytes of this process that are in memory."""
    found = re.search(r"^VmRSS:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


def opened() -> int:
    """Returns the number of open files and sockets of this process."""
    return len(list(Path("/proc/self/fd").iterdir()))


@linux
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_memory_is_flat_over_millions_of_decisions(ruleset: str) -> None:
    batch = eights.Batch(eights.Game(ruleset, players=4), num_envs=ENVS, seed=1, threads=1)
    batch.reset(seed=1)
    actions = np.zeros(ENVS, np.int64)

    def play(decisions: int) -> int:
        for _ in range(0, decisions, ENVS):
            batch.sample(actions)
            batch.step(actions)
        return resident()

    each = DECISIONS // len(RULESETS)
    before = play(each // 10)
    after = play(each - each // 10)
    assert after - before < 1 << 20, f"{after - before} bytes more"


@linux
@pytest.mark.timeout(900)
def test_open_files_are_flat_over_many_tables() -> None:
    with running() as server:

        def open_tables(count: int) -> int:
            for number in range(count):
                table = server.table("person", "greedy")
                if number % 20 == 0:
                    with table.sit(0) as client:
                        client.await_turn()
                        client.act()
                        client.look()
            return opened()

        before = open_tables(TABLES // 10)
        after = open_tables(TABLES - TABLES // 10)
    assert after <= before + 4, f"{before} open files became {after}"
