"""A reinforcement-learning environment for the Eights group of shedding card games.

>>> import eights
>>> game = eights.Game("crazy_eights", players=2)
>>> state = game.new_initial_state(seed=7)
>>> state.is_terminal()
False

| name | meaning |
|---|---|
| `Ruleset`, `rulesets()` | the rules of a game, as data; the built-in ones |
| `Game`, `State` | a game for some players; one position of it, in OpenSpiel's words |
| `Batch` | many games at once, every seat played by you or by bots |
| `GamePool`, `house_rules` | games that are drawn for each episode of a batch |
| `PolicyBatch`, `Pool`, `frozen` | policies of your own as opponents; past selves |
| `search`, `Searcher` | players that look ahead, over worlds that their seat cannot tell apart |
| `arena`, `win_rate_interval` | bots and policies against each other on duplicate deals |
| `reports` | reports of arenas: as Markdown, played again, ranked by alpha-rank |
| `solve` | exact values, best responses and CFR of games that are small enough |
| `exploit` | how much can be won from a policy in a game for two, from below |
| `leaderboard` | every bot at every ruleset, and policies of your own beside them |
| `selfplay` | rollouts, credit and advantages for training by self-play |
| `replay_page`, `save_replay`, `save_animation` | games as pages, as animations |
| `collect` | games written as Parquet, to learn from |
| `text` | games as exchanges of texts, for language models: tasks and scores |
| `RunLog`, `SoftStop` | the log of a training run, for `eights watch`; Ctrl-C that lets it save |
| `serve` | tables in the browser, for people; `eights serve` starts them |
| `mcp` | games as tools for language models; `eights mcp` serves them |
| `envs`, `pettingzoo` | environments of Gymnasium and PettingZoo |
| `sb3`, `torchrl`, `rllib`, `puffer`, `rlcard`, `openspiel`, `jax` | adapters to these |
| `textarena`, `kaggle`, `inspect_ai` | language models in TextArena, Kaggle's Game Arena, Inspect |
| `verifiers`, `openenv`, `nemo_gym` | environments of these, for language models |

`help(eights.Batch)` and its like give shapes, dtypes and errors. `eights.documentation()` lists the
pages of the documentation, which come with the package: `print(eights.documentation("trainers"))`
shows what each interface promises, `"schema"` every key of a ruleset, `"observations"` every
feature, `"searchers"` how players look ahead. On the command line, use `eights docs trainers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eights._eights import (
    GRAMMAR_VERSION,
    MAX_RECORD_BYTES,
    MAX_RULESET_BYTES,
    MAX_SEATS,
    NUM_ACTIONS,
    SAMPLE_VERSION,
    ActionError,
    ArgumentError,
    ArrayError,
    Batch,
    BatchError,
    BatchState,
    BotError,
    Error,
    Game,
    GameError,
    GamePool,
    PositionError,
    RecordError,
    ResampleError,
    Ruleset,
    RulesetError,
    State,
    __version__,
    action_to_string,
    arena,
    arena_games,
    arena_looks,
    arena_report,
    bots,
    deal_seed,
    decision_time,
    describe_rule,
    episode_seed,
    house_rules,
    replay,
    ruleset_schema,
    rulesets,
    schema_reference,
    search,
    string_to_action,
    win_rate_interval,
)

__all__ = [
    "GRAMMAR_VERSION",
    "MAX_RECORD_BYTES",
    "MAX_RULESET_BYTES",
    "MAX_SEATS",
    "NUM_ACTIONS",
    "SAMPLE_VERSION",
    "ActionError",
    "ArgumentError",
    "ArrayError",
    "Autoreset",
    "Batch",
    "BatchError",
    "BatchState",
    "BotError",
    "Error",
    "Game",
    "GameError",
    "GamePool",
    "IllegalActionWarning",
    "Policy",
    "PolicyBatch",
    "Pool",
    "PositionError",
    "RecordError",
    "ResampleError",
    "Ruleset",
    "RulesetError",
    "RunLog",
    "Searcher",
    "SoftStop",
    "State",
    "__version__",
    "action_to_string",
    "arena",
    "arena_games",
    "arena_looks",
    "arena_report",
    "bots",
    "deal_seed",
    "decision_time",
    "describe_rule",
    "documentation",
    "episode_seed",
    "exploit",
    "frozen",
    "hidden_rules",
    "house_rules",
    "replay",
    "replay_page",
    "ruleset_schema",
    "rulesets",
    "save_animation",
    "save_replay",
    "schema_reference",
    "search",
    "string_to_action",
    "win_rate_interval",
]

from eights._base.autoreset import Autoreset
from eights._display.documentation import documentation
from eights._exploit import exploit
from eights._trainers.illegal import IllegalActionWarning
from eights.hidden import hidden_rules
from eights.policies import Policy, frozen
from eights.policy_batch import PolicyBatch
from eights.pool import Pool
from eights.replays import replay_page, save_animation, save_replay
from eights.run_log import RunLog
from eights.searcher import Searcher
from eights.soft_stop import SoftStop

try:
    from gymnasium.vector import AutoresetMode as _AutoresetMode
except ImportError:
    pass  # an extra: its environments are registered only where it is installed, 1.1 or newer
else:
    from eights import envs

    del _AutoresetMode
    envs.register_all()

if TYPE_CHECKING:
    from eights import collect as collect
    from eights import inspect_ai as inspect_ai
    from eights import jax as jax
    from eights import kaggle as kaggle
    from eights import leaderboard as leaderboard
    from eights import mcp as mcp
    from eights import minari as minari
    from eights import nemo_gym as nemo_gym
    from eights import openenv as openenv
    from eights import openspiel as openspiel
    from eights import pettingzoo as pettingzoo
    from eights import puffer as puffer
    from eights import ray as ray
    from eights import reports as reports
    from eights import rlcard as rlcard
    from eights import rllib as rllib
    from eights import sb3 as sb3
    from eights import selfplay as selfplay
    from eights import serve as serve
    from eights import solve as solve
    from eights import text as text
    from eights import textarena as textarena
    from eights import torchrl as torchrl
    from eights import verifiers as verifiers
else:  # a type checker would take any name for known

    def _modules() -> list[str]:
        """The public modules and packages of eights."""
        import pkgutil

        return [found.name for found in pkgutil.iter_modules(__path__) if found.name[0] != "_"]

    def __dir__() -> list[str]:
        return sorted({*globals(), *_modules()})

    def __getattr__(name: str) -> object:
        """Modules when they are asked for; what needs an extra says how to get it."""
        from importlib import import_module

        if name in ("EightsEnv", "EightsVectorEnv", "HiddenRulesEnv", "HouseRulesEnv"):
            return getattr(import_module("eights.envs"), name)
        if name not in _modules():
            raise AttributeError(f"module 'eights' has no attribute {name!r}")
        try:
            return import_module(f"eights.{name}")
        except ImportError as missing:  # `hasattr`, `dir` and `help` know an AttributeError only
            raise AttributeError(str(missing)) from missing
