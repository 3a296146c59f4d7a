"""The PyTorch twins of the JAX example and notebook."""

from __future__ import annotations

import json
import re
from pathlib import Path

import killed_runs
import numpy as np

import eights
import run_notebooks

NOTEBOOK = Path(__file__).parents[2] / "examples/notebooks/train-a-policy-torch.ipynb"


def test_killed_and_resumed_it_gives_the_same_curves(tmp_path: Path) -> None:
    killed_runs.check("ppo_selfplay_torch.py", tmp_path)


def test_it_learns_and_tells_its_speed(tmp_path: Path) -> None:
    command = killed_runs.command("ppo_selfplay_torch.py", tmp_path)
    more = ["--players", "2", "--hidden", "64", "--decisions", "400000", "--deals", "200"]
    told = killed_runs.finish([*command, *more, "--must-beat-random"])
    speed = r"[\d,]+ decisions/s end to end, environment's share [\d.]+%"
    assert re.search(speed, told)
    assert (tmp_path / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    assert np.load(tmp_path / "policy.npz")["policy"].shape == (64, eights.NUM_ACTIONS)
    assert eights.replay((tmp_path / "game.json").read_text("utf-8")).is_terminal()


def test_the_notebook_runs_anywhere(tmp_path: Path) -> None:
    text = NOTEBOOK.read_text(encoding="utf-8")
    full = "ENVS, STEPS, UPDATES, EPOCHS, MINIBATCHES = 256, 64, 40, 3, 8"
    assert full in text
    copy = tmp_path / NOTEBOOK.name
    copy.write_text(text.replace(full, full.partition(" = ")[0] + " = 16, 32, 5, 1, 2"), "utf-8")
    run_notebooks.run(copy)
    outputs = [cell.get("outputs", []) for cell in json.loads(copy.read_text("utf-8"))["cells"]]
    assert "2,560 decisions in" in str(outputs)
