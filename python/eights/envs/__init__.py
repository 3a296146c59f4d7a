"""The environments for Gymnasium; each is registered when `eights` is imported."""

from __future__ import annotations

try:
    from gymnasium.envs.registration import register, registry
    from gymnasium.vector import AutoresetMode as _AutoresetMode  # since 1.1
except ImportError as missing:
    raise ImportError(
        'the environments of eights need gymnasium: pip install "eights[gym]"'
    ) from missing

from eights._base import arguments
from eights._eights import rulesets
from eights.envs.gymnasium import EightsEnv
from eights.envs.hidden_rules import HiddenRulesEnv, HiddenRulesVectorEnv
from eights.envs.house_rules import HouseRulesEnv
from eights.envs.house_rules_vector import HouseRulesVectorEnv
from eights.envs.vector import EightsVectorEnv

del _AutoresetMode

__all__ = [
    "EightsEnv",
    "EightsVectorEnv",
    "HiddenRulesEnv",
    "HiddenRulesVectorEnv",
    "HouseRulesEnv",
    "HouseRulesVectorEnv",
    "env_id",
    "register_all",
]

SAMPLED: dict[str, tuple[type[EightsEnv], type[EightsVectorEnv]]] = {
    "eights/HiddenRules-v0": (HiddenRulesEnv, HiddenRulesVectorEnv),
    "eights/HouseRules-v0": (HouseRulesEnv, HouseRulesVectorEnv),
}
"""Environments whose rules are drawn for each episode, single and vectorized."""


def env_id(ruleset: str) -> str:
    """The Gymnasium id of a built-in ruleset.

    Raises:
        ArgumentError: the ruleset's id is not a text.

    >>> env_id("kings_reverse")
    'eights/KingsReverse-v0'
    """
    words = arguments.text("ruleset", ruleset).split("_")
    return "eights/" + "".join(word.capitalize() for word in words) + "-v0"


def register_all() -> None:
    """Registers every built-in ruleset and `SAMPLED` with Gymnasium; those registered stay."""
    for id_ in rulesets():
        _register(env_id(id_), EightsEnv, EightsVectorEnv, {"ruleset": id_})
    for name, (env, vector) in SAMPLED.items():
        _register(name, env, vector, {})


def _register(
    name: str,
    env: type[EightsEnv],
    vector: type[EightsVectorEnv],
    kwargs: dict[str, str],
) -> None:
    if name not in registry:
        register(
            id=name,
            entry_point=f"{env.__module__}:{env.__name__}",
            vector_entry_point=f"{vector.__module__}:{vector.__name__}",
            kwargs=kwargs,
            disable_env_checker=True,
            order_enforce=True,
        )
