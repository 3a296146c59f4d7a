"""`eights.ray` on a local Ray: the arena's own report, also where a process is killed in it."""

from __future__ import annotations

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
from typer.testing import CliRunner, Result

import eights
import eights.ray
from eights.cli.app import app

BOTS: list[Any] = ["random", "greedy", "heuristic"]


@pytest.fixture(scope="module")
def local_ray() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False)
    yield
    ray.shutdown()


class Weighs:
    """A policy with weights: it plays a card if it can, the one of most value."""

    def __init__(self, features: int) -> None:
        rng = np.random.default_rng(5)
        self.weights = rng.normal(size=(features, eights.NUM_ACTIONS)).astype(np.float32)

    def __call__(self, observations: Any, action_masks: Any) -> Any:
        values = observations @ self.weights + 1000.0 * (np.arange(eights.NUM_ACTIONS) < 52)
        return np.where(action_masks, values, -np.inf).argmax(axis=1)


class Dies(Weighs):
    """In the middle of its games, the first process that plays with it waits to be killed."""

    def __init__(self, features: int, folder: Path) -> None:
        super().__init__(features)
        self.folder = folder
        self.calls = 0

    def __call__(self, observations: Any, action_masks: Any) -> Any:
        self.calls += 1
        if self.calls == 5:
            (self.folder / str(os.getpid())).touch()
            try:
                (self.folder / "first").open("x").close()
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
    for entrants in (BOTS, [policy, "random", "heuristic"]):
        told: list[int] = []
        report = eights.ray.arena(game, entrants, deals=520, seed=3, progress=told.append)
        assert report == eights.arena(game, entrants, deals=520, seed=3)
        assert told == sorted(told)
        assert told[-1] == (3 if players == 2 else 6) * 520 * players
        assert len(told) > 2
    assert ray.is_initialized(), "it was connected before, and stays so"


@pytest.mark.usefixtures("local_ray")
def test_nothing_is_lost_when_a_process_is_killed(tmp_path: Path) -> None:
    game = eights.Game("crazy_eights", players=2)
    entrants = [Dies(game.observation_tensor_size(), tmp_path), "greedy", "random"]
    killed: list[int] = []

    def kill() -> None:
        for _ in range(600):
            pids = [int(path.name) for path in tmp_path.iterdir() if path.name.isdigit()]
            if (tmp_path / "first").exists() and len(pids) == 2:
                # Two processes play; the one that waits is alone in not having gone on.
                time.sleep(1)
                killed.append(min(pids, key=lambda pid: (tmp_path / str(pid)).stat().st_mtime))
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
    plain = [Weighs(game.observation_tensor_size()), "greedy", "random"]
    plain[0].name = "Dies"  # type: ignore[attr-defined]
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
    """Of who wants no more."""


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


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_the_command_on_a_cluster_and_on_a_ray_of_its_own() -> None:
    plain = run(*ARENA)
    context = ray.init(num_cpus=2, include_dashboard=False)
    address = context.address_info["gcs_address"]
    environment = {**os.environ, "RAY_ADDRESS": address}
    command = [sys.executable, "-m", "eights", *ARENA, "--ray"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(plain.stdout)
    command = [sys.executable, "-m", "eights", *ARENA, "--address", address]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(plain.stdout)
    assert ray.cluster_resources()["CPU"] == 2, "it is left running"
    ray.shutdown()
    alone = run(*ARENA, "--ray")
    assert json.loads(alone.stdout) == json.loads(plain.stdout)
    assert not ray.is_initialized()


def test_the_command_refuses() -> None:
    refused = run(*ARENA, "--ray", "--threads", "2")
    assert refused.exit_code == 1
    assert "--threads 2 is of one machine" in refused.stderr
    refused = run(*ARENA, "--address", "127.0.0.1:1")
    assert refused.exit_code == 1
    assert refused.stderr.startswith("error: Ray: ")
    assert not ray.is_initialized()


def test_ctrl_c_stops_and_leaves_no_process() -> None:
    command = [sys.executable, "-m", "eights", *ARENA, "--deals", "100000000", "--ray"]
    playing = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    time.sleep(12)
    assert playing.poll() is None
    playing.send_signal(signal.SIGINT)
    _, told = playing.communicate(timeout=30)
    assert playing.returncode == 130, told
    assert told.splitlines()[-1] == "interrupted"


def test_the_example_runs() -> None:
    told = run_example("ray_arena.py", "--deals", "300")
    assert "the same as on one machine" in told


def test_the_blocks_of_the_page_run() -> None:
    run_blocks("ray")
