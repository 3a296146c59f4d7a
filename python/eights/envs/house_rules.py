"""One seat against bots under rules that are drawn anew for each episode, and shown."""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex

import numpy as np

from eights import _arguments
from eights._eights import Game, Ruleset
from eights.envs.gymnasium import EightsEnv, Illegal, Truncation
from eights.policy_batch import Opponents

__all__ = ["HouseRulesEnv", "Rules", "Split", "told"]

Split = Literal["train", "test", "all"]

_FEWEST, _MOST = 2, 10
"""Players that any ruleset allows."""

_LARGEST = 2**32
"""Places of the largest pool; also how far apart the seeds are that a place tries."""

_READY = 1024
"""Games of a pool that are kept ready."""


class Rules:
    """Where the rules of episodes come from; the arguments are those of `HouseRulesEnv`."""

    def __init__(
        self,
        players: SupportsIndex,
        split: Split,
        pool: SupportsIndex | None,
        episode: Literal["round", "match"],
        reward: Literal["win", "points"],
        history: SupportsIndex,
        max_decisions: SupportsIndex | None,
        truncation: Truncation,
    ) -> None:
        """Draws nothing yet.

        Raises:
            eights.Error: a number is out of range, or an argument is of another type.
        """
        self._seats = _arguments.integer("players", players, _FEWEST, _MOST)
        self._size = None if pool is None else _arguments.integer("pool", pool, 1, _LARGEST)
        self._split: Split = split
        self.ready: dict[int, Game] = {}
        """The games of the pool that are kept, by their places."""
        self.options: dict[str, Any] = {
            "players": self._seats,
            "episode": _arguments.text("episode", episode),
            "reward": reward,
            "layout": "universal",
            "history": history,
            "max_decisions": max_decisions,
            "truncation": truncation,
        }

    def first(self, seed: int = 0, stride: int = 1) -> Ruleset:
        """The first ruleset, from this seed on in strides, that allows the number of players."""
        while True:
            ruleset = Ruleset.sample(seed, split=self._split)
            fewest, most = ruleset.players
            fits = self.options["episode"] == "round" or ruleset.has_match
            if fewest <= self._seats <= most and fits:
                return ruleset
            seed += stride

    def draw(self, rng: np.random.Generator) -> Game:
        """The game of an episode."""
        if self._size is None:
            return Game(self.first(int(rng.integers(2**63))), **self.options)
        return self._pooled(int(rng.integers(self._size)))

    def _pooled(self, at: int) -> Game:
        """The game at a place of the pool; the one that was made first makes room for a new one."""
        if at not in self.ready:
            if len(self.ready) == _READY:
                del self.ready[next(iter(self.ready))]
            self.ready[at] = Game(self.first(at, _LARGEST), **self.options)
        return self.ready[at]


def told(game: Game) -> dict[str, str]:
    """What infos tell of the rules of an episode."""
    ruleset = game.ruleset
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "fingerprint": ruleset.fingerprint,
        "toml": ruleset.to_toml(),
    }


class HouseRulesEnv(EightsEnv):
    """A new ruleset for each episode, in full view: one policy for many games.

    ## Description
    As `EightsEnv`, but each `reset` draws a ruleset by `Ruleset.sample`: a built-in one with two to
    five house rules. The universal observation shows it in the span `rules`, so that the agent can
    play by rules that it has never met. What may be done is told by the mask, as ever.

    The splits `train` and `test` are apart by rules and fixed for a version of the sampler: an
    agent that was trained on one can be tested on the other.

    ## Infos
    `info["action_mask"]`, and `info["ruleset"]`: the `id`, `title`, `fingerprint` and `toml` of the
    ruleset in force. The attribute `env.game` is the episode's game.

    ## Version History
    v0: the first.

    Args:
        players: number of seats, the agent's among them, 2 … 10; rulesets that do not allow so many
            are passed over.
        split: `"train"`, `"test"` or `"all"`.
        pool: number of rulesets that episodes are drawn from, 1 … 2**32: those of the seeds
            0, 1, 2 … of the split, each made when it is first drawn. A seed whose ruleset does not
            allow the number of players is replaced by one further on, the same in every pool.
            `None`: each episode has a seed of its own.
        opponents: bots or policies, as for `EightsEnv`.
        illegal: what an illegal action does, as for `EightsEnv`.
        render_mode: `"ansi"` or `"human"`, as for `EightsEnv`.
        episode: `"round"` or `"match"`.
        reward: `"win"` or `"points"`.
        history: number of public events shown in observations.
        max_decisions: decisions of all seats after which the episode is truncated.
        truncation: `"score"` or `"bootstrap"`, as for `EightsEnv`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    def __init__(
        self,
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
    ) -> None:
        """Makes a table for the first ruleset of the split; `reset` draws another."""
        self.split: Split = split
        self._rules = Rules(
            players, split, pool, episode, reward, history, max_decisions, truncation
        )
        super().__init__(
            self._rules.first(),
            opponents=opponents,
            illegal=illegal,
            render_mode=render_mode,
            **self._rules.options,
        )

    def _open(self) -> None:
        """Draws the ruleset of the episode."""
        self.game = self._rules.draw(self.np_random)
        self._batch = self._table()
        self._has_seed = False  # the table is new
        self._told = told(self.game)

    def _info(self) -> dict[str, Any]:
        return {**super()._info(), "ruleset": dict(self._told)}
