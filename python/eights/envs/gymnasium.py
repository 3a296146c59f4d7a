"""One seat against bots, as a plain `gymnasium.Env`."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._base.options import GameOptions, game_of, sampled
from eights._display import png
from eights._display.picture import draw
from eights._eights import ActionError, Batch, Game, GameError, Ruleset, State
from eights._trainers.illegal import AT_END, MASKABLE, Illegal, Notice, loss, mode
from eights._trainers.opponents import Opposed, no_options
from eights.policy_batch import Opponents, PolicyBatch, Seats, controllers_of, table

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["ADVICE", "EightsEnv", "picture", "rendered", "width_of_pictures"]

Observation = npt.NDArray[np.float32]

ADVICE = f'policies need info["action_mask"], or env.action_masks(); {MASKABLE}'
"""The ways in which a policy learns which actions are legal."""


def width_of_pictures(render_mode: str | None, render_width: SupportsIndex | None) -> int | None:
    """The width of pictures of the table; `None` for pictures of the text.

    Raises:
        ArgumentError: the width is not an integer.
        GameError: it is out of bounds, or there are no pictures.
        ImportError: what draws them is not installed.
    """
    if render_width is None:
        return None
    width = png.width_of("render_width", render_width)
    if render_mode != "rgb_array":
        raise GameError(f'render_width = {width} goes with render_mode = "rgb_array" only')
    png.require()
    return width


def picture(state: State, seat: int, width: int | None = None) -> npt.NDArray[np.uint8]:
    """A position as a seat sees it: uint8, the same size for all of a game.

    The text of the table, or with a width the table itself.
    """
    if width is not None:
        return png.pixels(state.to_svg(seat), width)
    rows = 20 + state.game.num_players()
    return draw(state.render(player=seat, color=True), rows)


def rendered(
    state: State, seat: int, render_mode: str | None, width: int | None
) -> str | npt.NDArray[np.uint8] | None:
    """A position as a seat sees it: returned as text or picture, printed in mode `human`."""
    if render_mode is None:
        return None
    if render_mode == "rgb_array":
        return picture(state, seat, width)
    text = state.render(player=seat, color=render_mode == "human")
    if render_mode == "ansi":
        return text
    print(text)  # noqa: T201
    return None


class EightsEnv(Opposed, gymnasium.Env[Observation, np.int64]):
    """One seat at a table of bots.

    ## Description
    The agent holds seat 0; bots hold the others and move inside `step`. Which seat deals is
    drawn for each episode, so the agent's place in the order of play is drawn as well.

    ## Action Space
    `Discrete(100)`, the universal actions; `info["action_mask"]` (int8, shape `(100,)`) says which
    are legal now. After the end it shows `pass` alone: a mask is never empty, so that what samples
    by masks needs no exception.

    ## Observation Space
    `Box(0, 1, (D,), float32)`, what the agent's seat may know; `env.game.observation_layout` names
    its spans.

    ## Rewards
    Those of the agent's seat since its last decision: with `reward="win"` +1 for the winner and
    -1/(players - 1) for the others, at the end; with `reward="points"` minus the points scored.

    ## Starting State
    A new deal, in which the agent is to act; bots that come before it have moved. Deals that bots
    finish before the agent is to act are played on and not shown. `reset(seed=...)` begins the
    sequence of episodes that the seed stands for, and `reset()` goes on in it: it is the one that
    an environment of `EightsVectorEnv` with this seed plays.

    ## Episode End
    Terminated at the end of the round (or match). After `max_decisions` the round is paid as a
    blocked one, and the episode is terminated and truncated, so that a learner does not bootstrap
    on top of the reward; with `truncation="bootstrap"` it is truncated only, and nothing is paid.
    What an illegal action does is up to `illegal`; where it ends the episode or is replaced, `info`
    has `"illegal_action": True`.

    ## Copies
    An environment can be pickled and copied, also within an episode: a copy goes on with the same
    games at a table of its own. Of one that `gymnasium.make` has wrapped take `copy.deepcopy`:
    `copy.copy` copies the wrapper only.

    ## Version History
    v0: the first.

    Args:
        ruleset: an id of `eights.rulesets()`, a `Ruleset` or a `Game`; `None`: `crazy_eights`.
        players: number of seats, the agent's among them; `None`: the fewest of the ruleset.
        opponents: the name of a bot for all other seats, or of a searcher
            (`"ismcts(milliseconds=5)"`), or a policy, see `eights.PolicyBatch`, or a pool; or a
            list of them, one for each, in clockwise order from the agent.
            `set_opponents` changes them.
        illegal: what an illegal action does: `"lose"` ends the episode as a loss (what losing
            costs with `reward="win"`, -1 with `reward="points"`), `"random"` plays a legal
            action drawn from the mask instead, `"raise"` raises `ActionError` and changes nothing.
            At the first illegal action the other two warn: `eights.IllegalActionWarning`.
        render_mode: `"ansi"` returns text, `"human"` prints it after each reset and step,
            `"rgb_array"` returns a picture of it: uint8, shape `(20 * (20 + players), 800, 3)`.
        render_width: with `"rgb_array"`, the table is drawn as `State.to_png` does, with this width
            in pixels and three quarters of it in height; it needs the extra `png`. `None`: a
            picture of the text.
        options: what `eights.Game` takes further, but for `chance`: `overrides`, `episode`,
            `reward`, `layout`, `history`, `max_decisions`, `truncation`, `beliefs`. Or `game`: the
            game itself in place of a ruleset.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    metadata = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 2}  # noqa: RUF012
    SEAT: ClassVar[int] = 0

    def __init__(
        self,
        ruleset: str | Ruleset | Game | None = None,
        players: SupportsIndex | None = None,
        opponents: Opponents = "random",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        render_width: SupportsIndex | None = None,
        **options: Unpack[GameOptions],
    ) -> None:
        """Makes the table; `reset` deals."""
        self.illegal = mode(illegal)
        if render_mode is not None:
            arguments.word("render_mode", render_mode, self.metadata["render_modes"])
        self.game = sampled(game_of(ruleset, options, players))
        self._opponents = opponents
        self._notice = Notice(self.illegal, ADVICE)
        self.render_mode = render_mode
        self.render_width = width_of_pictures(render_mode, render_width)
        self.observation_space = gymnasium.spaces.Box(
            0.0, 1.0, (self.game.observation_tensor_size(),), np.float32
        )
        self.action_space = gymnasium.spaces.Discrete(self.game.num_distinct_actions())
        self._batch = self._table(controllers_of(opponents, self.game.num_players(), 1))
        self._action = np.zeros(1, dtype=np.int64)
        self._done = True
        self._has_seed = False

    def __copy__(self) -> EightsEnv:
        """A copy at a table of its own: `copy.copy` would share the episode."""
        return copy.deepcopy(self)

    def _table(self, controllers: Seats) -> Batch[Any] | PolicyBatch:
        """A table for `game`."""
        return table(self.game, controllers, num_envs=1, autoreset="disabled")

    def _played(self) -> Batch[Any] | PolicyBatch:
        return self._batch

    def _play(self, batch: Batch[Any] | PolicyBatch) -> None:
        self._batch = batch

    def _note_deal(self) -> None:
        """Called when an episode has been dealt; a subclass may override it."""

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deals a new episode.

        Args:
            seed: 0 or greater; the same seed means the same episodes from here on. `None`: the next
                one.
            options: none are known.

        Returns:
            What the agent may know, and `{"action_mask": int8 (100,)}`.

        Raises:
            GameError: the seed is below 0.
            ArgumentError: the seed is not an integer, or there are options.
        """
        no_options(options)
        if seed is not None:
            seed = arguments.integer("seed", seed, 0)
        super().reset(seed=seed, options=options)
        if seed is not None or not self._has_seed:
            self._batch.reset(seed=int(self.np_random.integers(2**63)))
            self._has_seed = True
        else:
            self._batch.reset()
        self._note_deal()
        self._done = False
        self._show()
        return self._batch.observations[0].copy(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Applies the agent's action, then those of the bots up to the agent's next decision.

        Returns:
            Observation, reward, terminated, truncated, and `{"action_mask": int8 (100,)}`.

        Raises:
            ActionError: the action is illegal and `illegal="raise"`, or the episode is over.
            ArgumentError: the action is not an integer.
        """
        chosen = arguments.integer("action", action)
        if self._done:
            raise ActionError(
                f"action {arguments.shown(chosen)} is refused: the episode is over, call reset()"
            )
        masks = self._batch.action_masks[0]
        legal = 0 <= chosen < len(masks) and bool(masks[chosen])
        if not legal:
            if self.illegal == "raise":
                self.state().apply_action(chosen)  # raises, and says why
            self._notice.give()
            if self.illegal == "lose":
                return self._lose()
            chosen = int(self.np_random.choice(np.flatnonzero(self._batch.action_masks[0])))
        self._action[0] = chosen
        self._batch.step(self._action)
        terminated = bool(self._batch.terminations[0])
        truncated = bool(self._batch.truncations[0])
        self._done = terminated or truncated
        source = self._batch.final_observations if self._done else self._batch.observations
        reward = float(self._batch.rewards[0, self.SEAT])
        self._show()
        info = self._info()
        if not legal:
            info["illegal_action"] = True
        return source[0].copy(), reward, terminated, truncated, info

    def _lose(self) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The episode ends as a loss."""
        self._done = True
        self._show()
        info = self._info() | {"illegal_action": True}
        return self._batch.observations[0].copy(), loss(self.game), True, False, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions: bool, shape `(100,)`, as MaskablePPO reads it."""
        mask: npt.NDArray[np.bool_] = self._batch.action_masks[0].copy()
        if self._done:
            mask[:] = False
            mask[AT_END] = True
        return mask

    def state(self) -> State:
        """The position, as a state of its own; what is done to it does not change the episode."""
        return self._batch.state(0)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the agent sees it: returned as text or picture, printed in mode `human`."""
        return rendered(self.state(), self.SEAT, self.render_mode, self.render_width)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()
