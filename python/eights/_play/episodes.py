"""Episodes of bots and policies: what each seat knew, might do, did and won; and their rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from eights._base.arguments import integer, shown
from eights._base.options import sampled
from eights._base.shapes import Shape, mismatch
from eights._eights import (
    ArgumentError,
    Error,
    Game,
    GameError,
    RecordError,
    Ruleset,
    State,
    __version__,
    episode_seed,
)
from eights._play.tables import Seen, play
from eights.policies import AnyPolicy, policy_name
from eights.searcher import Searcher

TABLES = 64
"""Games that are played side by side, so that a policy is called for many of them at once."""

MOST_EPISODES = 1 << 40

Dtype = type[np.float32] | type[np.uint8]


class Decision(NamedTuple):
    """A decision of a seat: observation, legal actions and action."""

    seat: int
    observation: npt.NDArray[Any]
    action_mask: npt.NDArray[np.bool_]
    action: int


class Episode:
    """An episode, while it is played and after."""

    def __init__(
        self, game: Game, seats: list[str | AnyPolicy], number: int, seed: int, dtype: Dtype
    ) -> None:
        """Deals."""
        self.seats, self.number, self.seed, self.dtype = seats, number, seed, dtype
        self.state: State = game.new_initial_state(seed=seed)
        self.decisions: list[Decision] = []
        self.won: list[list[float]] = []
        """The reward of each seat for each decision."""

    def observation(self, seat: int | None = None) -> npt.NDArray[Any]:
        """The observation of a seat; without one, of the seat to act."""
        size = self.state.game.observation_tensor_size()
        return self.state.observation_tensor(seat, out=np.empty(size, self.dtype))

    def take(self, action: int, seen: Seen | None) -> None:
        """Notes what the seat to act knows, and takes its action."""
        state = self.state
        if seen is None:
            seen = self.observation(), state.legal_actions_mask()
        self.decisions.append(Decision(state.current_player(), seen[0], seen[1], action))
        state.apply_action(action)
        self.won.append(state.rewards())

    def refused(self, policy: str, why: str) -> str:
        """Where a policy's illegal action was."""
        seat = self.state.current_player()
        return f"policy {policy}, episode {self.number}, seat {seat}: {why}"

    def credited(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """For each decision what its seat won until its next one, and whether it had none."""
        rewards = np.zeros(len(self.decisions), np.float32)
        last = np.zeros(len(self.decisions), np.bool_)
        since = np.zeros(self.state.num_players())
        seen: set[int] = set()
        for at in reversed(range(len(rewards))):
            seat = self.decisions[at].seat
            since += self.won[at]
            rewards[at], last[at] = since[seat], seat not in seen
            since[seat] = 0
            seen.add(seat)
        return rewards, last

    def ended(self) -> tuple[bool, bool]:
        """Two flags: rewards are final, and the limit of decisions ended the episode."""
        cut = self.state.is_truncated()
        return not cut or self.state.game.options["truncation"] == "score", cut


def played(
    game: Game, seats: list[str | AnyPolicy], episodes: int, seed: int, dtype: Dtype
) -> Iterator[list[Episode]]:
    """Plays episodes, some at a time; the k-th is that of env 0 of a `Batch` with this seed.

    Raises:
        eights.Error: a policy does what it may not.
    """
    for begin in range(0, episodes, TABLES):
        numbers = range(begin, min(begin + TABLES, episodes))
        some = [Episode(game, seats, k, episode_seed(seed, 0, k), dtype) for k in numbers]
        play(some, dtype)
        yield some


def checked(
    game: Game, players: Sequence[str | AnyPolicy], episodes: int, seed: int
) -> tuple[list[str | AnyPolicy], int]:
    """Validates the player of each seat, and the number of episodes.

    Raises:
        GameError: the game has explicit chance, or a number is out of range.
        ArgumentError: `players` does not name one player for each seat.
        BotError: there is no such bot.
    """
    seats = _seats(sampled(game), players)
    episodes = integer("episodes", episodes, 1, MOST_EPISODES)
    if not 0 <= seed < 1 << 64:
        raise GameError(f"seed = {seed} is not in 0 … {(1 << 64) - 1}")
    return seats, episodes


def _seats(game: Game, players: Sequence[str | AnyPolicy]) -> list[str | AnyPolicy]:
    """Validates the player of each seat."""
    named = isinstance(players, str) or not isinstance(players, Sequence)
    if named or len(players) != game.num_players():
        raise ArgumentError(
            f"players must be a bot or policy for each of {game.num_players()} seats, "
            f"not {shown(players)}"
        )
    state = game.new_initial_state(seed=0)
    for at, player in enumerate(players):
        if not (isinstance(player, str) or callable(player)):
            raise ArgumentError(f"players[{at}] must be the name of a bot or a policy")
        searcher = Searcher.named(player) if isinstance(player, str) else None
        if searcher is not None:
            searcher.validate(game)
        elif isinstance(player, str):
            state.bot_action(player)  # refuses a name that there is not
    return list(players)


def about(game: Game, seats: Sequence[str | AnyPolicy], seed: int) -> dict[str, Any]:
    """The note of some episodes, by which they can be played again."""
    return {
        "version": __version__,
        "ruleset": game.ruleset.to_toml(),
        "fingerprint": game.ruleset.fingerprint,
        "options": game.options,
        "players": [seat if isinstance(seat, str) else policy_name(seat) for seat in seats],
        "seed": seed,
        "observation_layout": game.observation_layout,
    }


NOTED: Shape = {
    "version": str,
    "ruleset": str,
    "fingerprint": str,
    "options": dict,
    "players": [str],
    "seed": int,
}
"""The keys of a note by `about` that are read, and their types."""


def game_of(noted: object, where: str) -> Game:
    """The game of what `about` has noted.

    Raises:
        RecordError: it is not such a note, or its rules have changed since.
    """
    why = mismatch(noted, NOTED)
    if why is not None or not isinstance(noted, dict):
        raise RecordError(f"what eights has noted in {where} is damaged: {why}")
    try:
        game = Game(Ruleset.from_toml(noted["ruleset"]), **noted["options"])
    except (Error, TypeError) as refused:  # a TypeError is of an option that there is not
        raise RecordError(f"the game of {where} cannot be made: {refused}") from refused
    if game.ruleset.fingerprint != noted["fingerprint"]:
        raise RecordError(
            f"{where} is of rules with the fingerprint {noted['fingerprint']}; by this version of "
            f"eights they have {game.ruleset.fingerprint}"
        )
    return game
