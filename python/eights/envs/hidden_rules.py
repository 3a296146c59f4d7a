"""One seat against bots under rules that are hidden and drawn anew for each episode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from eights._base.options import HiddenOptions
from eights._eights import Ruleset, State, describe_rule
from eights._trainers.illegal import Illegal
from eights.envs.gymnasium import EightsEnv
from eights.envs.vector import EightsVectorEnv
from eights.hidden import Split, hidden_rules
from eights.policy_batch import Opponents

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["HiddenRulesEnv", "HiddenRulesVectorEnv", "created_rules"]

_OPTIONS = HiddenOptions.__optional_keys__
"""The names of the options that are the game's, not the environment's."""


def created_rules(state: State) -> list[dict[str, Any]]:
    """The true rules of a position, for analysis only: each as a dict and in English."""
    rules = state.to_dict().get("created", [])
    return [{"rule": rule, "text": describe_rule(rule)} for rule in rules]


class HiddenRulesEnv(EightsEnv):
    """Rules that are found out by trying, other ones in each episode.

    ## Description
    As `EightsEnv`, but each episode stands under created rules, drawn from their grammar, that no
    seat is told. The mask holds every card in hand and the draw: an illegal card is handed back at
    the cost that the ruleset names (in `rose_mau` a penalty card and the turn). With `rounds` an
    episode is a match whose rounds all stand under the same rules, so that what was found out in
    one round is worth something in the next.

    What an agent can learn from is what everybody sees: its own attempts and those of the others,
    and their effects. A policy needs a memory, or `history`.

    The splits `train` and `test` share no rule; they are fixed for `eights.GRAMMAR_VERSION`.

    ## Infos
    `info["action_mask"]`, and `info["created"]`: the true rules, each with its `rule` (a dict, as
    in rulesets) and its `text`. They are for analysis only: an agent that reads them plays another
    game.

    ## Version History
    v0: the first.

    Args:
        ruleset: what is played beside the hidden rules: an id, or a `Ruleset`.
        players: number of seats, the agent's among them.
        rules: how many rules are drawn for each episode, 1 … 3.
        rounds: an episode is a match of this many rounds; `None`: it is one round.
        split: `"train"`, `"test"` or `"all"`.
        opponents: bots or policies, as for `EightsEnv`.
        illegal: what an action outside the mask does, as for `EightsEnv`.
        render_mode: as for `EightsEnv`, and so is `render_width`.
        overrides: further changes to the ruleset, as `Ruleset.override` takes them.
        max_decisions: decisions of all seats after which the episode is truncated; `None`: 200 for
            each seat and round.
        options: what `eights.hidden_rules` takes further: `reward`, `layout`, `history`,
            `truncation`, `beliefs`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    def __init__(
        self,
        ruleset: str | Ruleset = "rose_mau",
        players: SupportsIndex = 4,
        rules: SupportsIndex = 2,
        rounds: SupportsIndex | None = None,
        split: Split = "train",
        opponents: Opponents = "random",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        overrides: Mapping[str, Any] | None = None,
        max_decisions: SupportsIndex | None = None,
        render_width: SupportsIndex | None = None,
        **options: Unpack[HiddenOptions],
    ) -> None:
        """Makes the table; `reset` deals and draws the rules."""
        super().__init__(
            hidden_rules(
                ruleset, players, rules, rounds, split, overrides, max_decisions, **options
            ),
            opponents=opponents,
            illegal=illegal,
            render_mode=render_mode,
            render_width=render_width,
        )

    def created(self) -> list[dict[str, Any]]:
        """The true rules of the episode, for analysis only: each as a dict and in English."""
        return created_rules(self.state())

    def _info(self) -> dict[str, Any]:
        return {**super()._info(), "created": self.created()}


class HiddenRulesVectorEnv(EightsVectorEnv):
    """`HiddenRulesEnv` at many tables; `infos["created"]` has the true rules, for analysis only.

    Args:
        num_envs: number of tables.
        ruleset: as for `HiddenRulesEnv`, and so are the options that follow.
        players: number of seats.
        rules: how many rules are drawn for each episode.
        rounds: rounds of a match under the same rules; `None`: an episode is one round.
        split: `"train"`, `"test"` or `"all"`.
        overrides: further changes to the ruleset.
        max_decisions: as for `HiddenRulesEnv`.
        options: what else `EightsVectorEnv` takes, but for `episode`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        ruleset: str | Ruleset = "rose_mau",
        players: SupportsIndex = 4,
        rules: SupportsIndex = 2,
        rounds: SupportsIndex | None = None,
        split: Split = "train",
        overrides: Mapping[str, Any] | None = None,
        max_decisions: SupportsIndex | None = None,
        **options: Any,
    ) -> None:
        """Makes the tables; `reset` deals and draws the rules."""
        of_game = {name: options.pop(name) for name in _OPTIONS & options.keys()}
        super().__init__(
            num_envs,
            game=hidden_rules(
                ruleset, players, rules, rounds, split, overrides, max_decisions, **of_game
            ),
            **options,
        )
        self._created = np.full(self.num_envs, None, dtype=object)

    def _note_deals(self, envs: npt.NDArray[np.bool_]) -> None:
        for i in np.flatnonzero(envs):
            self._created[i] = created_rules(self.state(int(i)))

    def _more_infos(self, envs: npt.NDArray[np.bool_]) -> dict[str, Any]:
        return {"created": self._created.copy(), "_created": envs.copy()}
