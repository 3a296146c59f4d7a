"""A batch in which policies from outside decide for some seats."""

from __future__ import annotations

import contextlib
import copy
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._base.autoreset import AsAutoreset, Autoreset
from eights._eights import (
    ActionError,
    ArgumentError,
    Batch,
    BatchError,
    BatchState,
    Game,
    GamePool,
    State,
)
from eights._play.controllers import (
    Controller,
    Opponents,
    Seats,
    controllers_of,
    have_policies,
    is_policy,
    seated,
)
from eights._play.seating import Seating
from eights._play.tables import choose
from eights.policies import decide, illegal, policy_name
from eights.searcher import Searcher

__all__ = [
    "Controller",
    "Opponents",
    "PolicyBatch",
    "Seats",
    "controllers_of",
    "is_policy",
    "seated",
    "table",
    "with_controllers",
]

Extra: TypeAlias = Literal["seat_observations", "privileged_observations"]
Bools: TypeAlias = npt.NDArray[np.bool_]
Lines: TypeAlias = npt.NDArray[np.intp]
"""Numbers of envs, each once."""
Calls: TypeAlias = list[tuple[int, int]]
"""Policies by number, each with for how many of some envs it is to decide, in order."""


def table(
    game: Game | GamePool,
    controllers: Seats,
    num_envs: SupportsIndex,
    autoreset: AsAutoreset,
    threads: SupportsIndex = 1,
    seed: SupportsIndex | None = None,
) -> Batch[Any] | PolicyBatch:
    """A batch for these controllers: the plain one, where bots and no others are among them."""
    if have_policies(controllers):
        return PolicyBatch(
            game, num_envs, seed, threads, controllers=controllers, autoreset=autoreset
        )
    seats: Any = controllers
    return Batch(game, num_envs, seed, threads, controllers=seats, autoreset=autoreset)


def with_controllers(
    batch: Batch[Any] | PolicyBatch, controllers: Seats
) -> Batch[Any] | PolicyBatch:
    """The same batch, in which these decide from each env's next deal on.

    Raises:
        eights.Error: they are refused; nothing has changed.
    """
    if isinstance(batch, Batch) and have_policies(controllers):
        made = PolicyBatch.__new__(PolicyBatch)
        return made._take_over(batch, controllers)  # noqa: SLF001
    seats: Any = controllers
    batch.set_controllers(seats)
    return batch


def _source(batch: Batch[Any]) -> Game | GamePool:
    """The game or pool of the episodes."""
    return batch.game if batch.pool is None else batch.pool


@dataclass(frozen=True)
class PolicyBatchState:
    """A moment of a `PolicyBatch`, its envs and the policies in them: see `get_state`."""

    batch: BatchState
    seating: Seating


