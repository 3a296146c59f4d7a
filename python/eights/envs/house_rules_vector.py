"""Many tables at once, each under rules of its own that are drawn anew for each episode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from eights._base import arguments
from eights._base.autoreset import AsAutoreset
from eights._base.options import PoolOptions
from eights._eights import Batch, GameError, GamePool, house_rules
from eights._trainers.illegal import Illegal
from eights.envs.house_rules import Split, told
from eights.envs.vector import EightsVectorEnv
from eights.policy_batch import Opponents, PolicyBatch, Seats, table

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["HouseRulesVectorEnv"]


class HouseRulesVectorEnv(EightsVectorEnv):
    """`HouseRulesEnv` at many tables: each episode of each table has rules of its own.

    Env i with the seed s plays the games of `HouseRulesEnv` after `reset(seed=s)`. What
    `infos["ruleset"]` holds is a dict of arrays, with a companion of bools each.

    Args:
        num_envs: number of tables.
        players: as for `HouseRulesEnv`.
        split: `"train"`, `"test"` or `"all"`.
        pool: number of rulesets that episodes are drawn from; all envs share it.
        opponents: the bots or policies of the other seats.
        illegal: what an illegal action does to its env, as for `EightsVectorEnv`.
        render_mode: as for `EightsVectorEnv`, and so is `render_width`.
        autoreset_mode: as for `EightsVectorEnv`.
        copy: as for `EightsVectorEnv`.
        threads: number of threads that step envs; nothing but speed depends on it.
        max_episode_steps: as for `EightsVectorEnv`.
        options: as for `HouseRulesEnv`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        players: SupportsIndex = 4,
        split: Split = "train",
        pool: SupportsIndex | None = None,
        opponents: Opponents = "random",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        autoreset_mode: AsAutoreset = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: SupportsIndex = 1,
        render_width: SupportsIndex | None = None,
        max_episode_steps: SupportsIndex | None = None,
        **options: Unpack[PoolOptions],
    ) -> None:
        """Makes the tables for the first ruleset of the split; `reset` draws others."""
        self.split: Split = split
        number = arguments.integer("players", players)
        self._pool = house_rules(number, split, pool, **options)
        super().__init__(
            num_envs,
            opponents=opponents,
            illegal=illegal,
            render_mode=render_mode,
            autoreset_mode=autoreset_mode,
            copy=copy,
            threads=threads,
            render_width=render_width,
            max_episode_steps=max_episode_steps,
            game=self._pool.first,
        )
        self._told = np.full(self.num_envs, None, dtype=object)

    def set_pool(self, pool: GamePool) -> None:
        """Says what games each table plays from its next deal on; games go on as they are.

        Args:
            pool: of games for as many players as there are, with the same observations.

        Raises:
            ArgumentError: it is not a pool.
            GameError: its games are for other numbers of players; nothing has changed.
            eights.Error: it is refused, as by `Batch.set_pool`; nothing has changed.
        """
        players = self.game.num_players()
        if arguments.instance("pool", pool, GamePool).players != (players, players):
            fewest, most = pool.players
            raise GameError(
                f"the games of the pool are for {fewest} … {most} players, not {players}"
            )
        self._batch.set_pool(pool)
        self._pool = pool

    def _table(
        self, controllers: Seats, num_envs: SupportsIndex, threads: SupportsIndex
    ) -> Batch[Any] | PolicyBatch:
        return table(self._pool, controllers, num_envs, self._autoreset, threads)

    def _note_deals(self, envs: npt.NDArray[np.bool_]) -> None:
        for env in envs.nonzero()[0].tolist():
            self._told[env] = told(self._batch.game_of(env))

    def _more_infos(self, envs: npt.NDArray[np.bool_]) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for key in ("id", "title", "fingerprint", "toml"):
            infos[key] = np.full(self.num_envs, None, dtype=object)
            infos[key][envs] = [one[key] for one in self._told[envs]]
            infos[f"_{key}"] = envs.copy()
        return {"ruleset": infos, "_ruleset": envs.copy()}
