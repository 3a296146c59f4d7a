"""The figures of docs/science.md, and PPO on games that can be solved."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from golden import blessed

import eights
import ppo_selfplay as ppo
import ppo_tiny
import science
import science_page
from eights import solve

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def solver() -> solve.Tabular:
    """A solver of the smallest game, with the history that the network observes."""
    return solve.Tabular(eights.Game("tiny_eights_a", players=2, history=ppo_tiny.HISTORY))


@pytest.fixture(scope="module")
def sights(solver: solve.Tabular) -> ppo_tiny.Sights:
    """Observations of every information state of the game."""
    return ppo_tiny.Sights.all(solver)


def test_every_position_of_a_game_is_seen_as_its_information_state(
    solver: solve.Tabular, sights: ppo_tiny.Sights
) -> None:
    game = eights.Game("tiny_eights_a", players=2, history=ppo_tiny.HISTORY)
    rng = np.random.default_rng(1)
    observation = np.zeros(game.observation_tensor_size(), np.uint8)
    for seed in range(40):
        state = game.new_initial_state(seed=seed)
        while not state.is_terminal():
            infostate = solver.infostate(state)
            assert infostate is not None
            mask = np.array(state.legal_actions_mask(), np.bool_)
            state.observation_tensor(out=observation)
            (seen,) = sights.show(observation[None], mask[None])
            number = sights.of[infostate]
            np.testing.assert_array_equal(seen, sights.seen[number])
            np.testing.assert_array_equal(mask, sights.masks[number])
            state.apply_action(int(rng.choice(state.legal_actions())))


def test_the_history_reaches_back_to_the_deal(
    solver: solve.Tabular, sights: ppo_tiny.Sights
) -> None:
    names = solver.game.feature_names()
    varying = {names[at] for at in sights.columns if at < len(names)}
    assert any(name.startswith("history[2]") for name in varying)
    assert not any(name.startswith(f"history[{ppo_tiny.HISTORY}]") for name in varying)


def test_a_network_that_knows_nothing_is_the_uniform_policy(
    solver: solve.Tabular, sights: ppo_tiny.Sights
) -> None:
    params = ppo.init(np.random.default_rng(0), len(sights.columns), 8)
    policy = sights.policy(solver, jax.tree.map(jnp.zeros_like, params))
    np.testing.assert_allclose(policy, solver.uniform(), atol=1e-6)
    found = ppo_tiny.distances(solver, sights, {"policy": params})
    drawn = solver.exploitability(sights.policy(solver, params))
    best = ppo_tiny.most_probable(sights.policy(solver, params))
    assert found == {"policy": drawn, "policy, most probable": solver.exploitability(best)}
    assert (best.max(axis=1) == 1).all()


def entropy(params: ppo.Params, data: dict[str, Any]) -> float:
    """Returns the mean entropy of the network's policy."""
    log_probs = np.asarray(ppo.network_of_rollout(params, data["obs"], data["mask"])[0])
    return float(-(np.exp(log_probs) * np.where(data["mask"], log_probs, 0)).sum(axis=1).mean())


def test_each_part_of_the_loss_pulls_its_way() -> None:
    rng = np.random.default_rng(3)
    params = ppo.init(rng, 5, 16)
    params["policy"] = params["policy"] * 1000  # far from uniform
    mask = np.zeros((64, eights.NUM_ACTIONS), np.bool_)
    mask[:, :4] = True
    obs = rng.random((64, 5)).astype(np.float32)
    log_probs = np.asarray(ppo.network_of_rollout(params, obs, mask)[0])
    data = {
        "obs": obs,
        "mask": mask,
        "action": np.zeros(64, np.int64),
        "log_prob": log_probs[:, 0],
        "advantage": np.zeros(64, np.float32),
        "target": np.zeros(64, np.float32),
        "weight": np.ones(64, np.float32),
    }
    orders = np.tile(np.arange(64), (20, 1))

    def after(form: ppo_tiny.Form, bonus: float, advantage: float) -> tuple[float, float]:
        given = data | {"advantage": np.full(64, advantage, np.float32)}
        start = ppo.adam().init(params)
        found, _ = ppo_tiny.update(params, start, given, orders, (0.01, bonus), form)
        shares = np.exp(np.asarray(ppo.network_of_rollout(found, obs, mask)[0]))
        return entropy(found, data), float(shares[:, 0].mean())

    before, share = entropy(params, data), float(np.exp(log_probs[:, 0]).mean())
    assert after(ppo_tiny.Form(), 1.0, 0.0)[0] > before + 0.05
    free, held, clipped = (
        after(form, 0.0, 1.0)[1]
        for form in (ppo_tiny.Form(), ppo_tiny.Form(proximal=5.0), ppo_tiny.Form(clip=0.1))
    )
    assert free > held > share
    assert free > clipped > share


def test_a_small_run_is_measured_and_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "benchmarks/science.py")]
    command += ["--rulesets", "tiny_eights_a", "--decisions", "500", "--envs", "8", "--steps", "8"]
    command += ["--runs", str(tmp_path / "runs"), "--out", str(tmp_path), "--seeds"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "examples")}

    def lines(*seeds: str) -> list[str]:
        done = subprocess.run(
            [*command, *seeds],
            capture_output=True,
            text=True,
            timeout=110,
            check=False,
            env=environment,
        )
        assert done.returncode == 0, done.stderr
        return [line.rpartition(":")[0] for line in done.stdout.splitlines()]

    forms = list(ppo_tiny.FORMS)
    assert lines("1") == ["tiny_eights_a exact", *(f"tiny_eights_a {form} 1" for form in forms)]
    before = (tmp_path / "science.json").read_text(encoding="utf-8")
    assert lines("1", "2") == [f"tiny_eights_a {form} 2" for form in forms]
    figures = json.loads((tmp_path / "science.json").read_text(encoding="utf-8"))
    game = figures["games"]["tiny_eights_a"]
    assert [(run["form"], run["seed"]) for run in game["runs"]] == [
        (form, seed) for seed in (1, 2) for form in forms
    ]
    assert json.loads(before)["games"]["tiny_eights_a"]["runs"] == game["runs"][: len(forms)]
    assert game["cfr"]["pcfr+"]["exploitability"] < 1e-6 < game["bots"]["greedy"]
    assert game["alike"] == game["most_probable"] == 0
    page = (tmp_path / "science.md").read_text(encoding="utf-8")
    assert page == science_page.page(figures)
    assert "0.0167" in page
    assert (tmp_path / "science.svg").stat().st_size > 1000


def test_intervals_are_student_s() -> None:
    mean, low, high = science_page.interval([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (mean, low, high) == pytest.approx((3.0, 3 - 1.9632, 3 + 1.9632), abs=1e-4)


def figures() -> dict[str, Any]:
    """The committed figures."""
    text = (science_page.DOCS / "science.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_page_is_what_its_figures_make() -> None:
    text = science_page.page(figures())
    path = science_page.DOCS / "science.md"
    assert blessed(path, text) == text, "`make bless` rewrites it"
    lines = [line for line in text.splitlines() if not line.startswith(("|", "!"))]
    assert max(map(len, lines)) <= 100
    assert "(science.svg)" in text
    assert (science_page.DOCS / "science.svg").is_file()


def test_the_figures_are_of_these_games_and_forms() -> None:
    found = figures()
    assert science_page.stale(found) == [], "`make science` measures anew"
    assert list(found["games"]) == science.GAMES
    told = {name: vars(form) for name, form in ppo_tiny.FORMS.items()}
    assert found["forms"] == told, "`make science` measures anew"
