"""The loops that `interfaces.py` measures: random legal actions through each interface.

Trainers are imported inside the loops, since no environment holds all of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

import eights

__all__ = ["EVERY_SEAT", "GROUPS", "ONE_SEAT", "Settings", "Steps"]

Steps: TypeAlias = Callable[[], int]
"""A function that steps once and returns the number of decisions."""

Masks: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float32]

ONE_SEAT = "Batch, one seat against bots"
EVERY_SEAT = "Batch, every seat"


@dataclass(frozen=True)
class Settings:
    """Settings that all loops share: the game, the bots on the other seats, the number of envs."""

    ruleset: str
    players: int
    opponents: str
    num_envs: int
    few: int
    """Number of envs for Gymnasium's own vectors."""

    @property
    def game(self) -> eights.Game:
        """The game."""
        return eights.Game(self.ruleset, players=self.players)

    @property
    def gymnasium(self) -> dict[str, Any]:
        """Arguments of the Gymnasium environments."""
        return {"players": self.players, "opponents": self.opponents}


def stepped(batch: Any) -> Steps:
    """Steps a batch with its own sampler."""
    actions = np.zeros(batch.num_envs, dtype=np.int64)

    def step() -> int:
        batch.step(batch.sample(actions))
        return int(batch.num_envs)

    return step


def pick(rng: np.random.Generator, mask: npt.NDArray[Any]) -> int:
    """Draws one of the legal actions."""
    choices = np.flatnonzero(mask)
    return int(choices[rng.integers(len(choices))])


# ---- One seat against bots ----------------------------------------------------------------------


def batch(of: Settings) -> Steps:
    """Steps the batch itself."""
    seats = [None, *[of.opponents] * (of.players - 1)]
    return stepped(eights.Batch(of.game, of.num_envs, 0, controllers=seats))


def native(of: Settings, *, copy: bool) -> Steps:
    """Steps the vector env that `make_vec` makes."""
    import gymnasium

    id_ = eights.envs.env_id(of.ruleset)
    env: Any = gymnasium.make_vec(id_, num_envs=of.num_envs, copy=copy, **of.gymnasium).unwrapped
    env.reset(seed=0)
    actions = np.zeros(of.num_envs, dtype=np.int64)
    shown: Any = None

    def step() -> int:
        nonlocal shown  # as in a trainer, the last step's arrays are still held during this one
        shown = env.step(env.sample(actions))
        return of.num_envs

    return step


def wrapped(of: Settings, way: str) -> Steps:
    """Steps Gymnasium's own vectors of single envs."""
    import gymnasium

    id_ = eights.envs.env_id(of.ruleset)
    env = gymnasium.make_vec(id_, num_envs=of.few, vectorization_mode=way, **of.gymnasium)
    masks: Masks = env.reset(seed=0)[1]["action_mask"]
    rng = np.random.default_rng(0)

    def step() -> int:
        nonlocal masks
        actions = (rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
        masks = env.step(actions)[4]["action_mask"]
        return of.few

    return step


def single(of: Settings) -> Steps:
    """Steps a single env."""
    import gymnasium

    env = gymnasium.make(eights.envs.env_id(of.ruleset), **of.gymnasium)
    mask: Masks = env.reset(seed=0)[1]["action_mask"]
    rng = np.random.default_rng(0)

    def step() -> int:
        nonlocal mask
        _, _, terminated, truncated, info = env.step(pick(rng, mask))
        if terminated or truncated:
            info = env.reset()[1]
        mask = info["action_mask"]
        return 1

    return step


def policies(of: Settings, *, network: bool) -> Steps:
    """Steps a batch with a policy on the other seats: a trivial one, or two layers of 128."""
    rng = np.random.default_rng(0)
    first = rng.normal(size=(of.game.observation_tensor_size(), 128)).astype(np.float32)
    second = rng.normal(size=(128, eights.NUM_ACTIONS)).astype(np.float32)

    def policy(seen: Floats, masks: npt.NDArray[np.bool_]) -> Any:
        if not network:
            return masks.argmax(axis=1)
        scores = np.maximum(seen @ first, 0) @ second
        return np.where(masks, scores, -np.inf).argmax(axis=1)

    seats = [None, *[policy] * (of.players - 1)]
    return stepped(eights.PolicyBatch(of.game, of.num_envs, 0, controllers=seats))


def sb3(of: Settings) -> Steps:
    """Steps the `VecEnv`, querying masks as MaskablePPO does."""
    from eights.sb3 import EightsVecEnv

    env = EightsVecEnv(of.game, num_envs=of.num_envs, opponents=of.opponents, seed=0)
    env.reset()
    actions = np.zeros(of.num_envs, dtype=np.int64)

    def step() -> int:
        np.stack(env.env_method("action_masks"))
        env.step(env.batch.sample(actions))
        return of.num_envs

    return step


def torchrl(of: Settings, *, copy: bool) -> Steps:
    """Steps the `EnvBase` as TorchRL's collectors do."""
    import torch

    from eights.torchrl import BatchEnv

    env = BatchEnv(of.game, num_envs=of.num_envs, opponents=of.opponents, seed=0, copy=copy)
    now = env.reset()

    def step() -> int:
        nonlocal now
        now["action"] = torch.from_numpy(env.batch.sample())
        _, now = env.step_and_maybe_reset(now)
        return of.num_envs

    return step


def puffer(of: Settings) -> Steps:
    """Steps the `PufferEnv` over its documented base class; the package is hard to install."""
    import types

    sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "python"))
    import puffer_contract

    package = types.ModuleType("pufferlib")
    package.PufferEnv = puffer_contract.PufferEnv  # type: ignore[attr-defined]
    sys.modules.setdefault("pufferlib", package)
    from eights.puffer import EightsPufferEnv

    env = EightsPufferEnv(of.game, num_agents=of.num_envs, opponents=of.opponents, seed=0)
    env.reset()
    actions = np.zeros(of.num_envs, dtype=np.int64)

    def step() -> int:
        env.step(env.batch.sample(actions))
        return of.num_envs

    return step


