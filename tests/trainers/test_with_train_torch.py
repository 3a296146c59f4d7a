"""The PyTorch twins of the JAX example, the notebook and the network of `learned`."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from pathlib import Path
from typing import Any

# The network is compiled for a few calls, which take less time than optimising it would.
os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0"

import jax
import jax.numpy as jnp
import killed_runs
import numpy as np
import pytest
import torch

import eights
import learned
import one_policy
import one_policy_torch
import run_notebooks
import train_one_policy
import training

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


ARGS = train_one_policy.parse_args(
    ["--rulesets", "uno,countdown_jacks", "--house", "3", "--envs", "4", "--steps", "8"]
)


@pytest.fixture(scope="module")
def run() -> train_one_policy.Run:
    """Begins a run in JAX; one of its games has several meanings."""
    begun = train_one_policy.begin(ARGS)
    assert [rules.matrix.shape[1] for rules in begun.parts] == [1, 9]
    return begun


@pytest.fixture(scope="module")
def share(run: train_one_policy.Run) -> one_policy_torch.Share:
    """Plays games by the same weights in PyTorch."""
    torch.manual_seed(1)
    played = one_policy_torch.Share(ARGS, run.columns, run.games, seed=1)
    played.collect(one_policy_torch.weights(run.params))
    return played


def test_the_targets_of_learned_are_the_same_in_jax_and_in_pytorch(
    share: one_policy_torch.Share,
) -> None:
    steps = {name: jnp.asarray(of.numpy().swapaxes(0, 1)) for name, of in share.rows.items()}
    wanted = train_one_policy.targets(train_one_policy.Rollout(**steps), ARGS)
    found = one_policy_torch.targets(share.rows, ARGS.gae_lambda)
    assert 0 < found[2].mean() < 1, "some decisions have a result"
    for ours, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(ours.numpy().swapaxes(0, 1), theirs, rtol=1e-5, atol=1e-5)


def test_the_network_of_learned_is_the_same_in_jax_and_in_pytorch(
    run: train_one_policy.Run, share: one_policy_torch.Share
) -> None:
    params = one_policy_torch.weights(run.params)
    rows = one_policy_torch.standardized(share.rows, ARGS)
    # As if another policy had played, so that some ratios are clipped.
    rows["log_prob"] = rows["log_prob"] + 0.3 * torch.randn(rows["log_prob"].shape)
    some = {name: jnp.asarray(of.numpy()) for name, of in rows.items() if name != "choice"}
    pages = train_one_policy.encode(run.params, run.parts)
    forward = jax.jit(one_policy.forward, static_argnames="columns")
    wanted = forward(run.params, run.columns, pages, some["obs"], some["mask"])
    parts = tuple((of, one_policy_torch.pages_of(params, of)) for of in share.rules)
    found = one_policy_torch.forward(params, run.columns, parts, rows["obs"], rows["mask"])
    for ours, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(ours.detach().numpy(), theirs, rtol=1e-4, atol=1e-4)

    def loss(params: one_policy.Params) -> Any:
        return train_one_policy.loss(params, run.columns, run.parts, some, ARGS, imitate=False)

    gradient, told = jax.jit(jax.grad(loss, has_aux=True))(run.params)
    assert told["unrated"] == 0, "there was room for every card"
    totals = {name: rows[name].sum() + 1e-6 for name in ("choice", "weight")}
    each = share.gradient(params, rows, totals)
    for name, ours in zip(params, each, strict=True):
        largest = np.abs(gradient[name]).max()
        assert largest > 0, name
        np.testing.assert_allclose(ours, gradient[name], atol=1e-4 * largest, err_msg=name)


def test_the_frameworks_are_measured_in_turns() -> None:
    figures = training.measure(dataclasses.replace(ARGS, minibatches=2), turns=2)
    tables = ARGS.house + len(train_one_policy.listed(ARGS.rulesets, ARGS.players))
    assert figures["decisions"] == tables * ARGS.envs * ARGS.steps
    for speed in figures["speed"].values():
        assert all(0 < of["low"] <= of["median"] <= of["high"] for of in speed.values())
    assert learned.frameworks(figures).count("|\n") == 5
