"""Many tables at once, one seat of each against bots, as a `gymnasium.vector.VectorEnv`."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from eights._base import arguments
from eights._base.autoreset import AsAutoreset, Autoreset
from eights._base.integers import actions_of
from eights._base.options import GameOptions, game_of, sampled
from eights._eights import (
    ActionError,
    ArrayError,
    Batch,
    BatchError,
    Game,
    Ruleset,
    State,
)
from eights._trainers.illegal import AT_END, Illegal, Notice, loss, mode
from eights._trainers.opponents import Opposed, no_options
from eights.envs.fresh import Fresh
from eights.envs.gymnasium import ADVICE, picture, width_of_pictures
from eights.policies import legal
from eights.policy_batch import (
    Opponents,
    PolicyBatch,
    Seats,
    controllers_of,
    table,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["EightsVectorEnv"]

Observations: TypeAlias = npt.NDArray[np.float32]
Actions: TypeAlias = npt.NDArray[np.int64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Seeds: TypeAlias = SupportsIndex | Sequence[SupportsIndex | None] | npt.NDArray[np.integer[Any]]
Infos: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[Observations, npt.NDArray[np.float64], Bools, Bools, Infos]


class EightsVectorEnv(Opposed, VectorEnv[Observations, Actions, np.ndarray[Any, Any]]):
    """One seat at each of many tables of bots, stepped together by `Batch`.

    ## Description
    Env i with the seed s plays the games of `EightsEnv` after `reset(seed=s)`, one after the other.

    ## Spaces
    Those of `EightsEnv`, batched. `infos["action_mask"]` (int8, shape `(num_envs, 100)`) says which
    actions are legal; no env's mask is empty. Where an env shows an end it has `pass` alone.

    ## Ends
    What an env does at the end of its episode is up to `autoreset_mode`, which is also an attribute
    and in `metadata`:

    - `NEXT_STEP`: it shows the end; the next step ignores its action and deals anew, with a reward
      of 0.
    - `SAME_STEP`: it deals anew at once. `infos["final_obs"]` holds the last observations (dense: a
      float32 array of shape `(num_envs, D)`; `infos["_final_obs"]` says which envs count),
      `infos["final_info"]` what else there was to say. Both are there only where an episode ended.
    - `DISABLED`: it shows the end, with rewards of 0, until `reset(options={"reset_mask": ...})`.

    ## Infos
    A dict of arrays, each with a companion of bools that says which envs count: `"action_mask"`
    and `"_action_mask"`, where an action was illegal `"illegal_action"` and `"_illegal_action"`.

    ## Version History
    v0: the first.

    Args:
        num_envs: number of tables.
        ruleset: as for `EightsEnv`.
        players: number of seats.
        opponents: the bots or policies of the other seats: one for all, a list of one for each, or
            a list of such lists, one for each env. `set_opponents` changes them: who sits at a
            table stays to the end of its episode.
        illegal: what an illegal action does to its env: `"lose"` ends the episode as a loss,
            `"random"` plays a legal action instead, `"raise"` raises `ActionError`, and no env has
            moved. At the first one the other two warn, as `EightsEnv` does.
        render_mode: `"ansi"` or `"rgb_array"`: `render` returns a text or picture for each env.
        render_width: with `"rgb_array"`, how wide the pictures of the tables are, as for
            `EightsEnv`.
        autoreset_mode: an `eights.Autoreset`, Gymnasium's `AutoresetMode`, or the word of one.
        copy: whether what is returned is the caller's own. Otherwise observations and masks are
            arrays that the next call writes into.
        threads: number of threads that step envs; nothing but speed depends on it.
        max_episode_steps: steps of the agent after which an episode is cut off, as Gymnasium's
            `TimeLimit` does it for the single environment: truncated, whatever `truncation` says.
        options: as for `EightsEnv`.

    Raises:
        eights.Error: an argument is refused; the message says what was possible.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }
    SEAT: ClassVar[int] = 0

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        ruleset: str | Ruleset | Game | None = None,
        players: SupportsIndex | None = None,
        opponents: Opponents = "random",
        illegal: Illegal = "lose",
        render_mode: str | None = None,
        autoreset_mode: AsAutoreset = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: SupportsIndex = 1,
        render_width: SupportsIndex | None = None,
        max_episode_steps: SupportsIndex | None = None,
        **options: Unpack[GameOptions],
    ) -> None:
        """Makes the tables; `reset` deals."""
        super().__init__()
        self.illegal = mode(illegal)
        if render_mode is not None:
            arguments.word("render_mode", render_mode, self.metadata["render_modes"])
        self._autoreset = Autoreset.of("autoreset_mode", autoreset_mode)
        self.autoreset_mode = AutoresetMode(self._autoreset.gymnasium)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.game = sampled(game_of(ruleset, options, players))
        self._notice = Notice(self.illegal, ADVICE)
        self.render_mode = render_mode
        self.render_width = width_of_pictures(render_mode, render_width)
        self.copy = copy
        self._opponents = opponents
        controllers = controllers_of(opponents, self.game.num_players(), num_envs)
        self._batch = self._table(controllers, num_envs, threads)
        self.num_envs = self._batch.num_envs
        self._make_spaces()
        self._same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        self._next_step = self.autoreset_mode is AutoresetMode.NEXT_STEP
        self._loss = loss(self.game)
        # Where envs may show an end for many steps, a step writes too few of them for it to pay.
        lends = copy and self.autoreset_mode is not AutoresetMode.DISABLED
        self._fresh = Fresh(self._batch) if lends and isinstance(self._batch, Batch) else None
        """Where it serves, observations are returned uncopied: the batch leaves them alone."""
        self._all = np.ones(self.num_envs, dtype=np.bool_)
        self._unwritten: Bools | None = None
        """The envs whose observations the present call has not written; `None` for none."""
        self._seeds: list[int | None] = [None] * self.num_envs
        self._generators: dict[int, np.random.Generator] = {}
        self._ended = np.zeros(self.num_envs, dtype=np.bool_)
        self._lost = np.zeros(self.num_envs, dtype=np.bool_)
        """Envs whose episode ended, but for the batch, which would play on in them."""
        self._any_lost = False
        self._cut = np.zeros(self.num_envs, dtype=np.bool_)
        """Those of them in which it was `max_episode_steps`, not an illegal action."""
        self._steps = np.zeros(self.num_envs, dtype=np.int64)
        """The agent's steps in the episode, counted where there is a limit."""
        self._most_steps = (
            None
            if max_episode_steps is None
            else arguments.integer("max_episode_steps", max_episode_steps, 1)
        )
        self._is_dealt = False

    def _table(
        self, controllers: Seats, num_envs: SupportsIndex, threads: SupportsIndex
    ) -> Batch[Any] | PolicyBatch:
        """The batch of all envs."""
        return table(self.game, controllers, num_envs, self._autoreset, threads)

    def _played(self) -> Batch[Any] | PolicyBatch:
        return self._batch

    def _play(self, batch: Batch[Any] | PolicyBatch) -> None:
        if self._fresh is not None and batch is not self._batch:
            # From now on observations are copied: what was handed out must not be written again.
            shown = self._batch.observations.copy()
            self._fresh.renew()
            self._batch.observations[:] = shown
            self._fresh = None
        self._batch = batch

    def _make_spaces(self) -> None:
        size = self.game.observation_tensor_size()
        self.single_observation_space = gymnasium.spaces.Box(0.0, 1.0, (size,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    # ---- Reset ----------------------------------------------------------------------------------

    def reset(
        self, *, seed: Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Deals new episodes in all envs, or in those of `options["reset_mask"]`.

        Args:
            seed: an integer s of 0 or greater: env i has the seed s + i. A list: each env its own,
                or `None` for the next episode of the one that it has.
            options: `{"reset_mask": bool array of shape (num_envs,)}`.

        Returns:
            Observations and infos, of all envs.

        Raises:
            GameError: a seed is below 0.
            ArgumentError: a seed is not an integer, or an option is unknown.
            ArrayError: there are more or fewer seeds than envs, or the mask is not such an array.
        """
        no_options(options, "reset_mask")
        given = None if options is None else options.get("reset_mask")
        mask = np.ones(self.num_envs, dtype=np.bool_) if given is None else self._mask(given)
        seeds = self._each_seed(seed)
        for i in np.flatnonzero(mask):
            if seeds[i] is None and self._seeds[i] is None:
                seeds[i] = int(self.np_random.integers(2**63))
        origins = np.zeros(self.num_envs, dtype=np.uint64)
        seeded = np.zeros(self.num_envs, dtype=np.bool_)
        for i in np.flatnonzero(mask):
            if seeds[i] is not None:
                self._seeds[i] = seeds[i]
                self._generators.pop(int(i), None)
                origins[i] = self._first_draw(int(i))[0]
                seeded[i] = True
        self._unwritten = self._all
        if seeded.any():
            self._deal(mask=seeded, seed=origins)
        if (mask & ~seeded).any():
            self._deal(mask=mask & ~seeded)
        self._is_dealt = self._is_dealt or bool(mask.all())
        self._set_lost(self._lost & ~mask)
        self._steps[mask] = 0
        self._note_deals(mask)
        self._write_others()
        return self._show(), self._infos()

    def _deal(self, mask: Bools, seed: npt.NDArray[np.uint64] | None = None) -> None:
        """Resets these envs of the batch."""
        if self._fresh is not None:
            self._fresh.renew()
        self._batch.reset(mask=mask, seed=seed)
        self._note_written(mask)

    def _note_written(self, envs: Bools | None) -> None:
        """Notes which envs a step or reset of the batch has written; `None` for all."""
        if envs is None:
            self._unwritten = None
        elif self._unwritten is not None:
            self._unwritten = self._unwritten & ~envs

    def _write_others(self) -> None:
        """Writes the observations that this call has not, and has returned to somebody before."""
        if self._fresh is None or self._unwritten is None:
            return
        for env in self._unwritten.nonzero()[0].tolist():
            into = self._batch.observations[env]
            self._batch.state(env).observation_tensor(self.SEAT, out=into)

    def _mask(self, given: object) -> Bools:
        if not (
            isinstance(given, np.ndarray)
            and given.dtype == np.bool_
            and given.shape == (self.num_envs,)
            and given.any()
        ):
            raise ArrayError(
                f"reset_mask must be a bool array of shape ({self.num_envs},) that is true "
                f"somewhere, not {arguments.shown(given)}"
            )
        mask: Bools = np.array(given)
        return mask

    def _each_seed(self, seed: Seeds | None) -> list[int | None]:
        """The new seed of each env, where it gets one."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, Sequence) or np.ndim(seed) > 0:  # type: ignore[arg-type]
            each: list[int | None] = [
                None if one is None else arguments.integer("seed", one, 0)
                for one in seed  # type: ignore[union-attr]
            ]
            if len(each) != self.num_envs:
                raise ArrayError(f"there are {len(each)} seeds for {self.num_envs} envs")
            return each
        first = arguments.integer("seed", seed, 0)
        super().reset(seed=first)
        return [first + i for i in range(self.num_envs)]

    def _first_draw(self, env: int) -> tuple[int, np.random.Generator]:
        """The origin of an env's episodes and its generator, both from the seed of the env."""
        generator, _ = seeding.np_random(self._seeds[env])
        return int(generator.integers(2**63)), generator

    # ---- Step -----------------------------------------------------------------------------------

    def step(self, actions: npt.ArrayLike) -> Step:
        """Applies the agents' actions, then those of the bots up to the agents' next decisions.

        Returns:
            Observations, rewards (float64), terminations, truncations (bool), infos.

        Raises:
            ActionError: an action is illegal and `illegal="raise"`, or `reset` was not called.
            ArrayError: the actions are not one integer for each env.
        """
        chosen = self._actions(actions)
        again = self._lost.copy() if self._any_lost else None
        moves = None if again is None else ~again
        self._unwritten = self._all
        self._count_steps()
        try:
            self._move(chosen, moves)
            illegal = None
        except BatchError as refused:
            illegal = self._step_legal(chosen, moves, refused)
        if self._next_step:
            if again is not None:
                self._deal(mask=again)
                self._set_lost(self._lost & ~again)
                self._ended |= again
                again = None
            self._note_deals(self._ended)
        self._write_others()
        lost = None
        if illegal is not None and self.illegal == "lose":
            lost = illegal
            self._set_lost(self._lost | lost)
        rewards = self._batch.rewards[:, self.SEAT].astype(np.float64)
        terminations, truncations = self._batch.terminations.copy(), self._batch.truncations.copy()
        if again is not None:
            rewards[again], truncations[again] = 0.0, False
            terminations[again] = ~self._cut[again]
        if lost is not None:
            rewards[lost], terminations[lost], truncations[lost] = self._loss, True, False
        if self._most_steps is not None:
            self._cut_off(self._steps >= self._most_steps, terminations, truncations)
        if self._same_step:
            infos = self._same_step_infos(terminations | truncations, illegal)
            return self._show(), rewards, terminations, truncations, {**self._infos(), **infos}
        observations = self._show()
        return observations, rewards, terminations, truncations, self._infos(illegal)

    def _count_steps(self) -> None:
        """Counts the step that is about to be made, in the envs in which the agent acts."""
        if self._most_steps is None:
            return
        shows_end = self._lost if self._same_step else self._lost | self._ended
        if self._next_step:
            self._steps[shows_end] = 0
        self._steps += ~shows_end

    def _cut_off(self, late: Bools, terminations: Bools, truncations: Bools) -> None:
        """Truncates the episodes that have reached the limit of the agent's steps."""
        cut = late & ~(terminations | truncations | self._lost)
        if cut.any():
            self._cut |= cut
            self._set_lost(self._lost | cut)
        truncations |= late

    def _actions(self, actions: npt.ArrayLike) -> Actions:
        if not self._is_dealt:
            raise ActionError("the actions are refused: no episode has begun, call reset()")
        return actions_of(actions, self.num_envs)

    def _step_legal(self, chosen: Actions, moves: Bools | None, refused: BatchError) -> Bools:
        """Steps although some actions are illegal; which."""
        illegal: Bools = ~legal(chosen, self._batch.action_masks)
        if not self._same_step:
            illegal &= ~self._ended
        if moves is not None:
            illegal &= moves
        if not illegal.any():
            raise refused
        if self.illegal == "raise":
            raise ActionError(str(refused)) from None
        self._notice.give()
        if self.illegal == "lose":
            self._move(chosen, ~illegal if moves is None else moves & ~illegal)
            return illegal
        replaced = chosen.copy()
        for i in np.flatnonzero(illegal):
            possible = np.flatnonzero(self._batch.action_masks[i])
            replaced[i] = self._generator(int(i)).choice(possible)
        self._move(replaced, moves)
        return illegal

    def _move(self, actions: Actions, moves: Bools | None) -> None:
        """Steps these envs of the batch; where it refuses, its arrays stay as they were."""
        renewed = self._fresh is not None and self._fresh.renew()
        try:
            self._batch.step(actions, moves)
        except BatchError:
            if self._fresh is not None and renewed:
                self._fresh.restore()
            raise
        self._note_written(moves)

    def _set_lost(self, lost: Bools) -> None:
        self._lost = lost
        self._any_lost = bool(lost.any())
        self._cut &= lost

    def _generator(self, env: int) -> np.random.Generator:
        """The generator by which `EightsEnv` of the same seed replaces illegal actions."""
        if env not in self._generators:
            self._generators[env] = self._first_draw(env)[1]
        return self._generators[env]

    # ---- What is shown --------------------------------------------------------------------------

    def _show(self) -> Observations:
        """The observations; where an env stands at its end, they and its mask show it."""
        batch = self._batch
        observations = batch.observations
        if not self._same_step:
            np.logical_or(batch.terminations, batch.truncations, out=self._ended)
            ended = self._ended.nonzero()[0]
            if ended.size:
                observations[ended] = batch.final_observations[ended]
        if self._any_lost:
            lost = self._lost & ~self._cut
            batch.action_masks[lost] = False
            batch.action_masks[lost, AT_END] = True
        return observations.copy() if self.copy and self._fresh is None else observations[:]

    def _infos(self, illegal: Bools | None = None) -> Infos:
        masks = self._batch.action_masks.view(np.int8)
        infos = {
            "action_mask": masks.copy() if self.copy else masks,
            "_action_mask": self._all.copy(),
            **self._more_infos(self._all.copy()),
        }
        if illegal is not None:
            infos["illegal_action"], infos["_illegal_action"] = illegal, illegal.copy()
        return infos

    def _same_step_infos(self, ended: Bools, illegal: Bools | None) -> Infos:
        """The infos of the episodes that ended; deals anew where the batch has not."""
        infos: Infos = {}
        goes_on = None if illegal is None else illegal & ~ended
        if goes_on is not None and goes_on.any():
            infos["illegal_action"], infos["_illegal_action"] = goes_on, goes_on.copy()
        if not ended.any():
            return infos
        final = self._batch.final_observations.copy()
        masks = np.zeros(self._batch.action_masks.shape, dtype=np.int8)
        masks[:, AT_END] = 1
        masks[self._cut] = self._batch.action_masks[self._cut]
        told = {"action_mask": masks, "_action_mask": ended.copy()}
        told |= self._more_infos(ended)
        if illegal is not None and (illegal & ended).any():
            told["illegal_action"] = illegal & ended
            told["_illegal_action"] = illegal & ended
        if self._any_lost:
            lost = self._lost
            final[lost] = self._batch.observations[lost]
            self._deal(mask=lost)
            self._set_lost(np.zeros_like(lost))
        self._steps[ended] = 0
        self._note_deals(ended)
        infos["final_obs"], infos["_final_obs"] = final, ended.copy()
        infos["final_info"], infos["_final_info"] = told, ended.copy()
        return infos

    def _note_deals(self, envs: Bools) -> None:
        """Called when envs have been dealt anew; a subclass may override it."""

    def _more_infos(self, envs: Bools) -> Infos:
        """Infos of a subclass on the episodes of these envs, or of more of them."""
        del envs
        return {}

    def action_masks(self) -> Bools:
        """The mask of legal actions: bool, shape `(num_envs, 100)`."""
        return self._batch.action_masks.copy()

    def sample(self, out: Actions | None = None) -> Actions:
        """A legal action for each env, uniform over its mask, from streams that the seeds fix."""
        return self._batch.sample() if out is None else self._batch.sample(out)

    def state(self, env: SupportsIndex) -> State:
        """The position of an env, as a state of its own."""
        return self._batch.state(operator.index(env))

    def render(self) -> tuple[Any, ...] | None:
        """The tables as the agents see them: a text or a picture for each, by `render_mode`."""
        if self.render_mode is None:
            return None
        states = [self._batch.state(env) for env in range(self.num_envs)]
        if self.render_mode == "rgb_array":
            return tuple(picture(state, self.SEAT, self.render_width) for state in states)
        return tuple(state.render(player=self.SEAT) for state in states)
