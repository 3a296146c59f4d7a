"""Games of bots and policies as a table of decisions, in a Parquet file: one row a decision.

The file holds all that is needed to play the games again: rules, options, seeds and actions. `read`
gives them back, and `replay` makes the states of an episode anew.

It needs the extra `collect`.

| column | type | meaning |
|---|---|---|
| `episode` | int64 | number of the episode, from 0 |
| `seed` | uint64 | its seed, for `Game.new_initial_state` |
| `decision` | int32 | number of the decision in it, from 0 |
| `seat` | int8 | the seat that decided |
| `observation` | list of D uint8 | what it knew, as `Batch(dtype="uint8")` shows it |
| `action_mask` | list of 100 bool | what it might do |
| `action` | uint8 | what it did |
| `reward` | float32 | what it won until its next decision, or until the end |
| `terminated` | bool | its last decision in an episode whose rewards are final |
| `truncated` | bool | its last decision in one that the limit of decisions ended |
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from eights import _adapter
from eights._arguments import integer
from eights._eights import (
    NUM_ACTIONS,
    ArgumentError,
    Game,
    GameError,
    RecordError,
    Ruleset,
    State,
    __version__,
    episode_seed,
)
from eights._tables import Seen, play
from eights.policies import Policy, policy_name

_adapter.require("eights.collect", "pyarrow", "pyarrow", "collect")

import pyarrow as pa  # noqa: E402 - after the check that it is there
import pyarrow.compute as pc  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

__all__ = ["Collected", "collect", "read", "replay"]

TABLES = 64
"""Games that are played side by side, so that a policy is called for many of them at once."""

MOST_EPISODES = 1 << 40

KEY = b"eights"
"""The key of the file's metadata, a JSON text."""


class _Row(NamedTuple):
    seat: int
    observation: npt.NDArray[np.uint8]
    action_mask: npt.NDArray[np.bool_]
    action: int


class _Episode:
    """An episode that is played."""

    def __init__(self, game: Game, seats: list[str | Policy], number: int, seed: int) -> None:
        self.seats, self.number, self.seed = seats, number, seed
        self.state = game.new_initial_state(seed=seed)
        self.rows: list[_Row] = []
        self.won: list[list[float]] = []

    def take(self, action: int, seen: Seen | None) -> None:
        """Notes what the seat to act knows, and takes its action."""
        state = self.state
        if seen is None:
            size = state.game.observation_tensor_size()
            observation = state.observation_tensor(out=np.empty(size, np.uint8))
            seen = observation, state.legal_actions_mask()
        self.rows.append(_Row(state.current_player(), seen[0], seen[1], action))
        state.apply_action(action)
        self.won.append(state.rewards())

    def refused(self, policy: str, why: str) -> str:
        """Where a policy's illegal action was."""
        seat = self.state.current_player()
        return f"policy {policy}, episode {self.number}, seat {seat}: {why}"

    def columns(self) -> dict[str, Any]:
        """Its rows, column by column."""
        seats = [row.seat for row in self.rows]
        rewards, last = np.zeros(len(seats), np.float32), np.zeros(len(seats), np.bool_)
        since = np.zeros(self.state.num_players())
        seen: set[int] = set()
        for at in reversed(range(len(seats))):
            since += self.won[at]
            rewards[at], last[at] = since[seats[at]], seats[at] not in seen
            since[seats[at]] = 0
            seen.add(seats[at])
        cut = self.state.is_truncated()
        paid = not cut or self.state.game.options["truncation"] == "score"
        return {
            "episode": np.full(len(seats), self.number, np.int64),
            "seed": np.full(len(seats), self.seed, np.uint64),
            "decision": np.arange(len(seats), dtype=np.int32),
            "seat": np.array(seats, np.int8),
            "observation": np.array([row.observation for row in self.rows]),
            "action_mask": np.array([row.action_mask for row in self.rows]),
            "action": np.array([row.action for row in self.rows], np.uint8),
            "reward": rewards,
            "terminated": last & paid,
            "truncated": last & cut,
        }


class Collected(NamedTuple):
    """What a file of `collect` holds."""

    game: Game
    """The game that was played."""
    about: dict[str, Any]
    """The metadata: `version` of the package, `fingerprint` of the rules, `seed`, `players`."""
    table: pa.Table
    """The decisions, with the columns above."""


