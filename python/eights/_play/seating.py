"""The players in the seats of a batch, and the memories that policies have there."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from eights._base import arguments
from eights._eights import ArgumentError, BatchError, Game, GamePool
from eights._play.bots import validate
from eights._play.controllers import Controller, Seats, is_list, is_policy, player_of
from eights.policies import AnyPolicy, Rows, has_memory
from eights.pool import Player, Pool
from eights.searcher import Searcher

__all__ = ["Seating"]

Lines: TypeAlias = npt.NDArray[np.intp]
"""Numbers of envs, each once."""

_OUTSIDE, _BOT = -1, -2
"""Codes for a seat that no policy or pool holds: theirs are the numbers from 0."""


class _Reading(NamedTuple):
    """Controllers that were read and not yet taken."""

    codes: list[list[int]]
    """For each env and seat who decides: a number in `slots`, `_OUTSIDE` or `_BOT`."""
    slots: dict[int, AnyPolicy | Pool]
    """Those that are known, and the new ones."""
    seats: list[list[str | None]]
    """The controllers as the inner batch takes them."""


class Seating:
    """The player in each seat of each env, in the present episode and in the next.

    Policies and pools have numbers, and so have the policies that play. A number is never given
    twice, and what sits nowhere any more is let go.

    Args:
        num_envs: number of envs.
        players: number of seats.
    """

    def __init__(self, num_envs: int, players: int) -> None:
        """Nobody sits anywhere yet."""
        self._next = [[_BOT] * players for _ in range(num_envs)]
        """For each env who decides for each seat in the next episode: a number in `_slots`."""
        self._now = self._next[:]
        """The same of the present episode."""
        self._slots: dict[int, AnyPolicy | Pool] = {}
        self._slots_given = 0
        self.members = [[-1] * players for _ in range(num_envs)]
        """Where a pool decides in the present episode, which of its members plays."""
        self.playing = np.full((num_envs, players), -1)
        """The policy that plays, by its number in `roster`."""
        self.roster: dict[int, Player] = {}
        self._roster_given = 0
        self.memories: dict[int, Any] = {}
        """The memories of those of them that have one, and play now."""
        self._has_decided = np.zeros((num_envs, players), np.bool_)
        """True if a policy has decided for the seat in the present episode."""

    # ---- Controllers ----------------------------------------------------------------------------

    def read(self, given: Seats | None, source: Game | GamePool) -> _Reading:
        """Reads controllers of envs that play this game or pool of games, and changes nothing.

        Raises:
            eights.Error: they are refused.
        """
        size, players = self.playing.shape
        if given is None:
            given = [None] * players
        whole = f"shape ({players},) or ({size}, {players})"
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise ArgumentError(
                f"controllers must be a list of {whole}, not {arguments.kind(given)}"
            )
        is_nested = any(map(is_list, given))
        lines: list[Any] = list(given) if is_nested else [given]
        if is_nested and len(lines) != size:
            raise BatchError(f"controllers must be of {whole}, not of {len(lines)} envs")
        codes, slots = [], dict(self._slots)
        for line in lines:
            if isinstance(line, str) or not isinstance(line, Sequence) or len(line) != players:
                raise BatchError(f"controllers must be of {whole}, not {arguments.shown(line)}")
            codes.append([self._code(player_of(one), slots, source) for one in line])
            if _OUTSIDE not in codes[-1]:
                raise BatchError(
                    f"env {len(codes) - 1} has no outside seat: leave at least one controller None"
                )
        seats = [["policy" if is_policy(player_of(one)) else one for one in line] for line in lines]
        times = 1 if is_nested else size
        return _Reading(codes * times, slots, seats * times)

    def _code(
        self, controller: Controller, slots: dict[int, AnyPolicy | Pool], source: Game | GamePool
    ) -> int:
        """The number of a controller; a new one is put into the slots."""
        if controller is None:
            return _OUTSIDE
        if isinstance(controller, str):
            return _BOT
        if not is_policy(controller):
            raise ArgumentError(
                "a controller must be None, the name of a bot, a policy or a pool, not "
                + arguments.kind(controller)
            )
        for number, known in slots.items():
            if _is_same(known, controller):
                return number
        for player in _players(controller):
            validate(player, source)
        number = self._new_slot(slots)
        slots[number] = controller
        return number

    def _new_slot(self, slots: dict[int, AnyPolicy | Pool]) -> int:
        """A number that no slot has or had."""
        return max([self._slots_given - 1, *slots]) + 1

    def take(self, reading: _Reading) -> None:
        """Seats these controllers where the envs deal next."""
        self._next = reading.codes
        used = {code for line in (*self._next, *self._now) for code in line}
        self._slots_given = self._new_slot(reading.slots)
        self._slots = {at: one for at, one in reading.slots.items() if at in used}

    # ---- Episodes -------------------------------------------------------------------------------

    def validate(self, source: Game | GamePool) -> None:
        """Refuses a game, or a pool of games, that some policy which sits down next does not play.

        Raises:
            BotError: a bot or searcher does not play it.
        """
        for number in {code for line in self._next for code in line if code >= 0}:
            for player in _players(self._slots[number]):
                validate(player, source)

    def seat(self, envs: Sequence[int], counts: Sequence[int] | None = None) -> None:
        """Seats policies for the episodes that these envs have begun.

        Args:
            envs: their numbers.
            counts: how many seats the game of each of them has; `None`: all have all.
        """
        self.playing[envs] = -1
        # Few at a time: plain numbers cost less than arrays of them.
        places: dict[int, list[tuple[int, int]]] = {}
        for nth, env in enumerate(envs):
            self._now[env] = self._next[env]
            seats = None if counts is None else counts[nth]
            for seat, at in enumerate(self._next[env][:seats]):
                if at >= 0:
                    places.setdefault(at, []).append((env, seat))
        for at, those in places.items():
            slot = self._slots[at]
            if isinstance(slot, Pool):
                for (env, seat), member in zip(those, slot.draw(len(those)).tolist(), strict=True):
                    self.members[env][seat] = member
                    self.playing[env, seat] = self._number(slot.policy(member))
            else:
                number = self._number(slot)
                for env, seat in those:
                    self.playing[env, seat] = number
        if self.memories:
            self._begin_memories(envs)

    def _number(self, policy: Player) -> int:
        """The number of a policy that sits down, which may be a new one."""
        for number, known in self.roster.items():
            if _is_same(known, policy):
                return number
        play = set(self.playing.ravel().tolist())
        self.roster = {number: known for number, known in self.roster.items() if number in play}
        self.roster[self._roster_given] = policy
        self._roster_given += 1
        return self._roster_given - 1

    def tell_pools(self, ended: list[tuple[int, int, float]]) -> None:
        """Notes for each member of a pool how it fared against the outside seats."""
        for env, seat, beaten in ended:
            pool = self._slots[self._now[env][seat]]
            if isinstance(pool, Pool):
                pool.record(self.members[env][seat], beaten)

    # ---- Memories -------------------------------------------------------------------------------

    def _begin_memories(self, envs: Sequence[int]) -> None:
        """Nothing is remembered of the episodes before; who plays no more needs no memory."""
        self._has_decided[envs] = False
        for number in set(self.memories).difference(self.playing.ravel().tolist()):
            del self.memories[number]

    def rows(self, number: int, lines: Lines, players: npt.NDArray[np.int32]) -> Rows | None:
        """The rows of these games, for a policy with a memory; `None` if it has none.

        Args:
            number: of the policy.
            lines: the envs in which it is to decide.
            players: the seat to act in each of all envs.
        """
        policy = self.roster[number]
        if not has_memory(policy):
            return None
        if number not in self.memories:
            self.memories[number] = policy.new_memory(*self._has_decided.shape)
        envs, seats = lines.astype(np.int64), players[lines].astype(np.int64)
        starts = ~self._has_decided[envs, seats]
        self._has_decided[envs, seats] = True
        return Rows(self.memories[number], envs, seats, starts)

    # ---- Moments --------------------------------------------------------------------------------

    def copy(self) -> Seating:
        """The same, with memories of its own; the policies and pools are shared."""
        other = self.apart()
        other.memories = copy.deepcopy(self.memories)
        return other

    def apart(self) -> Seating:
        """The same, which stays as it is while this one goes on, but for what is remembered."""
        other = copy.copy(self)
        vars(other).update(
            _next=self._next[:],
            _now=self._now[:],
            members=[line[:] for line in self.members],
            memories=dict(self.memories),
            _slots=dict(self._slots),
            roster=dict(self.roster),
            playing=self.playing.copy(),
            _has_decided=self._has_decided.copy(),
        )
        return other

    def goes_with(self, other: Seating) -> bool:
        """True if no number stands for one policy here and for another one there."""
        pairs = ((self._slots, other._slots), (self.roster, other.roster))
        return all(
            _is_same(one[number], two[number])
            for one, two in pairs
            for number in one.keys() & two.keys()
        )

    def back_to(self, earlier: Seating) -> Seating:
        """The seating of an earlier moment; numbers given since then are not given again."""
        found = earlier.copy()
        given = ("_slots_given", "_roster_given")
        vars(found).update({name: max(vars(self)[name], vars(earlier)[name]) for name in given})
        return found


def _players(controller: object) -> list[object]:
    """Those who may play where it decides."""
    return [*map(controller.policy, controller)] if isinstance(controller, Pool) else [controller]


def _is_same(known: object, given: object) -> bool:
    """True if it is the same player: the same object, or an equal bot or searcher."""
    return known is given or (
        isinstance(known, str | Searcher) and type(known) is type(given) and known == given
    )
