"""The base class of PufferLib 3's native environments, written from its documented contract.

The package cannot be installed where these tests run, because building its source distribution
downloads a program. This class takes its place: it checks what the package requires before its
constructor is called, and makes or accepts the same buffers.
"""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any

import gymnasium
import numpy as np
import pytest


class PufferEnv:
    """The base class of native environments of PufferLib 3."""

    single_observation_space: gymnasium.spaces.Box
    single_action_space: gymnasium.spaces.Discrete
    num_agents: int

    def __init__(self, buf: Any = None) -> None:
        """Checks the required attributes, and makes or accepts the buffers."""
        for name in ("single_observation_space", "single_action_space", "num_agents"):
            assert hasattr(self, name), f"{name} is set before super().__init__"
        for name in ("observation_space", "action_space"):
            assert not hasattr(self, name), f"{name} is set by the base"
        assert isinstance(self.single_observation_space, gymnasium.spaces.Box)
        assert isinstance(self.single_action_space, gymnasium.spaces.Discrete)
        assert self.num_agents >= 1
        given = buffers(self.single_observation_space, self.num_agents) if buf is None else buf
        for name in ("observations", "rewards", "terminals", "truncations", "masks", "actions"):
            setattr(self, name, given[name])


def buffers(space: gymnasium.spaces.Box, agents: int) -> dict[str, Any]:
    """Makes buffers as PufferLib does."""
    return {
        "observations": np.zeros((agents, *space.shape), space.dtype),
        "rewards": np.zeros(agents, np.float32),
        "terminals": np.zeros(agents, np.bool_),
        "truncations": np.zeros(agents, np.bool_),
        "masks": np.ones(agents, np.bool_),
        "actions": np.zeros(agents, np.int32),
    }


def adapter(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """The adapter `eights.puffer`, with the contract in the place of the package."""
    package = types.ModuleType("pufferlib")
    package.PufferEnv = PufferEnv  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pufferlib", package)
    monkeypatch.delitem(sys.modules, "eights.puffer", raising=False)
    return importlib.import_module("eights.puffer")