class PolicyBatch:
    """A `Batch` in which policies from outside decide for some seats, for many envs at once.

    It is used as a `Batch` is, with the same arrays: `step` takes the actions of the seats whose
    controller is `None`, and then bots and policies move up to the next of them. A policy is called
    as `policy(observations, action_masks)`, see `eights.policies.Policy`, once for all envs that
    wait for it, as often as some env does.

    A policy is called as it is: who goes on to train it changes what is played at once.
    `eights.frozen(policy)` is a copy, and so are the members of an `eights.Pool`. Which member of a
    pool plays is drawn for each seat when an env deals, and stays to the end of the episode; the
    pool is told how the episode ended. A policy with a memory has one of its own in each batch, see
    `eights.policies.MemoryPolicy`. A searcher looks ahead in one env after the other, and so
    does a bot that is a member of a pool.

    As with a `Batch`, one call is made at a time: one that comes while another is playing, from
    another thread or from a policy, raises `BatchError`. Only `set_controllers` and `set_pool` may
    be called by a policy that is deciding. A copy has arrays and memories of its own.

    Args:
        game: with sampled chance; or a `GamePool`, as for `Batch`.
        num_envs: number of envs.
        seed: 0 … 2**64 - 1, or `None`, as for `Batch`.
        threads: number of threads.
        dtype: of the observations: `"float32"` or `"uint8"`.
        buffers: arrays of the caller's, by name, as for `Batch`.
        extras: arrays that are written, too, as for `Batch`.
        controllers: who decides for each seat: `None` for the actions given to `step`, the name of
            a bot or of a searcher (`"ismcts(iterations=50)"`), a policy, or a pool; shape [P] for
            all envs, or [N, P].
        autoreset: as for `Batch`: an `Autoreset`, or its word.

    Raises:
        eights.Error: an argument is refused, or a policy does what it may not, see `step`.

    >>> from eights import Game
    >>> def first_legal(observations, action_masks):
    ...     return action_masks.argmax(axis=1)
    >>> game = Game("crazy_eights", players=3)
    >>> batch = PolicyBatch(game, 8, seed=1, controllers=[None, first_legal, "greedy"])
    >>> for _ in range(50):
    ...     batch.step(batch.sample())
    >>> set(batch.players.tolist())
    {0}
    """

    def __init__(
        self,
        game: Game | GamePool,
        num_envs: SupportsIndex,
        seed: SupportsIndex | None = None,
        threads: SupportsIndex = 1,
        dtype: Any = "float32",
        controllers: Seats | None = None,
        autoreset: AsAutoreset = "same-step",
        buffers: dict[str, Any] | None = None,
        extras: Sequence[Extra] = (),
    ) -> None:
        """Deals in all envs."""
        inner = Batch(
            game,
            num_envs,
            seed,
            threads,
            dtype,
            None,
            Autoreset.of("autoreset", autoreset),
            buffers,
            extras,
        )
        self._take_over(inner, controllers)
        self.reset(seed=self.seed)

    def _take_over(self, inner: Batch[Any], controllers: Seats | None) -> PolicyBatch:
        """Goes on with a batch: policies sit down where its envs deal next."""
        seating = Seating(inner.num_envs, inner.num_players)
        reading = seating.read(controllers, _source(inner))
        inner._set_controllers(reading.seats)  # noqa: SLF001 - they are there for this class
        seating.take(reading)
        self._inner = inner
        self._seating = seating
        self._is_unfinished = False
        self._lock = threading.Lock()
        self._asking: int | None = None
        """The thread in which policies are deciding."""
        self.policy_seconds = 0.0
        """The seconds that policies have taken to decide so far."""
        return self

    def set_controllers(self, controllers: Seats | None) -> None:
        """Sets the controllers of each env from its next reset on; running games keep theirs.

        Raises:
            eights.Error: they are refused, as by the class; nothing has changed.
        """
        with self._used(by_policies=True):
            reading = self._seating.read(controllers, _source(self._inner))
            self._inner._set_controllers(reading.seats)  # noqa: SLF001
            self._seating.take(reading)

    def set_pool(self, pool: Game | GamePool) -> None:
        """From each env's next deal on it plays games of this pool; games go on as they are.

        Raises:
            eights.Error: it is refused, as by `Batch.set_pool`; nothing has changed.
        """
        with self._used(by_policies=True):
            if isinstance(pool, Game | GamePool):
                self._seating.validate(pool)
            self._inner.set_pool(pool)

    # ---- Play -----------------------------------------------------------------------------------

    def reset(self, mask: Bools | None = None, seed: Any = None) -> None:
        """Deals new episodes in all envs, or in those of a mask; arguments as for `Batch.reset`."""
        with self._used():
            if self._is_unfinished and mask is not None:
                raise self._unfinished()
            # A copy, since an array of the batch itself, such as `terminations`, is written.
            mask = mask.copy() if isinstance(mask, np.ndarray) else mask
            self._inner.reset(mask, seed)
            self._is_unfinished = True
            self._seat(range(self.num_envs) if mask is None else mask.nonzero()[0].tolist())
            self._let_policies_decide()

    def step(self, actions: npt.ArrayLike, mask: Bools | None = None) -> None:
        """Applies one action an env; then bots and policies move up to the next outside decision.

        Args:
            actions: integers of shape [N], as for `Batch.step`; ignored in envs that show an end.
            mask: which envs move; `None` for all.

        Raises:
            BatchError: an action is not legal; no env has moved.
            ActionError: a policy's action is not legal: the message says which env and seat, and
                what is. Envs have moved then, so the batch takes nothing but `reset` of all envs.
            ArrayError: an array has another dtype or shape, also one that a policy returned.
        """
        with self._used():
            if self._is_unfinished:
                raise self._unfinished()
            self._inner.step(actions, mask)
            self._let_policies_decide()

    def get_state(self) -> PolicyBatchState:
        """Copies the moment of all envs and of the policies in them, for `set_state`.

        It holds a copy of what policies remember, and the policies themselves: what they learn
        later is not taken back, nor what pools have counted.

        Raises:
            BatchError: a policy is deciding, or left a step or reset in the middle.
        """
        with self._used():
            if self._is_unfinished:
                raise self._unfinished()
            return PolicyBatchState(self._inner.get_state(), self._seating.copy())

    def set_state(self, state: PolicyBatchState) -> None:
        """Takes what `get_state` of this batch has saved, and goes on exactly from there.

        Raises:
            ArgumentError: it is not such a state.
            BatchError: it is of another batch; nothing has changed.
        """
        if not isinstance(state, PolicyBatchState):
            raise ArgumentError(
                f"state must be what get_state() returned, not {arguments.kind(state)}"
            )
        with self._used():
            if not self._seating.goes_with(state.seating):
                raise BatchError("the state is of a PolicyBatch in which other policies play")
            self._inner.set_state(state.batch)
            self._seating = self._seating.back_to(state.seating)
            self._is_unfinished = False

    @contextlib.contextmanager
    def _used(self, by_policies: bool = False) -> Iterator[None]:
        """One call at a time: the batch and the seating change together.

        Args:
            by_policies: whether the call may also come from a policy that is deciding.

        Raises:
            BatchError: another call has not returned yet.
        """
        if by_policies and self._asking == threading.get_ident():
            yield
            return
        if not self._lock.acquire(blocking=False):
            if self._asking is not None:
                raise BatchError(
                    "a policy is deciding: its batch is not stepped, reset or copied now"
                )
            raise BatchError("the batch is in use: another call on it has not returned yet")
        try:
            yield
        finally:
            self._lock.release()

    def _unfinished(self) -> BatchError:
        return BatchError("a policy left a step or reset in the middle: call reset() for all envs")

    def _let_policies_decide(self) -> None:
        """Plays on until no policy is to act.

        All envs go on together, whether their episode is new or not, so that a policy is called for
        as many as possible, and no more often than some env needs.
        """
        inner = self._inner
        self._is_unfinished = True
        while True:
            ended, dealt = inner._policy_episodes()  # noqa: SLF001
            self._seating.tell_pools(ended)
            self._seat(dealt)
            lines, calls = inner._waiting(self._seating.playing)  # noqa: SLF001
            if not calls:
                break
            self._move(lines, calls)
        self._is_unfinished = False

    def _seat(self, envs: Sequence[int]) -> None:
        """Seats policies where these envs have dealt: at as many seats as the game of each has."""
        if not envs:
            return
        is_mixed = self.pool is not None and len(set(self.pool.players)) > 1
        counts = [self.game_of(i).num_players() for i in envs] if is_mixed else None
        self._seating.seat(envs, counts)

    def _move(self, lines: Lines, calls: Calls) -> None:
        """Steps these envs by what policies choose."""
        choices = self._ask(lines, calls)
        try:
            self._inner._decide(lines, choices)  # noqa: SLF001
        except BatchError:
            # A policy may change the masks that it is shown, so the batch's own are checked.
            wrong = illegal(choices, self._inner.action_masks[lines])
            if wrong is None:
                raise
            env = lines[wrong[0]]
            seat = self._inner.players[env]
            name = policy_name(self._seating.roster[self._seating.playing[env, seat]])
            raise ActionError(f"env {env}, seat {seat}: policy {name}: {wrong[1]}") from None

    def _ask(self, lines: Lines, calls: Calls) -> npt.NDArray[np.int64]:
        """The actions of the policies in these envs."""
        choices = np.empty(len(lines), np.int64)
        observations = self._inner.observations.take(lines, axis=0)
        masks = self._inner.action_masks.take(lines, axis=0)
        begin, start = 0, perf_counter()
        self._asking = threading.get_ident()
        try:
            for number, count in calls:
                own, policy = slice(begin, begin + count), self._seating.roster[number]
                if isinstance(policy, str | Searcher):
                    choices[own] = [choose(policy, self._inner.state(i)) for i in lines[own]]
                else:
                    rows = self._seating.rows(number, lines[own], self._inner.players)
                    choices[own] = decide(policy, observations[own], masks[own], rows)
                begin += count
        finally:
            self._asking = None
        self.policy_seconds += perf_counter() - start
        return choices

    # ---- Copies ---------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        """The attributes of a copy: a moment of its own, since another thread may go on.

        Raises:
            BatchError: another call has not returned yet.
        """
        with self._used():
            moment = {"_inner": copy.copy(self._inner), "_seating": self._seating.apart()}
            return {name: of for name, of in vars(self).items() if name != "_lock"} | moment

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Nobody uses the copy yet."""
        vars(self).update(state, _lock=threading.Lock())

    def __copy__(self) -> PolicyBatch:
        """A batch with the same policies that goes its own way."""
        made = PolicyBatch.__new__(PolicyBatch)
        state = self.__getstate__()
        made.__setstate__(state | {"_seating": state["_seating"].copy()})
        return made

    # ---- What a batch shows ---------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game; where games are drawn from a pool its first."""
        return self._inner.game

    @property
    def pool(self) -> GamePool | None:
        """The pool that the games of the episodes are drawn from, if they are."""
        return self._inner.pool

    def game_of(self, i: SupportsIndex) -> Game:
        """The game that env i plays."""
        return self._inner.game_of(i)

    @property
    def num_players(self) -> int:
        """Number of seats that the arrays have room for, P: of the game with the most players."""
        return self._inner.num_players

    @property
    def num_envs(self) -> int:
        """Number of envs, N."""
        return self._inner.num_envs

    @property
    def seed(self) -> int | None:
        """The seed that the episodes of all envs come from; `None` where they have their own."""
        return self._inner.seed

    @property
    def threads(self) -> int:
        """Number of threads that step envs."""
        return self._inner.threads

    @property
    def autoreset(self) -> Literal["same-step", "next-step", "disabled"]:
        """When an env deals anew after an end."""
        return self._inner.autoreset

    @property
    def observations(self) -> npt.NDArray[Any]:
        """Observations of each env's seat to act: shape [N, D]."""
        return self._inner.observations

    @property
    def action_masks(self) -> Bools:
        """Legal actions: shape [N, 100]; an env that shows an end has only `pass`."""
        return self._inner.action_masks

    @property
    def players(self) -> npt.NDArray[np.int32]:
        """The seat to act: shape [N]."""
        return self._inner.players

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """Rewards of each seat since the env's previous outside decision: shape [N, P]."""
        return self._inner.rewards

    @property
    def terminations(self) -> Bools:
        """True where an episode ended in this step and its rewards are final: shape [N]."""
        return self._inner.terminations

    @property
    def truncations(self) -> Bools:
        """True where the limit of decisions ended an episode in this step: shape [N]."""
        return self._inner.truncations

    @property
    def final_observations(self) -> npt.NDArray[Any]:
        """Last observations of episodes, of the outside seat that decided last: shape [N, D]."""
        return self._inner.final_observations

    @property
    def final_players(self) -> npt.NDArray[np.int32]:
        """That seat, -1 where no episode ended in this step: shape [N]."""
        return self._inner.final_players

    @property
    def extras(self) -> list[Extra]:
        """The names of the extra arrays that it was asked for."""
        return self._inner.extras

    @property
    def seat_observations(self) -> npt.NDArray[Any]:
        """The view of each seat: shape [N, P, D]; an extra."""
        return self._inner.seat_observations

    @property
    def final_seat_observations(self) -> npt.NDArray[Any]:
        """The view of each seat at the ends of episodes: shape [N, P, D]; an extra."""
        return self._inner.final_seat_observations

    @property
    def privileged_observations(self) -> npt.NDArray[Any]:
        """The full position for a critic: shape [N, V]; an extra."""
        return self._inner.privileged_observations

    @property
    def final_privileged_observations(self) -> npt.NDArray[Any]:
        """The full position at the ends of episodes: shape [N, V]; an extra."""
        return self._inner.final_privileged_observations

    @property
    def skipped_episodes(self) -> int:
        """Number of episodes that ended without an outside decision; they were never shown."""
        return self._inner.skipped_episodes

    @property
    def bot_decisions(self) -> int:
        """Number of decisions that bots have made; those of policies are not among them."""
        return self._inner.bot_decisions

    def sample(self, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """An action for each env, uniform over its mask."""
        return self._inner.sample() if out is None else self._inner.sample(out)

    def bot_actions(self, name: str) -> npt.NDArray[np.int64]:
        """The action that a bot would choose in each env, as `Batch.bot_actions` says."""
        return self._inner.bot_actions(name)

    def episode_seed(self, i: SupportsIndex) -> int:
        """The seed of the episode that env i is in."""
        return self._inner.episode_seed(i)

    def state(self, i: SupportsIndex) -> State:
        """The position of env i, as a state of its own."""
        return self._inner.state(i)

    def __repr__(self) -> str:
        """The game, and the numbers of envs and threads."""
        return f"Policy{self._inner!r}"

    def __len__(self) -> int:
        """Number of envs."""
        return self.num_envs
