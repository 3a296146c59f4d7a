"""A reinforcement-learning environment for the Eights group of shedding card games.

>>> import eights
>>> game = eights.Game("crazy_eights", players=2)
>>> state = game.new_initial_state(seed=7)
>>> state.is_terminal()
False
"""

from __future__ import annotations

import importlib.util

from eights._eights import (
    NUM_ACTIONS,
    ActionError,
    ArrayError,
    Batch,
    BatchError,
    BatchState,
    BotError,
    Error,
    Game,
    GameError,
    PositionError,
    RecordError,
    Ruleset,
    RulesetError,
    State,
    __version__,
    action_to_string,
    arena,
    bots,
    episode_seed,
    replay,
    rulesets,
    schema_reference,
    string_to_action,
)

__all__ = [
    "NUM_ACTIONS",
    "ActionError",
    "ArrayError",
    "Batch",
    "BatchError",
    "BatchState",
    "BotError",
    "Error",
    "Game",
    "GameError",
    "PositionError",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "State",
    "__version__",
    "action_to_string",
    "arena",
    "bots",
    "episode_seed",
    "replay",
    "rulesets",
    "schema_reference",
    "string_to_action",
]

if importlib.util.find_spec("gymnasium") is not None:
    from eights import envs

    envs.register_all()
