"""The arena of `eights.ray` on a local Ray: the usual report, even after a process was killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ray
from runs import run_blocks, run_example

import eights
import eights.ray

BOTS: list[Any] = ["random", "greedy", "heuristic"]


@pytest.fixture(scope="module")
def local_ray() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False)
    yield
    ray.shutdown()


class Weighs:
    """A policy with weights that plays the card of the highest value, if it can."""

    def __init__(self, features: int) -> None:
        rng = np.random.default_rng(5)
        self.weights = rng.normal(size=(features, eights.NUM_ACTIONS)).astype(np.float32)

    def __call__(self, observations: Any, action_masks: Any) -> Any:
        values = observations @ self.weights + 1000.0 * (np.arange(eights.NUM_ACTIONS) < 52)
        return np.where(action_masks, values, -np.inf).argmax(axis=1)


class Dies(Weighs):
    """A policy whose first process stops in the middle of its games and waits to be killed."""

    def __init__(self, features: int, folder: Path) -> None:
        super().__init__(features)
        self.folder = folder
        self.calls = 0

    def __call__(self, observations: Any, action_masks: Any) -> Any:
        self.calls += 1
        if self.calls == 5:
            (self.folder / str(os.getpid())).touch()
            try:
                (self.folder / "first").symlink_to(str(os.getpid()))
            except FileExistsError:
                pass
            else:
                time.sleep(60)
                raise RuntimeError("nobody has killed this process")
        return super().__call__(observations, action_masks)


@pytest.mark.usefixtures("local_ray")
@pytest.mark.parametrize(("players", "chance"), [(2, "sampled"), (3, "explicit")])
def test_the_report_is_the_same_as_on_one_machine(players: int, chance: Any) -> None:
    game = eights.Game("crazy_eights_special", players=players, chance=chance)
    policy = Weighs(game.observation_tensor_size())
    other: list[Any] = [policy, "random", "heuristic"]
    for entrants in (BOTS, other):
        told: list[int] = []
        report = eights.ray.arena(game, entrants, deals=520, seed=3, progress=told.append)
        assert report == eights.arena(game, entrants, deals=520, seed=3)
        assert told == sorted(told)
        assert told[-1] == (3 if players == 2 else 6) * 520 * players
        assert len(told) > 2
    assert ray.is_initialized(), "it was connected before, and stays so"


@pytest.mark.usefixtures("local_ray")
@pytest.mark.parametrize("players", [2, 4])
def test_it_stops_at_the_same_precision(players: int) -> None:
    game = eights.Game("crazy_eights", players=players)
    policy = Weighs(game.observation_tensor_size())
    with_policy: list[Any] = [policy, "random"]
    for entrants in (BOTS, with_policy):
        report = eights.ray.arena(game, entrants, precision=0.04, seed=2)
        assert report["stopped"]["by"] == "precision"
        assert report == eights.arena(game, entrants, precision=0.04, seed=2)


@pytest.mark.usefixtures("local_ray")
def test_an_arena_that_is_told_to_stop_reports_what_it_has() -> None:
    game = eights.Game("crazy_eights", players=2)
    report = eights.ray.arena(game, BOTS, deals=10**9, progress=lambda done: done < 30_000)
    assert report["stopped"]["by"] == "interrupt"
    same = eights.arena(game, BOTS, deals=report["deals"])
    assert (report["pairings"], report["ranking"]) == (same["pairings"], same["ranking"])


@pytest.mark.usefixtures("local_ray")
def test_nothing_is_lost_when_a_process_is_killed(tmp_path: Path) -> None:
    game = eights.Game("crazy_eights", players=2)
    entrants: list[Any] = [Dies(game.observation_tensor_size(), tmp_path), "greedy", "random"]
    killed: list[int] = []

    def kill() -> None:
        for _ in range(600):
            pids = [path.name for path in tmp_path.iterdir() if path.name.isdecimal()]
            if (tmp_path / "first").is_symlink() and len(pids) >= 2:  # two processes play
                killed.append(int((tmp_path / "first").readlink().name))
                os.kill(killed[0], signal.SIGKILL)
                return
            time.sleep(0.05)

    killer = threading.Thread(target=kill)
    killer.start()
    report = eights.ray.arena(game, entrants, deals=1500, seed=8)
    killer.join()
    assert len(killed) == 1
    assert os.getpid() not in killed
    with pytest.raises(ProcessLookupError):
        os.kill(killed[0], 0)
    plain: list[Any] = [Weighs(game.observation_tensor_size()), "greedy", "random"]
    plain[0].name = "Dies"
    assert report == eights.arena(game, plain, deals=1500, seed=8)


@pytest.mark.usefixtures("local_ray")
def test_what_is_refused() -> None:
    game = eights.Game("crazy_eights", players=3)

    def wrong(observations: Any, _: Any) -> Any:
        return np.full(len(observations), 99)

    two = ["random", "greedy"]
    cases: list[tuple[Any, type[Exception], str]] = [
        (lambda: eights.ray.arena("uno", two), eights.ArgumentError, "str"),  # type: ignore[arg-type]
        (lambda: eights.ray.arena(game, ["random"]), eights.BotError, "at least 2 entrants"),
        (lambda: eights.ray.arena(game, ["random", "hal"]), eights.BotError, "hal"),
        (lambda: eights.ray.arena(game, ["random", 3]), eights.ArgumentError, "not int"),  # type: ignore[list-item]
        (lambda: eights.ray.arena(game, two, deals=0), eights.BotError, "deals = 0"),
        (lambda: eights.ray.arena(game, two, seed=-1), eights.BotError, "seed = -1"),
        (lambda: eights.ray.arena(game, two, progress=3), eights.ArgumentError, "not int"),  # type: ignore[arg-type]
        (lambda: eights.ray.arena(game, two, address="auto"), eights.ArgumentError, "is connected"),
        (
            lambda: eights.ray.arena(game, [wrong, "random"]),
            eights.ActionError,
            r"^deal 0, seat \d: policy .*wrong: action 99 is not legal",
        ),
    ]
    for call, error, message in cases:
        with pytest.raises(error, match=message):
            call()


class EnoughError(Exception):
    """Raised by a progress callback to stop early."""


@pytest.mark.usefixtures("local_ray")
def test_an_exception_of_the_progress_stops_an_arena() -> None:
    def progress(_: int) -> None:
        raise EnoughError

    game = eights.Game("kings_reverse")
    with pytest.raises(EnoughError):
        eights.ray.arena(game, BOTS, deals=10**9, progress=progress)
    assert eights.ray.arena(game, BOTS, deals=5) == eights.arena(game, BOTS, deals=5)


# ---- The command --------------------------------------------------------------------------------

ARENA = ["arena", "crazy_eights", "greedy", "random", "--deals", "600", "--json", "-"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in a separate process, as this one may be connected to Ray."""
    command = [sys.executable, "-m", "eights", *arguments]
    settings = {**os.environ, **environment}
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=False)


