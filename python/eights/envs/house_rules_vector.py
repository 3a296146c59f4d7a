"""Many tables at once, each under rules of its own that are drawn anew for each episode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, SupportsIndex, cast

import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode

from eights._eights import Batch, BatchError, Game, State
from eights.envs.gymnasium import Illegal, Truncation
from eights.envs.house_rules import Rules, Split, told
from eights.envs.vector import BATCHED, EightsVectorEnv
from eights.policies import illegal
from eights.policy_batch import Autoreset, Controller, Opponents, PolicyBatch

__all__ = ["HouseRulesVectorEnv"]

Bools = npt.NDArray[np.bool_]

ARRAYS = (
    *("observations", "action_masks", "players", "rewards", "terminations", "truncations"),
    *("final_observations", "final_players"),
)
"""What a batch shows, line by line of its envs."""


class _Rows:
    """What a `Batch` with `autoreset="disabled"` is, of envs that play games of their own.

    Each env is a batch of one, which writes into its line of the arrays.
    """

    observations: npt.NDArray[np.float32]
    action_masks: Bools

    def __init__(self, game: Game, num_envs: int, controllers: list[str | None]) -> None:
        """All envs play this game, until others are opened; all games are of one shape."""
        self.game, self.num_envs, self.controllers = game, num_envs, controllers
        whole = Batch(game, num_envs, controllers=controllers, autoreset="disabled")
        for name in ARRAYS:
            setattr(self, name, getattr(whole, name))
        self.rows = [self._row(env, game, 0) for env in range(num_envs)]

    def _row(self, env: int, game: Game, seed: int) -> Batch[Any]:
        lines = {name: getattr(self, name)[env : env + 1] for name in ARRAYS}
        return Batch(
            game, 1, seed, controllers=self.controllers, autoreset="disabled", buffers=lines
        )

    def __getstate__(self) -> dict[str, Any]:
        """Games and arrays, apart from each other."""
        kept = {name: value for name, value in vars(self).items() if name != "rows"}
        return {**kept, "rows": [(row.game, row.get_state()) for row in self.rows]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Joins them again: the lines of a copy are those of its own arrays."""
        vars(self).update({name: value for name, value in state.items() if name != "rows"})
        shown = {name: getattr(self, name).copy() for name in ARRAYS}
        self.rows = []
        for env, (game, saved) in enumerate(state["rows"]):
            self.rows.append(self._row(env, game, 0))
            self.rows[env].set_state(saved)
        for name, array in shown.items():
            getattr(self, name)[...] = array

    def open(self, env: int, game: Game, seed: int) -> None:
        """Deals an episode of another game in an env."""
        self.rows[env] = self._row(env, game, seed)

    def reset(self, mask: Bools) -> None:
        """Deals the next episode in these envs; each goes on with its game."""
        for env in mask.nonzero()[0]:
            self.rows[env].reset()

    def step(self, actions: npt.NDArray[np.int64], mask: Bools) -> None:
        """Applies the actions of these envs.

        Raises:
            BatchError: one is not legal; no env has moved.
        """
        envs = mask.nonzero()[0]
        wrong = illegal(actions[envs], self.action_masks[envs])
        if wrong is not None:
            raise BatchError(f"env {envs[wrong[0]]}: {wrong[1]}")
        rows = self.rows
        for env in envs.tolist():
            rows[env].step(actions[env : env + 1])

    def sample(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """An action for each env, uniform over its mask."""
        actions = np.empty(self.num_envs, np.int64) if out is None else out
        for env, row in enumerate(self.rows):
            row.sample(actions[env : env + 1])
        return actions

    def state(self, env: SupportsIndex) -> State:
        """The position of an env."""
        return self.rows[env].state(0)


class _Tables(PolicyBatch):
    """A batch in which `draw` gives each episode of an env its game and its seed."""

    def __init__(
        self,
        draw: Callable[[int], tuple[Game, int]],
        game: Game,
        num_envs: SupportsIndex,
        controllers: list[Controller],
        autoreset: Autoreset,
    ) -> None:
        self._draw = draw
        super().__init__(game, num_envs, controllers=controllers, autoreset=autoreset)

    def _tables(self, game: Game, num_envs: int, bots: Any, settings: dict[str, Any]) -> Batch[Any]:
        del settings  # each episode has a seed of its own
        return cast("Batch[Any]", _Rows(game, num_envs, bots))

    def _open(self, envs: Bools, seed: Any) -> None:
        del seed  # `draw` gives it
        rows = cast("_Rows", self._inner)
        for env in envs.nonzero()[0].tolist():
            rows.open(env, *self._draw(env))

    def game_of(self, env: int) -> Game:
        """The game that an env plays."""
        return cast("_Rows", self._inner).rows[env].game


class HouseRulesVectorEnv(EightsVectorEnv):
    """`HouseRulesEnv` at many tables: each episode of each table has rules of its own.

    Env i with the seed s plays the games of `HouseRulesEnv` after `reset(seed=s)`. What
    `infos["ruleset"]` holds is a dict of arrays, with a companion of bools each.

    Args:
        num_envs: number of tables.
        players: as for `HouseRulesEnv`, and so are the options up to `truncation`.
        split: `"train"`, `"test"` or `"all"`.
        pool: number of rulesets that episodes are drawn from; all envs share it.
        opponents: the bots or policies of the other seats.
        illegal: what an illegal action does to its env, as for `EightsVectorEnv`.
        render_mode: as for `EightsVectorEnv`.
        episode: `"round"` or `"match"`.
        reward: `"win"` or `"points"`.
        history: number of public events shown in observations.
        max_decisions: decisions of all seats after which an episode is truncated.
        truncation: `"score"` or `"bootstrap"`.
        autoreset_mode: an `AutoresetMode` or its value.
        copy: as for `EightsVectorEnv`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    _batch: _Tables

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        players: SupportsIndex = 4,
        split: Split = "train",
        pool: SupportsIndex | None = None,
        opponents: Opponents = "random",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        episode: Literal["round", "match"] = "round",
        reward: Literal["win", "points"] = "win",
        history: SupportsIndex = 0,
        max_decisions: SupportsIndex | None = None,
        truncation: Truncation = "score",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        """Makes the tables for the first ruleset of the split; `reset` draws others."""
        self.split: Split = split
        self._rules = Rules(
            players, split, pool, episode, reward, history, max_decisions, truncation
        )
        self._streams: dict[int, np.random.Generator] = {}
        """What each env draws rules, deals and replacements from, as `HouseRulesEnv` does."""
        super().__init__(
            num_envs,
            self._rules.first(),
            opponents=opponents,
            illegal=illegal,
            render_mode=render_mode,
            autoreset_mode=autoreset_mode,
            copy=copy,
            **self._rules.options,
        )
        self._told = np.full(self.num_envs, None, dtype=object)

    def _table(
        self, controllers: list[Controller], num_envs: SupportsIndex, threads: SupportsIndex
    ) -> PolicyBatch:
        del threads
        mode = BATCHED[self.autoreset_mode]
        return _Tables(self._episode, self.game, num_envs, controllers, mode)

    def _episode(self, env: int) -> tuple[Game, int]:
        """The game and the seed of the next episode of an env."""
        stream = self._streams[env]
        return self._rules.draw(stream), int(stream.integers(2**63))

    def _first_draw(self, env: int) -> tuple[int, np.random.Generator]:
        """Begins the stream of an env anew; its episodes draw from it as they are dealt."""
        self._streams[env] = seeding.np_random(self._seeds[env])[0]
        return 0, self._streams[env]

    def _generator(self, env: int) -> np.random.Generator:
        return self._streams[env]

    def _note_deals(self, envs: Bools) -> None:
        for env in envs.nonzero()[0].tolist():
            self._told[env] = told(self._batch.game_of(env))

    def _more_infos(self, envs: Bools) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for key in ("id", "title", "fingerprint", "toml"):
            infos[key] = np.full(self.num_envs, None, dtype=object)
            infos[key][envs] = [one[key] for one in self._told[envs]]
            infos[f"_{key}"] = envs.copy()
        return {"ruleset": infos, "_ruleset": envs.copy()}