def collect(
    game: Game,
    players: Sequence[str | Policy],
    path: str | Path,
    episodes: int = 1000,
    seed: int = 0,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Plays episodes and writes every decision into a Parquet file.

    Episode k is that of env 0 of a `Batch` with this seed. The same arguments give the same rows.

    Args:
        game: with sampled chance.
        players: who sits on each seat: the name of a bot, or a policy, which is called as
            `policy(observations, action_masks)` with uint8 observations.
        path: the file, which is written anew once all episodes are played.
        episodes: how many are played, from 1.
        seed: 0 … 2**64 - 1.
        progress: called with the number of episodes that have ended.

    Returns:
        Number of decisions.

    Raises:
        GameError: the game has explicit chance, or a number is out of range.
        ArgumentError: `players` does not name one player for each seat.
        BotError: there is no such bot.
        ActionError: a policy chose an action that is not legal.
        OSError: the file cannot be written.
    """
    seats = _seats(_adapter.sampled(game), players)
    episodes = integer("episodes", episodes, 1, MOST_EPISODES)
    schema = _schema(game, seats, seed)
    part = Path(f"{path}.part")
    decisions = 0
    try:
        with pq.ParquetWriter(part, schema, compression="zstd") as writer:
            for begin in range(0, episodes, TABLES):
                end = min(begin + TABLES, episodes)
                numbers = range(begin, end)
                tables = [_Episode(game, seats, k, episode_seed(seed, 0, k)) for k in numbers]
                play(tables, np.uint8)
                rows = _rows(tables, schema)
                writer.write_table(rows)
                decisions += rows.num_rows
                if progress is not None:
                    progress(end)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return decisions


def read(path: str | Path) -> Collected:
    """Reads what `collect` has written.

    Raises:
        RecordError: the file was not written by `collect`, or its rules have changed since.
        OSError: it cannot be read.
    """
    try:
        table = pq.read_table(path)
    except pa.ArrowInvalid as why:
        raise RecordError(f"{path} is no Parquet file: {why}") from why
    noted = (table.schema.metadata or {}).get(KEY)
    if noted is None:
        raise RecordError(f"{path} was not written by eights: it has no metadata {KEY.decode()!r}")
    about = json.loads(noted)
    game = Game(Ruleset.from_toml(about["ruleset"]), **about["options"])
    if game.ruleset.fingerprint != about["fingerprint"]:
        raise RecordError(
            f"{path} is of rules with the fingerprint {about['fingerprint']}; by this version of "
            f"eights they have {game.ruleset.fingerprint}"
        )
    return Collected(game, about, table)


def replay(collected: Collected, episode: int) -> Iterator[tuple[State, int]]:
    """Plays an episode of a file again: each state with the action that is taken there.

    The state is the same object every time, one action further on.

    Raises:
        RecordError: there is no such episode.
    """
    rows = collected.table.filter(pc.equal(collected.table["episode"], episode))
    if not len(rows):
        raise RecordError(f"there is no episode {episode}")
    state = collected.game.new_initial_state(seed=rows["seed"][0].as_py())
    for action in rows["action"].to_pylist():
        yield state, action
        state.apply_action(action)


def _rows(tables: list[_Episode], schema: pa.Schema) -> pa.Table:
    """The rows of some episodes."""
    parts = [table.columns() for table in tables]
    columns = (np.concatenate([part[name] for part in parts]) for name in schema.names)
    return pa.table([_array(column) for column in columns], schema=schema)


def _seats(game: Game, players: Sequence[str | Policy]) -> list[str | Policy]:
    """Who sits on each seat."""
    named = isinstance(players, str) or not isinstance(players, Sequence)
    if named or len(players) != game.num_players():
        raise ArgumentError(
            f"players must be a bot or policy for each of {game.num_players()} seats, "
            f"not {players!r}"
        )
    state = game.new_initial_state(seed=0)
    for at, player in enumerate(players):
        if not (isinstance(player, str) or callable(player)):
            raise ArgumentError(f"players[{at}] must be the name of a bot or a policy")
        if isinstance(player, str):
            state.bot_action(player)  # refuses a name that there is not
    return list(players)


def _schema(game: Game, seats: list[str | Policy], seed: int) -> pa.Schema:
    """The columns, and the metadata."""
    if not 0 <= seed < 1 << 64:
        raise GameError(f"seed = {seed} is not in 0 … {(1 << 64) - 1}")
    about = {
        "version": __version__,
        "ruleset": game.ruleset.to_toml(),
        "fingerprint": game.ruleset.fingerprint,
        "options": game.options,
        "players": [seat if isinstance(seat, str) else policy_name(seat) for seat in seats],
        "seed": seed,
        "observation_layout": game.observation_layout,
    }
    types = {
        "episode": pa.int64(),
        "seed": pa.uint64(),
        "decision": pa.int32(),
        "seat": pa.int8(),
        "observation": pa.list_(pa.uint8(), game.observation_tensor_size()),
        "action_mask": pa.list_(pa.bool_(), NUM_ACTIONS),
        "action": pa.uint8(),
        "reward": pa.float32(),
        "terminated": pa.bool_(),
        "truncated": pa.bool_(),
    }
    return pa.schema(list(types.items()), metadata={KEY: json.dumps(about).encode()})


def _array(values: npt.NDArray[Any]) -> pa.Array:
    """A column; one of two dimensions becomes lists of a fixed size."""
    if values.ndim == 1:
        return pa.array(values)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])