def without_times(report: str) -> dict[str, Any]:
    """Returns a report without the values that differ from run to run."""
    found: dict[str, Any] = json.loads(report)
    assert len(found.pop("timing")) == 2
    return found


@pytest.mark.usefixtures("local_ray")
def test_the_command_tells_the_same_on_a_cluster_and_on_a_ray_of_its_own() -> None:
    address = ray.get_runtime_context().gcs_address
    plain = run(*ARENA)
    assert plain.stdout
    told = [
        run(*ARENA, "--ray", RAY_ADDRESS=address),
        run(*ARENA, "--address", "local"),
    ]
    for done in told:
        assert done.returncode == 0, done.stderr
        assert without_times(done.stdout) == without_times(plain.stdout)
    assert ray.cluster_resources()["CPU"] == 2, "it is left running"


def test_the_command_refuses_in_a_line() -> None:
    for arguments, message in (
        (["--ray", "--threads", "2"], "--threads 2 is of one machine"),
        (["--address", "127.0.0.1:1"], "Ray: there is no Ray at 127.0.0.1:1: "),
        (["--address", "127.0.0.1:99999"], "Ray: there is no Ray at 127.0.0.1:99999: "),
    ):
        refused = run(*ARENA, *arguments)
        assert refused.returncode == 1
        assert refused.stderr.startswith(f"error: {message}")
        assert len(refused.stderr.splitlines()) == 1


# Background processes of a shell ignore Ctrl-C, and so would the children of the tests.
PLAYS = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import eights, eights.ray
def tell(done):
    print(done, flush=True)
eights.ray.arena(eights.Game("uno"), ["random", "greedy"], deals=10**9, progress=tell)
"""


def processes(mark: str) -> set[int]:
    """Returns the processes with a mark in their environment."""

    def is_marked(path: Path) -> bool:
        with contextlib.suppress(OSError):  # it may have ended
            return mark.encode() in path.read_bytes()
        return False

    return {
        int(path.parent.name) for path in Path("/proc").glob("[0-9]*/environ") if is_marked(path)
    }


def test_ctrl_c_stops_and_leaves_no_process() -> None:
    mark = f"EIGHTS_TEST={os.getpid()}-{time.time_ns()}"
    environment = {**os.environ, **dict([mark.split("=")])}
    command = [sys.executable, "-c", PLAYS]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, **pipes) as playing:
        assert playing.stdout is not None
        assert int(playing.stdout.readline()) > 0
        assert len(processes(mark)) > 2, "Ray has started processes"
        playing.send_signal(signal.SIGINT)
        told = playing.communicate(timeout=60)[1]
    assert playing.returncode == -signal.SIGINT, told
    assert told.splitlines()[-1].startswith("KeyboardInterrupt")
    for _ in range(100):
        if not processes(mark):
            return
        time.sleep(0.2)
    pytest.fail(f"processes are left: {processes(mark)}")


def test_the_example_runs() -> None:
    told = run_example("ray_arena.py", "--deals", "300")
    assert "the same as on one machine" in told


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("ray")
