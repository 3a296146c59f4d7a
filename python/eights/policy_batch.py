"""A batch in which policies from outside decide for some seats."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Literal, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from eights import _arguments
from eights._eights import (
    ActionError,
    ArgumentError,
    ArrayError,
    Batch,
    BatchError,
    Game,
    GameError,
    GamePool,
    State,
)
from eights.policies import Policy, decide, illegal, policy_name
from eights.pool import Pool

__all__ = [
    "Autoreset",
    "Controller",
    "Opponents",
    "PolicyBatch",
    "Seats",
    "is_policy",
    "seated",
    "table",
]

Autoreset: TypeAlias = Literal["same-step", "next-step", "disabled"]
Controller: TypeAlias = str | Policy | Pool | None
Opponent: TypeAlias = str | Policy | Pool
Opponents: TypeAlias = Opponent | Sequence[Opponent]
Seats: TypeAlias = Sequence[Controller] | Sequence[Sequence[Controller]]
Bools: TypeAlias = npt.NDArray[np.bool_]
Lines: TypeAlias = npt.NDArray[np.intp]
"""Numbers of envs, each once."""

_OUTSIDE, _BOT = -1, -2
"""Who decides for a seat that no policy plays; those of policies are 0 or greater."""


def is_policy(given: object) -> bool:
    """Whether it decides as a policy: it can be called, or is a pool."""
    return callable(given) or isinstance(given, Pool)


def seated(opponents: Opponents, players: int) -> list[Opponent]:
    """Who plays the other seats, clockwise from the agent.

    Raises:
        ArgumentError: they are neither names nor policies.
        GameError: they are too few or too many.
    """
    others = players - 1
    if isinstance(opponents, str) or is_policy(opponents):
        return [opponents] * others  # type: ignore[list-item]
    if not isinstance(opponents, Sequence):
        raise ArgumentError(
            f"opponents must be names of bots or policies, not {_arguments.kind(opponents)}"
        )
    for at, one in enumerate(opponents):
        if not (isinstance(one, str) or is_policy(one)):
            raise ArgumentError(
                f"opponents[{at}] must be the name of a bot or a policy, not {_arguments.kind(one)}"
            )
    if len(opponents) != others:
        raise GameError(
            f"{len(opponents)} opponents are too few or too many: {players} players need {others}"
        )
    return list(opponents)


def table(
    game: Game | GamePool,
    controllers: Sequence[Controller],
    num_envs: SupportsIndex,
    autoreset: Autoreset,
    threads: SupportsIndex = 1,
    seed: SupportsIndex = 0,
) -> Batch[Any] | PolicyBatch:
    """A batch for these controllers: the plain one, where no policy is among them."""
    if any(map(is_policy, controllers)):
        return PolicyBatch(
            game, num_envs, seed, threads, controllers=controllers, autoreset=autoreset
        )
    seats = [None if one is None else str(one) for one in controllers]
    return Batch(game, num_envs, seed, threads, controllers=seats, autoreset=autoreset)


class PolicyBatch:
    """A `Batch` in which policies from outside decide for some seats, for many envs at once.

    It is used as a `Batch` is, with the same arrays: `step` takes the actions of the seats whose
    controller is `None`, and then bots and policies move up to the next of them. A policy is called
    as `policy(observations, action_masks)`, see `eights.policies.Policy`, once for all envs that
    wait for it, as often as some env does.

    A policy is called as it is: who goes on to train it changes what is played at once.
    `eights.frozen(policy)` is a copy, and so are the members of an `eights.Pool`. Which member of a
    pool plays is drawn for each seat when an env deals, and stays to the end of the episode; the
    pool is told how the episode ended.

    Args:
        game: with sampled chance; or a `GamePool`, as for `Batch`.
        num_envs: number of envs.
        seed: 0 … 2**64 - 1, as for `Batch`.
        threads: number of threads.
        dtype: of the observations: `"float32"` or `"uint8"`.
        controllers: who decides for each seat: `None` for the actions given to `step`, the name of
            a bot, a policy, or a pool; shape [P] for all envs, or [N, P].
        autoreset: as for `Batch`: `"same-step"`, `"next-step"` or `"disabled"`.

    Raises:
        eights.Error: an argument is refused, or a policy does what it may not, see `step`.

    >>> from eights import Game
    >>> def first_legal(observations, action_masks):
    ...     return action_masks.argmax(axis=1)
    >>> game = Game("crazy_eights", players=3)
    >>> batch = PolicyBatch(game, num_envs=8, controllers=[None, first_legal, "greedy"])
    >>> for _ in range(50):
    ...     batch.step(batch.sample())
    >>> set(batch.players.tolist())
    {0}
    """

    def __init__(
        self,
        game: Game | GamePool,
        num_envs: SupportsIndex,
        seed: SupportsIndex = 0,
        threads: SupportsIndex = 1,
        dtype: Any = "float32",
        controllers: Seats | None = None,
        autoreset: Autoreset = "same-step",
    ) -> None:
        """Deals in all envs."""
        _arguments.word("autoreset", autoreset, ("same-step", "next-step", "disabled"))
        self._autoreset: Autoreset = autoreset
        self._slots: list[Policy | Pool] = []
        size = _arguments.integer("num_envs", num_envs)
        players = (game.first if isinstance(game, GamePool) else game).num_players()
        self._next, bots = self._read(controllers, size, players)
        self._inner: Batch[Any] = Batch(
            game, size, seed, threads, dtype, controllers=bots, autoreset="disabled"
        )
        self._next = np.broadcast_to(self._next, (size, players)).copy()
        self._playing = self._next.copy()
        """Who decides in the present episode: the number of a policy in `_roster`."""
        self._note_policies()
        self._members = np.full((size, players), -1)
        """Which member of a pool that is, and of which, in `_pools`."""
        self._pools = np.full((size, players), -1)
        self._roster: list[Policy] = []
        self._early = np.zeros((size, players), dtype=np.float32)
        """What was won before the first outside decision; it counts with the first step."""
        self._is_new = np.zeros(size, dtype=np.bool_)
        """Envs whose episode began in the present call: nothing outside has decided in it yet."""
        self._last = np.zeros(size, dtype=np.int32)
        self._at_end = np.zeros(size, dtype=np.bool_)
        self._choices = np.zeros(size, dtype=np.int64)
        self._skipped = 0
        self._is_unfinished = False
        self.policy_seconds = 0.0
        """How long policies have taken to decide so far."""
        self.rewards: npt.NDArray[np.float32] = np.zeros((size, players), dtype=np.float32)
        self.terminations: Bools = np.zeros(size, dtype=np.bool_)
        self.truncations: Bools = np.zeros(size, dtype=np.bool_)
        self.final_observations: npt.NDArray[Any] = np.zeros_like(self._inner.observations)
        self.final_players: npt.NDArray[np.int32] = np.full(size, -1, dtype=np.int32)
        self._begin(np.ones(size, dtype=np.bool_))

    # ---- Controllers ----------------------------------------------------------------------------

    def _read(
        self, given: Seats | None, size: int, players: int
    ) -> tuple[npt.NDArray[np.int64], Any]:
        """The codes of the controllers, [P] or [N, P], and the same as a plain batch takes them."""
        if given is None:
            given = [None] * players
        whole = f"shape ({players},) or ({size}, {players})"
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise ArgumentError(
                f"controllers must be a list of {whole}, not {_arguments.kind(given)}"
            )
        nested = [
            isinstance(one, Sequence) and not (isinstance(one, str) or is_policy(one))
            for one in given
        ]
        lines: list[Any] = list(given) if any(nested) else [given]
        if any(nested) and len(lines) != size:
            raise BatchError(f"controllers must be of {whole}, not of {len(lines)} envs")
        codes = []
        for line in lines:
            if isinstance(line, str) or not isinstance(line, Sequence) or len(line) != players:
                raise BatchError(f"controllers must be of {whole}, not {_arguments.shown(line)}")
            codes.append([self._code(one) for one in line])
            if _OUTSIDE not in codes[-1]:
                raise BatchError(
                    f"env {len(codes) - 1} has no outside seat: leave at least one controller None"
                )
        bots = [[one if isinstance(one, str) else None for one in line] for line in lines]
        if any(nested):
            return np.array(codes), bots
        return np.array(codes[0]), bots[0]

    def _code(self, controller: Controller) -> int:
        if controller is None:
            return _OUTSIDE
        if isinstance(controller, str):
            return _BOT
        if not is_policy(controller):
            raise ArgumentError(
                "a controller must be None, the name of a bot, a policy or a pool, not "
                + _arguments.kind(controller)
            )
        for at, known in enumerate(self._slots):
            if known is controller:
                return at
        self._slots.append(controller)
        return len(self._slots) - 1

    def set_controllers(self, controllers: Seats | None) -> None:
        """Who decides for each seat from each env's next reset on; games go on as they are.

        Raises:
            eights.Error: they are refused, as by the class; nothing has changed.
        """
        codes, bots = self._read(controllers, self.num_envs, self.game.num_players())
        self._inner.set_controllers(bots)
        self._next[:] = codes
        self._note_policies()

    def _note_policies(self) -> None:
        """Notes in which envs a policy has a seat, in this episode or the next."""
        seated: Bools = (self._next >= 0) | (self._playing >= 0)
        self._is_asking: Bools = np.any(seated, axis=1)
        self._asking: Lines = self._is_asking.nonzero()[0]

    def _seat(self, lines: Lines) -> None:
        """Seats policies for the episodes that these envs have dealt."""
        self._early[lines] = 0
        self._is_new[lines] = True
        lines = lines[self._is_asking[lines]]
        following = self._next[lines]
        self._playing[lines] = following
        self._pools[lines] = self._members[lines] = -1
        for at in set(following[following >= 0].tolist()):
            slot = self._slots[at]
            rows, seats = (following == at).nonzero()
            rows = lines[rows]
            if isinstance(slot, Pool):
                members = slot.draw(len(rows))
                self._pools[rows, seats], self._members[rows, seats] = at, members
                numbers = {m: self._number(slot.policy(m)) for m in set(members.tolist())}
                self._playing[rows, seats] = [numbers[member] for member in members.tolist()]
            else:
                self._playing[rows, seats] = self._number(slot)

    def _number(self, policy: Policy) -> int:
        for at, known in enumerate(self._roster):
            if known is policy:
                return at
        self._roster.append(policy)
        return len(self._roster) - 1

    # ---- Play -----------------------------------------------------------------------------------

    def reset(self, mask: Bools | None = None, seed: Any = None) -> None:
        """Deals new episodes in all envs, or in those of a mask; arguments as for `Batch.reset`."""
        if self._is_unfinished and mask is not None:
            raise self._unfinished()
        envs = self._mask(mask)
        self._inner.reset(envs, seed)
        self._is_unfinished = True
        self._at_end[envs] = False
        self._clear(envs)
        self._begin(envs)
        self._is_unfinished = False

    def step(self, actions: npt.NDArray[Any], mask: Bools | None = None) -> None:
        """Applies one action an env; then bots and policies move up to the next outside decision.

        Args:
            actions: int32 or int64 array of shape [N]; ignored in envs that show an end.
            mask: which envs move; `None` for all.

        Raises:
            BatchError: an action is not legal; no env has moved.
            ActionError: a policy's action is not legal: the message says which env and seat, and
                what is. Envs have moved then, so the batch takes nothing but `reset` of all envs.
            ArrayError: an array has another dtype or shape, also one that a policy returned.
        """
        if self._is_unfinished:
            raise self._unfinished()
        moves = self._mask(mask)
        go = moves & ~self._at_end
        seats = self._inner.players.copy()
        self._inner.step(actions, go)
        self._is_unfinished = True
        self._is_new[:] = False
        if go.all():  # as mostly: without a mask, NumPy takes a tenth of the time
            self._last[:] = seats
            self.terminations[:] = self.truncations[:] = False
            self.final_players[:] = -1
            np.add(self._early, self._inner.rewards, out=self.rewards)
        else:
            self._last[go] = seats[go]
            self.rewards[moves] = 0
            self._clear(go)
            self.rewards[go] = self._early[go] + self._inner.rewards[go]
        if self._autoreset == "next-step":
            dealt = moves & self._at_end
            if dealt.any():
                self._at_end &= ~dealt
                self._clear(dealt)
                self._inner.reset(dealt)
                self._seat(dealt.nonzero()[0])
                go |= dealt
        self._advance(go)
        self._is_unfinished = False

    def _unfinished(self) -> BatchError:
        return BatchError("a policy left a step or reset in the middle: call reset() for all envs")

    def _mask(self, given: object) -> Bools:
        """Which envs are meant; a mask of the caller's own."""
        if given is None:
            return np.ones(self.num_envs, dtype=np.bool_)
        shape = (self.num_envs,)
        if not isinstance(given, np.ndarray) or given.shape != shape or given.dtype != np.bool_:
            raise ArrayError(
                f"mask must be a bool array of shape {shape}, not {_arguments.shown(given)}"
            )
        return given.copy()

    def _clear(self, envs: Bools) -> None:
        self.rewards[envs] = 0
        self.terminations[envs] = self.truncations[envs] = False
        self.final_players[envs] = -1

    def _begin(self, envs: Bools) -> None:
        """Seats policies in envs that have been dealt, and lets them move."""
        self._is_new[:] = False
        self._seat(envs.nonzero()[0])
        self._advance(envs)

    def _advance(self, envs: Bools) -> None:
        """Plays on until an outside seat is to act, or an end is shown, in each of these envs.

        All envs go on together, whether their episode is new or not, so that a policy is called for
        as many as possible, and no more often than some env needs.
        """
        inner, lines = self._inner, self._asking[envs[self._asking]]
        over = inner.terminations | inner.truncations
        ended = (envs & over).nonzero()[0]
        while True:
            if ended.size:
                dealt = self._end(ended)
                lines = np.concatenate([lines[~over[lines]], dealt])
                over = inner.terminations | inner.truncations
                ended = dealt[over[dealt]]
                continue
            who = self._playing[lines, inner.players[lines]]
            waiting = who >= 0
            lines, who = lines[waiting], who[waiting]
            if not lines.size:
                return
            self._move(lines, who)
            over = inner.terminations | inner.truncations
            ended = lines[over[lines]]

    def _move(self, lines: Lines, asked: npt.NDArray[np.int64]) -> None:
        """Steps these envs by what policies choose; which is asked, by number, in each."""
        self._ask(lines, asked)
        try:
            self._inner.step(self._choices, self._flags(lines))
        except BatchError:
            # What is shown to a policy is its own: its masks may have changed.
            wrong = illegal(self._choices[lines], self._inner.action_masks[lines])
            if wrong is None:
                raise
            env, name = lines[wrong[0]], policy_name(self._roster[asked[wrong[0]]])
            where = f"env {env}, seat {self._inner.players[env]}"
            raise ActionError(f"{where}: policy {name}: {wrong[1]}") from None
        won, is_new = self._inner.rewards[lines], self._is_new[lines]
        if won.any():
            self._early[lines[is_new]] += won[is_new]
            self.rewards[lines[~is_new]] += won[~is_new]

    def _ask(self, lines: Lines, asked: npt.NDArray[np.int64]) -> None:
        """Takes down what policies choose in these envs; which is asked, by number, in each."""
        order = asked.argsort(kind="stable")
        lines = lines[order]
        observations, masks = self._inner.observations[lines], self._inner.action_masks[lines]
        begin, start = 0, perf_counter()
        for number, count in enumerate(np.bincount(asked).tolist()):
            if count:
                own = slice(begin, begin + count)
                made = decide(self._roster[number], observations[own], masks[own])
                self._choices[lines[own]] = made
                begin += count
        self.policy_seconds += perf_counter() - start

    def _end(self, lines: Lines) -> Lines:
        """Shows the ends of these envs; those that are new are only counted. Which have dealt."""
        is_new = self._is_new[lines]
        skipped, shown = lines[is_new], lines[~is_new]
        if shown.size:
            self._show_ends(shown)
        if skipped.size:
            self._tell_pools(skipped)
            self._skipped += skipped.size
            self._inner.reset(mask=self._flags(skipped))
            self._seat(skipped)
        if self._autoreset != "same-step":
            self._at_end[shown] = True
            return skipped
        if shown.size:
            self._inner.reset(self._flags(shown))
            self._seat(shown)
        return lines

    def _flags(self, lines: Lines) -> Bools:
        """A mask of these envs."""
        flags = np.zeros(self.num_envs, dtype=np.bool_)
        flags[lines] = True
        return flags

    def _show_ends(self, lines: Lines) -> None:
        inner, last = self._inner, self._last[lines]
        self.terminations[lines] = inner.terminations[lines]
        self.truncations[lines] = inner.truncations[lines]
        self.final_players[lines] = last
        is_own = inner.final_players[lines] == last
        own = lines[is_own]
        self.final_observations[own] = inner.final_observations[own]
        # Elsewhere a policy decided last, so that the batch shows what its seat may know.
        for env in lines[~is_own].tolist():
            into = self.final_observations[env]
            inner.state(env).observation_tensor(self._last[env], out=into)
        self._tell_pools(lines)

    def _tell_pools(self, lines: Lines) -> None:
        """Notes for each member of a pool how it fared against the outside seats."""
        # Where an episode was cut off and nothing was paid, nobody has won.
        envs = lines[self._inner.terminations[lines] & (self._pools[lines] >= 0).any(axis=1)]
        if not envs.size:
            return
        told: dict[int, list[tuple[int, float]]] = {}
        rows = zip(
            envs.tolist(),
            self._playing[envs].tolist(),
            self._pools[envs].tolist(),
            self._members[envs].tolist(),
            strict=True,
        )
        # An episode or two a step: plain numbers cost less than arrays of them.
        for env, playing, pools, members in rows:
            returns = self._inner.state(env).returns()
            outside = [won for won, who in zip(returns, playing, strict=True) if who == _OUTSIDE]
            for own, at, member in zip(returns, pools, members, strict=True):
                if at >= 0:
                    beaten = sum((other > own) + 0.5 * (other == own) for other in outside)
                    told.setdefault(at, []).append((member, beaten / len(outside)))
        for at, games in told.items():
            pool = self._slots[at]
            assert isinstance(pool, Pool)
            numbers, won = zip(*games, strict=True)
            pool.record_games(np.array(numbers), np.array(won))

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
    def num_envs(self) -> int:
        """Number of envs, N."""
        return self._inner.num_envs

    @property
    def threads(self) -> int:
        """Number of threads that step envs."""
        return self._inner.threads

    @property
    def autoreset(self) -> Autoreset:
        """When an env deals anew after an end."""
        return self._autoreset

    @property
    def observations(self) -> npt.NDArray[Any]:
        """What each env's seat to act may know: shape [N, D]."""
        return self._inner.observations

    @property
    def action_masks(self) -> Bools:
        """What it may do: shape [N, 100]; an env that shows an end has only `pass`."""
        return self._inner.action_masks

    @property
    def players(self) -> npt.NDArray[np.int32]:
        """The seat to act: shape [N]."""
        return self._inner.players

    @property
    def skipped_episodes(self) -> int:
        """Number of episodes that ended without an outside decision; they were never shown."""
        return self._skipped + self._inner.skipped_episodes

    @property
    def bot_decisions(self) -> int:
        """Number of decisions that bots have made; those of policies are not among them."""
        return self._inner.bot_decisions

    def sample(self, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """An action for each env, uniform over its mask."""
        return self._inner.sample() if out is None else self._inner.sample(out)

    def episode_seed(self, i: SupportsIndex) -> int:
        """The seed of the episode that env i is in."""
        return self._inner.episode_seed(i)

    def state(self, i: SupportsIndex) -> State:
        """The position of env i, as a state of its own."""
        return self._inner.state(i)

    def __len__(self) -> int:
        """Number of envs."""
        return self.num_envs
