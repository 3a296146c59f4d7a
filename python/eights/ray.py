"""The arena on a Ray cluster: `eights.arena` by many processes, with the same report."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import socket
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from eights import evaluate
from eights._base import arguments, extras
from eights._base.arguments import shown
from eights._eights import ArgumentError, Game, arena_games
from eights.evaluate import (
    MOST_DEALS,
    Part,
    Plan,
    Progress,
    Sides,
    named_entrants,
    play_parts,
    validate,
)
from eights.policies import AnyPolicy
from eights.reports import Report

extras.require("eights.ray", "ray", "ray", "ray")

import ray  # noqa: E402 - after the check that it is there
from ray.exceptions import RayTaskError  # noqa: E402

__all__ = ["arena"]

AHEAD = 1024
"""Parts that Ray holds at once: enough for hundreds of cores, and few enough to be cancelled."""

RETRIES = 10
"""The number of times a part is played again after its process has died."""

TICK = 0.2
"""Seconds after which Ctrl-C is looked for."""

PATIENCE = 10.0
"""Seconds for which an address is tried: Ray itself would try for minutes."""


@ray.remote(num_cpus=1, max_retries=RETRIES)  # type: ignore[untyped-decorator]
def _play(game: Game, entrants: Sequence[str | AnyPolicy], part: Part, seed: int) -> Sides:
    """Plays a part, in a process of Ray's."""
    one, field = entrants[part.entrant], entrants[part.field]
    return arena_games(game, one, field, part.deals, part.first, seed)


def arena(
    game: Game,
    entrants: Sequence[str | AnyPolicy] | Mapping[str, str | AnyPolicy],
    deals: int | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    address: str | None = None,
    precision: float | None = None,
    timing: bool = False,
) -> Report:
    """Plays as `eights.arena` does, on all cores of a Ray cluster: the report is the same.

    The arena is cut into parts of about a thousand games, each a task of Ray. A part whose process
    or machine dies is played again, so nothing is lost. Policies are sent by cloudpickle, and each
    part begins with them as they are given: one that changes as it plays, such as by a generator of
    its own, plays other games than on one machine. A policy that only looks at what it is given
    plays the same.

    Where this process is connected to Ray (`ray.init`), that Ray plays, and goes on to run.
    Otherwise it is connected for the time of the arena.

    Args:
        game: as for `eights.arena`.
        entrants: as for `eights.arena`.
        deals: number of deals of each pairing; `None`: 100, or with a precision at most 1,000,000.
        seed: 0 … 2**64 - 1.
        progress: called with the number of games that have been played. If it returns `False` the
            arena stops, and the report is of the deals that every pairing has finished.
        address: of a cluster, `"auto"` for the one that runs on this machine, or `"local"` for one
            that is started here. `None`: that of the environment variable `RAY_ADDRESS`, or the one
            that runs, or one that is started here.
        precision: as for `eights.arena`.
        timing: as for `eights.arena`; the time is taken in this process.

    Returns:
        The report of `eights.arena`.

    Raises:
        eights.Error: as `eights.arena` says; or an address is given where Ray is connected.
        ConnectionError: there is no cluster at the address.
        ray.exceptions.RayError: a part failed every time, as where a policy ends its process.
    """
    if isinstance(entrants, Mapping):
        names, players = named_entrants(list(entrants.values()), list(entrants))
    else:
        names, players = named_entrants(list(entrants))
    if deals is None:
        deals = 100 if precision is None else MOST_DEALS
    plan = Plan(deals, seed, precision)
    validate(game, names, players, plan)  # before Ray is started
    if progress is not None and not callable(progress):
        raise ArgumentError(
            f"progress must be a function of one number, not {arguments.kind(progress)}"
        )
    with _connected(address) as goes_on:
        sent = ray.put(game), ray.put(players)

        def play(todo: Iterator[Part]) -> Generator[tuple[Part, Sides], None, None]:
            return _played(sent, todo, seed, goes_on)

        report = play_parts(game, names, players, plan, progress, play)
    if timing and report["stopped"]["by"] != "interrupt":
        report["timing"] = evaluate.timing(game, names, players, seed)
    return report


def _played(
    sent: tuple[Any, Any], todo: Iterator[Part], seed: int, goes_on: bool
) -> Generator[tuple[Part, Sides], None, None]:
    """The parts of an arena, in the order in which Ray has played them."""
    waiting: dict[Any, Part] = {}
    try:
        while True:
            for part in itertools.islice(todo, AHEAD - len(waiting)):
                waiting[_play.remote(*sent, part, seed)] = part
            if not waiting:
                return
            refs = list(waiting)
            ray.wait(refs, timeout=TICK)
            for ref in ray.wait(refs, num_returns=len(refs), timeout=0)[0]:
                try:
                    sides = ray.get(ref)
                except RayTaskError as failed:
                    raise failed.cause from failed
                yield waiting.pop(ref), sides
    finally:
        # A Ray of this arena's own stops them as it shuts down. It is not told to cancel them as
        # well: Ray 2.60 ends the process where a part that is cancelled ends at that moment.
        for ref in waiting if goes_on else ():
            ray.cancel(ref)


@contextlib.contextmanager
def _connected(address: str | None) -> Iterator[bool]:
    """Connected to Ray, as it was before or for this time; yields whether that goes on after."""
    if ray.is_initialized():
        if address is not None:
            raise ArgumentError(
                f"address = {shown(address)} is not possible: this process is connected to Ray; "
                "leave it out, or call ray.shutdown()"
            )
        yield True
        return
    _refuse_unreachable(address or os.environ.get("RAY_ADDRESS", ""))
    ray.init(address=address, include_dashboard=False, logging_level=logging.ERROR)
    try:
        yield False
    finally:
        ray.shutdown()


def _refuse_unreachable(address: str) -> None:
    """Refuses a host and a port where nobody listens; other addresses are Ray's to find.

    Raises:
        ConnectionError: nobody does.
    """
    host, _, port = address.rpartition(":")
    if "/" in host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as why:
        raise ConnectionError(f"there is no Ray at {address}: {why}") from why
