"""The adapter `eights.puffer` against the contract of PufferLib 3, which is not installed here."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import puffer_contract
import pytest

import eights

pytest.importorskip("gymnasium", reason="Gymnasium is an extra")

Make = Any


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes an environment, with the contract in the place of the package."""
    module = puffer_contract.adapter(monkeypatch)

    def made(ruleset: str = "crazy_eights_special", **options: Any) -> Any:
        return module.EightsPufferEnv(ruleset, **{"num_agents": 8, "seed": 1, **options})

    yield made
    sys.modules.pop("eights.puffer", None)


def legal(env: Any, rng: np.random.Generator) -> Any:
    masks = env.observations[:, :100]
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks], np.int32)


def test_it_plays_what_a_batch_plays(make: Make) -> None:
    env = make(players=3, opponents=["greedy", "heuristic"])
    game = eights.Game("crazy_eights_special", players=3)
    batch = eights.Batch(game, 8, seed=1, controllers=[None, "greedy", "heuristic"])
    assert env.single_observation_space.shape == (100 + game.observation_tensor_size(),)
    observations, infos = env.reset(seed=1)
    assert infos == []
    rng = np.random.default_rng(0)
    returns, ends, told = 0.0, 0, 0.0
    for _ in range(300):
        np.testing.assert_array_equal(observations[:, 100:], batch.observations)
        np.testing.assert_array_equal(observations[:, :100].astype(bool), batch.action_masks)
        assert observations[:, :100].any(axis=1).all()
        actions = legal(env, rng)
        batch.step(actions)
        observations, rewards, terminals, truncations, infos = env.step(actions)
        np.testing.assert_array_equal(rewards, batch.rewards[:, 0])
        np.testing.assert_array_equal(terminals, batch.terminations)
        np.testing.assert_array_equal(truncations, batch.truncations)
        over = int((terminals | truncations).sum())
        assert len(infos) == bool(over)
        for info in infos:
            assert info["episode_length"] > 1
            assert info["illegal_actions"] == 0
            told += info["episode_return"] * over
        returns += float(rewards.sum())
        ends += over
    assert ends > 20
    assert told == pytest.approx(returns), "rewards are paid at ends"


@pytest.mark.parametrize("ruleset", ["kings_reverse", "uno", "stalin"])
def test_it_writes_into_the_buffers_of_the_trainer(make: Make, ruleset: str) -> None:
    space = make(ruleset).single_observation_space
    # The buffers of the second of three processes: a slice of larger arrays.
    whole = puffer_contract.buffers(space, 24)
    part = {name: array[8:16] for name, array in whole.items()}
    env = make(ruleset, buf=part, max_decisions=30)
    twin = make(ruleset, max_decisions=30)
    whole["masks"][:] = False
    env.reset(seed=3)
    twin.reset(seed=3)
    assert whole["masks"].tolist() == [8 <= i < 16 for i in range(24)]
    rng = np.random.default_rng(0)
    ended = False
    for _ in range(60):
        part["actions"][:] = legal(env, rng)
        returned = env.step(part["actions"])
        twin.step(part["actions"])
        names = ("observations", "rewards", "terminals", "truncations")
        for name, array in zip(names, returned, strict=False):
            assert array is part[name]
            np.testing.assert_array_equal(whole[name][8:16], getattr(twin, name))
            assert not whole[name][:8].any(), "others' memory is left alone"
            assert not whole[name][16:].any()
        ended |= bool(part["terminals"].any())
    assert ended


def test_illegal_actions_lose(make: Make) -> None:
    env = make(players=3)
    before, _ = env.reset(seed=1)
    before = before.copy()
    actions = legal(env, np.random.default_rng(0))
    actions[3] = 1000
    with pytest.warns(eights.IllegalActionWarning, match="an observation begins with the mask"):
        observations, rewards, terminals, truncations, infos = env.step(actions)
    assert rewards[3] == -0.5
    assert terminals.tolist() == [i == 3 for i in range(8)]
    assert not truncations.any()
    assert infos == [{"episode_return": -0.5, "episode_length": 1.0, "illegal_actions": 1.0}]
    assert (observations[3] != before[3]).any(), "it has dealt anew"
    assert observations[:, :100].any(axis=1).all()


def test_illegal_actions_are_replaced_or_raise(make: Make) -> None:
    env = make(max_decisions=30, illegal="random")
    env.reset(seed=1)
    replaced = 0.0
    for _ in range(60):
        wrong = env.observations[:, :100].argmin(axis=1).astype(np.int32)
        wrong[0] = 1000
        *_, infos = env.step(wrong)
        replaced += sum(info["illegal_actions"] for info in infos)
    assert replaced > 300
    strict = make(illegal="raise")
    before, _ = strict.reset(seed=1)
    before = before.copy()
    with pytest.raises(eights.BatchError, match="is not legal"):
        strict.step(strict.observations[:, :100].argmin(axis=1))
    np.testing.assert_array_equal(strict.observations, before)
    with pytest.raises(eights.GameError, match="illegal = 'win' is unknown: there are \"lose\""):
        make(illegal="win")


def test_it_begins_with_the_first_game_of_its_seed(make: Make) -> None:
    made, seeded = make(seed=7), make(seed=8)
    first, _ = made.reset()
    np.testing.assert_array_equal(first, seeded.reset(seed=7)[0])
    kept = first.copy()
    np.testing.assert_array_equal(made.reset()[0], seeded.reset()[0])
    assert (made.observations != kept).any()


def test_policies_are_opponents_and_seeds_repeat(make: Make) -> None:
    def first_legal(_: Any, action_masks: Any) -> Any:
        return action_masks.argmax(axis=1)

    envs = [make(opponents=first_legal) for _ in range(2)]
    for env in envs:
        env.reset(seed=4)
    rng = np.random.default_rng(0)
    for _ in range(50):
        actions = legal(envs[0], rng)
        for env in envs:
            env.step(actions)
    np.testing.assert_array_equal(envs[0].observations, envs[1].observations)
    assert "your turn" in envs[0].render().lower()
    envs[0].close()


@pytest.mark.parametrize("wrong", [np.zeros(8), np.zeros((8, 1), int), [0] * 7, None])
def test_actions_that_are_no_integer_a_table_are_refused(make: Make, wrong: Any) -> None:
    env = make()
    before = env.reset()[0].copy()
    with pytest.raises(eights.ArrayError, match="actions must be integers, one for each of 8 envs"):
        env.step(wrong)
    np.testing.assert_array_equal(env.observations, before)


def test_eights_can_be_imported_beside_the_old_gymnasium_that_pufferlib_wants() -> None:
    code = """
    import gymnasium.vector
    del gymnasium.vector.AutoresetMode  # which Gymnasium has since 1.1
    import eights
    print(eights.Game("uno").num_players())
    for name in ("envs", "EightsEnv"):
        try:
            getattr(eights, name)
        except (ImportError, AttributeError) as why:
            print(why)
    """
    home = str(Path(eights.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    needed = 'the environments of eights need gymnasium: pip install "eights[gym]"\n'
    assert done.stdout == "2\n" + 2 * needed, done.stderr
