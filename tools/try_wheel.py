"""Uses an installed wheel in an environment with only NumPy; run by tools/test-wheel."""

from __future__ import annotations

import importlib
import importlib.metadata
import pathlib

import numpy as np

import eights


def play() -> None:
    """Plays every ruleset in a batch, and one single game."""
    for ruleset in eights.rulesets():
        batch = eights.Batch(eights.Game(ruleset), num_envs=8, controllers=None)
        actions = np.zeros(8, np.int64)
        for _ in range(100):
            batch.step(batch.sample(out=actions))
    state = eights.Game("kings_reverse", players=4).new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.bot_action("heuristic"))
    assert eights.replay(state.record()) == state
    report = eights.arena(eights.Game("uno", players=2), ["greedy", "random"], deals=50)
    assert report["pairings"]


def complete() -> None:
    """Checks the files of the package, and its metadata."""
    home = pathlib.Path(eights.__file__).parent
    wanted = [
        *("py.typed", "_eights.pyi", "_display/replay.html", "_display/fonts/DejaVuSans.ttf"),
        *("serve/page.html", "serve/page.css", "serve/page.js", "watch/page.html"),
    ]
    missing = [name for name in wanted if not (home / name).is_file()]
    assert not missing, missing
    for ruleset in eights.rulesets():
        assert eights.documentation(f"rules/{ruleset}")
    assert "# Trainers" in eights.documentation("trainers")
    about = importlib.metadata.metadata("eights")
    assert [need for need in about.get_all("Requires-Dist") or [] if "extra" not in need] == [
        "numpy>=1.26"
    ]
    assert "](docs/" not in about["Description"]


EXTRAS = (("envs", "gym"), ("pettingzoo", "pettingzoo"), ("sb3", "sb3"), ("serve", "web"))


def refusal(module: str) -> str:
    """Returns the error message of a module that needs more than NumPy."""
    try:
        importlib.import_module(f"eights.{module}")
    except ImportError as error:
        return str(error)
    return ""


def extras_are_named() -> None:
    """Checks that modules that need more than NumPy name the extra to install."""
    for module, extra in EXTRAS:
        assert f"eights[{extra}]" in refusal(module), module


play()
complete()
extras_are_named()
