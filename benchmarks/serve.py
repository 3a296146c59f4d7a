"""Measures the load that a server of tables bears: the table of docs/serve.md.

    python benchmarks/serve.py --write

At each table a person and three bots play game after game, the person over a socket on loopback.
The server and the people have one process each, and share the machine. Every view has a number:
missing views and unanswered actions are counted as lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import marked

PAGE = Path(__file__).parents[1] / "docs/serve.md"
MARKS = "<!-- load -->\n", "<!-- end of load -->\n"
RULESETS = ("crazy_eights_special", "uno", "kings_reverse", "mau_mau")
BOTS = ("heuristic", "greedy", "random")
PATIENCE = 30
"""Seconds to wait for an answer before it counts as lost."""


@dataclass(frozen=True)
class Load:
    """The load on a server."""

    name: str
    tables: int
    delay: float
    """Seconds between moves of bots."""
    think: float
    """Mean seconds that a person thinks; the minimum is half of it."""
    seconds: float


@dataclass
class Counts:
    """Counts of the results."""

    messages: int = 0
    size: int = 0
    actions: int = 0
    games: int = 0
    lost: int = 0
    refused: int = 0
    dropped: int = 0
    answers: list[float] = field(default_factory=list)
    """Seconds from each action to the resulting view."""
    seconds: float = 0.0


LOADS = (
    Load("200 tables, as people play", 200, 0.8, 1.0, 30),
    Load("200 tables, as fast as they can", 200, 0.0, 0.0, 20),
)


@contextlib.contextmanager
def serving(delay: float) -> Iterator[str]:
    """Runs a server in a separate process; yields its address."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--port", "0", "--delay", str(delay), "--db", f"{folder}/tables.sqlite"]
        server = subprocess.Popen(
            [sys.executable, "-m", "eights", "serve", *options], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            if found is None:
                raise SystemExit("the server has not begun")
            yield found[0]
        finally:
            server.terminate()
            server.communicate(timeout=PATIENCE)


def table(home: str, ruleset: str) -> tuple[str, str]:
    """Makes a table; returns the address of its socket, and the person's secret."""
    chosen = {
        "ruleset": ruleset,
        "players": 1 + len(BOTS),
        "match": False,
        "variants": [],
        "overrides": {},
        "seats": ["person", *BOTS],
        "names": [],
    }
    request = urllib.request.Request(
        f"{home}api/tables", json.dumps(chosen).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        made = json.load(answer)
    return f"{home.replace('http', 'ws', 1)}api/tables/{made['table']}/socket", made["seats"][0][
        "secret"
    ]


async def view(socket: ClientConnection, last: int, counts: Counts) -> dict[str, Any]:
    """Waits for the next view, and counts all messages."""
    while True:
        text = await asyncio.wait_for(socket.recv(), PATIENCE)
        counts.messages += 1
        counts.size += len(text)
        message: dict[str, Any] = json.loads(text)
        counts.refused += message["type"] == "refused"
        if message["type"] == "view":
            counts.lost += message["version"] - last - 1
            return message


async def person(address: str, secret: str, load: Load, counts: Counts) -> None:
    """Plays until time is up."""
    chance = random.Random(address)
    until = time.perf_counter() + load.seconds
    async with connect(address, open_timeout=PATIENCE, max_size=None) as socket:
        await socket.send(json.dumps({"type": "join", "secret": secret}))
        seen = await view(socket, 0, counts)
        while time.perf_counter() < until:
            offered = [action["text"] for action in seen["actions"]]
            if not offered and not seen["over"]:
                seen = await view(socket, seen["version"], counts)
                continue
            await asyncio.sleep(load.think * chance.uniform(0.5, 1.5))
            counts.games += seen["over"]
            said = {"type": "again"}
            if offered:
                action = "say 0" if "say 0" in offered else offered[0]
                said = {"type": "act", "version": seen["version"], "action": action}
            begin = time.perf_counter()
            await socket.send(json.dumps(said))
            counts.actions += 1
            try:
                seen = await view(socket, seen["version"], counts)
            except asyncio.TimeoutError:
                counts.lost += 1
                return
            counts.answers.append(time.perf_counter() - begin)


async def people(home: str, load: Load) -> Counts:
    """Plays all people at once."""
    counts = Counts()
    tables = [table(home, RULESETS[at % len(RULESETS)]) for at in range(load.tables)]
    begin = time.perf_counter()
    ended = await asyncio.gather(
        *(person(address, secret, load, counts) for address, secret in tables),
        return_exceptions=True,
    )
    counts.seconds = time.perf_counter() - begin
    for end in ended:
        if isinstance(end, ConnectionClosed):
            counts.dropped += 1
        elif isinstance(end, BaseException):
            raise end
    return counts


def measure(load: Load) -> Counts:
    """Starts a server, and lets people play on it."""
    with serving(load.delay) as home:
        return asyncio.run(people(home, load))


def line(load: Load, counts: Counts) -> str:
    """Formats a line of the table."""
    late = statistics.quantiles(counts.answers, n=100) if len(counts.answers) > 1 else [0.0] * 99
    cells = [
        load.name,
        f"{counts.actions / counts.seconds:,.0f}",
        f"{counts.messages / counts.seconds:,.0f}",
        f"{counts.size / counts.seconds / 1e6:.1f}",
        f"{1e3 * late[49]:.0f}",
        f"{1e3 * late[98]:.0f}",
        f"{counts.games}",
        f"{counts.lost + counts.dropped + counts.refused}",
    ]
    return f"| {' | '.join(cells)} |"


HEAD = """\
| load | actions/s | messages/s | MB/s | answer, median ms | 99 % ms | games | lost |
|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Measures each load."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the table into docs/serve.md")
    given = parser.parse_args()
    lines = [line(load, measure(load)) for load in LOADS]
    block = HEAD + "\n".join(lines) + "\n"
    print(block)
    if given.write:
        marked.write(PAGE, MARKS, block)


if __name__ == "__main__":
    main()
