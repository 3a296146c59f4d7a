"""One seat against bots under rules that are drawn anew for each episode, and shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from eights._base import arguments
from eights._base.options import PoolOptions
from eights._eights import Batch, Game, house_rules
from eights._trainers.illegal import Illegal
from eights.envs.gymnasium import EightsEnv
from eights.policy_batch import Opponents, PolicyBatch, Seats, table

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["HouseRulesEnv", "Split", "told"]

Split = Literal["train", "test", "all"]


def told(game: Game) -> dict[str, str]:
    """The rules of an episode, for infos."""
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
    As `EightsEnv`, but each episode draws a ruleset by `Ruleset.sample`: a built-in one with two to
    five house rules. The universal observation shows it in the span `rules`, and with
    `layout="cards"` the game gives it as tensors (`env.game.rule_matrix()`), so that the agent can
    play by rules that it has never met. The mask shows what may be done, as always.

    The splits `train` and `test` are apart by rules and fixed for a version of the sampler: an
    agent that was trained on one can be tested on the other.

    ## Infos
    `info["action_mask"]`, and `info["ruleset"]`: the `id`, `title`, `fingerprint` and `toml` of the
    ruleset in force. The attribute `env.game` is the episode's game.

    ## Version History
    v0: the first.

    Args:
        players: number of seats, the agent's among them, 2 … 10; rulesets that do not allow that
            many are left out.
        split: `"train"`, `"test"` or `"all"`.
        pool: number of rulesets that episodes are drawn from, as for `eights.house_rules`. `None`:
            each episode has rules of its own.
        opponents: bots or policies, as for `EightsEnv`.
        illegal: what an illegal action does, as for `EightsEnv`.
        render_mode: as for `EightsEnv`, and so is `render_width`.
        options: what `eights.house_rules` takes further: `episode`, `reward`, `history`,
            `max_decisions`, `truncation`, `beliefs`, `layout`.

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
        render_width: SupportsIndex | None = None,
        **options: Unpack[PoolOptions],
    ) -> None:
        """Makes a table for the first ruleset of the split; `reset` draws another."""
        self.split: Split = split
        number = arguments.integer("players", players)
        self._pool = house_rules(number, split, pool, **options)
        super().__init__(
            opponents=opponents,
            illegal=illegal,
            render_mode=render_mode,
            render_width=render_width,
            game=self._pool.first,
        )

    def _table(self, controllers: Seats) -> Batch[Any] | PolicyBatch:
        return table(self._pool, controllers, num_envs=1, autoreset="disabled")

    def _note_deal(self) -> None:
        self.game = self._batch.game_of(0)
        self._told = told(self.game)

    def _info(self) -> dict[str, Any]:
        return {**super()._info(), "ruleset": dict(self._told)}
