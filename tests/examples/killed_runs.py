"""Runs of the PPO examples, whole, and killed in the middle and resumed."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SMALL = [
    *("--envs", "64", "--steps", "16", "--minibatches", "4", "--hidden", "16", "--players", "3"),
    *("--decisions", "40000", "--evaluations", "3", "--curve-deals", "4", "--deals", "4"),
    *("--pool-every", "6", "--save-every", "3", "--no-must-beat-random"),
]
"""A run of 40 updates, 13 checkpoints and 7 past selves."""


def command(example: str, out: Path) -> list[str]:
    """Returns the command of such a run."""
    return [sys.executable, "-W", "error", str(EXAMPLES / example), *SMALL, "--out", str(out)]


def finish(command: list[str]) -> str:
    """Finishes a run, and returns its output."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def kill(command: list[str], out: Path) -> None:
    """Starts a run, and kills it by SIGKILL some time after its first checkpoint."""
    checkpoint, left_at = out / "checkpoint.pickle", time.monotonic() + 300
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
        while not checkpoint.exists():
            assert run.poll() is None, run.stderr and run.stderr.read()
            assert time.monotonic() < left_at
            time.sleep(0.01)
        with contextlib.suppress(subprocess.TimeoutExpired):
            run.wait(0.1)
        run.kill()
    assert not (out / "policy.npz").exists(), "it was done already"


def curves(out: Path) -> dict[str, list[tuple[int, float]]]:
    """Reads the TensorBoard curves of a run: pairs of decisions and value, by tag."""
    events = EventAccumulator(str(out), size_guidance={"scalars": 0})
    events.Reload()
    tags = events.Tags()["scalars"]
    return {tag: [(of.step, of.value) for of in events.Scalars(tag)] for tag in tags}


def left(out: Path) -> dict[str, Any]:
    """Returns the weights and the curve of win rates of a finished run."""
    with np.load(out / "policy.npz") as policy:
        about = json.loads(str(policy["about"]))
        weights = {name: policy[name].tolist() for name in policy.files if name != "about"}
    for point in about["curve"]:
        del point["seconds"]
    return {"weights": weights, "curve": about["curve"], "results": about["results"]}


def check(example: str, folder: Path) -> None:
    """Checks that a killed and resumed run equals an uninterrupted one, to the last digit.

    Raises:
        AssertionError: The runs differ, or a value is not logged.
    """
    whole, cut = folder / "whole", folder / "cut"
    finish(command(example, whole))
    kill(command(example, cut), cut)
    told = finish([*command(example, cut), "--resume"])
    assert told.startswith("going on after "), told
    assert left(whole) == left(cut)
    found, again = curves(whole), curves(cut)
    assert found.keys() == again.keys()
    for tag, points in found.items():
        steps = [step for step, _ in points]
        assert steps == [step for step, _ in again[tag]], tag
        assert steps == sorted(set(steps)), tag
        if not tag.startswith("speed/"):
            assert points == again[tag], tag
    assert len(found["losses/loss"]) == 40
    losses = ("policy_loss", "value_loss", "entropy", "approx_kl", "clip_fraction", "learning_rate")
    wins = [
        f"wins_{bot}/{of}"
        for bot in ("random", "greedy", "heuristic")
        for of in ("mean", "low", "high")
    ]
    speeds = ["speed/decisions_per_second", "speed/environment_share"]
    names = [f"losses/{name}" for name in losses] + wins + speeds + ["games/length", "pool/self_0"]
    assert set(names) < found.keys()
