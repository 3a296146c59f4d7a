"""The environments for Gymnasium; each is registered when `eights` is imported."""

from __future__ import annotations

try:
    from gymnasium.envs.registration import register, registry
except ImportError as missing:
    raise ImportError(
        "the environments of eights need gymnasium: pip install 'eights[gym]'"
    ) from missing

from eights import _arguments
from eights._eights import rulesets
from eights.envs.gymnasium import EightsEnv
from eights.envs.hidden_rules import HiddenRulesEnv
from eights.envs.house_rules import HouseRulesEnv

__all__ = ["EightsEnv", "HiddenRulesEnv", "HouseRulesEnv", "env_id", "register_all"]

SAMPLED = {
    "eights/HiddenRules-v0": HiddenRulesEnv,
    "eights/HouseRules-v0": HouseRulesEnv,
}
"""Environments whose rules are drawn for each episode."""


def env_id(ruleset: str) -> str:
    """The Gymnasium id of a built-in ruleset.

    Raises:
        ArgumentError: the ruleset's id is not a text.

    >>> env_id("kings_reverse")
    'eights/KingsReverse-v0'
    """
    words = _arguments.text("ruleset", ruleset).split("_")
    return "eights/" + "".join(word.capitalize() for word in words) + "-v0"


def register_all() -> None:
    """Registers every built-in ruleset and `SAMPLED` with Gymnasium; those registered stay."""
    entries = [(env_id(id_), EightsEnv, {"ruleset": id_}) for id_ in rulesets()]
    for name, env, kwargs in [*entries, *((name, env, {}) for name, env in SAMPLED.items())]:
        if name not in registry:
            register(
                id=name,
                entry_point=f"{env.__module__}:{env.__name__}",
                kwargs=kwargs,
                disable_env_checker=True,
                order_enforce=True,
            )
