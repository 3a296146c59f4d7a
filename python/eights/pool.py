"""A pool of past selves and bots to play against."""

from __future__ import annotations

import bisect
import itertools
import operator
import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._eights import BotError
from eights._play.bots import named
from eights.policies import AnyPolicy, frozen, policy_name

__all__ = ["Eviction", "Player", "Pool", "Sampling"]

Sampling = Literal["uniform", "latest", "prioritised"]
Eviction = Literal["oldest", "easiest", "random"]


Player: TypeAlias = str | AnyPolicy
"""A player that can be a member: the name of a bot, a searcher or a policy."""


@dataclass
class _Member:
    """A member, and how games against it ended; once it was removed, that alone."""

    name: str
    player: Player | None
    is_kept: bool
    games: int = 0
    won: float = 0.0

    def share(self) -> float:
        """The share of games that the others win against it, as an equal of theirs begins."""
        return (self.won + 0.5) / (self.games + 1)


class Pool:
    """Frozen policies and bots, one of which is drawn for each seat at the start of each episode.

    A pool plays wherever a policy does. It is told how each episode ended in which a member played,
    and draws by that: `"uniform"` draws all alike, `"latest"` the one that was added last,
    `"prioritised"` each in proportion to (1 - w)**power, w being the share of games that the others
    have won against it, so that those are met most that are hardest to beat (prioritised fictitious
    self-play). A member that has not played counts as an equal.

    Members have numbers, in the order in which they came, and no number is given twice. What goes
    over all members (`members`, `names`, `weights`, iteration) goes over those that are present, in
    that order. A member that was removed plays its games to the end, and its results are kept.

    With a limit `add` evicts a member where the pool is full: the `"oldest"`, so that the latest
    stay (a sliding window); the `"easiest"`, against which the others win the largest share of
    games, of equal ones the oldest; or one at `"random"`. It is never the one that is added, nor
    one that was added with `keep=True`.

    A pool can be copied and pickled; `save` and `Pool.load` keep it in a file. What it draws next
    is kept with it.

    Args:
        sampling: `"uniform"`, `"latest"` or `"prioritised"`.
        power: how much the hardest are preferred, 0 or more; for `"prioritised"`.
        seed: 0 or greater, of the draws.
        limit: how many members there may be, 1 or more; `None` for any number.
        evict: `"oldest"`, `"easiest"` or `"random"`.

    Raises:
        eights.Error: an argument is refused.

    >>> pool = Pool("latest", limit=2)
    >>> def first_legal(observations, action_masks):
    ...     return action_masks.argmax(axis=1)
    >>> pool.add("heuristic", keep=True), pool.add(first_legal), pool.add(first_legal, "again")
    (0, 1, 2)
    >>> pool.members, pool.names
    ([0, 2], ['heuristic', 'again'])
    >>> pool.draw(3).tolist()
    [2, 2, 2]
    """

    def __init__(
        self,
        sampling: Sampling = "uniform",
        power: float = 2.0,
        seed: SupportsIndex = 0,
        limit: SupportsIndex | None = None,
        evict: Eviction = "oldest",
    ) -> None:
        """An empty pool; `add` puts members in."""
        arguments.word("sampling", sampling, ("uniform", "latest", "prioritised"))
        arguments.word("evict", evict, ("oldest", "easiest", "random"))
        self.power = arguments.number("power", power)
        if not 0 <= self.power < np.inf:
            raise BotError(f"power = {arguments.shown(power)} is not 0 or more")
        self.sampling: Sampling = sampling
        self.limit = None if limit is None else arguments.integer("limit", limit, 1)
        self.evict: Eviction = evict
        self._all: list[_Member] = []
        """Every member that there was, by its number."""
        self._present: list[int] = []
        self._rng = np.random.default_rng(arguments.integer("seed", seed, 0))

    # ---- Members --------------------------------------------------------------------------------

    @property
    def members(self) -> list[int]:
        """The numbers of the members, in order."""
        return self._present[:]

    @property
    def names(self) -> list[str]:
        """The names of the members, in the order of `members`."""
        return [self._all[at].name for at in self._present]

    def __len__(self) -> int:
        """Number of members."""
        return len(self._present)

    def __iter__(self) -> Iterator[int]:
        """The numbers of the members, in order."""
        return iter(self.members)

    def add(self, policy: Player, name: str | None = None, keep: bool = False) -> int:
        """Adds a bot, a searcher or a frozen copy of a policy.

        A bot or searcher may be given by its name, `"heuristic"` or `"ismcts(iterations=50)"`.
        Its chance follows from the seed of the episode. Games that are being played
        go on as they are.

        Args:
            policy: who plays.
            name: what it is called. `None`: as a bot, function or class is.
            keep: whether it is never evicted.

        Returns:
            Its number.

        Raises:
            ArgumentError: it cannot be called, or cannot be frozen, see `eights.frozen`.
            BotError: there is no bot of this name; or the pool is full of members that are kept.
        """
        player = named(policy) if isinstance(policy, str) else frozen(policy)
        called = policy_name(player) if name is None else arguments.text("name", name)
        is_kept = bool(keep)
        if self.limit is not None and len(self) >= self.limit:
            self.remove(self._evicted())
        self._all.append(_Member(called, player, is_kept))
        self._present.append(len(self._all) - 1)
        return self._present[-1]

    def _evicted(self) -> int:
        """The member that makes room for one more."""
        among = [at for at in self._present if not self._all[at].is_kept]
        if not among:
            raise BotError(f"the pool is full: limit = {self.limit}, and all members are kept")
        if self.evict == "random":
            return among[int(self._rng.integers(len(among)))]
        if self.evict == "oldest":
            return among[0]
        return max(among, key=lambda at: self._all[at].share())

    def remove(self, member: SupportsIndex) -> None:
        """Takes a member out: it is drawn no more, and its number is not given again.

        Games in which it plays go on to their ends. `games`, `win_rate` and `name` tell of it as
        before.

        Raises:
            BotError: there is no such member.
        """
        self.policy(member)
        at = self._number(member)
        self._all[at].player = None
        self._present.remove(at)

    def policy(self, member: SupportsIndex) -> Player:
        """The player of a member: a frozen copy, a searcher, or the name of a bot.

        Raises:
            BotError: there is no such member.
        """
        at = self._number(member)
        player = self._all[at].player
        if player is None:
            raise BotError(f"member {at} was removed: {self._told()}")
        return player

    def name(self, member: SupportsIndex) -> str:
        """The name of a member, also of one that was removed."""
        return self._all[self._number(member)].name

    # ---- Draws ----------------------------------------------------------------------------------

    def weights(self) -> npt.NDArray[np.float64]:
        """The probability of each member at the next draw, in the order of `members`.

        Raises:
            BotError: the pool is empty.
        """
        weights = np.array(self._weights())
        shares: npt.NDArray[np.float64] = weights / weights.sum()
        return shares

    def _weights(self) -> list[float]:
        """The same, whatever their sum."""
        if not self._present:
            raise BotError("the pool is empty: add a policy first")
        if self.sampling == "latest":
            return [0.0] * (len(self) - 1) + [1.0]
        if self.sampling == "uniform":
            return [1.0] * len(self)
        return [(1 - self._all[at].share()) ** self.power for at in self._present]

    def draw(self, number: SupportsIndex) -> npt.NDArray[np.int64]:
        """The numbers of this many members, drawn independently.

        Raises:
            BotError: the pool is empty.
        """
        # Few at a time, from a few members: plain numbers cost less than arrays of them.
        sums = list(itertools.accumulate(self._weights()))
        uniform = self._rng.random(operator.index(number)).tolist()
        drawn = [self._present[bisect.bisect_right(sums, of * sums[-1])] for of in uniform]
        return np.array(drawn, np.int64)

    # ---- Results --------------------------------------------------------------------------------

    def record(self, member: SupportsIndex, won: float) -> None:
        """Notes a game against a member, or one that was removed since it began.

        Args:
            member: its number.
            won: 1 if the others won against it, 0 if it won, between where they share.

        Raises:
            BotError: there was no such member, or `won` is not in 0 … 1.
        """
        share = arguments.number("won", won)
        if not 0 <= share <= 1:
            raise BotError(f"won = {arguments.shown(won)} is not in 0 … 1")
        noted = self._all[self._number(member)]
        noted.games += 1
        noted.won += share

    def games(self, member: SupportsIndex) -> int:
        """The number of noted games against a member."""
        return self._all[self._number(member)].games

    def win_rate(self, member: SupportsIndex) -> float:
        """The share of games that the others won against a member; NaN where there was none."""
        noted = self._all[self._number(member)]
        return noted.won / noted.games if noted.games else float("nan")

    def _number(self, member: SupportsIndex) -> int:
        """The number of a member that is or was there."""
        at = arguments.integer("member", member)
        if not 0 <= at < len(self._all):
            raise BotError(f"there is no member {at}: {self._told()}")
        return at

    def _told(self) -> str:
        """Lists the members, for messages."""
        if len(self) > 10:
            return f"there are {len(self)}, {self._present[0]} … {self._present[-1]}"
        return f"there are {', '.join(map(str, self._present)) or 'none'}"

    # ---- Files ----------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the pool to a file, by pickle: its policies have to allow that."""
        Path(path).write_bytes(pickle.dumps(self))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pool:
        """The pool that `save` wrote. Load only what you trust: pickle runs code.

        Raises:
            BotError: the file holds something else, or is damaged.
            OSError: the file cannot be read.
        """
        pickled = Path(path).read_bytes()
        try:
            loaded = pickle.loads(pickled)
        except Exception as why:  # a damaged pickle may raise anything
            raise BotError(f"{os.fspath(path)} holds no pool: {why}") from why
        if not isinstance(loaded, cls):
            raise BotError(f"{os.fspath(path)} holds no pool, but {arguments.kind(loaded)}")
        return loaded
