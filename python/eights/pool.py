"""A pool of past selves to play against."""

from __future__ import annotations

import bisect
import itertools
import operator
import os
import pickle
from pathlib import Path
from typing import Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from eights import _arguments
from eights._eights import BotError
from eights.policies import AnyPolicy, frozen, policy_name

__all__ = ["Pool", "Sampling"]

Sampling = Literal["uniform", "latest", "prioritised"]


class Pool:
    """Frozen copies of policies, one of which is drawn for each seat at the start of each episode.

    A pool plays wherever a policy does. It is told how each episode ended in which a member played,
    and draws by that: `"uniform"` draws all alike, `"latest"` the one that was added last,
    `"prioritised"` each in proportion to (1 - w)**power, w being the share of games that the others
    have won against it, so that those are met most that are hardest to beat (prioritised fictitious
    self-play). A member that has not played counts as an equal.

    It can be copied and pickled; `save` and `Pool.load` keep it in a file. What it draws next is
    kept with it.

    Args:
        sampling: `"uniform"`, `"latest"` or `"prioritised"`.
        power: how much the hardest are preferred, 0 or more; for `"prioritised"`.
        seed: 0 or greater, of the draws.

    Raises:
        eights.Error: an argument is refused.

    >>> pool = Pool("latest")
    >>> def first_legal(observations, action_masks):
    ...     return action_masks.argmax(axis=1)
    >>> pool.add(first_legal)
    0
    >>> pool.draw(3).tolist()
    [0, 0, 0]
    """

    def __init__(
        self, sampling: Sampling = "uniform", power: float = 2.0, seed: SupportsIndex = 0
    ) -> None:
        """An empty pool; `add` puts policies in."""
        _arguments.word("sampling", sampling, ("uniform", "latest", "prioritised"))
        if not 0 <= power < np.inf:
            raise BotError(f"power = {power} is not 0 or more")
        self.sampling: Sampling = sampling
        self.power = float(power)
        self.names: list[str] = []
        self._policies: list[AnyPolicy] = []
        self._games: list[int] = []
        self._won: list[float] = []
        self._rng = np.random.default_rng(_arguments.integer("seed", seed, 0))

    def __len__(self) -> int:
        """Number of members."""
        return len(self._policies)

    def add(self, policy: AnyPolicy, name: str | None = None) -> int:
        """Adds a frozen copy of a policy; games that are being played go on as they are.

        Returns:
            Its number: members are numbered from 0 in the order in which they came.

        Raises:
            ArgumentError: it cannot be called, or cannot be frozen, see `eights.frozen`.
        """
        copied = frozen(policy)
        self.names.append(policy_name(policy) if name is None else _arguments.text("name", name))
        self._policies.append(copied)
        self._games.append(0)
        self._won.append(0.0)
        return len(self) - 1

    def policy(self, member: SupportsIndex) -> AnyPolicy:
        """The frozen copy of this number."""
        return self._policies[self._number(member)]

    def weights(self) -> npt.NDArray[np.float64]:
        """How probable each member is at the next draw: shape [members].

        Raises:
            BotError: the pool is empty.
        """
        weights = np.array(self._weights())
        shares: npt.NDArray[np.float64] = weights / weights.sum()
        return shares

    def _weights(self) -> list[float]:
        """The same, whatever their sum."""
        if not self._policies:
            raise BotError("the pool is empty: add a policy first")
        if self.sampling == "latest":
            return [0.0] * (len(self) - 1) + [1.0]
        if self.sampling == "uniform":
            return [1.0] * len(self)
        beaten = zip(self._won, self._games, strict=True)
        return [(1 - (won + 0.5) / (games + 1)) ** self.power for won, games in beaten]

    def draw(self, number: SupportsIndex) -> npt.NDArray[np.int64]:
        """The numbers of so many members, drawn independently.

        Raises:
            BotError: the pool is empty.
        """
        # Few at a time, from a few members: plain numbers cost less than arrays of them.
        sums = list(itertools.accumulate(self._weights()))
        uniform = self._rng.random(operator.index(number)).tolist()
        return np.array([bisect.bisect_right(sums, of * sums[-1]) for of in uniform], np.int64)

    def record(self, member: SupportsIndex, won: float) -> None:
        """Notes a game against a member.

        Args:
            member: its number.
            won: 1 if the others won against it, 0 if it won, between where they share.

        Raises:
            BotError: there is no such member, or `won` is not in 0 … 1.
        """
        if not 0 <= won <= 1:
            raise BotError(f"won = {won} is not in 0 … 1")
        at = self._number(member)
        self._games[at] += 1
        self._won[at] += won

    def games(self, member: SupportsIndex) -> int:
        """How many games against a member have been noted."""
        return self._games[self._number(member)]

    def win_rate(self, member: SupportsIndex) -> float:
        """The share of games that the others won against a member; NaN where there was none."""
        at = self._number(member)
        return self._won[at] / self._games[at] if self._games[at] else float("nan")

    def _number(self, member: SupportsIndex) -> int:
        at = _arguments.integer("member", member)
        if not 0 <= at < len(self):
            raise BotError(f"there is no member {at}: the pool has {len(self)}")
        return at

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
            raise BotError(f"{os.fspath(path)} holds no pool, but {_arguments.kind(loaded)}")
        return loaded