# ---- Every seat ---------------------------------------------------------------------------------


def self_play(of: Settings) -> Steps:
    """Steps the batch itself."""
    return stepped(eights.Batch(of.game, of.num_envs, 0))


def rollout(of: Settings) -> Steps:
    """Steps the batch with the bookkeeping of self-play, which records 32 steps."""
    from eights.selfplay import Rollout

    kept = Rollout(eights.Batch(of.game, of.num_envs, 0), 32)
    actions = np.zeros(of.num_envs, dtype=np.int64)
    at = 0

    def step() -> int:
        nonlocal at
        if at % 32 == 0:
            kept.clear()
        at += 1
        kept.step(kept.batch.sample(actions))
        return of.num_envs

    return step


def scanned(of: Settings) -> Steps:
    """Steps the batch inside compiled code of JAX, 32 steps a call."""
    import jax

    from eights.jax import JaxBatch

    env = JaxBatch(eights.Batch(of.game, of.num_envs, 0))

    @jax.jit
    def play(key: jax.Array) -> jax.Array:
        def one(seen: Any, key: jax.Array) -> tuple[Any, None]:
            scores = jax.random.uniform(key, seen.action_masks.shape) * seen.action_masks
            return env.step(scores.argmax(axis=1)), None

        last = jax.lax.scan(one, env.observe(), jax.random.split(key, 32))[0]
        return last.players.sum()

    key = jax.random.key(0)

    def step() -> int:
        nonlocal key
        key, now = jax.random.split(key)
        play(now).block_until_ready()
        return 32 * of.num_envs

    return step


def aec(of: Settings) -> Steps:
    """Steps a table of PettingZoo on which this loop plays every seat."""
    from eights.pettingzoo import raw_env

    table = raw_env(of.ruleset, players=of.players)
    table.reset(seed=0)
    rng = np.random.default_rng(0)

    def step() -> int:
        seen, _, terminated, truncated, _ = table.last()
        if terminated or truncated:
            table.reset()
            return 0
        table.step(pick(rng, seen["action_mask"]))
        return 1

    return step


def open_spiel(of: Settings) -> Steps:
    """Plays a game of OpenSpiel, with the tensor that its algorithms read."""
    import pyspiel

    import eights.openspiel  # noqa: F401 - registers the game

    game = pyspiel.load_game("eights", {"ruleset": of.ruleset, "players": of.players})
    observer = game.make_py_observer()
    rng = np.random.default_rng(0)
    state = game.new_initial_state()

    def step() -> int:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
            return 0
        observer.set_from(state, state.current_player())
        legal = state.legal_actions()
        state.apply_action(legal[rng.integers(len(legal))])
        return 1

    return step


def rlcard(of: Settings) -> Steps:
    """Steps an environment of RLCard by ids."""
    import eights.rlcard

    env = eights.rlcard.make(of.ruleset, players=of.players, seed=0)
    rng = np.random.default_rng(0)
    state = env.reset()[0]

    def step() -> int:
        nonlocal state
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[rng.integers(len(legal))])
        if env.is_over():
            state = env.reset()[0]
        return 1

    return step


def rllib(of: Settings) -> Steps:
    """Steps a `MultiAgentEnv` on which this loop plays every seat."""
    from eights.rllib import EightsMultiAgentEnv

    env = EightsMultiAgentEnv({"ruleset": of.ruleset, "players": of.players, "seed": 0})
    rng = np.random.default_rng(0)
    seen = env.reset()[0]

    def step() -> int:
        nonlocal seen
        agent, shown = next(iter(seen.items()))
        seen, _, terminated, truncated, _ = env.step({agent: pick(rng, shown["action_mask"])})
        if terminated["__all__"] or truncated["__all__"]:
            seen = env.reset()[0]
        return 1

    return step


Loops: TypeAlias = dict[str, Callable[[Settings], Steps]]

GROUPS: dict[str, Loops] = {
    "": {
        ONE_SEAT: batch,
        "Gymnasium, vector env, `copy=False`": lambda of: native(of, copy=False),
        "Gymnasium, vector env": lambda of: native(of, copy=True),
        "Gymnasium, SyncVectorEnv of a few": lambda of: wrapped(of, "sync"),
        "Gymnasium, AsyncVectorEnv of a few": lambda of: wrapped(of, "async"),
        "Gymnasium, one env": single,
        "PolicyBatch, the first legal action": lambda of: policies(of, network=False),
        "PolicyBatch, a NumPy network": lambda of: policies(of, network=True),
        "PufferLib (its contract)": puffer,
        EVERY_SEAT: self_play,
        "`eights.selfplay.Rollout`": rollout,
        "JAX, in `jit`": scanned,
        "PettingZoo, AEC": aec,
        "OpenSpiel, Python": open_spiel,
        "RLCard": rlcard,
    },
    "sb3": {ONE_SEAT: batch, "Stable-Baselines3": sb3},
    "torchrl": {
        ONE_SEAT: batch,
        "TorchRL, `copy=False`": lambda of: torchrl(of, copy=False),
        "TorchRL": lambda of: torchrl(of, copy=True),
    },
    "rllib": {EVERY_SEAT: self_play, "RLlib": rllib},
}
"""The loops, by the environment of `make test-trainers` that they need; "" is the project's own.

Each group includes the underlying batch, so that both are measured side by side.
"""
